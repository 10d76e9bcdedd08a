"""Turns that can be taken back: the next tile is not drawn before the time for that is over."""

import asyncio
import random
from datetime import timedelta
from pathlib import Path

import pytest

from carcassonne import (
    DeployNobody,
    DrawTile,
    Move,
    Phase,
    PlaceTile,
    RevealWallTile,
    draws,
    legal_placements,
)
from host.errors import HostError
from host.host import Host
from host.model.controllers import Person
from host.model.fingerprint import fingerprint
from host.model.game import PlayResult
from host.model.game_log import Undo
from host.model.table import RunningTable, StartedTable, Status, WaitingTable
from host.model.table_errors import (
    NotSeatedError,
    NoTurnYetError,
    NotYourTakebackError,
    StaleError,
    TurnPendingError,
    UndoneError,
)
from host.model.table_options import TableOptions
from host.services.deadlines import DEADLINE
from tests.fixtures.databases import Place
from tests.host.tables import ANN, BOB, CHANNEL, CID, Clock, begin, open_host, player, running, seat, take_turns
from tests.host.takeback_turns import SLOW, castle_turn, lay


async def pending(host: Host, *people: Person) -> RunningTable:
    """A game in which the first player has just played the first turn."""
    return running((await lay(host, await begin(host, *(people or (ANN, BOB)), takeback=SLOW))).after)


async def test_the_next_tile_is_not_drawn_yet(host: Host, clock: Clock) -> None:
    table = await pending(host)
    assert table.pending is not None
    assert (table.pending.seat, table.pending.ply) == (0, 1)
    assert table.pending.until == clock() + timedelta(seconds=20)
    assert (table.ply, table.to_move, table.status) == (3, None, Status.RUNNING)
    assert (table.state.phase, table.state.tile, table.state.tiles_left) == (Phase.DRAW, None, 70)
    assert len(await host.history.log(1)) == 3
    assert host.schedule.upcoming(DEADLINE) == [(table.pending.until, 1)]


async def test_it_is_drawn_when_the_time_is_over(host: Host, clock: Clock) -> None:
    await pending(host)
    assert await host.deadlines.process_due(1) is None
    clock.pass_minutes(1)
    due = await host.deadlines.process_due(1)
    assert due is not None
    assert due.played is not None
    played = due.played
    table = running(played.after)
    assert (table.ply, table.pending, table.to_move) == (4, None, table.seats[1])
    assert (table.moved_at, host.schedule.upcoming(DEADLINE)) == (clock(), [])
    assert await host.deadlines.process_due(1) is None


async def test_the_whole_turn_is_told_when_it_is_passed_on(host: Host) -> None:
    table = await begin(host, ANN, BOB, takeback=SLOW)
    laid = await lay(host, table)
    played = await host.turns.finish_turn(1, ANN, laid.after.ply)
    assert played.after.state.tile is not None
    assert played.before.ply == table.ply
    assert not isinstance(played.before, WaitingTable)
    assert fingerprint(played.before.state) == fingerprint(table.state)
    assert played.moves == (*laid.moves, DrawTile(played.after.state.tile.name))


async def test_the_tiles_are_those_of_a_game_without_takeback(tmp_path: Path) -> None:
    drawn = []
    for takeback in (SLOW, 0):
        host = await open_host(tmp_path / f"{takeback}.db")
        table = await take_turns(host, await begin(host, ANN, BOB, takeback=takeback), 100)
        assert table.status is Status.FINISHED
        drawn.append([entry.move for entry in await host.history.log(1)])
        await host.close()
    assert drawn[0] == drawn[1]


async def test_taken_back_the_tile_is_in_hand_again(host: Host) -> None:
    table = await begin(host, ANN, BOB, takeback=SLOW)
    laid = (await lay(host, table)).after
    played = await host.turns.take_back(1, ANN, laid.ply)
    after = running(played.after)
    assert (played.undo, played.moves) == (Undo(1), ())
    assert (after.ply, after.pending, after.to_move) == (4, None, after.seats[0])
    assert (after.state.tile, after.state.phase) == (table.state.tile, Phase.PLACE)
    assert host.schedule.upcoming(DEADLINE) == []
    assert [entry.move for entry in await host.history.log(1)][-1] == Undo(1)
    assert [state.phase for state in (await host.history.replay_log(1)).states][-1] is Phase.PLACE


