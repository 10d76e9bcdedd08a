"""What one process at a time may do, although several share the database: migrations, and ratings."""

import asyncio

import pytest

from host.host import Host
from host.model.shards import ShardGroup
from host.model.table import Venue
from host.storage.engine import postgresql_server
from host.storage.results import RESULTS
from tests.fixtures import postgresql
from tests.host.tables import ANN, BOB, Clock, begin, open_host

pytestmark = pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or "")
HERE = Venue(2 << 22, 10)
SHARDS = [ShardGroup.parse("0/2"), ShardGroup.parse("1/2")]


async def open_both(place: str, clock: Clock) -> list[Host]:
    """Open a database by two processes at the same time."""
    return list(await asyncio.gather(*(open_host(place, clock, shards=shards) for shards in SHARDS)))


async def test_processes_that_start_at_once_bring_a_new_database_up_to_date_once() -> None:
    server = postgresql.server()
    for host in await open_both(server.url(server.new_database()), Clock()):
        await host.close()


async def test_ratings_are_worked_out_by_one_process_at_a_time() -> None:
    first, second = await open_both(postgresql.migrated_database(), Clock())
    table = await begin(first, ANN, BOB, venue=HERE)
    await first.turns.resign(table.number, ANN)
    async with second._storage.derivations.alone(RESULTS, waits=True):
        asked = asyncio.create_task(first.statistics.leaderboard(HERE.guild))
        await asyncio.sleep(0.05)
        assert not asked.done()
    assert [one.person for one in await asked] == [BOB, ANN]
    await first.close()
    await second.close()


async def test_what_another_process_does_may_take_longer_than_a_statement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(postgresql_server._SETTINGS, "command_timeout", 0.5)
    first, second = await open_both(postgresql.migrated_database(), Clock())

    async def wait() -> bool:
        async with second._storage.derivations.alone("reviews 1", waits=True) as is_alone:
            return is_alone

    async with first._storage.derivations.alone("reviews 1", waits=True):
        waiting = asyncio.create_task(wait())
        await asyncio.sleep(1)
        assert not waiting.done()
    assert await waiting
    await first.close()
    await second.close()
