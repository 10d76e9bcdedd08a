"""Processes that serve some of the shards: each does what nobody asked for at home only, for the servers it serves."""

from pathlib import Path

import pytest

from host.errors import NeedsServerError
from host.host import Host
from host.model.controllers import Computer
from host.model.preferences import Digest
from host.model.shards import ShardGroup
from host.model.table import Venue
from host.model.table_options import TableOptions
from host.services.deadlines import DEADLINE
from host.services.people import DIGEST
from tests.fixtures import postgresql
from tests.fixtures.databases import url
from tests.host.tables import ANN, BOB, PRIVATE, Clock, open_host, seat

NEEDS_SERVER = pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or "")
FIRST, SECOND = ShardGroup.parse("0/2"), ShardGroup.parse("1/2")
HERE, THERE = Venue(2 << 22, 10), Venue(3 << 22 | 5, 20)
"""Channels of servers that belong to the first and to the second shard."""
OPTIONS = TableOptions(pace="24h", takeback=0)


async def begin(host: Host, venue: Venue, computers: tuple[Computer, ...] = ()) -> int:
    """Start a game, which nobody has announced; return its number."""
    table = await seat(host, ANN, BOB, venue=venue)
    await host.lobby.start(venue, ANN, table.number, OPTIONS, computers=computers)
    return table.number


def home_of(host: Host, numbers: list[int]) -> list[Venue]:
    """Return where games are played."""
    found = [host.tables.summary(number) for number in numbers]
    return [table.venue for table in found if table]


async def undone(host: Host) -> dict[str, list[Venue]]:
    """Return where something is to be done that nobody asked for, by what it is."""
    unannounced = await host.message_log.unannounced()
    return {
        "deadlines": home_of(host, [number for _, number in host.schedule.upcoming(DEADLINE)]),
        "votes": home_of(host, host.voting.late_games),
        "computers": home_of(host, host.turns.waiting_for_computers),
        "turns": [table.venue for table in unannounced],
        "messages": home_of(host, await host.message_log.tables_with_messages()),
        "waiting": [table.venue for table in host.tables.waiting()],
    }


@NEEDS_SERVER
async def test_a_process_looks_after_the_games_of_its_servers_only() -> None:
    place, clock = postgresql.migrated_database(), Clock()
    host = await open_host(place, clock)
    late = [await begin(host, venue) for venue in (HERE, THERE, PRIVATE)]
    clock.pass_minutes(25 * 60)
    for number in late:
        await host.deadlines.process_due(number)
    for venue in (HERE, THERE, PRIVATE):
        await begin(host, venue, computers=(Computer(1),))
        await seat(host, ANN, venue=venue)
    everywhere = await undone(host)
    await host.close()
    for shards, own in ((FIRST, {HERE, PRIVATE}), (SECOND, {THERE})):
        part = await open_host(place, clock, shards=shards)
        assert part.shards == shards
        assert {venue for venue in (HERE, THERE, PRIVATE) if part.is_home(venue)} == own
        assert await undone(part) == {
            what: [venue for venue in venues if venue in own] for what, venues in everywhere.items()
        }
        health = await part.administration.health()
        assert (health.shards, health.waiting, health.running) == (shards, len(own), 2 * len(own))
        assert len(part.tables.of_person(ANN.id)) == 9, "commands are carried out everywhere"
        await part.close()


@NEEDS_SERVER
async def test_what_is_due_later_is_noted_at_home_only() -> None:
    host = await open_host(postgresql.migrated_database(), shards=SECOND)
    await begin(host, HERE)
    assert host.schedule.upcoming(DEADLINE) == []
    there = await begin(host, THERE)
    await host.people.plan_vacation(ANN, "", "2026-11-25")
    assert [number for _, number in host.schedule.upcoming(DEADLINE)] == [there]
    await host.close()


@NEEDS_SERVER
async def test_daily_lists_are_sent_where_private_messages_come() -> None:
    place, clock = postgresql.migrated_database(), Clock()
    for shards, is_private in ((SECOND, False), (FIRST, True)):
        host = await open_host(place, clock, shards=shards)
        await host.people.choose_preferences(ANN, digest=Digest(9 * 60, clock()))
        assert [person for _, person in host.schedule.upcoming(DIGEST)] == ([ANN.id] if is_private else [])
        assert host.shards.share == 1 / 2
        await host.close()


async def test_a_file_serves_one_process(tmp_path: Path) -> None:
    with pytest.raises(NeedsServerError) as caught:
        await open_host(url(tmp_path / "games.db"), shards=FIRST)
    assert caught.value.path == tmp_path / "games.db"
    host = await open_host(url(tmp_path / "games.db"), shards=ShardGroup.parse("0-3/4"))
    assert host.is_home(THERE)
    await host.close()