async def test_who_acts_on_a_turn_hears_whether_it_was_taken_back_or_is_over(host: Host) -> None:
    table = await begin(host, ANN, BOB, takeback=SLOW)
    first = (await lay(host, table)).after
    back = running((await host.turns.take_back(1, ANN, first.ply)).after)
    again = (await lay(host, back)).after
    await host.turns.finish_turn(1, ANN, again.ply)
    with pytest.raises(StaleError) as caught:
        await host.turns.take_back(1, ANN, first.ply)
    explained = {ply: await host.turns.explained(caught.value, ply) for ply in range(table.ply, again.ply + 1)}
    undone = [ply for ply, error in explained.items() if isinstance(error, UndoneError)]
    assert undone == list(range(table.ply + 1, first.ply + 1)), "the tile in hand counts on, after the undo, too"


async def test_a_turn_can_be_taken_back_again_and_again_and_the_same_tile_follows(host: Host) -> None:
    table = await begin(host, ANN, BOB, takeback=SLOW)
    for _ in range(3):
        laid = (await lay(host, table)).after
        table = running((await host.turns.take_back(1, ANN, laid.ply)).after)
    laid = (await lay(host, table)).after
    after = (await host.turns.finish_turn(1, ANN, laid.ply)).after
    assert (after.ply, after.to_move) == (13, after.seats[1])
    assert sum(isinstance(entry.move, DrawTile) for entry in await host.history.log(1)) == 2


async def test_what_was_taken_back_is_not_in_the_record(host: Host) -> None:
    table = await begin(host, ANN, BOB, takeback=SLOW)
    laid = (await lay(host, table)).after
    back = (await host.turns.take_back(1, ANN, laid.ply)).after
    other: list[Move] = [PlaceTile(*legal_placements(back.state)[-1]), DeployNobody()]
    done = (await host.turns.play(1, ANN, other, back.ply)).after
    await host.turns.finish_turn(1, ANN, done.ply)
    [line, _] = (await host.history.record(1)).entries
    assert other[0] == line.turn.placement  # type: ignore[union-attr]


async def test_others_have_to_wait_while_a_turn_is_pending(host: Host) -> None:
    table = await pending(host)
    for person in (ANN, BOB):
        with pytest.raises(TurnPendingError) as caught:
            await host.turns.play(1, person, [DeployNobody()], table.ply)
        assert caught.value.table.pending == table.pending
    assert host.tables.to_move(CHANNEL, BOB.id) is None


async def test_only_who_played_the_turn_decides(host: Host) -> None:
    table = await pending(host)
    for command in (host.turns.take_back, host.turns.finish_turn):
        for person, ply, code in (
            (BOB, table.ply, NotYourTakebackError),
            (CID, table.ply, NotSeatedError),
            (ANN, table.ply - 1, StaleError),
        ):
            with pytest.raises(HostError) as caught:
                await command(1, person, ply)
            assert type(caught.value) is code
    assert await host.tables.load(1) == table


async def test_a_turn_that_was_passed_on_cannot_be_taken_back(host: Host) -> None:
    table = await pending(host)
    after = (await host.turns.finish_turn(1, ANN, table.ply)).after
    for ply in (table.ply, after.ply):
        with pytest.raises(StaleError):
            await host.turns.take_back(1, ANN, ply)


async def test_takeback_and_done_at_the_same_moment(host: Host) -> None:
    table = await pending(host)
    both = await asyncio.gather(
        host.turns.take_back(1, ANN, table.ply), host.turns.finish_turn(1, ANN, table.ply), return_exceptions=True
    )
    assert sum(isinstance(one, HostError) for one in both) == 1
    assert (await host.tables.load(1)).ply == 4


async def test_in_a_practice_game_one_person_has_all_turns(host: Host) -> None:
    await seat(host, ANN)
    table = (await host.lobby.start(CHANNEL, ANN, practice=True, table_options=TableOptions(takeback=SLOW))).after
    for number in (0, 1):
        laid = running((await lay(host, table)).after)
        assert laid.pending is not None
        assert laid.pending.seat == number
        table = (await host.turns.take_back(1, ANN, laid.ply)).after
        laid = running((await lay(host, table)).after)
        table = (await host.turns.finish_turn(1, ANN, laid.ply)).after


@pytest.mark.parametrize(("chosen", "asked", "seconds"), [(None, None, 0), (SLOW + 1, None, SLOW + 1), (None, 20, 20)])
async def test_a_practice_game_waits_only_if_a_time_was_chosen(
    host: Host, chosen: int | None, asked: int | None, seconds: int
) -> None:
    await seat(host, ANN)
    await host.lobby.choose_options(CHANNEL, ANN, 1, TableOptions(takeback=chosen))
    table = (await host.lobby.start(CHANNEL, ANN, 1, TableOptions(takeback=asked), practice=True)).after
    assert table.settings.takeback == seconds
    assert (running((await lay(host, table)).after).pending is not None) == (seconds > 0)


