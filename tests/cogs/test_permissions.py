"""Permissions removed while a game runs: people are told, nothing is lost, and the bot does not retry for ever.

Permissions missing at the start of a game or thread are in test_failures.py and test_threads.py, closed
private messages in test_direct_messages.py, deleted threads in test_threads.py.
"""

import discord
import pytest
import simcord
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from cogs.delivery.errors import NotAnnouncedError
from screens.text.markup import command_mention
from tests.cogs.direct_messages import ask_for_direct_messages, private_boards
from tests.cogs.room import ON_SIMCORD, Room, first_turn

pytestmark = ON_SIMCORD

TURN = "M12 180 knight S"
HOUR = 3600
ATTEMPTS = 5
"""The attempts within twelve hours: after pauses of a minute, 5 and 15 minutes, an hour and 4 hours."""


def boards(where: simcord.ChannelHandle) -> list[discord.Message]:
    """The messages of turns, with picture or without."""
    return [one for one in where.history() if "'s turn · " in one.content]


def forbid(room: Room, *names: str, where: simcord.ChannelHandle | None = None) -> None:
    """Deny the bot these permissions in a channel, and allow all others."""
    denied = discord.Permissions(**dict.fromkeys(names, True)).value
    channel = room.env.backend.get_channel((where or room.channel).id)
    assert room.bot.user is not None
    channel.overwrites = [Overwrite(room.bot.user.id, OverwriteType.MEMBER, 0, denied)] if names else []
    room.env.backend.announce_channel_update(channel.id)


async def play(room: Room, text: str, where: simcord.ChannelHandle | None = None) -> str:
    """Let the player to move play a turn by command; return the rest of the answer after the confirmation."""
    cell, rotation, follower = text.split(maxsplit=2)
    channel = where or room.channel
    answer = await room.to_move().slash(channel, "place", at=cell, rotation=int(rotation), follower=follower, game="#1")
    return " ".join(one.content for one in answer.followups)


def requests_since(room: Room, since: int) -> int:
    """The number of the bot's requests to channels, from request number ``since`` on."""
    return len([one for one in room.env.http_requests[since:] if one.path.startswith("/channels/")])


async def requests_within(room: Room, hours: int) -> int:
    """Let some hours pass; return the number of the bot's requests to channels meanwhile."""
    since = len(room.env.http_requests)
    await room.env.advance_time(hours * HOUR)
    return requests_since(room, since)


async def test_without_the_permission_for_files_the_game_goes_on_as_text(room: Room) -> None:
    await room.begin()
    forbid(room, "attach_files")
    since = len(room.env.http_requests)
    assert await play(room, TURN) == ""
    message = room.messages()[-1]
    assert message.attachments == []
    assert message.content.startswith("**Bob**'s turn")
    assert message.content.splitlines()[-1] == (
        "-# I can't attach files here, so there's no picture. "
        f"{command_mention('board')} `view:words` describes the board."
    )
    assert requests_since(room, since) == 3  # the message, the buttons of the one before, and the status of the game
    forbid(room)
    await room.play_on(1)
    assert len(room.messages()[-1].attachments) == 1
    assert "attach" not in room.messages()[-1].content


@pytest.mark.parametrize("name", ["send_messages", "view_channel"])
async def test_where_the_bot_may_not_write_it_tries_ever_more_rarely(room: Room, name: str) -> None:
    await room.begin()
    forbid(room, name)
    answer = await play(room, TURN)
    assert answer.startswith(f"That's saved, but I can't write in <#{room.channel.id}>.")
    room.expect(NotAnnouncedError)
    assert ATTEMPTS <= await requests_within(room, 12) <= 2 * ATTEMPTS
    assert len(boards(room.channel)) == 1

    forbid(room)
    await room.env.settle()
    assert [one.content.splitlines()[1] for one in boards(room.channel)[1:]] == [
        "Ann placed tile D at M12 (180°) with a knight. Ann scores 2 for a city of 2 tiles."
    ]
    assert await play(room, first_turn(room.state())) == ""
    assert await requests_within(room, 2) == 0


async def test_a_command_there_starts_new_attempts(room: Room) -> None:
    await room.begin()
    room.env.inject_error("*", f"/channels/{room.channel.id}/*", status=403, code=50013, times=None)
    await play(room, TURN)
    room.expect(NotAnnouncedError)
    await requests_within(room, 5)
    room.env.backend.faults.clear()
    await room.eve.slash(room.channel, "games", scope="here")
    await room.env.advance_time(601)
    assert len(boards(room.channel)) == 2


