"""The pinned status message of a game, which was the table's message before."""

import asyncio

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from screens.text.i18n import use_language
from screens.text.status import status_text
from tests.cogs.room import ON_SIMCORD, Room, build_bot, words

pytestmark = ON_SIMCORD

PAUSE = 60
"""Seconds; longer than the tests wait for the bot."""


def status(room: Room) -> discord.Message:
    """The status message, the first in the channel."""
    return room.messages()[0]


def requests(room: Room, method: str, message: int) -> int:
    """How often the bot has requested a change of a message or its pin."""
    return sum(one.method == method and one.path.endswith(f"/{message}") for one in room.env.http_requests)


def pins(room: Room) -> int:
    return requests(room, "PUT", status(room).id)


def edits(room: Room) -> int:
    return requests(room, "PATCH", status(room).id)


async def resign(room: Room) -> None:
    asked = await room.ann.slash(room.channel, "resign")
    assert asked.response is not None
    await room.ann.click(asked.response, label="Resign")


async def test_the_message_of_the_table_tells_how_the_game_stands(room: Room) -> None:
    await room.begin()
    await room.play("M12 180 knight S")
    board = room.messages()[-1]
    moved = int(room.table().moved_at.timestamp())
    assert status(room).content.splitlines() == [
        "**Carcassonne #1** · Standard",
        f"Bob's turn, started <t:{moved}:R> · 70 tiles left · [board]({board.jump_url})",
        "🔴 Ann 2 points, 7 followers",
        "🔵 **Bob** 0 points, 7 followers",
    ]
    assert status(room).components == []
    assert status(room).mentions == []


async def test_it_is_pinned_before_the_first_board_which_stays_the_lowest_message(room: Room) -> None:
    await room.begin()
    *_, notice, turn = room.channel.history()
    assert notice.is_system()
    assert turn.attachments


async def test_it_is_pinned_once(room: Room) -> None:
    await room.begin()
    assert [message.id for message in room.channel.pinned_messages()] == [status(room).id]
    await room.play_on(3)
    await room.restart()
    await room.play_on(1)
    assert pins(room) == 1
    notices = [message for message in room.channel.history() if message.is_system()]
    assert [message.type for message in notices] == [discord.MessageType.pins_add]


async def test_who_unpins_it_is_not_overruled(room: Room) -> None:
    await room.begin()
    tidiers = room.guild.create_role("Tidiers", permissions=discord.Permissions(manage_messages=True))
    tidy = room.guild.add_member(room.env.create_user("tidy"), roles=[tidiers])
    await tidy.set_pinned(status(room), False)
    await room.play_on(2)
    await room.restart()
    assert room.channel.pinned_messages() == []
    await resign(room)
    assert requests(room, "DELETE", status(room).id) == 0


async def test_it_is_edited_once_a_turn(room: Room) -> None:
    await room.begin()
    before = edits(room)
    for turn in range(1, 4):
        await room.play_on(1)
        assert edits(room) == before + turn
        assert room.messages()[-1].jump_url in status(room).content


async def test_turns_in_quick_succession_are_shown_with_one_edit(room: Room) -> None:
    await room.restart(refresh_pause=PAUSE)
    await room.begin()
    before, text = edits(room), status(room).content
    await room.play_on(3)
    assert (edits(room), status(room).content) == (before, text)
    await room.env.advance_time(PAUSE + 1)
    assert edits(room) == before + 1
    assert room.messages()[-1].jump_url in status(room).content
    await room.play_on(1)
    await room.env.advance_time(PAUSE + 1)
    assert edits(room) == before + 2


async def test_an_edit_that_discord_refuses_in_passing_is_repeated(room: Room) -> None:
    await room.begin()
    room.env.inject_error("PATCH", f"/channels/{room.channel.id}/messages/{status(room).id}", status=503, times=1)
    await room.play_on(1)
    assert room.messages()[-1].jump_url not in status(room).content
    await room.env.advance_time(61)
    assert room.messages()[-1].jump_url in status(room).content


async def test_a_turn_that_can_be_taken_back_is_told(room: Room) -> None:
    await room.begin(takeback=60)
    await room.play("M12 180 knight S")
    assert "Ann just played, next tile <t:" in status(room).content
    await room.env.advance_time(61)
    assert "Bob's turn, started <t:" in status(room).content


async def test_where_the_bot_may_not_pin_it_is_edited_all_the_same(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "cogs.delivery.poster")
    assert room.bot.user is not None
    room.channel = room.guild.create_text_channel(
        "no-pins", overwrites={room.bot.user: discord.PermissionOverwrite(manage_messages=False)}
    )
    await room.begin()
    await room.play_on(3)
    assert room.channel.pinned_messages() == []
    assert room.messages()[-1].jump_url in status(room).content
    await resign(room)
    assert (pins(room), requests(room, "DELETE", status(room).id)) == (1, 0)
    [told] = [line.message for line in caplog.records if "is not pinned" in line.message]
    assert "give the bot the permission Pin Messages" in told


async def test_a_channel_with_too_many_pins_gets_no_more(room: Room) -> None:
    room.env.inject_error("PUT", "/channels/*/messages/pins/*", status=400, code=30003)
    await room.begin()
    await room.play_on(2)
    assert room.channel.pinned_messages() == []
    assert pins(room) == 1


async def test_a_message_that_somebody_deleted_does_not_come_back(room: Room) -> None:
    await room.begin()
    lost = status(room)
    await lost.delete()
    await room.play_on(1)
    tries = requests(room, "PATCH", lost.id)
    await room.play_on(2)
    assert room.table().status_message is None
    assert requests(room, "PATCH", lost.id) == tries
    assert all(message.attachments for message in room.messages())
    await resign(room)
    assert "Carcassonne #1 is over." in room.messages()[-1].content


