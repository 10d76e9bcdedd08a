"""Notifications to a person about something else than a game: each is stored before it is sent, and sent once."""

from datetime import timedelta

import pytest

from host.host import Host
from host.model.notifications import DeliveryOutcome, PersonalNotification
from host.model.shards import ShardGroup
from tests.fixtures import postgresql
from tests.fixtures.databases import Place, database_of, fetch
from tests.host.tables import ANN, BOB, CID, Clock, begin, open_host

pytestmark = pytest.mark.both_databases


async def unsent(host: Host) -> list[tuple[int, int]]:
    return [(one.person_id, one.number) for one in await host.notifications.claim_unsent_personal(["puzzle"])]


async def test_each_is_sent_once(host: Host, place: Place, clock: Clock) -> None:
    await begin(host, ANN, BOB)
    told = await host.notifications.tell(ANN.id, "puzzle", 7)
    assert told == PersonalNotification(ANN.id, "puzzle", 7, clock())
    clock.pass_minutes(1)
    await host.notifications.tell(ANN.id, "puzzle", 7)
    await host.notifications.tell(BOB.id, "puzzle", 7)
    await host.notifications.tell(CID.id, "puzzle", 7)  # nothing is known of him
    await host.notifications.tell(ANN.id, "unknown here", 7)
    assert await unsent(host) == [(ANN.id, 7), (BOB.id, 7)]
    assert await host.notifications.claim_personal(told)
    await host.notifications.mark_personal_delivered(told, DeliveryOutcome.PRIVATE)
    assert not await host.notifications.claim_personal(told)
    await host.notifications.tell(ANN.id, "puzzle", 7)
    assert await unsent(host) == [(BOB.id, 7)]
    await host.close()
    again = await open_host(place, clock)
    assert await unsent(again) == [(BOB.id, 7)]
    await again.close()


async def test_nothing_is_left_of_whoever_is_deleted(host: Host) -> None:
    table = await begin(host, ANN, BOB)
    await host.turns.resign(table.number, ANN)
    told = await host.notifications.tell(ANN.id, "puzzle", 7)
    await host.privacy.delete(ANN.id)
    assert not await host.notifications.claim_personal(told)
    await host.notifications.mark_personal_delivered(told, DeliveryOutcome.PRIVATE)
    await host.notifications.tell(ANN.id, "puzzle", 8)
    assert await fetch(database_of(host), "SELECT * FROM personal_notifications") == []


@pytest.mark.sqlite  # the test brings its own server
@pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or "")
async def test_of_two_processes_the_one_with_what_is_private_sends_it(clock: Clock) -> None:
    """What was claimed and not sent in time is claimed anew."""
    place = postgresql.migrated_database()
    hosts = [await open_host(place, clock, shards=ShardGroup.parse(text)) for text in ("0/2", "1/2")]
    await begin(hosts[0], ANN, BOB)
    told = await hosts[1].notifications.tell(ANN.id, "puzzle", 7)
    assert [await unsent(host) for host in hosts] == [[(ANN.id, 7)], []]
    assert not await hosts[1].notifications.claim_personal(told)
    clock.time += timedelta(seconds=61)
    assert await hosts[1].notifications.claim_personal(told)
    await hosts[0].notifications.mark_personal_delivered(told, DeliveryOutcome.PRIVATE)  # too late
    await hosts[1].notifications.mark_personal_delivered(told, DeliveryOutcome.LOST)
    [row] = await fetch(database_of(hosts[0]), "SELECT outcome FROM personal_notifications")
    assert row["outcome"] == DeliveryOutcome.LOST
    for host in hosts:
        await host.close()
