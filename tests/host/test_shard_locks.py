"""Locks of shards: which processes may share a database, who waits for whom, and what happens if locks are lost."""

import asyncio
import logging
import sys
import time

import pytest

from host.errors import DatabaseAwayError, FileInUseError, HostError, TakenOverError
from host.model.shards import ALL_SHARDS, ShardGroup, ShardsTakenError
from host.storage.engine import postgresql_locks
from host.storage.engine.database import Database
from tests.fixtures import postgresql
from tests.host.shard_locks import (
    EVERYTHING,
    PATIENCE,
    end_connection,
    lock_pid,
    locks_of,
    next_in_line,
    note_end,
    until,
)
from tests.host.tables import ANN, BOB, ROOT, begin, open_host, seat, take_turns

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or ""),
]


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes ask again soon."""
    monkeypatch.setattr(postgresql_locks, "_PAUSE", 0.01)
    monkeypatch.setattr(postgresql_locks, "_STANDBY_PAUSE", 0.1)
    monkeypatch.setattr(postgresql_locks, "_CHECK_PAUSE", 0.1)


@pytest.fixture
def database() -> str:
    """The name of a database with empty tables."""
    return postgresql.migrated_database().partition("@/")[2].partition("?")[0]


def address(database: str) -> str:
    """Return the address of a database of the tests' server."""
    return postgresql.server().url(database)


def group(text: str) -> ShardGroup:
    """Return the group that a text names."""
    return ShardGroup.parse(text)


async def refused(database: str, shards: str) -> HostError:
    """Try to serve a group, and return why that did not work."""
    with pytest.raises(HostError) as caught:
        await Database.open(address(database), group(shards))
    return caught.value


async def test_processes_share_a_database_if_each_has_other_shards(database: str) -> None:
    first = await Database.open(address(database), group("0-1/4"))
    second = await Database.open(address(database), group("2/4"))
    for wanted, other in (("1-3/4", "0-1/4"), ("2-3/4", "2/4"), ("3/5", "0-1/4"), ("0/1", "0-1/4"), ("0-3/4", "0-1/4")):
        error = await refused(database, wanted)
        assert isinstance(error, ShardsTakenError)
        assert (error.own, error.other) == (group(wanted), group(other))
    assert isinstance(await refused(database, "2/4"), FileInUseError)
    await second.close()
    last = await Database.open(address(database), group("2-3/4"))
    await last.close()
    await first.close()
    await (await Database.open(address(database))).close()


async def test_a_process_that_serves_everything_is_alone(database: str) -> None:
    opened = await Database.open(address(database))
    assert isinstance(await refused(database, "0/1"), FileInUseError)
    error = await refused(database, "0/2")
    assert isinstance(error, ShardsTakenError)
    assert error.other == ALL_SHARDS
    await opened.close()


@pytest.mark.parametrize("shards", ["0/1", "3/4"])
async def test_programs_from_before_there_were_shards_are_excluded_and_exclude(database: str, shards: str) -> None:
    with postgresql.server().session(database) as older:
        opened = await Database.open(address(database), group(shards))
        assert older(f"SELECT pg_try_advisory_lock({EVERYTHING})") == "f"
        await opened.close()
        assert older(f"SELECT pg_try_advisory_lock({EVERYTHING})") == "t"
        error = await refused(database, shards)
        assert isinstance(error, FileInUseError if shards == "0/1" else ShardsTakenError)


async def test_locks_of_another_database_are_in_nobodys_way(database: str) -> None:
    opened = await Database.open(address(database))
    other = await Database.open(postgresql.migrated_database(), group("0/2"))
    await other.close()
    await opened.close()


async def test_a_standby_takes_over_when_the_other_stops(
    database: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql_locks, "_STANDBY_PAUSE", 1)  # on a busy machine, "at once" takes a while
    caplog.set_level(logging.INFO, "host")
    host = await open_host(address(database), shards=group("0-1/4"))
    standby = asyncio.create_task(open_host(address(database), shards=group("0-1/4"), waits=True))
    table = await begin(host, ANN, BOB)
    played = await take_turns(host, table, 1)
    await until(lambda: host.has_standby)
    lost = lock_pid(host)
    end_connection(lost)
    await note_end(host, lost)
    await until(lambda: locks_of(host).is_held)
    assert not standby.done(), "whoever has the shards takes them again at once"
    await host.close()
    second = await asyncio.wait_for(standby, PATIENCE)
    assert (await second.tables.load_running(table.number)).ply == played.ply
    assert [one.message for one in caplog.records].count("Waiting: another process serves shards 0-1/4") == 1
    await second.close()


