"""The database: whole transactions or none, and one bot a database. What is about files is about SQLite alone."""

import asyncio
import contextlib
import errno
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Coroutine
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import (
    Column,
    Connection,
    ForeignKey,
    Integer,
    MetaData,
    Table,
    Text,
    bindparam,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.exc import DBAPIError, OperationalError

from host.errors import BadUrlError, DatabaseAwayError, DatabaseLockedError, FileInUseError, UnopenedDatabaseError
from host.storage.engine.database import Database
from host.storage.engine.database_url import parse_url
from host.storage.engine.sqlite_file import SqliteThread, _Commit
from host.storage.engine.statements import ConflictError, Statement, upsert
from tests.fixtures.databases import url
from tests.host.tables import ROOT

FARM = MetaData()
OWNERS = Table("owners", FARM, Column("name", Text, primary_key=True))
SHEEP = Table(
    "sheep",
    FARM,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("owner", Text, ForeignKey("owners.name"), nullable=False),
)
ADD = insert(SHEEP)


@pytest_asyncio.fixture
async def database(address: str) -> AsyncIterator[Database]:
    opened = await Database.open(address)
    await opened.run_in_transaction(FARM.create_all)
    await opened.commit([Statement(insert(OWNERS), {"name": "Ann"})])
    yield opened
    await opened.close()


def sheep(number: int, owner: str = "Ann") -> Statement:
    return Statement(ADD, {"number": number, "owner": owner})


async def count(database: Database) -> int:
    return len(await database.read(select(SHEEP)))


async def test_it_writes_ahead_fully_synchronised_with_foreign_keys(path: Path) -> None:
    database = await Database.open(url(path))
    names = ("journal_mode", "synchronous", "foreign_keys", "secure_delete")
    found = await database.run_in_transaction(
        lambda connection: [connection.scalar(text(f"PRAGMA {name}")) for name in names]
    )
    assert found == ["wal", 2, 1, 1]
    await database.close()


async def test_what_is_committed_is_there_for_others_to_read(path: Path) -> None:
    database = await Database.open(url(path))
    await database.run_in_transaction(FARM.create_all)
    await database.commit([Statement(insert(OWNERS), {"name": "Ann"}), sheep(1), sheep(2)])
    with contextlib.closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT COUNT(*) FROM sheep").fetchone() == (2,)
    await database.close()


WRONG = update(SHEEP).where(SHEEP.c.number == 9).values(owner="Ann").returning(SHEEP.c.number)


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(sheep(1), id="a key that is taken"),
        pytest.param(sheep(3, "Nobody"), id="a foreign key that leads nowhere"),
        pytest.param(Statement(WRONG, is_guard=True), id="a row that is not there"),
    ],
)
@pytest.mark.both_databases
async def test_of_changes_that_conflict_none_is_carried_out(database: Database, wrong: Statement) -> None:
    with pytest.raises(ConflictError):
        await database.commit([sheep(1), sheep(2), wrong, sheep(4)])
    assert await count(database) == 0
    await database.commit([sheep(5)])
    assert await count(database) == 1


@pytest.mark.both_databases
async def test_a_row_that_is_there_already_changes(database: Database) -> None:
    clause, once = upsert(SHEEP, "owner"), upsert(SHEEP)
    await database.commit([Statement(insert(OWNERS), {"name": "Bob"}), sheep(1)])
    rows = [{"number": number, "owner": "Bob"} for number in (1, 2)]
    await database.commit([Statement(clause, row) for row in rows])
    await database.commit([Statement(once, {"number": number, "owner": "Ann"}) for number in (2, 3)])
    found = await database.read(select(SHEEP).order_by(SHEEP.c.number))
    assert [(row["number"], row["owner"]) for row in found] == [(1, "Bob"), (2, "Bob"), (3, "Ann")]


@pytest.mark.both_databases
async def test_a_statement_that_cannot_be_run_undoes_the_others(database: Database) -> None:
    with pytest.raises(DBAPIError):
        await database.commit([sheep(1), Statement(text("INSERT INTO nowhere VALUES (1)"))])
    assert await count(database) == 0


@pytest.mark.both_databases
async def test_transactions_at_the_same_time_do_not_mix(database: Database) -> None:
    flocks = [[sheep(100 * flock + number) for number in range(5)] for flock in range(10)]
    broken = [[sheep(1000 + flock), sheep(1000 + flock)] for flock in range(10)]
    results = await asyncio.gather(*map(database.commit, [*flocks, *broken]), return_exceptions=True)
    assert sum(isinstance(result, ConflictError) for result in results) == 10
    assert await count(database) == 50


