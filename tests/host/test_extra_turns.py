"""A builder's extra turn (Traders & Builders) at a table: undo, time, resigning, computers, and a start in between."""

from datetime import timedelta
from pathlib import Path

from carcassonne import Move, Phase, apply_all
from host.host import Host
from host.model.clock import VoteChoice
from host.model.controllers import Computer, Person
from host.model.fingerprint import fingerprint
from host.model.game import PlayResult
from host.model.game_log import Undo
from host.model.table import RunningTable, StartedTable
from host.model.table_options import TableOptions
from host.services.consent import OpenRequest
from host.services.deadlines import DEADLINE
from tests.fixtures.builders import building, extending, is_extra, plain_turns
from tests.fixtures.databases import Place
from tests.fixtures.positions import fast_forward, first_legal_turn
from tests.host.tables import ANN, BOB, CHANNEL, CID, Clock, finished, open_host, player, running, seat
from tests.host.takeback_turns import SLOW

CLUB = Computer(2)
DAY = 24 * 60


async def before_extra_turn(host: Host, *people: Person, takeback: int = 0, pace: str | None = None) -> RunningTable:
    """A game in which Ann can extend what her builder stands on with the tile in her hand."""
    table = await seat(host, *(people or (ANN, BOB)))
    options = TableOptions("classic", options=("traders",), takeback=takeback, pace=pace)
    await host.lobby.start(CHANNEL, ANN, table.number, options)
    return running(await fast_forward(host, 1, building, until=lambda one: one.seat == 0 and bool(extending(one))))


async def with_extra_turn(host: Host, *people: Person, pace: str | None = None) -> RunningTable:
    """A game in which Ann has played the first half of a turn of two tiles, and has drawn again."""
    table = running((await extend(host, await before_extra_turn(host, *people, pace=pace))).after)
    assert (table.state.seat, table.state.phase, is_extra(table.state)) == (0, Phase.PLACE, True)
    return table


async def extend(host: Host, table: RunningTable) -> PlayResult:
    return await host.turns.play(1, player(table.next_seat), extending(table.state), table.ply)


async def lay(host: Host, table: StartedTable) -> RunningTable:
    """Play a turn that extends nobody's builder, without a figure."""
    moves: list[Move] = next(turn for turn in plain_turns(table.state) if apply_all(table.state, turn).state.seat != 0)
    return running((await host.turns.play(1, player(running(table).next_seat), moves, table.ply)).after)


async def undone(host: Host, *others: Person) -> RunningTable:
    """Let Ann ask to undo and the others agree."""
    asked = await host.undo_requests.ask(1, ANN)
    assert isinstance(asked, OpenRequest)
    question = asked.table.undo_request
    assert question is not None
    for other in others:
        await host.undo_requests.agree(1, other, asked.table.ply, Undo(question.ply))
    return await host.tables.load_running(1)


async def test_undoing_the_second_half_leaves_the_first(host: Host) -> None:
    table = await with_extra_turn(host)
    await lay(host, table)
    again = await undone(host, BOB)
    assert fingerprint(again.state) == fingerprint(table.state)
    assert is_extra(again.state)


async def test_undoing_the_first_half_takes_the_second_back_with_it(host: Host) -> None:
    before = await before_extra_turn(host)
    await lay(host, (await extend(host, before)).after)
    await undone(host, BOB)
    again = await undone(host, BOB)
    assert fingerprint(again.state) == fingerprint(before.state)
    assert not is_extra(again.state)


async def test_each_half_can_be_taken_back_before_the_next_tile_is_drawn(host: Host) -> None:
    before = await before_extra_turn(host, takeback=SLOW)
    laid = (await extend(host, before)).after
    assert running(laid).pending is not None
    back = (await host.turns.take_back(1, ANN, laid.ply)).after
    assert fingerprint(back.state) == fingerprint(before.state)
    laid = (await extend(host, running(back))).after
    passed = running((await host.turns.finish_turn(1, ANN, laid.ply)).after)
    assert (passed.state.seat, is_extra(passed.state)) == (0, True)


async def test_who_resigns_in_between_leaves_the_tile_to_the_next_seat(host: Host) -> None:
    table = await with_extra_turn(host, ANN, BOB, CID)
    after = running((await host.turns.resign(1, ANN)).after)
    assert (after.state.seat, after.state.tile, is_extra(after.state)) == (1, table.state.tile, False)
    assert running(await lay(host, after)).state.seat == 2


async def test_an_extra_turn_has_a_time_of_its_own_and_ends_when_it_is_skipped(host: Host, clock: Clock) -> None:
    table = await with_extra_turn(host, pace="24h")
    assert table.clock is not None
    assert host.schedule.upcoming(DEADLINE) == [(clock() + timedelta(hours=12), 1)]
    clock.pass_minutes(DAY)
    while due := await host.deadlines.process_due(1):
        assert due.notification is None or due.notification.person_id == ANN.id
    await host.voting.vote(1, BOB, table.clock.round, VoteChoice.SKIP)
    after = await host.tables.load_running(1)
    assert (after.is_to_move(BOB.id), is_extra(after.state)) == (True, False)


async def test_a_computer_that_takes_the_seat_in_between_plays_the_extra_turn(host: Host) -> None:
    await with_extra_turn(host, ANN, BOB, CID)
    table, _ = await host.seats.leave_to_computer(1, ANN, CLUB)
    assert (table.next_seat.controller, is_extra(table.state)) == (CLUB, True)
    after = running((await host.turns.play_as_computer(1, first_legal_turn(table.state), table.ply)).after)
    assert (after.state.seat, is_extra(after.state)) == (1, False)


async def test_a_process_that_starts_in_between_goes_on_there(place: Place) -> None:
    host = await open_host(place)
    before = await with_extra_turn(host)
    await host.close()
    host = await open_host(place)
    after = await host.tables.load_running(1)
    assert fingerprint(after.state) == fingerprint(before.state)
    replayed = (await host.history.replay_log(1)).states
    assert (len(replayed), fingerprint(replayed[-1])) == (before.ply + 1, fingerprint(before.state))
    assert (await lay(host, after)).state.seat == 1
    await host.close()


async def test_a_last_tile_that_wins_an_extra_turn_ends_the_game(path: Path) -> None:
    host = await open_host(path, seed=3)
    await before_extra_turn(host)
    await fast_forward(host, 1, building, until=lambda one: one.tiles_left == 1 and bool(extending(one)))
    ended = finished((await extend(host, await host.tables.load_running(1))).after)
    assert (ended.state.is_over, ended.state.tiles_left) == (True, 0)
    await host.close()
