"""Processes that are cut off, hang or sleep: another one takes over, ends what they had under way, and works alone."""

import asyncio
import logging
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from sqlalchemy import text

from host.errors import (
    DatabaseAwayError,
    DatabaseLockedError,
    DatabaseRefusedError,
    HostError,
    ReadOnlyDatabaseError,
    TakenOverError,
)
from host.model.table_options import TableOptions
from host.storage.engine import postgresql_locks, postgresql_sessions
from host.storage.engine.database import Database
from screens.text.host_errors import host_error_text
from tests.fixtures import postgresql
from tests.fixtures.network import Link
from tests.host.shard_locks import (
    EVERYTHING,
    PATIENCE,
    end_connection,
    lock_pid,
    locks_of,
    name_of,
    next_in_line,
    server_of,
    until,
)
from tests.host.tables import ANN, BOB, CHANNEL, begin, open_host, seat, take_turns

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or ""),
]


@pytest.fixture
def name() -> str:
    """The name of a database with empty tables."""
    return name_of(postgresql.migrated_database())


@pytest.fixture
def place(name: str) -> str:
    """The address of that database."""
    return postgresql.server().url(name)


@pytest_asyncio.fixture
async def link() -> AsyncIterator[Link]:
    """The way of one machine to the server."""
    async with postgresql.link_to(postgresql.server().url("postgres")) as opened:
        yield opened


async def test_a_transaction_of_a_machine_that_has_vanished_keeps_nobody_waiting(place: str, link: Link) -> None:
    """It was in the middle of a turn, and of a notification. The next process plays on, and sends that."""
    gone = await open_host(postgresql.through(link, place))
    table = await seat(gone, ANN, BOB)
    await gone.lobby.start(CHANNEL, ANN, table.number, TableOptions(pace="24h", takeback=0))
    opened = server_of(gone).writing.begin()
    connection = await opened.__aenter__()
    for row in ("games", "pings"):
        await connection.execute(text(f"LOCK TABLE {row} IN SHARE ROW EXCLUSIVE MODE"))
    link.cut()
    end_connection(lock_pid(gone))  # as the server does when it finds out
    async with asyncio.timeout(PATIENCE / 2):
        standby = await open_host(place, waits=True)
    async with asyncio.timeout(PATIENCE / 2):
        await take_turns(standby, await standby.tables.load_running(table.number), 1)
    await connection.invalidate()
    server_of(gone)._give_up()
    await gone.close()
    await standby.close()


async def test_a_process_that_hangs_frees_its_shards(place: str, link: Link) -> None:
    """Its machine still acknowledges all that comes, so only its own silence tells the server."""
    hung = await open_host(postgresql.through(link, place))
    link.cut()
    async with asyncio.timeout(PATIENCE / 2):
        standby = await open_host(place, waits=True)
    await standby.close()
    server_of(hung)._give_up()
    await hung.close()


async def test_whoever_is_cut_off_leaves_its_shards_to_the_one_that_waits(
    place: str, link: Link, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "host")
    host = await open_host(postgresql.through(link, place))
    lost = asyncio.Event()
    host.lost.add(lost.set)
    standby = asyncio.create_task(open_host(place, waits=True))
    await until(lambda: host.has_standby)
    link.cut()
    async with asyncio.timeout(PATIENCE):
        await lost.wait()
        second = await standby
    with pytest.raises((TakenOverError, DatabaseAwayError)):
        await seat(host, ANN)
    await seat(second, ANN)
    await second.close()
    await host.close()


async def test_whoever_has_no_standby_stays_when_the_server_is_silent(
    place: str, link: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It can still say that the database doesn't answer, and goes on by itself."""
    monkeypatch.setattr(postgresql_locks, "_LEAVING_SECONDS", 0.1)
    monkeypatch.setattr(postgresql_locks, "_LOOK_PAUSE", 0.01)
    monkeypatch.setattr(postgresql_locks, "_ANSWER_SECONDS", 0.2)
    host = await open_host(postgresql.through(link, place))
    lost = asyncio.Event()
    host.lost.add(lost.set)
    link.cut()
    await until(lambda: locks_of(host).is_silent)
    with pytest.raises(DatabaseAwayError):
        await seat(host, ANN)
    link.mend()
    await until(lambda: locks_of(host).is_held and not locks_of(host).is_silent)
    await seat(host, ANN)
    assert not lost.is_set()
    await host.close()


async def test_whoever_has_slept_asks_before_it_speaks(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own clock stands still meanwhile, but for the one that also counts sleep."""
    monkeypatch.setattr(postgresql_locks, "_CHECK_PAUSE", 1000)
    host = await open_host(place)
    locks = locks_of(host)
    now, asked = locks._elapsed(), []
    monkeypatch.setattr(locks, "_elapsed", lambda: now)
    read_state = locks._read_state

    async def ask(driver: object) -> postgresql_sessions.ServerState:
        asked.append(driver)
        return await read_state(driver)

    monkeypatch.setattr(locks, "_read_state", ask)
    await host.confirm_home()
    assert not asked, "the server has just said so"
    now += 600
    await asyncio.gather(*(host.confirm_home() for _ in range(3)))
    assert len(asked) == 1
    now += 600
    async with next_in_line(place, str(EVERYTHING)) as taken:
        end_connection(lock_pid(host))
        await taken
        with pytest.raises(TakenOverError):
            await host.confirm_home()
    await host.close()


async def test_a_table_that_is_locked_keeps_people_waiting_for_two_seconds_only(place: str) -> None:
    host = await open_host(place)
    table = await begin(host, ANN, BOB)
    async with server_of(host).writing.begin() as other:
        await other.execute(text("LOCK TABLE games"))
        async with asyncio.timeout(PATIENCE / 4):
            with pytest.raises(DatabaseLockedError):
                await take_turns(host, table, 1)
    await take_turns(host, table, 1)
    await host.close()


async def refused(place: str) -> HostError:
    """Try to open a database, and return why that did not work."""
    with pytest.raises(HostError) as caught:
        await Database.open(place)
    return caught.value


async def test_a_replica_is_no_database_for_a_bot() -> None:
    """It would grant the locks, and refuse all else."""
    with postgresql.running_server() as server:
        name = server.new_database()
        server.stop()
        server.follow()
        server.start()
        error = await refused(server.url(name))
    assert isinstance(error, DatabaseRefusedError)
    assert "replica" in error.problem


async def test_a_database_whose_transactions_are_read_only(place: str, name: str) -> None:
    host = await open_host(place)
    postgresql.server().execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    await server_of(host).writing.dispose()
    with pytest.raises(ReadOnlyDatabaseError) as caught:
        await seat(host, ANN)
    assert "on its server" in host_error_text(caught.value)
    await host.close()
    error = await refused(place)
    assert isinstance(error, DatabaseRefusedError)
    assert "default_transaction_read_only" in error.problem