async def test_a_standby_that_is_told_to_stop_leaves_nothing_behind(database: str) -> None:
    opened = await Database.open(address(database))
    standby = asyncio.create_task(Database.open(address(database), waits=True))
    await until(lambda: opened.backend.has_standby)
    standby.cancel()
    await asyncio.wait([standby])
    await opened.close()
    await (await Database.open(address(database))).close()


async def test_a_standby_says_that_the_server_does_not_answer(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql_locks, "_AWAY_PAUSE", 0.01)
    opened = await Database.open(address(database))
    standby = asyncio.create_task(Database.open(address(database), waits=True))
    await until(lambda: opened.backend.has_standby)

    async def fail(*_: object, **__: object) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr(postgresql_locks.ShardLocks, "_take", fail)
    with pytest.raises(DatabaseAwayError):
        await asyncio.wait_for(standby, PATIENCE)
    monkeypatch.undo()
    await opened.close()


async def test_a_connection_that_was_lost_is_made_again(database: str) -> None:
    host = await open_host(address(database), shards=group("0/2"))
    told = list[str]()
    host.lost.add(lambda: told.append("lost"))
    earlier = lock_pid(host)
    end_connection(earlier)
    await note_end(host, earlier)
    await seat(host, ANN)
    assert lock_pid(host) != earlier
    assert isinstance(await refused(database, "0/2"), FileInUseError)
    assert not told
    await host.close()


async def test_a_connection_that_only_this_side_has_lost_is_ended(database: str) -> None:
    """The server still has the session of the connection that was lost. It is nobody else's."""
    host = await open_host(address(database))
    locks = locks_of(host)
    kept, earlier = locks._connection, lock_pid(host)
    assert kept
    locks._connection = locks._driver = None
    await seat(host, ANN)
    assert lock_pid(host) != earlier
    await kept.invalidate()
    await kept.close()
    await host.close()


async def test_who_comes_back_later_than_another_process_stays_out(database: str) -> None:
    host = await open_host(address(database), shards=group("0/2"))
    told = list[str]()
    host.lost.add(lambda: told.append("lost"))
    async with next_in_line(address(database), "2, 0") as taken:
        lost = lock_pid(host)
        end_connection(lost)
        await taken
        await note_end(host, lost)
        for _ in range(2):
            with pytest.raises(TakenOverError):
                await seat(host, ANN)
    with pytest.raises(TakenOverError):
        await seat(host, ANN)
    assert told == ["lost"]
    await host.close()


async def test_a_lost_connection_is_noticed_where_nobody_asks_for_anything(database: str) -> None:
    host = await open_host(address(database))
    lost = asyncio.Event()
    host.lost.add(lost.set)
    async with next_in_line(address(database), str(EVERYTHING)):
        end_connection(lock_pid(host))
        await asyncio.wait_for(lost.wait(), PATIENCE)
    await host.close()


async def test_a_standby_takes_over_from_a_process_that_was_killed(
    database: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.undo()
    caplog.set_level(logging.INFO, "host")
    program = (
        "import asyncio, sys\n"
        "from host.model.shards import ShardGroup\n"
        "from host.storage.engine.database import Database\n"
        "async def main():\n"
        "    opened = await Database.open(sys.argv[1], ShardGroup.parse('0-3/16'))\n"
        "    print('serving', flush=True)\n"
        "    await asyncio.sleep(60)\n"
        "asyncio.run(main())\n"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, address(database), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"serving\n"
    standby = asyncio.create_task(Database.open(address(database), group("0-3/16"), waits=True))
    await until(lambda: "Waiting: another process serves shards 0-3/16" in caplog.messages)
    process.kill()
    killed = time.monotonic()
    opened = await asyncio.wait_for(standby, PATIENCE)
    with capsys.disabled():
        print(f"\nA standby took over {time.monotonic() - killed:.2f} s after the other process was killed")
    await process.wait()
    await opened.close()