@pytest.mark.both_databases
async def test_of_many_who_change_the_same_row_only_the_first_succeeds(database: Database) -> None:
    await database.commit([sheep(0)])
    change = (
        update(SHEEP)
        .where(SHEEP.c.number == bindparam("earlier"))
        .values(number=bindparam("later"))
        .returning(SHEEP.c.number)
    )
    moves = [Statement(change, {"earlier": 0, "later": number}, is_guard=True) for number in range(1, 21)]
    results = await asyncio.gather(*(database.commit([move]) for move in moves), return_exceptions=True)
    assert sum(result is None for result in results) == 1
    assert sum(isinstance(result, ConflictError) for result in results) == 19


async def test_the_thread_of_sqlite_is_visited_once_for_a_transaction(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = await Database.open(url(path))
    await database.run_in_transaction(FARM.create_all)
    original: Any = SqliteThread._visit
    visits = list[object]()

    async def visit(self: SqliteThread, work: Any) -> Any:
        visits.append(work)
        return await original(self, work)

    monkeypatch.setattr(SqliteThread, "_visit", visit)
    await database.commit([Statement(insert(OWNERS), {"name": "Ann"}), sheep(1), sheep(2)])
    assert len(visits) == 1
    await database.read_all([(select(SHEEP), {}), (select(OWNERS), {})])
    assert len(visits) == 2
    await database.close()


@pytest_asyncio.fixture
async def file(path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(url(path))
    await opened.run_in_transaction(FARM.create_all)
    await opened.commit([Statement(insert(OWNERS), {"name": "Ann"})])
    yield opened
    await opened.close()


async def asked_while_the_writer_is_busy(
    file: Database, *asked: list[Statement]
) -> tuple[list[BaseException | None], int]:
    """Ask for transactions while another one is under way. Return what each raised, and how many were begun."""
    is_free, begun = threading.Event(), list[str]()

    def hold(connection: Connection) -> None:
        driver: Any = connection.connection.driver_connection
        driver.set_trace_callback(lambda said: begun.append(said) if said.startswith("BEGIN") else None)
        assert is_free.wait(60)

    held = asyncio.create_task(file.run_in_transaction(hold))
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(_outcome(file.commit(statements))) for statements in asked]
        backend: Any = file.backend
        while backend._writer.visits <= len(asked):  # noqa: ASYNC110 (a visit that waits tells nobody)
            await asyncio.sleep(0)
        is_free.set()
    await held
    return [one.result() for one in tasks], len(begun)


async def _outcome(work: Coroutine[Any, Any, None]) -> BaseException | None:
    try:
        await work
    except Exception as error:
        return error
    return None


async def test_what_waits_for_the_writer_is_stored_in_one_transaction(file: Database) -> None:
    raised, begun = await asked_while_the_writer_is_busy(file, *([sheep(number)] for number in range(10)))
    assert raised == [None] * 10
    assert begun == 1
    assert await count(file) == 10


async def test_what_conflicts_takes_nothing_with_it_that_waits_beside_it(file: Database) -> None:
    wrong = [sheep(7), Statement(WRONG, is_guard=True)]
    raised, _ = await asked_while_the_writer_is_busy(file, [sheep(1)], wrong, [sheep(2)])
    assert [type(one) for one in raised] == [type(None), ConflictError, type(None)]
    assert [row["number"] for row in await file.read(select(SHEEP))] == [1, 2]


async def test_of_two_that_wait_with_the_same_key_the_first_is_stored(file: Database) -> None:
    raised, _ = await asked_while_the_writer_is_busy(file, [sheep(1)], [sheep(1), sheep(2)])
    assert [type(one) for one in raised] == [type(None), ConflictError]
    assert await count(file) == 1


async def test_what_waits_for_the_same_lock_waits_once(file: Database, path: Path) -> None:
    backend: Any = file.backend
    await backend.stop_waiting()
    thread, commits, begun = backend._writer, [_Commit([sheep(number)]) for number in range(3)], list[str]()
    await thread.drive(lambda driver: driver.set_trace_callback(begun.append))
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        await thread.run(lambda _: thread._commit_together(commits))
    assert [type(backend.host_error(one.error)) for one in commits] == [DatabaseLockedError] * 3
    assert sum(said.startswith("BEGIN") for said in begun) == 1


async def test_a_statement_that_cannot_be_run_fails_alone(file: Database) -> None:
    wrong = Statement(text("INSERT INTO goats VALUES (1)"))
    raised, _ = await asked_while_the_writer_is_busy(file, [sheep(1)], [wrong], [sheep(2)])
    assert [type(one) for one in raised] == [type(None), OperationalError, type(None)]
    assert await count(file) == 2


@pytest.mark.both_databases
async def test_a_read_never_sees_half_a_transaction(database: Database) -> None:
    writing = asyncio.create_task(database.commit([sheep(number) for number in range(20)]))
    seen = set()
    while not writing.done():
        seen.add(await count(database))
    assert seen <= {0, 20}


@pytest.mark.both_databases
async def test_queries_read_together_see_one_moment(database: Database) -> None:
    writing = asyncio.create_task(add_slowly(database))
    seen = []
    while not writing.done():
        seen.append([len(rows) for rows in await database.read_all([(select(SHEEP), {})] * 5)])
    assert all(len(set(one)) == 1 for one in seen)
    assert await count(database) == 40


async def add_slowly(database: Database) -> None:
    for number in range(40):
        await database.commit([sheep(number)])


@pytest.mark.parametrize("steps", range(14))
async def test_a_task_cancelled_at_any_moment_leaves_no_transaction_open(database: Database, steps: int) -> None:
    writing = asyncio.create_task(database.commit([sheep(1), sheep(2), sheep(3)]))
    for _ in range(steps):
        await asyncio.sleep(0.0002)
    writing.cancel()
    await asyncio.gather(writing, return_exceptions=True)
    assert await count(database) in (0, 3)
    await database.commit([sheep(4)])
    assert await count(database) in (1, 4)


@pytest.mark.both_databases
async def test_a_task_cancelled_twice_leaves_no_transaction_open(database: Database) -> None:
    writing = asyncio.create_task(database.commit([sheep(number) for number in range(50)]))
    await asyncio.sleep(0.001)
    writing.cancel()
    await asyncio.sleep(0)
    writing.cancel()
    await asyncio.gather(writing, return_exceptions=True)
    await database.commit([sheep(100)])
    assert await count(database) in (1, 51)


@pytest.mark.both_databases
async def test_a_second_store_on_the_database_is_refused_until_the_first_is_closed(address: str) -> None:
    first = await Database.open(address)
    with pytest.raises(FileInUseError) as caught:
        await Database.open(address)
    assert caught.value.path == first.name
    await first.close()
    with pytest.raises(DatabaseAwayError):
        await first.read(select(SHEEP))
    await (await Database.open(address)).close()


async def test_another_name_for_the_same_file_is_refused_too(path: Path) -> None:
    database = await Database.open(url(path))
    link = path.with_name("link.db")
    try:
        link.symlink_to(path)
    except OSError:
        pytest.skip("no symbolic links here")
    with pytest.raises(FileInUseError):
        await Database.open(url(link))
    await database.close()


@pytest.mark.both_databases
async def test_another_process_is_refused(database: Database, address: str) -> None:
    script = (
        "import asyncio, sys\n"
        "from host.errors import HostError\n"
        "from host.storage.engine.database import Database\n"
        "try:\n"
        "    asyncio.run(Database.open(sys.argv[1]))\n"
        "except HostError as error:\n"
        "    print(type(error).__name__)\n"
    )
    command = [sys.executable, "-c", script, address]
    done = await asyncio.to_thread(subprocess.run, command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.stdout == "FileInUseError\n", done.stderr


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "games.db",
        "sqlite://",
        "sqlite:///",
        "sqlite:///:memory:",
        "postgres:///games",
        "postgresql://ann:secret@server",
        "postgresql://ann:se/cret@server:x/games",
        "postgresql+psycopg2://ann:secret@server/games",
        "mysql://ann:sec@ret@server/games?password=secret",
        "postgresql://ann:sec@ret@server/games",
        "postgresql://ann:se@cret/@server/games",
        "postgresql://ann:secret@server:99999/games",
        "postgresql://ann:secret@server/games?sslmode=some",
        "postgresql://ann:secret@server/games?option=1",
    ],
)
def test_an_address_that_names_no_database_is_refused(wrong: str) -> None:
    with pytest.raises(BadUrlError) as caught:
        parse_url(wrong)
    assert "ret" not in str(vars(caught.value))


def test_three_strokes_are_relative_and_four_absolute() -> None:
    assert parse_url("sqlite:///games.db") == Path("games.db").resolve()
    assert parse_url("sqlite+aiosqlite:////srv/games.db") == Path("/srv/games.db").resolve()
    assert parse_url("sqlite:////srv/my%20games?.db") == Path("/srv/my%20games?.db").resolve()


async def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    """The address was called wrong, which it isn't."""
    with pytest.raises(UnopenedDatabaseError) as caught:
        await Database.open(url(tmp_path / "nowhere" / "games.db"))
    assert caught.value.problem == f"no such file or directory ({tmp_path / 'nowhere'})"


async def test_a_disk_that_is_full_at_the_first_start_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "open", fail)
    with pytest.raises(UnopenedDatabaseError) as caught:
        await Database.open(url(tmp_path / "games.db"))
    assert caught.value.problem == "no space left on device"
