"""Two processes that share a database, each with half of the shards: what is due is done once, by whoever is first."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
import pytest_asyncio
from sqlalchemy import Connection, text

from host.host import Host
from host.model.clock import TimeoutAction
from host.model.follows import Followed
from host.model.notifications import DeliveryOutcome, Notification, NotificationKind
from host.model.shards import ShardGroup
from host.model.table_errors import StillSeatedError
from host.model.table_options import TableOptions
from host.services.deadlines import DeadlineResult
from host.services.people import DELETION
from host.storage.engine.statements import Statement, execute
from host.storage.notifications import notification_statement
from tests.fixtures import postgresql
from tests.fixtures.databases import fetch
from tests.host.deadlines import DAY
from tests.host.tables import ANN, BOB, CHANNEL, CID, DORA, Clock, open_host, seat
from tests.host.tables import begin as begin_untimed

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or ""),
]

HALF_A_DAY = DAY // 2
SLEEP = "SELECT pg_sleep(0.05)"
TAKING = (
    "UPDATE games SET token = 'elsewhere' WHERE number = 1",
    "UPDATE players SET person = :taker WHERE game = 1 AND place = 1",
    "UPDATE seats SET person = :taker WHERE game = 1 AND number = 1",
)
"""What is stored when somebody takes the second seat."""


@pytest_asyncio.fixture
async def hosts(clock: Clock) -> AsyncIterator[tuple[Host, Host]]:
    """A host that shows the games of ``CHANNEL``, and another one."""
    place = postgresql.migrated_database()
    opened = [await open_host(place, clock, shards=ShardGroup.parse(text)) for text in ("0/2", "1/2")]
    yield opened[0], opened[1]
    for host in opened:
        await host.close()


async def begin(host: Host, when_late: TimeoutAction = TimeoutAction.VOTE, takeback: int = 0) -> None:
    """Begin a game of three people with a time limit."""
    await seat(host, ANN, BOB, CID)
    options = TableOptions(pace="24h", timeout=when_late, takeback=takeback)
    await host.lobby.start(CHANNEL, ANN, 1, options)


async def process_at_once(*hosts: Host) -> DeadlineResult:
    """Let all processes do what is due at the same moment; return what was done, by one of them."""
    results = await asyncio.gather(*(host.deadlines.process_due(1) for host in hosts for _ in range(2)))
    [done] = [one for one in results if one is not None]
    return done


async def test_of_two_processes_one_reminds(hosts: tuple[Host, Host], clock: Clock) -> None:
    await begin(hosts[0])
    for minutes, kind in ((HALF_A_DAY, NotificationKind.HALF), (DAY, NotificationKind.OUT)):
        clock.pass_minutes(minutes)
        done = await process_at_once(*hosts)
        assert done.notification
        assert done.notification.kind is kind
    stored = await hosts[1].notifications.of_game(1)
    assert [(one.kind, outcome) for one, outcome in stored] == [
        (NotificationKind.HALF, None), (NotificationKind.OUT, None)
    ]  # fmt: skip


async def test_a_game_that_another_process_holds_is_tried_again(hosts: tuple[Host, Host], clock: Clock) -> None:
    await begin(hosts[0])
    clock.pass_minutes(HALF_A_DAY)
    hold = [Statement(text("SELECT number FROM games WHERE number = 1 FOR UPDATE")), Statement(text(SLEEP))]
    _, done = await asyncio.gather(hosts[1]._storage._database.commit(hold), hosts[0].deadlines.process_due(1))
    assert done
    assert done.notification


@pytest.mark.parametrize("takeback", [0, 60])
async def test_of_two_processes_one_plays_what_is_due(hosts: tuple[Host, Host], clock: Clock, takeback: int) -> None:
    """A turn that is late is skipped; one that can't be taken back any more passes."""
    await begin(hosts[0], TimeoutAction.SKIP, takeback)
    before = (await hosts[0].tables.load_running(1)).ply
    clock.pass_minutes(DAY)
    done = await process_at_once(*hosts)
    assert done.played
    for host in hosts:
        table = await host.tables.load_running(1)
        assert before < table.ply == done.played.after.ply
        assert len(await host.history.log(1)) == table.ply


