"""Revisions that change tables as our recipe says, with ``op.batch_alter_table``: all else stays as it was.

The rows are those of ``tests/frozen``, whose database was made by a program of long ago.
"""

import asyncio
import re
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import Connection, Table, inspect, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.schema import CreateTable

from host.errors import DamagedDatabaseError
from host.storage.copies.database_transfer import transfer
from host.storage.engine.database import Database
from host.storage.engine.schema_version import REVISIONS, newest_version
from host.storage.engine.statements import ConflictError
from host.storage.schema.migrations import migrate
from host.storage.schema.tables import METADATA, NAMES
from tests.fixtures import postgresql
from tests.fixtures.databases import execute, fetch, url
from tests.frozen.fixture import DATABASE, read
from tests.frozen.times import load
from tests.host.revisions import BEGUN, add_revision, write_revision

NEXT = newest_version() + 1
EMPTY_THERE = (
    "INSERT INTO rematch_seats (game, place, person, colour, wins) VALUES (1, 0, {person}, 'red', 1)",
    "INSERT INTO seat_requests (game, seat, person, number, due_at) "
    "VALUES (1, 0, {person}, 1, '2026-11-21T12:00:00+00:00')",
    "INSERT INTO follows (person, game, what, turn) VALUES ({person}, 1, 'turns', 3)",
    "INSERT INTO web_codes (hash, person, game, until_at) VALUES ('ab', {person}, 1, '2026-11-21T12:00:00+00:00')",
    "INSERT INTO web_sessions (hash, person, since, used_on, until_at) VALUES ('cd', {person}, "
    "'2026-11-21T11:00:00+00:00', '2026-11-21T12:00:00+00:00', '2026-12-21T11:00:00+00:00')",
    "INSERT INTO secrets (name, content) VALUES ('puzzles', 'abc')",
    "INSERT INTO puzzles (day, content) VALUES ('2026-11-21', 'abc')",
    "INSERT INTO puzzle_answers (day, person, turn, lost) VALUES ('2026-11-21', {person}, 'M14 90 -', 0.5)",
    "INSERT INTO puzzle_posts (guild, day) VALUES (7, '2026-11-21')",
    "INSERT INTO reviews (game, content) VALUES (1, 'a review')",
    "INSERT INTO tournaments (number, guild, channel, organiser, language, status, name, terms, opened_at, told_round, "
    "season, token) VALUES (1, 7, 8, {person}, 'en', 'running', 'Cup', '{{}}', '2026-11-21T12:00:00+00:00', 0, 1, 'a')",
    "INSERT INTO tournament_entrants (tournament, entrant, person, seed, first_round) VALUES (1, 1, {person}, 1, 1)",
    "INSERT INTO tournament_applicants (tournament, person, place) VALUES (1, {person}, 0)",
    "INSERT INTO tournament_boards (tournament, round, board, game) VALUES (1, 1, 1, 1)",
    "INSERT INTO tournament_seats (tournament, round, board, seat, entrant) VALUES (1, 1, 1, 0, 1)",
    "INSERT INTO tournament_games (tournament, round, board, number, game, ending, first, second, difference) "
    "VALUES (1, 1, 1, 1, 1, 'played', 24, 0, 3)",
    "INSERT INTO welcomes (guild, joined_at) VALUES (7, '2026-11-21T12:00:00+00:00')",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the revisions, to which a test can add some."""
    return Path(shutil.copytree(REVISIONS, tmp_path / "revisions"))


@pytest.fixture
def frozen(path: Path) -> Path:
    """The frozen database, before it is brought up to date."""
    load(read(DATABASE), path)
    return path


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def full_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The frozen database, brought up to date, with rows in every table. Nobody uses it; tests copy it."""
    path = tmp_path_factory.mktemp("full") / "games.db"
    load(read(DATABASE), path)
    await bring_up_to_date(url(path))
    return path


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def full_template() -> str:
    """The name of the same database on the server. It is brought up to date there."""
    server = postgresql.server()
    name = server.new_database()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "frozen.db"
        load(read(DATABASE), path)
        await transfer(url(path), server.url(name), lambda *_: None)
    await bring_up_to_date(server.url(name))
    return name


async def bring_up_to_date(address: str) -> None:
    opened = await Database.open(address)
    await migrate(opened)
    person = (await fetch(opened, "SELECT max(id) AS id FROM people"))[0]["id"]
    for statement in EMPTY_THERE:
        await execute(opened, statement.format(person=person))
    await opened.close()


@pytest.fixture
def full_copy(request: pytest.FixtureRequest, kind: str, path: Path) -> str:
    """The address of a copy of that database."""
    if kind == "sqlite":
        return url(Path(shutil.copy(request.getfixturevalue("full_file"), path)))
    server = postgresql.server()
    return server.url(server.new_database(request.getfixturevalue("full_template")))


@pytest_asyncio.fixture
async def database(full_copy: str) -> AsyncIterator[Database]:
    """The frozen database, brought up to date, with rows in every table."""
    opened = await Database.open(full_copy)
    yield opened
    await opened.close()


def rows(connection: Connection, table: Table) -> list[tuple[Any, ...]]:
    """The rows of a table, in the order of their columns."""
    found = sorted(map(tuple, connection.execute(select(table))), key=repr)
    assert found, table.name
    return found


def shape(connection: Connection, table: str) -> dict[str, Any]:
    """What the database says of a table."""
    said = inspect(connection)
    found: dict[str, Any] = {
        "columns": [{**one, "type": str(one["type"])} for one in said.get_columns(table)],
        "key": said.get_pk_constraint(table)["constrained_columns"],
        "references": {(*one["constrained_columns"], one["referred_table"]) for one in said.get_foreign_keys(table)},
        "unique": [one["column_names"] for one in said.get_unique_constraints(table)],
        "checks": {(one["name"], one["sqltext"]) for one in said.get_check_constraints(table)},
        "indexes": {one["name"]: (one["column_names"], one["unique"]) for one in said.get_indexes(table)},
    }
    if connection.dialect.name == "sqlite":
        sql = text("SELECT sql FROM sqlite_schema WHERE type <> 'table' AND tbl_name = :name ORDER BY name")
        found["sql"] = connection.scalars(sql, {"name": table}).all()
    else:
        oid = "to_regclass(CAST(:name AS text))"
        triggers = f"SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = {oid} AND NOT tgisinternal"
        indexes = "SELECT indexdef FROM pg_indexes WHERE tablename = CAST(:name AS text)"
        sql = text(f"{triggers} UNION ALL {indexes} ORDER BY 1")
        found["sql"] = connection.scalars(sql.bindparams(name=table)).all()
    return found


def everything(connection: Connection) -> dict[str, Any]:
    """All that a database holds, by table."""
    return {table.name: (shape(connection, table.name), rows(connection, table)) for table in METADATA.sorted_tables}


def changed_column(table: Table) -> str | None:
    """A column whose change makes SQLite copy the table."""
    return next((column.name for column in table.columns if not column.nullable and not column.primary_key), None)


@pytest.mark.both_databases
async def test_a_changed_table_keeps_all_that_was_not_changed(database: Database, folder: Path) -> None:
    before = await database.run(everything)
    assert len(before) == len(METADATA.tables)
    assert [name for name, (table, _) in before.items() if table["checks"]] == [
        "games", "rematch_seats", "seats", "substitutions"
    ]  # fmt: skip
    columns = {table.name: column for table in METADATA.sorted_tables if (column := changed_column(table))}
    body = f"""
for table, column in {columns}.items():
    for nullable in (True, False):
        with op.batch_alter_table(table) as batch:
            batch.alter_column(column, nullable=nullable)
"""
    write_revision(folder, NEXT, body)
    await migrate(database, folder)
    assert await database.run(everything) == before
    for wrong in ("UPDATE moves SET game = 4000 WHERE game = 1", "UPDATE seats SET computer = NULL, person = NULL"):
        with pytest.raises(ConflictError):
            await execute(database, wrong)


@pytest.mark.both_databases
async def test_constraints_are_dropped_by_the_same_names_everywhere(database: Database, folder: Path) -> None:
    body = f"""
with op.batch_alter_table("follows", naming_convention={NAMES}) as batch:
    batch.drop_constraint("follows_person_fkey", type_="foreignkey")
with op.batch_alter_table("players", naming_convention={NAMES}) as batch:
    batch.drop_constraint("players_game_person_key", type_="unique")
with op.batch_alter_table("substitutions") as batch:
    batch.drop_constraint("substitutions_check1", type_="check")
"""
    write_revision(folder, NEXT, body)
    await migrate(database, folder)
    after = await database.run(everything)
    assert after["follows"][0]["references"] == {("game", "games")}
    assert after["players"][0]["unique"] == []
    assert [name for name, _ in after["substitutions"][0]["checks"]] == ["substitutions_check"]


@pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or "")
async def test_a_server_would_name_constraints_as_we_do() -> None:
    """So databases on servers that were made before our names need no revision."""

    def constraints(connection: Connection) -> set[tuple[str, str]]:
        sql = "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE contype <> 'n' AND conrelid <> 0"
        return {(row[0], row[1]) for row in connection.execute(text(sql)) if not row[0].startswith("alembic")}

    def create_without_names(connection: Connection) -> None:
        for table in METADATA.sorted_tables:
            sql = str(CreateTable(table).compile(connection))
            connection.exec_driver_sql(re.sub(r"CONSTRAINT \w+ ", "", sql))

    server = postgresql.server()
    ours = await Database.open(postgresql.migrated_database())
    theirs = await Database.open(server.url(server.new_database()))
    await theirs.run_in_transaction(create_without_names)
    wanted = {one for one in await ours.run(constraints) if "pg_catalog" not in one[1]}
    assert len(wanted) > 40
    assert wanted <= await theirs.run(constraints)
    await ours.close()
    await theirs.close()


