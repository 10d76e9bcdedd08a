"""Saves and restores the loopback Discord: its people, its channels, and the messages that matter."""

import re
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, Final

from simcord.backend import Backend
from simcord.backend.models import Channel, Guild, Member, Message, Role, User
from simcord.backend.models.channel import Overwrite, ThreadMetadata

from tests.loopback import LoopbackDiscord, Person

_TEXTS: Final = ("content", "timestamp", "edited_timestamp")
_PARTS: Final = ("id", "channel_id", "author_id", "type", "flags", "pinned", "components", "attachments")
_FIELDS: Final = (*_PARTS, *_TEXTS, "mention_user_ids", "reference", "interaction_metadata", "webhook_id")
PICTURE: Final = b"\x89PNG what it showed does not matter any more"
_STAMP: Final = re.compile(r"(?<=<t:)\d+")


def to_json(server: LoopbackDiscord, messages: Iterable[Message]) -> dict[str, Any]:
    """Return the server as JSON with these messages. Of their files it keeps only names and alt texts."""
    backend = server.world.backend
    guild = backend.get_guild(server.world.guild)
    return {
        "guild": guild.id,
        "roles": [asdict(role) for role in guild.roles.values()],
        "members": [asdict(member) for member in guild.members.values()],
        "users": [asdict(user) for user in backend.users.values()],
        "people": [asdict(person) for person in server.people.values()],
        "channels": [asdict(channel) for channel in backend.channels.values()],
        "private": {str(person): channel for person, channel in backend.dm_channels.items()},
        "messages": [{name: getattr(one, name) for name in _FIELDS if getattr(one, name)} for one in messages],
    }


def restore(server: LoopbackDiscord, data: dict[str, Any], later: int) -> dict[str, Person]:
    """Restore the saved server on a new one, with all times moved by ``later`` seconds. Return the people by name."""
    backend = server.world.backend
    guild = backend.get_guild(server.world.guild)
    assert guild.id == data["guild"], "the server's id is the same in every run"
    backend.users.update((one["id"], User(**one)) for one in data["users"])
    guild.roles = {one["id"]: Role(**one) for one in data["roles"]}
    guild.members = {one["user_id"]: Member(**one) for one in data["members"]}
    guild.channel_ids, guild.thread_ids = [], []
    for one in data["channels"]:
        _add_channel(backend, guild, one)
    backend.dm_channels = {int(person): channel for person, channel in data["private"].items()}
    for one in data["messages"]:
        _add_message(backend, one, later)
    server.world.people = {one["name"]: Person(**one) for one in data["people"]}
    return server.world.people


def _add_channel(backend: Backend, guild: Guild, data: dict[str, Any]) -> None:
    overwrites = [Overwrite(**one) for one in data["overwrites"]]
    thread = ThreadMetadata(**data["thread_metadata"]) if data["thread_metadata"] else None
    members = {int(person): joined for person, joined in data["thread_members"].items()}
    fields = {**data, "overwrites": overwrites, "thread_metadata": thread, "thread_members": members}
    channel = backend.channels[data["id"]] = Channel(**fields)
    backend.messages[channel.id] = {}
    if channel.guild_id is not None:
        (guild.thread_ids if channel.is_thread else guild.channel_ids).append(channel.id)


def _add_message(backend: Backend, data: dict[str, Any], later: int) -> None:
    content = _STAMP.sub(lambda stamp: str(int(stamp[0]) + later), data.get("content", ""))
    files = [_stored(backend, data["channel_id"], one) for one in data.get("attachments", ())]
    message = Message(**{**data, "content": content, "attachments": files})
    backend.messages[message.channel_id][message.id] = message


def _stored(backend: Backend, channel: int, data: dict[str, Any]) -> dict[str, Any]:
    name, alt = data["filename"], data.get("description")
    return backend.cdn.store_attachment(int(data["id"]), channel, name, PICTURE, alt)