async def test_whoever_asks_for_votes_the_table_is_asked_once(hosts: tuple[Host, Host], clock: Clock) -> None:
    here, elsewhere = hosts
    await begin(here)
    clock.pass_minutes(2 * DAY)
    done = await process_at_once(*hosts)
    assert done.notification
    await here.notifications.mark_delivered(done.notification, DeliveryOutcome.LOST)
    asked = await asyncio.gather(elsewhere.voting.open(1, BOB), elsewhere.voting.open(1, CID), here.voting.open(1, BOB))
    assert len(set(filter(None, asked))) == 1
    [_, (vote, outcome)] = await here.notifications.of_game(1)
    assert (vote.kind, outcome) == (NotificationKind.VOTE, None)


async def test_what_one_stores_for_the_other_is_claimed_by_the_other(hosts: tuple[Host, Host], clock: Clock) -> None:
    here, elsewhere = hosts
    await begin(here)
    clock.pass_minutes(HALF_A_DAY)
    done = await elsewhere.deadlines.process_due(1)
    assert done
    assert done.notification
    assert await elsewhere.notifications.claim_unsent() == []
    claimed = await asyncio.gather(here.notifications.claim_unsent(), here.notifications.claim_unsent(1))
    assert done.notification in claimed[0] + claimed[1]
    assert not await elsewhere.notifications.claim(done.notification)
    clock.time += timedelta(seconds=61)
    assert await elsewhere.notifications.claim_unsent() == []


async def test_who_takes_a_seat_elsewhere_at_that_moment_is_not_deleted(hosts: tuple[Host, Host]) -> None:
    """The other process has not committed yet when the deletion begins."""
    here, elsewhere = hosts
    table = await begin_untimed(here, ANN, BOB, CID)
    await elsewhere.follows.follow(DORA, table, Followed.END)  # so she is known
    async with elsewhere._storage._database.backend.long_transaction() as taking:
        for sql in TAKING:
            await taking(partial(Connection.execute, statement=text(sql), parameters={"taker": DORA.id}))
        deleting = asyncio.create_task(here.privacy.delete(DORA.id))
        while not await waits_for_a_lock(elsewhere):  # noqa: ASYNC110 (the server tells nobody)
            await asyncio.sleep(0.01)
    with pytest.raises(StillSeatedError):
        await deleting
    assert [one.person for one in (await here.tables.load_running(1)).seats] == [ANN, DORA, CID]


async def test_a_notification_that_is_being_stored_elsewhere_names_nobody_deleted(
    hosts: tuple[Host, Host], clock: Clock
) -> None:
    here, elsewhere = hosts
    await begin_untimed(here, ANN, BOB, CID)
    await here.privacy.withdraw(ANN)
    notification = Notification(1, 1, NotificationKind.VOTE, ANN.id, clock(), None)
    stored = notification_statement(notification, elsewhere._storage.notifications.claims)
    async with elsewhere._storage._database.backend.long_transaction() as storing:
        await storing(partial(execute, statements=[stored]))
        deleting = asyncio.create_task(here.privacy.delete(ANN.id))
        while not await waits_for_a_lock(elsewhere):  # noqa: ASYNC110 (the server tells nobody)
            await asyncio.sleep(0.01)
    await deleting
    [(now, _)] = await here.notifications.of_game(1)
    assert now == replace(notification, person_id=-1)


async def waits_for_a_lock(host: Host) -> bool:
    """Return whether a transaction waits for another one."""
    waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'tuple')"
    return bool(await fetch(host._storage._database, waiting))


async def test_who_asked_a_process_to_be_deleted_that_died_is_deleted_by_another(hosts: tuple[Host, Host]) -> None:
    """By the one that sends what is private, half a minute later."""
    other, asked = hosts
    await begin(other)
    heard = asyncio.Event()
    other.schedule.changed.add(heard.set)
    await asked.people.ask_deletion(ANN)
    async with asyncio.timeout(30):
        while other.schedule.at(DELETION, ANN.id) is None:
            heard.clear()
            await heard.wait()
    assert asked.schedule.at(DELETION, ANN.id) is None
    assert await other.people.find_leaving(ANN.id) == ANN
