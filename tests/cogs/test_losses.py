"""The server has lost turns of which people were told: their table is told so, too."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import discord
import pytest

from carcassonne import DeployNobody, PlaceTile, State, parse_cell
from cogs.delivery import turn_messages
from host.model.controllers import Person
from host.model.notifications import DeliveryOutcome, NotificationKind
from host.model.table import RunningTable
from host.services.message_log import MessageLog
from tests.cogs.deadlines import boards, outcomes, pinged, time_messages
from tests.cogs.room import ON_SIMCORD, Room

pytestmark = ON_SIMCORD


def some_turns_later(table: RunningTable, turns: int) -> RunningTable:
    """A table as a process has it in memory that knows more turns than the server has now."""
    state: State = table.state.copy()
    state.turn += turns
    return replace(table, ply=table.ply + 3 * turns, state=state)


async def lose(room: Room, turns: int, *, times: int = 1, shown: str = "") -> None:
    """Let the bot find out that turns are lost, as several processes do. The last of them knows a message that shows
    a lost turn, if there is one.
    """
    lost = some_turns_later(room.table(), turns)

    async def note(message: discord.Message) -> None:  # only what the bot itself begins is waited for
        if message.author.bot:
            return
        known = [lost] * times
        if shown:
            sent = await message.channel.send(shown)
            known[-1] = replace(lost, message=sent.id, announced=lost.ply)
        noted = [await room.bot.host.changes_elsewhere.store_loss(one) for one in known]
        assert noted == [True, *[False] * (times - 1)]
        for _ in noted:
            room.bot.host.changes_elsewhere.games_changed.notify(frozenset({1}))

    room.bot.add_listener(note, "on_message")
    await room.eve.send(room.channel, "Hello")
    room.bot.remove_listener(note, "on_message")


def told(room: Room) -> list[discord.Message]:
    assert room.bot.user is not None
    return [one for one in time_messages(room) if one.author.id == room.bot.user.id]


@pytest.mark.parametrize("turns", [1, 3])
async def test_what_is_lost_is_said_once(room: Room, turns: int) -> None:
    """It doesn't say how many turns: where one process answers and another shows, nobody may know that any more."""
    await room.begin(pace="24h")
    await room.env.advance_time(3600)
    due = boards(room)[-1].content
    await lose(room, turns, times=2)
    await room.env.advance_time(60)
    [message] = told(room)
    board = boards(room)[-1]
    assert message.content == (
        f"<@{room.ann.user.id}> The server lost what was played last; it is Ann's turn again. [board]({board.jump_url})"
    )
    assert pinged(message) == [room.ann.user.id]
    assert message.reference is not None
    assert message.reference.message_id == board.id
    assert len(boards(room)) == 1
    assert board.components, "the buttons of the turn are there again"
    assert board.content != due, "Ann has all her time again"
    assert await outcomes(room) == [(NotificationKind.TURN_LOST, DeliveryOutcome.SENT)]


async def test_the_same_turn_is_lost_twice_and_that_is_said_twice(room: Room) -> None:
    await room.begin(pace="24h")
    for _ in range(2):
        await lose(room, 1)
        await room.env.advance_time(60)
    texts = [one.content for one in told(room)]
    assert len(texts) == 2
    assert texts[0] == texts[1]


async def test_where_somebody_has_played_on_the_board_tells_how_the_game_stands(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message could not be sent before, because Discord had trouble."""
    await room.begin()
    path = f"/channels/{room.channel.id}/messages"
    room.env.inject_error("POST", path, status=500, times=1)
    await lose(room, 1)
    assert told(room) == []
    await room.play("M12 180 knight S")
    await room.env.advance_time(60)
    [message] = told(room)
    assert message.content.startswith("The server lost some of what was shown here. The [board](")
    assert pinged(message) == []


async def test_each_loss_is_said(room: Room) -> None:
    await room.begin()
    for _ in range(2):
        await lose(room, 1)
        await room.play_on(1)
    assert [kind for kind, _ in await outcomes(room)] == [NotificationKind.TURN_LOST] * 2
    assert len(told(room)) == 2


async def test_a_draw_that_is_lost_is_not_told(room: Room) -> None:
    """While a turn can be taken back, nothing is drawn. What is drawn then again is the same tile."""
    await room.begin(takeback=60)
    await room.play("M12 180 knight S")
    table = room.table()
    assert table.pending
    lost = replace(table, ply=table.ply + 1, pending=None)
    assert not await room.bot.host.changes_elsewhere.store_loss(lost)
    assert await outcomes(room) == []


@pytest.mark.parametrize("times", [1, 2])
async def test_the_message_of_a_lost_turn_says_so(room: Room, times: int) -> None:
    """Whichever process knows it: the one that has stored the loss, or another one that has found it, too."""
    await room.begin()
    await lose(room, 1, times=times, shown="Bob's turn")
    await room.env.advance_time(60)
    lost, told_ = told(room)
    assert lost.content == "Carcassonne #1: the server lost this turn."
    assert told_.content.startswith(f"<@{room.ann.user.id}> The server lost what was played last;")
    assert boards(room)[-1].components, "the turn to be played again has its buttons"
    assert room.table().message == boards(room)[-1].id


async def test_a_message_that_was_found_is_drawn_again(room: Room) -> None:
    """It may show what was there before the server lost something."""
    await room.begin()
    table = room.table()
    path = f"/channels/{room.channel.id}/messages/{table.message}"
    edits = [one.path for one in room.env.http_requests if one.method == "PATCH"].count(path)
    await room.bot.host.message_log.mark_announced(1, table.ply, table.message, table.clock, is_found=True)
    await room.eve.send(room.channel, "Hello")
    room.bot.outbox.refresh(1)
    while attempts := room.bot.jobs._attempts():  # SimCord doesn't know these tasks
        await asyncio.wait(attempts)
    assert [one.path for one in room.env.http_requests if one.method == "PATCH"].count(path) == edits + 1


async def test_a_turn_that_is_lost_while_it_is_announced_is_followed_by_the_one_in_its_place(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own message loses its buttons, and the next attempt tells what is stored."""
    await room.begin()
    mark, marked = MessageLog.mark_announced, list[bool]()

    async def mark_lost_once(log: MessageLog, *given: Any, played_at: datetime, **more: Any) -> bool:
        lost = played_at if marked else played_at - timedelta(seconds=1)
        marked.append(await mark(log, *given, played_at=lost, **more))
        return marked[-1]

    monkeypatch.setattr(MessageLog, "mark_announced", mark_lost_once)
    monkeypatch.setattr(turn_messages, "AFTER_LOSS", 0.01)
    await room.play("M12 180 knight S")
    await room.env.advance_time(1)
    assert marked == [False, True]
    table = room.table()
    assert table.announced == table.ply
    assert boards(room)[-1].components


async def test_what_was_played_here_and_is_lost_is_not_told_as_the_turn_in_its_place(room: Room) -> None:
    await room.begin()
    before = room.table()
    host = room.bot.host
    ann = Person(room.ann.user.id, "Ann")
    stored = await host.turns.play(1, ann, [PlaceTile(parse_cell("M12"), 180), DeployNobody()], before.ply)
    assert stored.after.played_at
    lost = replace(
        stored,
        moves=(PlaceTile(parse_cell("M14"), 0), DeployNobody()),
        after=replace(stored.after, played_at=stored.after.played_at - timedelta(seconds=1)),
    )
    await room.bot.outbox.publish(lost)
    assert "M12" in boards(room)[-1].content
    assert "M14" not in boards(room)[-1].content
