"""PostgreSQL goes back in time: a server takes over that lacks the last transactions, while people play."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from typing import NamedTuple, TypeVar

import pytest
import pytest_asyncio
from sqlalchemy import Connection

from host.errors import DatabaseAwayError, HostError
from host.host import Host
from host.model.clock import VoteChoice
from host.model.fingerprint import fingerprint
from host.model.notifications import DeliveryOutcome, Notification, NotificationKind
from host.model.preferences import Preferences, Theme
from host.model.server_settings import ServerSettings
from host.model.shards import ShardGroup
from host.model.table import RunningTable, Venue, WaitingTable
from host.services.deadlines import DEADLINE
from host.storage.engine import change_feed
from tests.fixtures import postgresql
from tests.fixtures.databases import database_of
from tests.fixtures.postgresql import PostgresqlServer
from tests.host.deadlines import DAY, PACED, pass_time, round_of
from tests.host.tables import (
    ANN,
    BOB,
    CHANNEL,
    CID,
    DORA,
    Clock,
    begin,
    open_host,
    running,
    seat,
    take_turn,
    take_turns,
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or ""),
    pytest.mark.asyncio(loop_scope="module"),  # starting a server takes longer than most of these tests
]

T = TypeVar("T")
SECONDS = 30
"""How long something may take on a machine that does much else."""
LOST = NotificationKind.TURN_LOST, NotificationKind.TURNS_LOST


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresqlServer]:
    """A server that loses what it has stored."""
    with postgresql.running_server() as server:
        yield server


class Processes(NamedTuple):
    """Two processes on one database: the games are played where the first one serves."""

    here: Host
    there: Host
    clock: Clock
    server: PostgresqlServer

    @property
    def both(self) -> tuple[Host, Host]:
        return self.here, self.there


async def opened(server: PostgresqlServer) -> AsyncIterator[Processes]:
    place, clock = server.url(server.new_database()), Clock()
    here, there = [await open_host(place, clock, shards=ShardGroup(one, one, 2), seed=one) for one in range(2)]
    yield Processes(here, there, clock, server)
    for host in (here, there):
        await host.close()


@pytest_asyncio.fixture(loop_scope="module")
async def processes(server: PostgresqlServer, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Processes]:
    """Both hear of changes again as soon as the server is there again."""
    monkeypatch.setattr(change_feed, "_PAUSES", (0.05,))
    async for processes in opened(server):
        yield processes


@pytest_asyncio.fixture(loop_scope="module")
async def deaf(server: PostgresqlServer, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Processes]:
    """When the server is there again, it takes long until both hear of changes again."""
    monkeypatch.setattr(change_feed, "_PAUSES", (3600,))
    async for processes in opened(server):
        yield processes


async def until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(SECONDS):
        while not holds():  # noqa: ASYNC110 (anything may be waited for)
            await asyncio.sleep(0.005)


async def answer(host: Host, number: int = 1) -> RunningTable:
    """Return a table as soon as the new server answers."""
    async with asyncio.timeout(SECONDS):
        while True:
            try:
                return await host.tables.load_running(number)
            except HostError:
                await asyncio.sleep(0.01)


def ply_of(host: Host, number: int = 1) -> int | None:
    table = host.tables.running_summary(number)
    return table.ply if table else None


def have_told(processes: Processes, losses: int) -> bool:
    """Whether both processes know that the table was told of this number of losses."""
    found = [host.tables.running_summary(1) for host in processes.both]
    return [one.losses for one in found if one] == [losses, losses]


async def losses(host: Host, number: int = 1) -> list[Notification]:
    return [one for one, _ in await host.notifications.of_game(number) if one.kind in LOST]


async def replica(processes: Processes) -> Callable[[], None]:
    """Copy the server as it is now, and return a function that lets the copy take over."""
    copied = await asyncio.to_thread(processes.server.copied)
    processes.clock.pass_minutes(1)
    return lambda: processes.server.fail_over(copied)


async def heard_again(processes: Processes) -> Callable[[], bool]:
    """Return a function that says whether both processes have read everything again."""
    heard = list[Host]()
    for host in processes.both:
        host.changes_elsewhere.games_changed.add(lambda numbers, host=host: heard.append(host))  # type: ignore[misc]
    return lambda: set(heard) == set(processes.both)


async def check_sound(processes: Processes, number: int = 1) -> None:
    """All processes know the same game, and its log replays."""
    tables = [running(await host.tables.load(number)) for host in processes.both]
    assert len({(one.ply, fingerprint(one.state), one.token) for one in tables}) == 1
    for host in processes.both:
        assert len(await host.history.log(number)) == tables[0].ply
        assert not host.message_log.quarantined


async def test_nobody_plays_on_from_a_turn_that_is_lost(deaf: Processes) -> None:
    """The turn that is stored instead has the same ply, and is the same number of changes."""
    here, there = deaf.both
    table = await begin(here, ANN, BOB, CID)
    table = running((await take_turn(here, table, random.Random(1))).after)
    fail_over = await replica(deaf)
    lost = (await take_turn(here, table, random.Random(2))).after
    await asyncio.to_thread(fail_over)
    deaf.clock.pass_minutes(1)
    stored = (await take_turn(there, await answer(there), random.Random(77))).after
    assert stored.ply == lost.ply
    assert fingerprint(stored.state) != fingerprint(lost.state)
    assert fingerprint((await answer(here)).state) == fingerprint(stored.state)
    await take_turn(here, running(await here.tables.load(1)), random.Random(5))
    await check_sound(deaf)


async def test_a_lost_turn_is_told_once_although_both_find_it(processes: Processes) -> None:
    here, there = processes.both
    table = await take_turns(here, await begin(here, ANN, BOB), 3)
    fail_over = await replica(processes)
    lost = (await take_turn(here, running(table), random.Random(2))).after
    await until(lambda: ply_of(there) == lost.ply)
    heard = await heard_again(processes)
    await asyncio.to_thread(fail_over)
    await until(lambda: heard() and have_told(processes, 1))
    assert {ply_of(host) for host in processes.both} == {table.ply}
    [told] = await losses(here)
    assert (told.kind, told.round, told.person_id) == (NotificationKind.TURN_LOST, 1, BOB.id)
    assert [told] == await here.notifications.claim_unsent(1)
    stored = running(await here.tables.load(1))
    assert stored.clock is None or stored.clock.since == processes.clock()
    await take_turn(there, stored, random.Random(3))
    await check_sound(processes)


async def test_each_loss_is_told(processes: Processes) -> None:
    """Several turns are lost, then another one, then none."""
    here = processes.here
    table = running(await take_turns(here, await begin(here, ANN, BOB), 2))
    for turns, told in ((3, [NotificationKind.TURN_LOST]), (1, [NotificationKind.TURN_LOST]), (0, [])):
        earlier = await losses(here)
        fail_over = await replica(processes)
        processes.clock.pass_minutes(1)
        await take_turns(here, table, turns, seed=len(earlier) + 2)
        heard = await heard_again(processes)
        await asyncio.to_thread(fail_over)
        await until(heard)
        await until(partial(have_told, processes, len(earlier) + len(told)))
        assert [one.kind for one in (await losses(here))[len(earlier) :]] == told
        assert ply_of(here) == table.ply
        table = running(await here.tables.load(1))
    await check_sound(processes)


async def test_what_was_lost_is_found_also_after_others_have_played_on(deaf: Processes) -> None:
    here, there = deaf.both
    table = await take_turns(here, await begin(here, ANN, BOB), 3)
    fail_over = await replica(deaf)
    await take_turn(here, running(table), random.Random(2))
    there._storage.games._cache.remove(1)  # it has not heard of the game yet
    await asyncio.to_thread(fail_over)
    deaf.clock.pass_minutes(1)
    await take_turns(there, await answer(there), 4, seed=9)
    assert (await answer(here)).ply == ply_of(there)
    await until(lambda: (one := here.tables.running_summary(1)) and one.losses == 1)
    assert [one.kind for one in await losses(here)] == [NotificationKind.TURN_LOST]
    await check_sound(deaf)


async def test_a_game_whose_end_is_lost_goes_on(processes: Processes) -> None:
    here, there = processes.both
    await begin(here, ANN, BOB)
    fail_over = await replica(processes)
    await here.turns.resign(1, ANN)
    await until(lambda: there.tables.summary(1) is None)
    assert here.tables.of_person(ANN.id) == []
    await asyncio.to_thread(fail_over)
    await until(lambda: have_told(processes, 1))
    assert [one.number for host in processes.both for one in host.tables.of_person(ANN.id)] == [1, 1]
    assert len(await losses(there)) == 1
    await take_turn(there, running(await there.tables.load(1)), random.Random(3))
    await check_sound(processes)


async def test_a_lobby_follows_the_database(processes: Processes) -> None:
    """Bob was told that he sits there, and a second table that it is there; then the first game had begun."""
    here, there = processes.both
    await seat(here, ANN)
    fail_over = await replica(processes)
    await here.lobby.join(CHANNEL, BOB, 1)
    await here.lobby.start(CHANNEL, ANN, 1)
    second = await here.lobby.open(Venue(1, 77), DORA)
    await until(lambda: there.tables.summary(second.number) and there.tables.running_summary(1))
    await asyncio.to_thread(fail_over)
    for host in processes.both:
        await until(lambda host=host: isinstance(host.tables.summary(1), WaitingTable))  # type: ignore[misc]
        await until(lambda host=host: host.tables.summary(second.number) is None)  # type: ignore[misc]
        assert [*host.tables.of_person(BOB.id), *host.tables.of_person(DORA.id)] == []
        assert not host.schedule.upcoming(DEADLINE)
    await there.lobby.join(CHANNEL, CID, 1)
    begun = running((await here.lobby.start(CHANNEL, ANN, 1)).after)
    assert begun.people == (ANN, CID)
    assert (await here.lobby.open(CHANNEL, DORA)).number > second.number, "its number may stand in messages"


async def test_a_decided_vote_that_is_lost_can_be_decided_again(processes: Processes) -> None:
    here, there = processes.both
    await seat(here, ANN, BOB, CID)
    await here.lobby.start(CHANNEL, ANN, 1, PACED)
    await pass_time(here, processes.clock, DAY)
    asked = await here.tables.load_running(1)
    fail_over = await replica(processes)
    for voter in (BOB, CID):
        await here.voting.vote(1, voter, round_of(asked), VoteChoice.SKIP)
    await until(lambda: ply_of(there) != asked.ply)
    await asyncio.to_thread(fail_over)
    await until(lambda: have_told(processes, 1))
    table = running(await there.tables.load(1))
    assert table.is_to_move(ANN.id)
    assert table.clock is not None
    assert table.clock.due is not None
    assert table.clock.due > processes.clock(), "who is to move again has all the time"
    assert table.clock.votes == {}
    assert len(here.schedule.upcoming(DEADLINE)) == 1
    assert here.schedule.upcoming(DEADLINE)[0][0] > processes.clock()


async def test_a_turn_in_doubt_is_not_taken_for_another_transaction(
    deaf: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new server gives the number of the lost transaction to another one."""
    here = deaf.here
    table = await begin(here, ANN, BOB)
    fail_over = await replica(deaf)
    backend = database_of(here).backend
    write = backend.write

    async def broken(work: Callable[[Connection], T]) -> T:
        monkeypatch.setattr(backend, "write", write)
        await write(work)
        await asyncio.to_thread(fail_over)
        for _ in range(100):
            deaf.server.execute("SELECT pg_current_xact_id()")
        raise ConnectionResetError

    monkeypatch.setattr(backend, "write", broken)
    with pytest.raises(DatabaseAwayError):
        await take_turn(here, table, random.Random(2))
    assert (await answer(here)).ply == table.ply
    await take_turn(here, running(await here.tables.load(1)), random.Random(3))
    await check_sound(deaf)


