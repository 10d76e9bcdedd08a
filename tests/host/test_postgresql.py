"""Databases on a PostgreSQL server: servers that are away or refuse, and what is told of them."""

import asyncio
import logging
import sys
from collections.abc import Callable, Iterator
from typing import TypeVar

import pytest
from sqlalchemy import Connection, select, text

from host.errors import (
    DatabaseAwayError,
    DatabaseRefusedError,
    DiskFullError,
    HostError,
    MissingDriverError,
    NotInAFileError,
)
from host.storage.database import Database
from host.storage.database_url import database_path, without_password
from host.storage.statements import Statement
from host.storage.tables import people
from tests.fixtures import postgresql
from tests.fixtures.databases import execute
from tests.fixtures.postgresql import GUEST, PostgresqlServer
from tests.host.tables import ANN, BOB, begin, open_host, take_turns

T = TypeVar("T")
NEEDS_SERVER = pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or "")
NOWHERE = "postgresql://bot:secret@/games?host=/nowhere"


@pytest.fixture(scope="module")
def own_server() -> Iterator[PostgresqlServer]:
    """A server that tests may end."""
    with postgresql.running_server() as server:
        yield server


@pytest.fixture(autouse=True)
def _no_secrets(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Whatever happens, no password stands in the log."""
    caplog.set_level(logging.DEBUG)
    yield
    assert "secret" not in caplog.text


async def refused(url: str, kind: type[HostError]) -> HostError:
    """Try to open a database, and return why that did not work."""
    with pytest.raises(kind) as caught:
        await Database.open(url)
    assert "secret" not in str(vars(caught.value))
    return caught.value


@NEEDS_SERVER
@pytest.mark.parametrize(
    ("user", "password", "database", "problem"),
    [
        (GUEST, "secret-wrong", "postgres", "password authentication failed"),
        ("nobody", "secret", "postgres", 'role "nobody" does not exist'),
        ("bot", "secret", "nowhere", 'database "nowhere" does not exist'),
    ],
)
async def test_who_is_refused_is_told_why(user: str, password: str, database: str, problem: str) -> None:
    server = postgresql.server()
    server.execute(f"DO $$ BEGIN CREATE ROLE {GUEST} LOGIN PASSWORD 'x'; EXCEPTION WHEN OTHERS THEN NULL; END $$")
    error = await refused(server.url(database, user=user, password=password), DatabaseRefusedError)
    assert isinstance(error, DatabaseRefusedError)
    assert problem in error.problem


@pytest.mark.parametrize("url", [NOWHERE, "postgresql://bot:secret@127.0.0.1:1/games"])
async def test_a_server_that_is_away_at_the_start(url: str) -> None:
    pytest.importorskip("asyncpg")
    await refused(url, DatabaseAwayError)


async def test_without_the_driver_its_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    error = await refused(NOWHERE, MissingDriverError)
    assert isinstance(error, MissingDriverError)
    assert error.package == "asyncpg"


def test_what_needs_a_file_says_so() -> None:
    with pytest.raises(NotInAFileError) as caught:
        database_path(NOWHERE)
    assert caught.value.url == "postgresql://bot:***@/games"


def test_passwords_are_left_out_of_bad_addresses() -> None:
    assert without_password("x://ann:se@c:ret@server/games") == "x://ann:***@server/games"
    assert without_password("x://server/games?password=secret&user=ann") == "x://server/games?password=***&user=ann"
    assert without_password("sqlite:///a@b.db") == "sqlite:///a@b.db"


@NEEDS_SERVER
async def test_a_server_that_goes_away_loses_nothing_and_is_found_again(own_server: PostgresqlServer) -> None:
    address = own_server.url(own_server.new_database())
    host = await open_host(address)
    table = await take_turns(host, await begin(host, ANN, BOB), 5)
    own_server.stop()
    for _ in range(2):
        with pytest.raises(DatabaseAwayError):
            await take_turns(host, table, 1)
    own_server.start()
    assert (await host.tables.load_running(table.number)).ply == table.ply
    played = await take_turns(host, table, 5, seed=2)
    await host.close()
    again = await open_host(address)
    assert (await again.tables.load_running(table.number)).ply == played.ply
    await again.close()


@NEEDS_SERVER
@pytest.mark.parametrize("is_stored", [True, False])
async def test_a_connection_that_breaks_while_the_server_stores(
    is_stored: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server is asked whether it has stored the turn: if so, the player is told that, else to try again."""
    host = await open_host(postgresql.migrated_database())
    table = await begin(host, ANN, BOB)
    server = host._storage._database.backend
    write = server.write

    async def broken(work: Callable[[Connection], T]) -> T:
        monkeypatch.undo()

        def broken_work(connection: Connection) -> T:
            work(connection)
            raise ConnectionResetError

        if is_stored:
            await write(work)
            raise ConnectionResetError
        return await write(broken_work)

    monkeypatch.setattr(server, "write", broken)
    if is_stored:
        played = await take_turns(host, table, 1)
        assert played.ply > table.ply
    else:
        with pytest.raises(DatabaseAwayError):
            await take_turns(host, table, 1)
        played = table
    assert (await host.tables.load_running(table.number)).ply == played.ply
    await take_turns(host, played, 1, seed=3)
    await host.close()


@NEEDS_SERVER
async def test_transactions_that_meet_are_tried_again() -> None:
    """Each of two takes what the other wants next, which only one of them can be given."""
    database = await Database.open(postgresql.migrated_database())
    here, there = "INSERT INTO people VALUES (:number, 'x')", "UPDATE people SET name = :name WHERE id = :number"
    for number in (1, 2):
        await execute(database, here, number=number)
    pause = Statement(text("SELECT pg_sleep(0.05)"))

    def rename(number: int, name: str) -> Statement:
        return Statement(text(there), {"number": number, "name": name})

    await asyncio.gather(
        database.commit([rename(1, "a"), pause, rename(2, "a")]),
        database.commit([rename(2, "b"), pause, rename(1, "b")]),
    )
    rows = await database.read(select(people.c.name).where(people.c.id.in_([1, 2])))
    assert len({row["name"] for row in rows}) == 1
    await database.close()


@NEEDS_SERVER
async def test_a_full_disk_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    database = await Database.open(postgresql.migrated_database())
    full = text("DO $$ BEGIN RAISE EXCEPTION 'full' USING ERRCODE = '53100'; END $$")
    with pytest.raises(DiskFullError):
        await database.commit([Statement(full)])
    await database.close()
