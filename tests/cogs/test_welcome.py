"""The welcome: one message when the bot comes to a server, in the right place, and no second one."""

from dataclasses import replace
from typing import Any

import discord
import pytest
import simcord
from discord.state import AutoShardedConnectionState
from simcord.backend import serializers

from host.model.controllers import Person
from screens.text.help import welcome_text
from screens.text.i18n import use_language
from screens.text.markup import command_mention
from tests.cogs.room import ON_SIMCORD, Room, labels
from tests.fixtures import forgery

pytestmark = ON_SIMCORD

DAY = 86_400
CLOSED = discord.PermissionOverwrite(send_messages=False)
HELLO = (
    "Hello! Play Carcassonne with your friends here, in one evening or over days.\n"
    "Press **Open a table** when you're ready, **Play the computer** if you're alone, "
    "or **Guided game** to learn it in two minutes."
)


class Server:
    """A server of Ann's with two channels. The bot comes there by ``invite``."""

    def __init__(self, room: Room, *, is_closed: bool = False, locale: str = "en-US") -> None:
        self.room = room
        self.handle = room.env.create_guild("Meadows", owner=room.ann.user, preferred_locale=locale)
        self.first, self.second = (self._channel(name, is_closed=is_closed) for name in ("first", "second"))

    def _channel(self, name: str, *, is_closed: bool) -> simcord.ChannelHandle:
        assert self.room.bot.user is not None
        return self.handle.create_text_channel(name, overwrites={self.room.bot.user: CLOSED} if is_closed else None)

    @property
    def model(self) -> Any:
        return self.room.env.backend.get_guild(self.handle.id)

    async def invite(self, *, is_new: bool = True) -> None:
        """Let the bot come to the server, as Discord tells it; if it is not new, Discord tells it again."""
        backend = self.room.env.backend
        if is_new:
            self.model.members[backend.bot_user.id].joined_at = backend.now_iso()
        payload: Any = dict(serializers.guild_create_payload(backend, self.model))
        del payload["unavailable"]  # this tells a new server from one that is available again
        backend.emit("GUILD_CREATE", payload)
        await self.room.env.settle()

    async def remove_the_bot(self) -> None:
        self.room.env.backend.emit("GUILD_DELETE", {"id": str(self.handle.id)})
        await self.room.env.settle()

    def welcomes(self) -> list[tuple[str, str]]:
        """All welcomes in the channels: the channel's name and the text."""
        return [(one.name or "", said.content) for one in (self.first, self.second) for said in one.history()]


def private_messages(who: simcord.MemberActor) -> list[discord.Message]:
    return list(who.user.dm_channel.history())


async def test_it_comes_to_the_first_channel_where_the_bot_may_write(room: Room) -> None:
    server = Server(room)
    await server.invite()
    assert server.welcomes() == [("first", HELLO)]
    [said] = server.first.history()
    assert labels(said) == ["Open a table", "Play the computer", "Guided game"]
    assert private_messages(room.ann) == []


async def test_a_channel_where_the_bot_may_not_write_is_passed_over(room: Room) -> None:
    server = Server(room)
    room.env.backend.get_channel(server.first.id).overwrites = room.env.backend.get_channel(
        Server(room, is_closed=True).first.id
    ).overwrites
    await server.invite()
    assert server.welcomes() == [("second", HELLO)]


@pytest.mark.parametrize("name", ["system_channel_id", "public_updates_channel_id"])
async def test_it_comes_to_the_channel_that_discord_names(room: Room, name: str) -> None:
    server = Server(room)
    setattr(server.model, name, server.second.id)
    await server.invite()
    assert server.welcomes() == [("second", HELLO)]


async def test_the_system_channel_comes_first(room: Room) -> None:
    server = Server(room)
    server.model.system_channel_id, server.model.public_updates_channel_id = server.second.id, server.first.id
    await server.invite()
    assert server.welcomes() == [("second", HELLO)]