async def test_what_has_no_token_is_carried_out_again(deaf: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    here = deaf.here
    backend = database_of(here).backend
    write = backend.write

    async def broken(work: Callable[[Connection], T]) -> T:
        monkeypatch.setattr(backend, "write", write)

        def unstored(connection: Connection) -> T:
            work(connection)
            raise ConnectionResetError

        return await write(unstored)

    monkeypatch.setattr(backend, "write", broken)
    chosen = Preferences(theme=Theme.DAY)
    await here.people.choose_preferences(ANN, theme=chosen.theme)
    await until(lambda: deaf.there.people.preferences(ANN.id) == chosen)


async def test_settings_of_a_server_are_changed_only_as_they_are_stored(deaf: Processes) -> None:
    here, there = deaf.both
    await here.administration.change_settings(9, ANN, lambda _: ServerSettings(9, most_tables=1))
    await until(lambda: there.administration.server(9).most_tables == 1)
    fail_over = await replica(deaf)
    await here.administration.change_settings(9, ANN, lambda _: ServerSettings(9, most_tables=2))
    await asyncio.to_thread(fail_over)
    async with asyncio.timeout(SECONDS):
        while True:
            try:
                await there.administration.refresh()
                break
            except HostError:
                await asyncio.sleep(0.01)
    await there.administration.change_settings(9, BOB, lambda one: ServerSettings(9, frozenset({5}), one.most_tables))
    await here.administration.change_settings(9, ANN, lambda one: ServerSettings(9, one.channels, 3))
    assert here.administration.server(9) == ServerSettings(9, frozenset({5}), 3)


async def test_a_message_of_a_lost_turn_announces_no_other(processes: Processes) -> None:
    here = processes.here
    table = running(await take_turns(here, await begin(here, ANN, BOB), 1))
    fail_over = await replica(processes)
    lost = (await take_turn(here, table, random.Random(2))).after
    heard = await heard_again(processes)
    await asyncio.to_thread(fail_over)
    await until(lambda: heard() and have_told(processes, 1))
    processes.clock.pass_minutes(1)
    again = (await take_turn(here, running(await here.tables.load(1)), random.Random(3))).after
    assert again.ply == lost.ply
    assert not await here.message_log.mark_announced(1, lost.ply, 70, played_at=lost.played_at)
    assert running(await here.tables.load(1)).announced < lost.ply
    assert await here.message_log.mark_announced(1, again.ply, 71, played_at=again.played_at)
    assert running(await here.tables.load(1)).message == 71


async def test_a_lost_notification_is_not_sent(processes: Processes) -> None:
    here = processes.here
    await seat(here, ANN, BOB)
    await here.lobby.start(CHANNEL, ANN, 1, PACED)
    fail_over = await replica(processes)
    [due] = await pass_time(here, processes.clock, DAY // 2)
    assert due.notification
    assert await here.notifications.claim(due.notification)
    heard = await heard_again(processes)
    await asyncio.to_thread(fail_over)
    await until(heard)
    assert not await here.notifications.claim(due.notification)
    [again] = await pass_time(here, processes.clock, 0)
    assert again.notification
    assert again.notification.key == due.notification.key
    assert await here.notifications.claim(again.notification)
    await here.notifications.mark_delivered(again.notification, DeliveryOutcome.SENT)
