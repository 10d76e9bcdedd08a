"""How long a turn can be undone while people and computers take seats from each other."""

import pytest

from host.host import Host
from host.model.controllers import Computer
from host.model.notifications import Notification
from host.model.table import RunningTable
from host.model.table_options import TableOptions
from tests.fixtures.positions import first_legal_turn
from tests.host.tables import ANN, BOB, CHANNEL, running, seat

CLUB = Computer(2)


@pytest.mark.parametrize(("chosen", "then"), [(20, 0), (60, 60)])
async def test_who_is_left_with_computers_has_no_time_to_wait(host: Host, chosen: int, then: int) -> None:
    for leaves in (False, True):
        table = await seat(host, ANN, BOB)
        options = TableOptions(takeback=chosen)
        begun = await host.lobby.start(CHANNEL, ANN, table.number, options, computers=(CLUB,))
        assert running(begun.after).settings.takeback == chosen
        if leaves:
            await host.seats.leave_to_computer(table.number, BOB, CLUB)
        else:
            await host.turns.resign(table.number, BOB)
        alone = await host.tables.load_running(table.number)
        assert alone.settings.takeback == then
        played = await host.turns.play(table.number, ANN, first_legal_turn(alone.state), alone.ply)
        assert (running(played.after).pending is None) == (then == 0)


async def come_back(host: Host, before: RunningTable) -> tuple[RunningTable, Notification]:
    """Let Bob ask for the seat that he had, and Ann let him in."""
    seat_of_bob = next(one.number for one in before.seats if one.is_played_by(BOB.id))
    asked, _ = await host.seats.ask(1, BOB, seat_of_bob)
    assert asked.seat_request
    return await host.seats.let_in(1, ANN, asked.seat_request.number)


async def test_the_time_to_undo_comes_back_when_a_second_person_plays_again(host: Host) -> None:
    await seat(host, ANN, BOB)
    before = running((await host.lobby.start(CHANNEL, ANN, 1)).after)
    alone, _ = await host.seats.leave_to_computer(1, BOB, CLUB)
    together, _ = await come_back(host, before)
    assert [one.settings.takeback for one in (before, alone, together)] == [20, 0, 20]
    assert together.settings == before.settings


async def test_no_time_to_undo_comes_back_that_nobody_had(host: Host) -> None:
    await seat(host, ANN, BOB)
    before = running((await host.lobby.start(CHANNEL, ANN, 1, TableOptions(takeback=0))).after)
    await host.seats.leave_to_computer(1, BOB, CLUB)
    together, _ = await come_back(host, before)
    assert together.settings.takeback == 0
