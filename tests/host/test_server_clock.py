"""Time is the server's: machines whose clocks differ count no outage, and keep each other's leases."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from host.host import Host
from host.model.table_options import TableOptions
from host.storage.claims import LEASE
from host.storage.server_clock import ServerClock
from tests.fixtures import postgresql
from tests.fixtures.databases import open_host
from tests.host.tables import ANN, BOB, CHANNEL, Clock, seat

NEEDS_SERVER = pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or "")
SECOND = timedelta(seconds=1)
AHEAD = 90 * SECOND


def answer(server: ServerClock, machine: Clock, *, ahead: timedelta, way: timedelta, back: timedelta) -> None:
    """Let a server whose clock is ahead of the machine's tell its time, which takes some time on both ways."""
    asked = server.ask()
    machine.time += way
    told = machine.time + ahead
    machine.time += back
    server.note(asked, told)


def test_clocks_that_may_agree_are_taken_as_equal() -> None:
    machine = Clock()
    server = ServerClock(machine)
    for way, back in ((0, 0), (3, 0), (0, 3), (1, 2)):
        answer(server, machine, ahead=timedelta(0), way=way * SECOND, back=back * SECOND)
        assert server.ahead == timedelta(0)


def test_the_difference_is_known_as_well_as_the_answers_are_fast() -> None:
    machine = Clock()
    server = ServerClock(machine)
    answer(server, machine, ahead=AHEAD, way=2 * SECOND, back=2 * SECOND)
    assert server.ahead == AHEAD - 2 * SECOND
    answer(server, machine, ahead=AHEAD, way=SECOND / 10, back=SECOND / 10)
    assert server.ahead == AHEAD - SECOND / 10
    answer(server, machine, ahead=AHEAD, way=2 * SECOND, back=2 * SECOND)
    assert server.ahead == AHEAD - SECOND / 10, "a slow answer proves nothing"


def test_a_clock_that_is_set_is_found_out() -> None:
    machine = Clock()
    server = ServerClock(machine)
    asked = server.ask()
    machine.time -= AHEAD
    server.note(asked, machine.time)
    assert server.ahead == timedelta(0), "while the server was asked: nothing can be told"
    answer(server, machine, ahead=AHEAD, way=timedelta(0), back=timedelta(0))
    assert server.ahead == AHEAD


def time_ahead(ahead: timedelta) -> datetime:
    """Return the time of a machine whose clock is ahead."""
    return datetime.now(UTC) + ahead


async def open_with(clock: Callable[[], datetime], place: str, monkeypatch: pytest.MonkeyPatch) -> Host:
    """Open a host on a machine with a clock of its own."""
    with monkeypatch.context() as patch:
        patch.setattr(ServerClock.__init__, "__defaults__", (clock,))
        return await open_host(place, now=clock, seed=lambda: bytes(32), random_below=lambda _: 0)


@NEEDS_SERVER
async def test_clocks_of_two_machines_count_no_outage_at_a_takeover(monkeypatch: pytest.MonkeyPatch) -> None:
    place = postgresql.migrated_database()
    for ahead in (timedelta(0), AHEAD, timedelta(0)):
        host = await open_with(partial(time_ahead, ahead), place, monkeypatch)
        assert abs(host.now() - datetime.now(UTC)) < AHEAD / 2
        outage = await host.deadlines.heartbeat(is_start=True)
        assert outage is None or outage < AHEAD / 2
        await host.close()


@NEEDS_SERVER
async def test_a_lease_lasts_as_long_for_a_machine_whose_clock_is_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its clock alone would say that the lease has run out."""
    host = await open_with(partial(time_ahead, AHEAD), postgresql.migrated_database(), monkeypatch)
    table = await seat(host, ANN, BOB)
    await host.lobby.start(CHANNEL, ANN, table.number, TableOptions(pace="24h", takeback=0))
    values = host._storage.games.claims.values(host.now())
    until = datetime.fromisoformat(str(values["claimed_until"]))
    assert until - datetime.now(UTC) < LEASE + AHEAD / 2
    await host.close()
