"""The server's guild, its channels and its people."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import discord
from simcord.backend import Backend
from simcord.backend.models import Message, Overwrite
from simcord.enums import OverwriteType

from sandbox.clock import WallClock
from tests.loopback.sharding import Shard

NAMES = ("Ann", "Bob", "Chloé", "Dmitri", "Eve")
MANAGER = "Ann"

# What the bot's invitation asks for, and the older permission that SimCord wants for pinning.
BOT_PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    attach_files=True,
    embed_links=True,
    read_message_history=True,
    create_public_threads=True,
    pin_messages=True,
    manage_messages=True,
)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at a keyboard. `locale` is the language of their client."""

    id: int
    name: str
    locale: str = "en-US"

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    def speaking(self, locale: str) -> "Person":
        return replace(self, locale=locale)


class KeepingBackend(Backend):
    """Keeps what is deleted: people have read it."""

    def __init__(self) -> None:
        super().__init__()
        self.deleted: dict[int, Message] = {}
        """Deleted messages by id, each as it was last."""

    def delete_message(self, channel_id: int, message_id: int) -> None:
        self.deleted[message_id] = self.get_message(channel_id, message_id)
        super().delete_message(channel_id, message_id)


class World:
    """Channels are given by id. One channel and all people exist from the start; Ann is the manager."""

    def __init__(self) -> None:
        self.backend = KeepingBackend()
        self.locale = "en-US"
        """The language of the server, as its manager has set it."""
        self.backend.bot_user.name = "Carcassonne"
        self.guild = self.add_guild("Carcassonne")
        self.channel = self.add_channel("table-1")
        managers = self.backend.create_role(self.guild, "Managers", permissions=discord.Permissions.manage_guild.flag)
        self.people = {name: self.add_person(name, [managers.id] if name == MANAGER else []) for name in NAMES}
        # The ids made until here come from a fixed clock, so they are the same in every run.
        self.backend.clock = WallClock()

    def add_guild(self, name: str, shard: Shard | None = None) -> int:
        """A server, of a certain shard if that is given. Nobody but the bot and the owner is its member yet."""
        number, total = shard or (None, 1)
        guild = self.backend.create_guild(name, shard_id=number, shard_count=total)
        for role in guild.roles.values():
            if role.managed:
                role.permissions = BOT_PERMISSIONS.value
        return guild.id

    def guild_of(self, channel: int) -> int:
        """The server of a channel; of a private conversation, the first server."""
        return self.backend.get_channel(channel).guild_id or self.guild

    def add_channel(self, name: str, guild: int | None = None) -> int:
        return self.backend.create_channel(guild or self.guild, name).id

    def add_thread(self, channel: int, name: str, person: Person) -> int:
        """A public thread that somebody opens."""
        return self.backend.create_thread(channel, name, person.id).id

    def threads(self, channel: int) -> list[int]:
        return [
            thread.id for thread in self.backend.channels.values() if thread.is_thread and thread.parent_id == channel
        ]

    def direct(self, person: Person) -> int:
        """The channel of the person's private conversation with the bot."""
        return self.backend.get_dm_channel(person.id).id

    def messages(self, channel: int, viewer: Person | None = None) -> list[Message]:
        """The messages that the viewer sees, oldest first; without a viewer those that everybody sees."""
        everything = sorted(self.backend.messages.get(channel, {}).values(), key=lambda message: message.id)
        return [message for message in everything if message.visible_to(viewer.id if viewer else None)]

    def file(self, message: Message, position: int = 0) -> bytes:
        """The bytes of an attachment."""
        data = self.backend.cdn.get(message.attachments[position]["url"])
        assert data is not None
        return data

    def forbid_bot(self, channel: int, permissions: discord.Permissions) -> None:
        """Take these permissions away from the bot in one channel."""
        bot = self.backend.bot_user.id
        overwrites = [item for item in self.backend.get_channel(channel).overwrites if item.target_id != bot]
        overwrites.append(Overwrite(bot, OverwriteType.MEMBER, deny=permissions.value))
        self.backend.get_channel(channel).overwrites = overwrites

    def add_person(self, name: str, roles: Sequence[int] = (), guilds: Iterable[int] = ()) -> Person:
        """A member of the first server with these roles, and of other servers. They are not among `people`."""
        user = self.backend.make_user(name.lower(), global_name=name)
        self.backend.add_member(self.guild, user.id, roles=list(roles))
        for guild in guilds:
            self.backend.add_member(guild, user.id)
        return Person(user.id, name)