async def test_where_discord_refuses_after_all_the_next_channel_is_tried(room: Room) -> None:
    server = Server(room)
    room.env.inject_error("POST", f"/channels/{server.first.id}/messages", status=403, code=50013, times=None)
    await server.invite()
    assert server.welcomes() == [("second", HELLO)]


async def test_it_is_in_the_language_of_the_server(room: Room) -> None:
    server = Server(room, locale="de")
    await server.invite()
    with use_language("de"):
        assert server.welcomes() == [("first", welcome_text())]


async def test_without_a_channel_it_goes_to_the_owner_in_private(room: Room) -> None:
    server = Server(room, is_closed=True)
    await server.invite()
    [said] = private_messages(room.ann)
    assert said.content == (
        f"Hello from **Meadows**! I can't write in any channel there yet: let me into one, then type "
        f"{command_mention('join')} in it.\nPress **Guided game** to learn the game in two minutes."
    )
    assert labels(said) == ["Guided game"]
    pressed = await room.ann.user.click(said, label="Guided game")
    assert "step 1 of" in pressed.followups[0].content


@pytest.mark.parametrize("is_bot", [True, False])
async def test_without_a_channel_it_goes_to_whoever_invited_the_bot(room: Room, is_bot: bool) -> None:
    """The audit log may name other bots as well, and then the owner gets it."""
    server = Server(room, is_closed=True)
    target = room.env.backend.bot_user.id if is_bot else room.eve.user.id
    room.env.backend.record_audit_log(
        server.handle.id, discord.AuditLogAction.bot_add.value, target_id=target, user_id=room.bob.user.id
    )
    await server.invite()
    assert [len(private_messages(one)) for one in (room.ann, room.bob)] == ([0, 1] if is_bot else [1, 0])


@pytest.mark.parametrize("code", [50007, 40003])
async def test_who_takes_no_private_messages_gets_none(room: Room, code: int) -> None:
    """40003 is Discord's word for too many new private conversations."""
    server = Server(room, is_closed=True)
    room.env.inject_error("POST", "/channels/*/messages", status=403, code=code, times=None)
    await server.invite()
    assert private_messages(room.ann) == []


async def test_it_is_sent_once(room: Room) -> None:
    server = Server(room)
    await server.invite()
    await server.invite(is_new=False)
    await room.restart()
    await server.invite(is_new=False)
    room.env.backend.emit("GUILD_DELETE", {"id": str(server.handle.id), "unavailable": True})
    room.env.backend.emit("GUILD_CREATE", serializers.guild_create_payload(room.env.backend, server.model))
    await room.env.settle()
    assert server.welcomes() == [("first", HELLO)]


@pytest.mark.parametrize(("has_table", "count"), [(True, 1), (False, 2)])
async def test_where_messages_are_lost_it_comes_again_only_if_no_table_is_shown_above_it(
    room: Room, has_table: bool, count: int
) -> None:
    server = Server(room)
    await server.invite()
    if has_table:
        await room.begin()
    await room.restart(keeps_messages=False)
    await server.invite(is_new=False)
    assert server.welcomes() == [("first", HELLO)] * count


@pytest.mark.parametrize(("hours", "count"), [(23, 1), (25, 0)])
async def test_who_invites_the_bot_while_it_is_down_is_welcomed_when_it_is_back(
    room: Room, hours: int, count: int
) -> None:
    await room.bot.close()
    server = Server(room)
    await room.env.advance_time(hours * 3600)
    for _ in range(2):
        await room.restart()
        assert server.welcomes() == [("first", HELLO)] * count
    await server.invite(is_new=False)
    assert len(server.welcomes()) == 1
    assert not any(one.content == HELLO for one in room.messages())


