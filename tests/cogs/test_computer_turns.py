"""The turns of computers: they follow by themselves, and whatever happens meanwhile, none is lost or played twice."""

import asyncio
from typing import Any

import pytest

from carcassonne import IllegalMoveError, Phase, Reason, State
from cogs.computers.computer_turns import UNDO_PAUSE
from cogs.delivery.errors import NotAnnouncedError
from host.errors import StorageError
from host.model.controllers import Computer
from host.model.game import PlayResult
from host.model.table import FinishedTable, Status
from tests.cogs.room import COMPUTER_PAUSE, ON_SIMCORD, RETRY_PAUSES, Room, first_turn
from tests.fixtures.scripted_thinker import ScriptedThinker

pytestmark = ON_SIMCORD


class Against:
    """Computers that sit down at every game."""

    def __init__(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
        self._room = room
        self._start = room.bot.host.lobby.start
        self.number = 1
        monkeypatch.setattr(room.bot.host.lobby, "start", self._start_with_computers)

    async def _start_with_computers(self, *args: Any, **options: Any) -> PlayResult:
        return await self._start(*args, **options, computers=[Computer(2)] * self.number)

    async def begin(self, *, people: int = 1, computers: int = 1, **options: Any) -> None:
        """Start a game of these numbers of people and computers; the first person begins."""
        self.number = computers
        await self._room.begin(people, **options)


@pytest.fixture
async def against(room: Room, monkeypatch: pytest.MonkeyPatch) -> Against:
    return Against(room, monkeypatch)


def thinker_of(room: Room) -> ScriptedThinker:
    assert isinstance(room.bot.thinker, ScriptedThinker)
    return room.bot.thinker


async def let_a_computer_play(room: Room) -> None:
    await room.env.advance_time(COMPUTER_PAUSE)


def undone(room: Room) -> str:
    """What the last message says about an undo."""
    return room.messages()[-1].content.splitlines()[1]


async def test_several_computers_play_one_after_the_other(room: Room, against: Against) -> None:
    await against.begin(computers=3)
    await room.play_on(1)
    for turn in (2, 3, 4):
        assert (room.state().turn, len(room.messages())) == (turn - 1, turn + 1)
        await let_a_computer_play(room)
    assert room.to_move() == room.ann
    assert [len(message.attachments) for message in room.messages()] == [0, 1, 1, 1, 1, 1]
    assert [one.id for one in room.messages()[-1].mentions] == [room.ann.user.id]
    assert thinker_of(room).plies == [4, 7, 10]


async def test_a_computer_that_begins_does_so_by_itself(
    room: Room, against: Against, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room.bot.host.lobby, "_random_below", lambda number: number - 1)
    await against.begin()
    assert room.table().computer_to_move
    await let_a_computer_play(room)
    assert room.to_move() == room.ann


async def test_a_computer_waits_until_a_turn_cannot_be_taken_back(room: Room, against: Against) -> None:
    await against.begin(takeback=90)
    await room.play(first_turn(room.state()))
    await room.env.advance_time(89)
    assert thinker_of(room).plies == []
    await room.env.advance_time(1 + COMPUTER_PAUSE)
    assert room.to_move() == room.ann


async def test_after_a_restart_a_computer_thinks_again(room: Room, against: Against) -> None:
    await against.begin()
    await room.play_on(1)
    await room.restart()
    await let_a_computer_play(room)
    assert (thinker_of(room).plies, room.state().turn) == ([4, 4], 2)
    assert room.to_move() == room.ann


async def test_the_end_waits_for_no_computer(room: Room, against: Against, monkeypatch: pytest.MonkeyPatch) -> None:
    """It waited until they had played: three seconds, in which no other process could take over."""
    await against.begin()
    thinker_of(room).seconds, jobs = 10_000, room.bot.jobs
    await room.play_on(1)
    finished, finish = list[bool](), jobs.finish

    async def note() -> None:
        await finish()
        finished.append(True)

    monkeypatch.setattr(jobs, "finish", note)
    await room.bot.close()
    assert finished, "the bot gave up waiting"


async def test_a_turn_that_was_stored_before_the_end_is_shown_after_it(
    room: Room, against: Against, monkeypatch: pytest.MonkeyPatch
) -> None:
    await against.begin()
    await room.play_on(1)

    async def stop(_: PlayResult) -> None:
        await asyncio.sleep(10_000)

    monkeypatch.setattr(room.bot.outbox, "publish", stop)
    await let_a_computer_play(room)
    assert (room.table().announced, room.table().ply) == (4, 7)
    await room.restart()
    assert (room.table().announced, len(room.messages())) == (7, 4)


async def test_an_undo_drops_what_a_computer_thinks(room: Room, against: Against) -> None:
    await against.begin()
    await room.play_on(1)
    await room.ann.slash(room.channel, "undo")
    await room.env.advance_time(2 * COMPUTER_PAUSE)
    assert (room.to_move(), room.state().turn) == (room.ann, 0)


async def test_an_undo_goes_back_over_the_turns_of_computers(room: Room, against: Against) -> None:
    await against.begin(computers=2)
    await room.play_on(1)
    await room.env.advance_time(2 * COMPUTER_PAUSE)
    assert room.state().turn == 3
    await room.ann.slash(room.channel, "undo")
    assert (room.to_move(), room.state().turn) == (room.ann, 0)
    assert undone(room) == "Ann's turn and the computers' are undone."
    await room.play_on(1)
    await let_a_computer_play(room)
    assert room.state().turn == 2
    await room.ann.slash(room.channel, "undo")
    assert undone(room) == "Ann's turn and the computer's are undone."


async def test_a_computer_leaves_time_to_agree_to_an_undo(room: Room, against: Against) -> None:
    await against.begin(people=2)
    await room.play_on(2)
    await room.ann.slash(room.channel, "undo")
    await room.env.advance_time(UNDO_PAUSE - COMPUTER_PAUSE)
    assert room.state().turn == 2
    await room.bob.click(room.messages()[-1], label="Refuse")
    await let_a_computer_play(room)
    assert room.state().turn == 3


async def test_an_answer_that_comes_too_late_is_thrown_away(
    room: Room, against: Against, monkeypatch: pytest.MonkeyPatch
) -> None:
    await against.begin()
    await room.play_on(1)
    turns = room.bot.host.turns
    play, seated = turns.play_as_computer, room.table().seats[0].person
    assert seated is not None

    async def play_late(*args: Any) -> PlayResult:
        await room.bot.host.undo_requests.ask(1, seated)
        return await play(*args)

    monkeypatch.setattr(turns, "play_as_computer", play_late)
    await room.env.advance_time(10 * COMPUTER_PAUSE)
    assert room.state().turn == 0
    assert thinker_of(room).plies == [4]


@pytest.mark.parametrize("error", ["storage", "illegal"])
async def test_what_fails_is_tried_again(
    room: Room, against: Against, monkeypatch: pytest.MonkeyPatch, error: str
) -> None:
    await against.begin()
    await room.play_on(1)
    turns = room.bot.host.turns
    play, failures = turns.play_as_computer, 2

    async def play_at_last(*args: Any) -> PlayResult:
        nonlocal failures
        failures -= 1
        if failures >= 0:
            raise StorageError(room.folder) if error == "storage" else IllegalMoveError(Reason.WRONG_SEAT)
        return await play(*args)

    monkeypatch.setattr(turns, "play_as_computer", play_at_last)
    await room.env.advance_time(3 * COMPUTER_PAUSE + sum(RETRY_PAUSES[:2]))
    assert (room.state().turn, thinker_of(room).plies) == (2, [4, 4, 4])


async def test_the_game_is_over_when_computers_alone_are_left(room: Room, against: Against) -> None:
    await against.begin(computers=2)
    await room.play_on(1)
    table = room.table()
    person = table.seats[0].person
    assert person is not None
    played = await room.bot.host.turns.resign(1, person)
    assert isinstance(played.after, FinishedTable)
    assert played.after.status is Status.ENDED
    await room.env.advance_time(5 * COMPUTER_PAUSE)
    assert await room.bot.host.tables.load_started(1) == played.after


async def test_a_computer_answers_what_the_game_asks(room: Room, against: Against) -> None:
    def asks_the_computer(state: State) -> bool:
        return state.phase is Phase.ASK and state.seat == 1

    await against.begin(edition="castle")
    await room.fast_forward(until=asks_the_computer)
    await room.restart()
    await let_a_computer_play(room)
    assert (room.state().phase, room.to_move()) == (Phase.PLACE, room.ann)


@pytest.mark.parametrize("stops", [False, True])
async def test_no_turn_is_untold_where_discord_was_away_as_the_game_began(
    room: Room, against: Against, *, stops: bool
) -> None:
    against.number = 2
    await room.ann.slash(room.channel, "join")
    room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=403, code=50013, times=None)
    await room.ann.slash(room.channel, "start", takeback=0)
    room.expect(NotAnnouncedError)
    await room.play(first_turn(room.state()))
    await let_a_computer_play(room)
    if stops:
        await room.restart()
        room.env.backend.faults.clear()
        await room.restart()
    room.env.backend.faults.clear()
    await let_a_computer_play(room)
    shown = [one.content.splitlines() for one in room.messages() if one.attachments]
    assert [one[1].partition(" placed")[0] for one in shown] == [
        "The game begins! Ann goes first.",
        "Ann",
        "🤖 Club",
        "🤖 Club 2",
    ]
    assert room.to_move() is room.ann