@pytest.mark.both_databases
async def test_a_revision_that_breaks_references_changes_nothing(database: Database, folder: Path) -> None:
    before = await database.run(everything)
    add_revision(folder, NEXT, 'op.execute("DELETE FROM games WHERE number = 1")')
    with pytest.raises((DamagedDatabaseError, IntegrityError)):
        await migrate(database, folder)
    assert await database.run(everything) == before


async def test_what_was_broken_before_is_in_no_revisions_way(frozen: Path) -> None:
    with closing(sqlite3.connect(frozen)) as file, file:
        file.execute("INSERT INTO votes (game, round, person, choice, at) VALUES (4000, 0, 1, 'wait', '')")
    opened = await Database.open(url(frozen))
    await migrate(opened)
    assert len(await fetch(opened, "SELECT * FROM votes WHERE game = 4000")) == 1
    await opened.close()


@pytest.mark.both_databases
async def test_a_revision_that_is_stopped_changes_nothing(database: Database, folder: Path) -> None:
    """It counts to a number that takes it longer than any test."""
    before = await database.run(everything)
    numbers = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {most})"
    count = f"{numbers} SELECT count(*) FROM numbers".format(most=10**10)
    BEGUN.clear()
    add_revision(folder, NEXT, f"import tests.host.revisions as here\nhere.BEGUN.set()\nop.execute({count!r})")
    migrating = asyncio.create_task(migrate(database, folder))
    assert await asyncio.to_thread(BEGUN.wait, 60)
    migrating.cancel()
    with pytest.raises(asyncio.CancelledError):
        await migrating
    assert await database.run(everything) == before
    with pytest.raises(ConflictError):
        await execute(database, "UPDATE moves SET game = 4000 WHERE game = 1")
