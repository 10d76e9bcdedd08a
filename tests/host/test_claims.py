"""Notifications are claimed: each is sent once, however many processes look for what is to be sent."""

import asyncio
from collections.abc import Iterable
from datetime import timedelta

import pytest

from host.errors import DatabaseAwayError
from host.host import Host
from host.model.notifications import DeliveryOutcome, Notification
from host.model.shards import ALL_SHARDS, ShardGroup
from host.model.table import Venue
from host.model.table_options import TableOptions
from host.storage.claims import LEASE, Claims
from host.storage.notifications import NotificationRepository
from host.storage.statements import Statement
from tests.fixtures.databases import Place
from tests.host.deadlines import PACED, pass_time
from tests.host.tables import ANN, BOB, CHANNEL, CID, DORA, Clock, open_host, seat

pytestmark = pytest.mark.both_databases

OTHER_SHARD = Venue(1 << 22, 50)
"""A channel of a server that another of two shards has."""
HALF_A_DAY = 12 * 60


def process(host: Host, name: str, shards: ShardGroup = ALL_SHARDS) -> NotificationRepository:
    """The notifications as another process sees them that shares the database with a host."""
    games = host._storage.games
    return NotificationRepository(host._storage._database, Claims(name, shards, games.tables))


async def remind(host: Host, clock: Clock, *venues: Venue) -> list[Notification]:
    """Begin a game in each channel, and let half of the first turns' time pass; return the notifications."""
    for venue, people in zip(venues, [(ANN, BOB), (CID, DORA)], strict=False):
        table = await seat(host, *people, venue=venue)
        await host.lobby.start(venue, people[0], table.number, PACED)
    due = await pass_time(host, clock, HALF_A_DAY)
    return [one.notification for one in due if one.notification]


async def test_of_two_processes_one_sends_each(host: Host, clock: Clock) -> None:
    stored = await remind(host, clock, CHANNEL, OTHER_SHARD)
    later = clock() + LEASE + timedelta(seconds=1)
    claimed = await asyncio.gather(*(process(host, name).claim_unsent(later) for name in "abc"))
    assert sorted(one.game for each in claimed for one in each) == [one.game for one in stored] == [1, 2]


async def test_what_somebody_died_with_is_sent_by_another_when_the_lease_has_run_out(host: Host, clock: Clock) -> None:
    [notification] = await remind(host, clock, CHANNEL)
    other = process(host, "other")
    assert await other.claim_unsent(clock() + LEASE) == []
    assert not await other.claim(notification, clock() + LEASE)
    late = clock() + LEASE + timedelta(seconds=1)
    assert await other.claim_unsent(late) == [notification]
    assert await other.claim(notification, late), "it is its own now"
    await host.notifications.mark_delivered(notification, DeliveryOutcome.SENT)
    assert await host.notifications.of_game(1) == [(notification, None)], "who has lost the claim stores nothing"
    assert await other.mark_delivered(notification, DeliveryOutcome.VOID, {}, has_buttons=False, next_one=None)
    assert await host.notifications.of_game(1) == [(notification, DeliveryOutcome.VOID)]


async def test_an_attempt_renews_the_claim(host: Host, clock: Clock) -> None:
    [notification] = await remind(host, clock, CHANNEL)
    clock.pass_minutes(5)
    assert await host.notifications.claim(notification)
    assert await process(host, "other").claim_unsent(clock() + LEASE / 2) == []


async def test_nothing_is_claimed_that_was_delivered(host: Host, clock: Clock) -> None:
    [notification] = await remind(host, clock, CHANNEL)
    await host.notifications.mark_delivered(notification, DeliveryOutcome.SENT)
    assert not await host.notifications.claim(notification)
    assert await host.notifications.claim_unsent() == await host.notifications.claim_unsent(1) == []


async def test_who_takes_over_sends_at_once_what_was_left(clock: Clock, place: Place) -> None:
    first = await open_host(place, clock)
    [notification] = await remind(first, clock, CHANNEL)
    await first.close()
    second = await open_host(place, clock)
    assert await second.notifications.claim_unsent() == [notification]
    await second.close()


async def test_who_takes_over_ends_no_claims_of_others(host: Host, clock: Clock) -> None:
    stored = await remind(host, clock, CHANNEL, OTHER_SHARD)
    here, there = (process(host, text, ShardGroup.parse(text)) for text in ("0/2", "1/2"))
    await here.end_claims()
    assert await there.claim_unsent(clock()) == []
    assert await here.claim_unsent(clock()) == stored[:1]


async def test_each_process_sends_what_belongs_to_its_servers(host: Host, clock: Clock) -> None:
    here, there = (process(host, text, ShardGroup.parse(text)) for text in ("0/2", "1/2"))
    await remind(host, clock, CHANNEL, OTHER_SHARD)
    late = clock() + 2 * LEASE
    assert [one.game for one in await here.claim_unsent(late)] == [1]
    assert [one.game for one in await there.claim_unsent(late)] == [2]


async def test_what_is_stored_for_another_process_is_left_to_it(host: Host, clock: Clock) -> None:
    table = await seat(host, ANN, BOB, venue=OTHER_SHARD)
    await host.lobby.start(OTHER_SHARD, ANN, table.number, TableOptions(pace="24h", takeback=0))
    here, there = (process(host, text, ShardGroup.parse(text)) for text in ("0/2", "1/2"))
    [notification] = await remind(host, clock)
    again = Notification(1, 1, notification.kind.VOTE, BOB.id, clock(), None)
    assert await here.add(again)
    assert not await there.add(again), "it is there already"
    assert await there.claim_unsent(clock(), 1) == [again]
    assert await here.claim_unsent(clock(), 1) == []


@pytest.mark.parametrize("is_stored", [True, False])
async def test_a_delivery_whose_storing_is_in_doubt_is_asked_for(
    host: Host, clock: Clock, monkeypatch: pytest.MonkeyPatch, is_stored: bool
) -> None:
    """Until then, the claim is held: nobody else of this process begins. Then only the database knows."""
    [notification] = await remind(host, clock, CHANNEL)
    database, claims = host._storage._database, host._storage.games.claims
    commit, held = database.commit, list[bool]()

    async def doubtful(statements: Iterable[Statement]) -> None:
        held.append(claims.is_held(notification, clock()))
        if is_stored:
            await commit(statements)
        raise DatabaseAwayError("games")

    with monkeypatch.context() as patch:
        patch.setattr(database, "commit", doubtful)
        with pytest.raises(DatabaseAwayError):
            await host.notifications.mark_delivered(notification, DeliveryOutcome.SENT)
    assert held == [True]
    assert await host.notifications.claim(notification) == (None if is_stored else notification)