async def test_errors_with_it_do_not_hinder_the_game(room: Room) -> None:
    await room.begin()
    lobby = status(room).id
    room.env.inject_error("PATCH", f"/channels/*/messages/{lobby}", status=403, code=50001)
    played = await room.play("M12 180 knight S")
    assert played.followups == []
    assert "Ann's turn" in status(room).content
    assert room.messages()[-1].content.startswith("**Bob**'s turn")
    await room.play_on(1)
    assert room.messages()[-1].jump_url in status(room).content


async def test_where_it_is_refused_it_is_not_tried_again_before_rights_change(room: Room) -> None:
    await room.begin()
    room.env.inject_error("PATCH", f"/channels/*/messages/{status(room).id}", status=403, code=50001, times=None)
    await room.play_on(1)
    before = edits(room)
    for _ in range(3):
        room.bot.outbox.refresh_all()
        room.bot.outbox.refresh(1)
        while attempts := room.bot.jobs._attempts():  # SimCord doesn't know these tasks
            await asyncio.wait(attempts)
    assert edits(room) == before
    room.env.backend.faults.clear()
    room.env.backend.get_channel(room.channel.id).overwrites = [Overwrite(room.guild.id, OverwriteType.ROLE, 0, 0)]
    room.env.backend.announce_channel_update(room.channel.id)
    await room.env.settle()
    assert edits(room) == before + 1
    assert room.messages()[-1].jump_url in status(room).content


async def test_after_a_refusal_the_next_turn_in_its_channel_starts_new_attempts(room: Room) -> None:
    await room.begin()
    lobby = status(room).id
    room.env.inject_error("PATCH", f"/channels/*/messages/{lobby}", status=403, code=50001, times=2)
    before = edits(room)
    for turn in range(1, 4):
        await room.play_on(1)
        assert edits(room) == before + turn
    assert room.messages()[-1].jump_url in status(room).content


async def test_at_the_end_it_is_unpinned_and_tells_the_result(room: Room) -> None:
    await room.begin()
    await room.play("M12 180 knight S")
    await room.play_on(1)
    await resign(room)
    assert room.channel.pinned_messages() == []
    assert status(room).content.splitlines() == [
        "Carcassonne #1 is over. Ann resigned, so **Bob wins!**",
        f"Standard · [board]({room.messages()[-1].jump_url})",
        "🔴 Ann 2 points, resigned",
        "🔵 Bob 0 points, 6 followers",
    ]
    before = edits(room)
    await room.restart()
    assert edits(room) == before


async def test_after_a_restart_it_goes_on_being_edited(room: Room) -> None:
    await room.begin()
    await room.restart()
    await room.play_on(1)
    assert room.messages()[-1].jump_url in status(room).content


async def test_an_edit_lost_in_a_crash_is_made_later(room: Room) -> None:
    await room.restart(refresh_pause=PAUSE)
    await room.begin()
    await room.play_on(1)
    await room.restart(refresh_pause=PAUSE)
    assert room.messages()[-1].jump_url in status(room).content
    await resign(room)
    assert room.channel.pinned_messages() != []
    await room.restart(refresh_pause=PAUSE)
    assert room.channel.pinned_messages() == []
    assert "Carcassonne #1 is over." in status(room).content


async def test_of_a_game_in_a_thread_it_stays_in_the_channel(room: Room) -> None:
    await room.begin(thread=True)
    await room.play_on(1)
    [thread] = room.channel.threads
    assert list(thread.history())[-1].jump_url in status(room).content
    assert [message.id for message in room.channel.pinned_messages()] == [status(room).id]


async def test_deadlines_are_told_there_and_in_the_list(room: Room) -> None:
    await room.begin(pace="24h")
    clock = room.table().clock
    assert clock is not None
    assert clock.due is not None
    due = f"due <t:{int(clock.due.timestamp())}:R>"
    assert f" · {due} · 71 tiles left · " in status(room).content
    assert due in await words(room.bob.slash(room.channel, "games"))


@pytest.mark.parametrize(
    ("chosen", "what"),
    [("vote", "the table votes"), ("wait", "the game waits"), ("skip", "the turn is skipped")],
)
async def test_what_happens_when_the_time_is_out_is_told_as_long_as_the_game_runs(
    room: Room, chosen: str, what: str
) -> None:
    await room.begin(pace="24h", timeout=chosen)
    said = f"Time limit: 24 hours a turn, then {what}."
    assert status(room).content.splitlines()[-1] == said
    await room.play_on(1)
    assert status(room).content.splitlines()[-1] == said
    await resign(room)
    assert "Time limit" not in status(room).content


async def test_of_time_that_is_never_out_nothing_is_told(room: Room) -> None:
    await room.begin(timeout="skip")
    assert "Time limit" not in status(room).content


async def test_what_happens_when_the_time_is_out_is_told_in_the_language_of_the_table(room: Room) -> None:
    await room.begin(pace="7d")
    with use_language("de"):
        line = status_text(room.table()).splitlines()[-1]
    assert line == "Zeitlimit: 7 Tage pro Zug, dann stimmt der Tisch ab."


async def test_a_deadline_that_an_outage_puts_off_is_shown(room: Room) -> None:
    await room.begin(pace="24h")
    await room.bot.close()
    await room.env.advance_time(3 * 3600)
    await room.env.restart_bot(build_bot(room.folder))
    clock = room.table().clock
    assert clock is not None
    assert clock.due is not None
    assert f"due <t:{int(clock.due.timestamp())}:R>" in status(room).content
