"""Heartbeats by shard: an outage of one process moves the deadlines of its games only."""

from datetime import UTC, datetime, timedelta
from typing import Final

import pytest

from host.host import Host
from host.model.shards import ALL_SHARDS, Heartbeats, ShardGroup
from host.model.table import Venue
from host.model.table_options import TableOptions
from tests.fixtures import postgresql
from tests.host.tables import ANN, BOB, Clock, open_host, running, seat, take_turns

NEEDS_SERVER = pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or "")
NOON: Final = datetime(2026, 11, 21, 12, tzinfo=UTC)
HOUR: Final = timedelta(hours=1)
FIRST, SECOND = ShardGroup.parse("0/2"), ShardGroup.parse("1/2")
HERE, THERE = Venue(2 << 22, 10), Venue(3 << 22, 20)
"""Channels of servers that belong to the first and to the second shard."""
PACED = TableOptions(pace="24h", takeback=0)


def test_one_row_of_today_counts_for_every_server() -> None:
    beats = Heartbeats({(0, 1): NOON})
    for guild in (None, HERE.guild, THERE.guild):
        assert beats.last_for(guild) == NOON
    assert beats.last_of(ALL_SHARDS) == beats.last_of(SECOND) == NOON


def test_nothing_is_known_without_heartbeats() -> None:
    assert Heartbeats({}).last_of(FIRST) is None
    assert Heartbeats({}, NOON).last_for(HERE.guild) == NOON, "an old database may have none"
    assert Heartbeats({(0, 2): NOON}).last_for(THERE.guild) is None
    assert Heartbeats({(0, 2): NOON}).last_of(SECOND) is None


def test_a_server_was_served_last_by_whatever_shard_it_had() -> None:
    beats = Heartbeats({(0, 1): NOON, (0, 2): NOON + HOUR})
    assert beats.last_for(HERE.guild) == NOON + HOUR
    assert beats.last_for(THERE.guild) == NOON
    assert beats.last_of(SECOND) == NOON, "the second has not begun yet"
    assert beats.last_of(FIRST) == NOON + HOUR


def test_the_shard_that_was_away_longest_counts_for_a_group() -> None:
    assert Heartbeats({(0, 2): NOON, (1, 2): NOON + HOUR}).last_of(ShardGroup.parse("0-1/2")) == NOON


def test_a_sign_of_life_counts_until_the_next_heartbeat_should_have_come() -> None:
    minutes = timedelta(minutes=11)
    assert Heartbeats({(0, 2): NOON}, NOON + HOUR, minutes).last_for(HERE.guild) == NOON + minutes
    assert Heartbeats({(0, 2): NOON}, NOON + minutes / 2, minutes).last_for(HERE.guild) == NOON + minutes / 2
    assert Heartbeats({(0, 2): NOON}, NOON - HOUR, minutes).last_for(HERE.guild) == NOON
    assert Heartbeats({(0, 1): NOON}, NOON + HOUR).last_for(HERE.guild) == NOON + HOUR


async def due(host: Host, number: int) -> datetime:
    """Return the deadline of a game."""
    clock = running(await host.tables.load(number)).clock
    assert clock
    assert clock.due
    return clock.due


async def begin(host: Host, venue: Venue) -> int:
    """Start a game with a pace; return its number."""
    table = await seat(host, ANN, BOB, venue=venue)
    await host.lobby.start(venue, ANN, table.number, PACED)
    return table.number


@NEEDS_SERVER
async def test_an_outage_of_one_process_moves_its_deadlines_only() -> None:
    place, clock = postgresql.migrated_database(), Clock()
    first, second = await open_host(place, clock, shards=FIRST), await open_host(place, clock, shards=SECOND)
    here, there = await begin(first, HERE), await begin(second, THERE)
    before = await due(first, here), await due(second, there)
    for host in (first, second):
        assert await host.deadlines.heartbeat(is_start=True) is None
    await first.close()
    for _ in range(6):
        clock.pass_minutes(10)
        assert await second.deadlines.heartbeat() is None
    again = await open_host(place, clock, shards=FIRST)
    assert await again.deadlines.heartbeat(is_start=True) == HOUR
    assert (await due(again, here), await due(again, there)) == (before[0] + HOUR, before[1])
    assert await again.deadlines.heartbeat() is None, "it is made up for once"
    await again.close()
    await second.close()


@NEEDS_SERVER
async def test_a_move_that_another_process_has_stored_hides_no_outage() -> None:
    """The second process serves direct messages of nobody here, but it may carry out commands for any game."""
    place, clock = postgresql.migrated_database(), Clock()
    first, second = await open_host(place, clock, shards=FIRST), await open_host(place, clock, shards=SECOND)
    there = await begin(second, THERE)
    await second.deadlines.heartbeat(is_start=True)
    await second.close()
    clock.pass_minutes(60)
    await take_turns(first, await first.tables.load_running(there), 1)
    clock.pass_minutes(60)
    before = await due(first, there)
    again = await open_host(place, clock, shards=SECOND)
    longest_pause = timedelta(minutes=11)
    assert await again.deadlines.heartbeat(is_start=True) == 2 * HOUR - longest_pause
    assert await due(again, there) == before + HOUR, "the turn has begun an hour ago"
    await again.close()
    await first.close()


@NEEDS_SERVER
async def test_servers_that_are_divided_otherwise_lose_no_time() -> None:
    """From one process to two, which start an hour apart, and back, when the first was away for another hour."""
    place, clock = postgresql.migrated_database(), Clock()
    host = await open_host(place, clock)
    here, there = await begin(host, HERE), await begin(host, THERE)
    before = await due(host, here), await due(host, there)
    await host.deadlines.heartbeat(is_start=True)
    await host.close()
    clock.pass_minutes(60)
    first = await open_host(place, clock, shards=FIRST)
    assert await first.deadlines.heartbeat(is_start=True) == HOUR
    clock.pass_minutes(10)
    assert await first.deadlines.heartbeat() is None
    await first.close()
    clock.pass_minutes(50)
    second = await open_host(place, clock, shards=SECOND)
    assert await second.deadlines.heartbeat(is_start=True) == 2 * HOUR
    assert (await due(second, here), await due(second, there)) == (before[0] + HOUR, before[1] + 2 * HOUR)
    await second.close()
    clock.pass_minutes(10)
    host = await open_host(place, clock)
    assert await host.deadlines.heartbeat(is_start=True) == HOUR
    minutes = timedelta(minutes=10)
    assert (await due(host, here), await due(host, there)) == (before[0] + 2 * HOUR, before[1] + 2 * HOUR + minutes)
    assert await host.deadlines.heartbeat() is None
    assert set((await host._storage.heartbeats.load()).times) == {(0, 1)}
    await host.close()
