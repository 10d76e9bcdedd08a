"""Each harness in a short form: the same functions as ``python -m tests.chaos``, with small numbers."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.chaos import abuse, disk, failover, faults, kills, load, shards
from tests.chaos.comparison import WRONG, compare_shown, compare_stored
from tests.chaos.counts import Counts, ignore
from tests.chaos.feed import Feed
from tests.chaos.table import Table, new_table
from tests.fixtures import postgresql
from tests.loopback import LoopbackDiscord
from tests.whole.program import Program

pytestmark = pytest.mark.chaos

SHORT_TROUBLES = ("429", "500, though it was done", "502")


async def test_kills() -> None:
    counts = await kills.play(3, 1, ignore, tables=2)
    assert counts.done["kills"] == 3
    assert counts.is_clean, counts.details


@pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or "")
async def test_shards() -> None:
    """A process is killed, one is frozen while it is cut off the database, and one is asked to end."""
    counts = await shards.play(["kill", "freeze", "terminate"], 1, ignore, is_short=True)
    assert (counts.done["kills"], counts.done["stops"], counts.done["frozen processes"]) == (1, 1, 1)
    assert counts.done["turns in private"] > 0
    assert counts.is_clean, counts.details


@pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or "")
async def test_failover() -> None:
    """The database goes back in time twice."""
    counts = await failover.play(2, 1, ignore, tables=2)
    assert counts.done["fail-overs"] == 2
    assert counts.done["turns lost"] > 0
    assert counts.is_clean, counts.details


async def test_faults() -> None:
    scenarios = [(request, trouble) for request, trouble in faults.SCENARIOS if trouble in SHORT_TROUBLES]
    counts = await faults.play(scenarios[:9], 1, ignore)
    assert counts.done["met a request"] == 9
    assert counts.is_clean, counts.details


async def test_abuse() -> None:
    counts = await abuse.run(1_200, 7, ignore, of_each=6)
    assert counts.done["inputs"] == 1_200
    assert counts.done["turns"] > 0, "honest people play on"
    assert counts.done["private games"] == counts.done["slow readers"] == 6
    assert counts.done["turns on pages"] > 10
    assert counts.is_clean, counts.details


async def test_load() -> None:
    counts = await load.play(20, 1, ignore, tables=4, burst=12)
    assert counts.done["moves"] >= 20
    assert counts.is_clean, counts.details


async def test_disk() -> None:
    counts = await disk.play(1, 1, ignore, ["read-only at the start", "an overwritten header"])
    assert counts.done["troubles"] >= 3
    assert counts.is_clean, counts.details


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A table that has played two turns."""
    async with LoopbackDiscord() as server:
        program = Program(server, tmp_path)
        await program.start()
        begun = new_table(server, Feed(server), "found", 1)
        await begun.begin()
        await begun.move()
        await begun.move()
        yield begun
        await program.close()


def found(counts: Counts) -> set[str]:
    return {name for name, number in counts.wrong.items() if number}


async def test_what_is_lost_or_doubled_is_found(table: Table) -> None:
    """The comparison counts what it is there for."""
    cells = [attempt.cell for attempt in table.attempts]
    right, lost, doubled = Counts.of((), WRONG), Counts.of((), WRONG), Counts.of((), WRONG)
    compare_stored(table, cells, right)
    compare_shown(table, cells, right)
    assert right.is_clean, right.details

    compare_stored(table, cells[:1], lost)
    compare_shown(table, [*cells, "A1"], lost)
    assert found(lost) == {"lost", "not shown", "not pinged"}

    compare_stored(table, [*cells, "A1"], doubled)
    table.feed.posted(table.channel).append(table.boards[-1])
    table.boards.append(table.boards[-1])
    compare_shown(table, cells, doubled)
    assert found(doubled) == {"doubled", "shown twice", "pinged twice"}