async def test_a_server_that_discord_cannot_reach_at_the_start_is_left_alone_until_it_can(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is known of it, not even its channels. The other servers get what they have missed."""
    parse_ready, backend, chosen = AutoShardedConnectionState.parse_ready, room.env.backend, 999
    await room.bot.host.administration.change_settings(
        chosen, Person(room.ann.user.id, "Ann"), lambda server: replace(server, channels=frozenset({1}))
    )
    await room.bot.close()
    absent, other = Server(room), Server(room)
    model = backend.guilds.pop(absent.handle.id)

    def with_absent_servers(state: Any, data: Any) -> None:
        data["guilds"] = [{"id": str(one), "unavailable": True} for one in (model.id, chosen)]
        parse_ready(state, data)

    monkeypatch.setattr(AutoShardedConnectionState, "parse_ready", with_absent_servers)
    await room.restart()
    assert [guild.id for guild in room.bot.guilds][:2] == [model.id, chosen]
    backend.guilds[model.id] = model
    assert (absent.welcomes(), other.welcomes()) == ([], [("first", HELLO)])
    assert await room.bot.host.administration.note_told_closed(chosen), "its channels are not said to be deleted"
    backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, model))
    await room.env.settle()
    assert absent.welcomes() == [("first", HELLO)]


@pytest.mark.parametrize(("days", "count"), [(6, 1), (8, 2)])
async def test_who_invites_the_bot_again_weeks_later_is_welcomed_again(room: Room, days: int, count: int) -> None:
    server = Server(room)
    await server.invite()
    await server.remove_the_bot()
    await room.env.advance_time(days * DAY)
    await server.invite()
    assert server.welcomes() == [("first", HELLO)] * count


async def test_what_discord_refuses_for_good_is_not_tried_again(room: Room) -> None:
    server = Server(room)
    room.env.inject_error("POST", "/channels/*/messages", status=400, code=0, times=1)
    await server.invite()
    await room.env.advance_time(DAY)
    assert server.welcomes() == []


async def test_what_fails_in_passing_is_tried_again(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    server, send, failures = Server(room), discord.TextChannel.send, iter([OSError()])

    async def fail_once(channel: discord.TextChannel, *args: Any, **options: Any) -> discord.Message:
        for error in failures:
            raise error
        return await send(channel, *args, **options)

    monkeypatch.setattr(discord.TextChannel, "send", fail_once)
    await server.invite()
    assert server.welcomes() == []
    await room.env.advance_time(61)
    assert server.welcomes() == [("first", HELLO)]


async def test_its_button_opens_a_table_as_the_command_does(room: Room) -> None:
    server = Server(room)
    bob = server.handle.add_member(room.bob.user)
    await server.invite()
    [said] = server.first.history()
    pressed = await bob.click(said, label="Open a table")
    assert pressed.followups[0].content.startswith("You're at table #1.")
    assert [one.name for one in room.waiting().people] == ["Bob"]
    assert "Table #1" in list(server.first.history())[-1].content


async def test_its_button_begins_the_guided_game_in_private_for_who_presses_it(room: Room) -> None:
    server = Server(room)
    bob = server.handle.add_member(room.bob.user)
    await server.invite()
    [said] = server.first.history()
    pressed = await bob.click(said, label="Guided game")
    [private] = pressed.followups
    assert private.ephemeral
    assert "step 1 of" in private.content
    assert server.welcomes() == [("first", HELLO)]


async def test_the_button_of_a_table_works_after_a_restart(room: Room) -> None:
    server = Server(room)
    bob = server.handle.add_member(room.bob.user)
    await server.invite()
    await room.restart()
    [said] = server.first.history()
    pressed = await bob.click(said, label="Open a table")
    assert pressed.followups[0].content.startswith("You're at table #1.")


async def test_no_table_is_opened_in_a_private_conversation(room: Room) -> None:
    backend, channel = room.env.backend, room.env.backend.get_dm_channel(room.bob.user.id).id
    message = forgery.posted(backend, channel, "carc:open")
    record, event = forgery.component(backend, room.bob.user.id, "carc:open", message, channel)
    backend.emit("INTERACTION_CREATE", event)
    await room.env.settle()
    told = [backend.get_message(channel, one).content for one in record.followup_ids]
    assert [one.startswith("This command works on servers") for one in told] == [True]
    assert room.bot.host.tables.cached(1) is None
