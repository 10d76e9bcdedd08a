"""What one process at a time may do, although several share the database: migrations, and ratings."""

import asyncio

import pytest

from host.host import Host
from host.model.shards import ShardGroup
from host.model.table import Venue
from host.storage.results import RESULTS
from tests.fixtures import postgresql
from tests.host.tables import ANN, BOB, Clock, begin, open_host

pytestmark = pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or "")
HERE = Venue(2 << 22, 10)
SHARDS = [ShardGroup.parse("0/2"), ShardGroup.parse("1/2")]


async def open_both(place: str, clock: Clock) -> list[Host]:
    """Open a database by two processes at once."""
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