async def test_who_plays_all_seats_takes_back_turn_by_turn(host: Host) -> None:
    await seat(host, ANN)
    table = await take_turns(host, (await host.lobby.start(CHANNEL, ANN, practice=True)).after, 2)
    with pytest.raises(StaleError):
        await host.turns.take_back(1, ANN, table.ply - 1)
    for ply in (4, 1):
        table = (await host.turns.take_back(1, ANN, table.ply)).after
        assert running(table).state.turn == (ply - 1) // 3
    with pytest.raises(NoTurnYetError):
        await host.turns.take_back(1, ANN, table.ply)


async def test_whoever_resigns_ends_the_time(host: Host) -> None:
    table = await pending(host, ANN, BOB, CID)
    played = await host.turns.resign(1, CID)
    assert (running(played.after).pending, played.after.to_move) == (None, table.seats[1])
    assert [type(move).__name__ for move in played.moves] == ["PlaceTile", "DeployNobody", "Resign", "DrawTile"]


async def test_the_mover_resigns_meanwhile(host: Host) -> None:
    table = await pending(host, ANN, BOB, CID)
    after = running((await host.turns.resign(1, ANN)).after)
    assert (after.pending, after.to_move) == (None, table.seats[1])
    assert after.state.last == table.state.last


async def test_a_game_that_is_ended_meanwhile_has_no_deadline(host: Host) -> None:
    await pending(host)
    ended = await host.administration.end(1, CID, 1)
    assert isinstance(ended, PlayResult)
    assert (ended.after.status, host.schedule.upcoming(DEADLINE)) == (Status.ENDED, [])


async def test_the_last_turn_of_a_game_is_final(host: Host) -> None:
    table = await take_turns(host, await begin(host, ANN, BOB, takeback=SLOW), 100)
    assert table.status is Status.FINISHED


async def test_the_deadline_outlives_the_program(place: Place, clock: Clock) -> None:
    host = await open_host(place, clock)
    table = await pending(host)
    await host.close()
    clock.pass_minutes(10)
    host = await open_host(place, clock)
    assert (await host.tables.load_running(1)).pending == table.pending
    assert [number for _, number in host.schedule.upcoming(DEADLINE)] == [1]
    assert running((await host.turns.take_back(1, ANN, table.ply)).after).pending is None, "as long as nobody has drawn"
    await host.close()
    host = await open_host(place, clock)
    again = running((await lay(host, await host.tables.load_running(1))).after)
    assert again.pending is not None
    assert again.pending.ply == 1
    await host.close()


async def test_the_deadlines_are_watched(host: Host, clock: Clock) -> None:
    upcoming: list[int] = []
    host.schedule.changed.add(lambda: upcoming.append(len(host.schedule.upcoming(DEADLINE))))
    table = await pending(host)
    await host.message_log.mark_announced(1, 3, 77)
    await host.turns.finish_turn(1, ANN, table.ply)
    assert upcoming == [1, 0]


def is_pending(table: StartedTable) -> bool:
    return isinstance(table, RunningTable) and table.pending is not None


async def test_a_wall_tile_turned_over_stays_turned_over(host: Host) -> None:
    """In The Castle a turn that reveals a wall tile is final at once. Other turns can be taken back."""
    table: StartedTable = await begin(host, ANN, BOB, edition="castle", takeback=SLOW)
    dice, turns = random.Random(4), list[tuple[int, int, bool]]()
    while isinstance(table, RunningTable):
        begun, mover = table, player(table.next_seat)
        assert not draws(begun.state)
        table = (await castle_turn(host, begun, dice)).after
        turns.append((begun.ply, table.ply, is_pending(table)))
        if is_pending(table):
            back = running((await host.turns.take_back(1, mover, table.ply)).after)
            assert fingerprint(back.state) == fingerprint(begun.state)
            table = (await castle_turn(host, back, dice)).after
        if is_pending(table):
            table = (await host.turns.finish_turn(1, mover, table.ply)).after
    log, kinds = [entry.move for entry in await host.history.log(1)], set[tuple[bool, bool]]()
    for start, end, was_pending in turns:
        is_turned = any(isinstance(move, RevealWallTile) for move in log[start:end])
        assert not (is_turned and was_pending)
        kinds.add((is_turned, was_pending))
    assert kinds >= {(True, False), (False, True)}
