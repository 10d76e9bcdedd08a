"""Harnesses in a short form that only ``make chaos`` runs: together they take as long as all others."""

import pytest

from tests.chaos import background, kills, shards
from tests.chaos.counts import ignore
from tests.fixtures import postgresql

pytestmark = pytest.mark.chaos


@pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or "")
async def test_kills_on_postgresql() -> None:
    counts = await kills.play(2, 1, ignore, tables=2, database="postgresql")
    assert counts.done["kills"] == 2
    assert counts.is_clean, counts.details


@pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or "")
async def test_shards_on_machines_that_vanish_sleep_or_are_cut_off() -> None:
    """Nobody is told of such an end. The standby serves, and whoever comes back is the next standby."""
    counts = await shards.play(["vanish", "cut off", "sleep"], 1, ignore, is_short=True)
    ended = ("vanished machines", "cut off the database", "sleeping processes")
    assert [counts.done[name] for name in ended] == [1, 1, 1]
    assert counts.is_clean, counts.details


async def test_background() -> None:
    counts = await background.play(8, 1, ignore, tables=2, order=(False, True), games=1)
    assert counts.done["moves"] >= 8
    assert counts.is_clean, counts.details