async def test_in_a_thread_where_the_bot_may_not_write_the_channel_takes_over(room: Room) -> None:
    await room.begin(thread=True)
    forbid(room, "send_messages_in_threads")
    since = len(room.env.http_requests)
    [thread] = room.channel.threads
    assert await play(room, TURN, thread) == ""
    assert room.messages()[-2].content == "I can't reach the thread of game #1 any more. The game goes on here."
    assert boards(room.channel)[-1].content.startswith("**Bob**'s turn")
    assert requests_since(room, since) <= 5
    assert await requests_within(room, 2) == 0


async def test_a_table_in_a_thread_is_shown_as_soon_as_its_channel_allows_that(room: Room) -> None:
    await room.begin(thread=True)
    [thread] = room.channel.threads
    await room.chloe.slash(thread, "join")
    room.env.inject_error("*", f"/channels/{thread.id}/*", status=403, code=50001, times=None)
    await room.eve.slash(thread, "join")
    room.expect(NotAnnouncedError)
    room.env.backend.faults.clear()
    forbid(room, "add_reactions")
    await room.env.settle()
    assert [one.content.splitlines()[0] for one in thread.history() if one.content.startswith("**Table #2**")] == [
        "**Table #2** · 2 of 5 seats taken"
    ]


async def test_without_the_history_turns_are_shown_and_messages_are_answered(room: Room) -> None:
    await room.begin()
    forbid(room, "read_message_history")
    assert await play(room, TURN) == ""
    assert room.bot.user is not None
    await room.bob.send(room.channel, f"{room.bot.user.mention} N13 0 -")
    assert len(boards(room.channel)) == 3
    await room.ann.send(room.channel, f"{room.bot.user.mention} Z99 0 -")
    assert room.messages()[-1].content.startswith("Z99 isn't next to a tile.")
    assert await requests_within(room, 2) == 0


async def test_a_deleted_channel_is_left_alone_and_the_game_goes_on_in_private(room: Room) -> None:
    await ask_for_direct_messages(room, room.ann, room.bob)
    await room.begin(edition="classic")
    other = room.guild.create_text_channel("other")
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    assert "-# The channel is gone, so play here · or type " in private_boards(room.ann)[-1].content
    assert await requests_within(room, 2) == 0

    answer = await play(room, TURN, other)
    assert answer == (
        "That's saved, but the channel of game #1 is gone. "
        "The game goes on in private: I'll tell each of you when it's your turn."
    )
    room.expect(NotAnnouncedError)
    assert private_boards(room.bob)[-1].content.startswith("**Bob**'s turn")
    assert await requests_within(room, 2) <= 2
    await room.bob.user.send_dm(first_turn(room.state()))
    assert private_boards(room.ann)[-1].content.startswith("**Ann**'s turn")
    shown = await room.ann.slash(other, "games")
    assert shown.response is not None
    assert "**#1**" in shown.response.content
    assert len(private_boards(room.bob)) == 1

    await room.restart()
    assert await requests_within(room, 2) <= 2


async def test_where_the_channel_is_gone_those_are_told_in_private_too_who_never_asked_for_it(room: Room) -> None:
    await room.begin(edition="classic")
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    assert len(private_boards(room.ann)) == 1

    room.env.inject_error("POST", f"/channels/{room.bob.user.dm_channel.id}/messages", status=400, times=1)
    await room.ann.user.send_dm(f"#1 {TURN}")
    assert private_boards(room.bob) == []
    await requests_within(room, 1)
    assert len(private_boards(room.bob)) == 1
    await room.restart()
    await requests_within(room, 2)
    assert len(private_boards(room.bob)) == 1

    await room.bob.user.send_dm(first_turn(room.state()))
    assert len(private_boards(room.ann)) == 2
    assert len(private_boards(room.bob)) == 1


async def test_a_removed_bot_requests_nothing_and_goes_on_when_it_is_back(room: Room) -> None:
    await room.begin()
    room.env.inject_error("*", f"/channels/{room.channel.id}/*", status=403, code=50001, times=None)
    await play(room, TURN)
    room.expect(NotAnnouncedError)
    kicked = room.env.backend.guilds[room.guild.id]
    room.env.backend.emit("GUILD_DELETE", {"id": str(room.guild.id)})
    await room.env.settle()
    assert list(room.bot.guilds) == []
    assert await requests_within(room, 5) == 0

    room.env.backend.faults.clear()
    room.env.backend.emit("GUILD_CREATE", serializers.guild_create_payload(room.env.backend, kicked))
    await room.env.settle()
    assert len(boards(room.channel)) == 2
    assert boards(room.channel)[-1].content.startswith("**Bob**'s turn")
