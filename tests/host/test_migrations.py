"""Migrations of new, older and newer databases."""

import contextlib
import re
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import DOUBLE_PRECISION, Connection, MetaData, Table, create_engine, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.schema import CreateTable

from host.errors import DamagedDatabaseError, NewerDatabaseError
from host.model.fingerprint import fingerprint
from host.storage.engine.database import Database
from host.storage.engine.schema_version import REVISIONS, newest_version
from host.storage.schema import older_files
from host.storage.schema.migrations import _VERSIONS, migrate
from host.storage.schema.older_files import SCRIPTS, split_statements
from host.storage.schema.revisions.versions import (
    v0033_change_feed,
    v0034_tokens,
    v0035_forgotten_people,
    v0038_settings_in_one_column,
    v0053_deletion_asked,
)
from host.storage.schema.tables import METADATA
from tests.fixtures import postgresql
from tests.fixtures.databases import execute, fetch, url
from tests.fixtures.stored_values import places_of
from tests.host.revisions import OLD_SETTINGS, add_revision, undo_settings
from tests.host.tables import ANN, BOB, begin, open_host, take_turns

STORAGE = REVISIONS.parents[1]
LAST_VERSION = 29
"""The last version before Alembic."""


@pytest_asyncio.fixture
async def database(address: str) -> AsyncIterator[Database]:
    opened = await Database.open(address)
    yield opened
    await opened.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the revisions, to which a test can add some."""
    return Path(shutil.copytree(REVISIONS, tmp_path / "revisions"))


async def version(database: Database) -> str:
    return str((await fetch(database, "SELECT version_num FROM alembic_version"))[0]["version_num"])


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


async def columns_of_people(database: Database) -> list[str]:
    return list(map(str, (await fetch(database, "SELECT * FROM people"))[0]))


def older_file(path: Path, version: int = LAST_VERSION) -> None:
    """Make a database file as programs did before Alembic."""
    with contextlib.closing(sqlite3.connect(path)) as opened, opened:
        opened.execute("CREATE TABLE schema_version (version INTEGER NOT NULL)")
        for script in sorted(SCRIPTS.iterdir()):
            if int(script.name[:4]) <= version:
                opened.executescript(script.read_text())
        opened.execute("INSERT INTO schema_version VALUES (?)", (version,))


@contextlib.contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        yield connection


def is_other_type(*compared: Any) -> bool | None:
    """None: let Alembic find out. SQLite calls all numbers with fractions REAL."""
    return False if isinstance(compared[-1], DOUBLE_PRECISION) else None


def differences(connection: Connection) -> list[object]:
    """What differs in a database from the tables as they are described, but for how keys are declared."""
    opts = {"compare_type": is_other_type, "compare_server_default": True}
    context = MigrationContext.configure(connection, opts=opts)
    keys = {(table.name, column.name) for table in METADATA.tables.values() for column in table.primary_key}
    return [
        one
        for one in compare_metadata(context, METADATA)
        if not (isinstance(one, list) and one[0][2:4] in keys)
        and not (isinstance(one, tuple) and one[0] == "remove_table" and one[1].name == "schema_version")
    ]


@pytest.mark.both_databases
async def test_a_new_database_has_the_newest_version(database: Database) -> None:
    assert await migrate(database) == newest_version()
    assert int(await version(database)) == newest_version()
    assert await database.run(differences) == []


@pytest.mark.both_databases
async def test_a_new_database_is_noted_where_alembic_looks(database: Database) -> None:
    await migrate(database)
    heads = await database.run(lambda connection: MigrationContext.configure(connection).get_current_heads())
    assert heads == (f"{newest_version():04}",)


def test_a_new_database_is_noted_in_the_table_that_alembic_makes() -> None:
    with create_engine("sqlite://").begin() as connection:
        MigrationContext.configure(connection).stamp(ScriptDirectory(str(REVISIONS)), "head")
        made = Table("alembic_version", MetaData(), autoload_with=connection)
    assert str(CreateTable(made)) == str(CreateTable(_VERSIONS))


def told_changes(connection: Connection) -> list[tuple[str, ...]]:
    """What tells other processes of a change in a database on a server."""
    function = text("SELECT prosrc FROM pg_proc WHERE proname = 'tell_change'")
    triggers = text("SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgname")
    return [tuple(row) for query in (function, triggers) for row in connection.execute(query)]


def undo_triggers(connection: Connection) -> None:
    """Bring the tables back to where they were before the triggers, as far as the revisions below change them."""
    connection.execute(text("DROP FUNCTION tell_change CASCADE"))
    undo_settings(connection)
    connection.execute(text("ALTER TABLE servers DROP COLUMN token"))
    connection.execute(text("ALTER TABLE people DROP COLUMN deletion_asked_at"))
    connection.execute(text("ALTER TABLE games DROP COLUMN token, DROP COLUMN losses"))
    connection.execute(text("ALTER TABLE games ADD COLUMN revision INTEGER NOT NULL DEFAULT 0"))


def do_triggers(connection: Connection) -> None:
    with Operations.context(MigrationContext.configure(connection)):
        for revision in (v0033_change_feed, v0034_tokens, v0038_settings_in_one_column, v0053_deletion_asked):
            revision.upgrade()


@pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or "")
async def test_older_databases_on_servers_tell_the_same_changes_as_new_ones() -> None:
    database = await Database.open(postgresql.migrated_database())
    new = await database.run(told_changes)
    assert len(new) == 7  # a function, and a trigger for each of six tables
    await database.run_in_transaction(undo_triggers)
    assert await database.run(told_changes) == []
    await database.run_in_transaction(do_triggers)
    assert await database.run(told_changes) == new
    assert await database.run(differences) == []
    await database.close()


async def test_a_file_of_before_comes_to_the_same_tables(path: Path, database: Database) -> None:
    for number in (LAST_VERSION, 16, 1):
        older = path.with_name(f"older{number}.db")
        older_file(older, number)
        upgraded = await Database.open(url(older))
        await migrate(upgraded)
        assert await upgraded.run(differences) == []
        await upgraded.close()


async def test_a_file_is_copied_before(path: Path) -> None:
    older_file(path, 20)
    await (await open_host(path)).close()
    with opened(path.with_name(f"games.before-{newest_version():04}.db")) as copy:
        assert copy.execute("SELECT version FROM schema_version").fetchall() == [(20,)]
    with opened(path) as file:  # so an older program says that it is too old
        assert file.execute("SELECT version FROM schema_version").fetchall() == [(newest_version(),)]


@pytest.mark.both_databases
async def test_a_database_that_is_up_to_date_is_left_alone(database: Database, tmp_path: Path) -> None:
    await migrate(database)
    before = names(tmp_path)
    await migrate(database)
    assert names(tmp_path) == before


@pytest.mark.both_databases
async def test_an_older_database_gets_only_what_it_lacks(database: Database, folder: Path) -> None:
    newest = await migrate(database, folder)
    add_revision(folder, newest + 1)
    assert await migrate(database, folder) == newest + 1
    add_revision(folder, newest + 2)
    assert await migrate(database, folder) == newest + 2
    assert (await columns_of_people(database))[-2:] == [f"wool{newest + 1}", f"wool{newest + 2}"]


def add_game_of_ann(file: sqlite3.Connection) -> None:
    file.execute("INSERT INTO people (id, name) VALUES (101, 'Ann'), (102, 'Bob')")
    file.execute(
        "INSERT INTO games (number, channel, status, organiser, edition, options, rules, seed, is_practice,"
        " pace, aids, takeback, ply, announced, opened_at, moved_at)"
        " VALUES (1, 10, 'running', 101, 'classic', '', 1, '', 0, '', 1, 0, 0, -1, '', '')"
    )


async def upgrade(path: Path) -> None:
    database = await Database.open(url(path))
    await migrate(database)
    await database.close()


async def test_computers_keep_the_numbers_under_which_they_were_shown(path: Path) -> None:
    older_file(path, 28)
    with opened(path) as file:
        add_game_of_ann(file)
        seats = [(0, None, 2), (1, 101, None), (2, None, 3), (3, None, 2)]
        insert = "INSERT INTO seats (game, number, person, computer, colour) VALUES (1, ?, ?, ?, 'red')"
        file.executemany(insert, seats)
    await upgrade(path)
    with opened(path) as file:
        rows = file.execute("SELECT computer_number FROM seats ORDER BY number").fetchall()
    assert rows == [(1,), (None,), (1,), (2,)]


async def test_seats_of_people_stay_theirs_when_computers_can_have_some(path: Path) -> None:
    older_file(path, 16)
    columns = "game, number, person, score, colour, is_open"
    seats = [(1, 0, 101, 7, "red", 0), (1, 1, -1, None, "blue", 1)]
    with opened(path) as file:
        add_game_of_ann(file)
        file.executemany(f"INSERT INTO seats ({columns}) VALUES (?, ?, ?, ?, ?, ?)", seats)
    await upgrade(path)
    with opened(path) as file:
        rows = file.execute(f"SELECT {columns}, computer FROM seats ORDER BY number").fetchall()
    assert rows == [(*one, None) for one in seats]


async def test_what_had_no_order_of_its_own_keeps_its_order(path: Path) -> None:
    older_file(path)
    with opened(path) as file:
        add_game_of_ann(file)
        for seat in (3, 1, 2, 0):
            values = (1, 7, seat, 101, 102)
            file.execute("INSERT INTO substitutions (game, ply, seat, giver, taker) VALUES (?, ?, ?, ?, ?)", values)
        for number in (5, 9, 7):
            entry = (number, 1, 101, "end", "", "2026-11-21T12:00:00+00:00")
            file.execute("INSERT INTO acts (number, guild, manager, kind, detail, at) VALUES (?, ?, ?, ?, ?, ?)", entry)
    await upgrade(path)
    with opened(path) as file:
        assert file.execute("SELECT number, seat FROM substitutions ORDER BY number").fetchall() == [
            (1, 3), (2, 1), (3, 2), (4, 0)
        ]  # fmt: skip
        assert file.execute("SELECT number FROM acts ORDER BY number").fetchall() == [(5,), (7,), (9,)]
        assert file.execute("PRAGMA foreign_key_check").fetchall() == []


@pytest.mark.both_databases
async def test_a_migration_that_fails_changes_nothing_at_all(database: Database, folder: Path) -> None:
    newest = await migrate(database, folder)
    before = await columns_of_people(database)
    add_revision(folder, newest + 1)
    add_revision(folder, newest + 2, 'op.execute("INSERT INTO nowhere VALUES (1)")')
    with pytest.raises(DBAPIError, match="nowhere"):
        await migrate(database, folder)
    assert int(await version(database)) == newest
    assert await columns_of_people(database) == before


async def test_a_file_that_cannot_be_taken_over_stays_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    scripts = Path(shutil.copytree(SCRIPTS, tmp_path / "sql"))
    (scripts / "0028_seats_left_to_computers.sql").write_text("INSERT INTO nowhere VALUES (1);")
    monkeypatch.setattr(older_files, "SCRIPTS", scripts)
    older_file(path, 20)
    with opened(path) as file:
        before = list(file.iterdump())
    with pytest.raises(DamagedDatabaseError):
        await open_host(path)
    with opened(path) as file:
        assert list(file.iterdump()) == before


@pytest.mark.both_databases
async def test_a_database_of_a_newer_program_is_refused(database: Database, folder: Path) -> None:
    newest = await migrate(database, folder)
    added = add_revision(folder, newest + 1)
    await migrate(database, folder)
    added.unlink()
    with pytest.raises(NewerDatabaseError) as caught:
        await migrate(database, folder)
    assert (caught.value.version, caught.value.known) == (newest + 1, newest)


async def test_a_file_of_a_newer_program_from_before_is_refused(path: Path) -> None:
    older_file(path)
    with opened(path) as file:
        file.execute("UPDATE schema_version SET version = 4000")
    with pytest.raises(NewerDatabaseError):
        await open_host(path)


async def test_a_game_begun_before_is_played_on(path: Path) -> None:
    """The frozen databases of tests/frozen are whole games; this one has just begun."""
    host = await open_host(path)
    table = await begin(host, ANN, BOB)
    await host.close()
    older = path.with_name("older.db")
    older_file(older)
    with opened(older) as file:
        file.execute("ATTACH ? AS newer", (str(path),))
        for column in OLD_SETTINGS["games"]:
            file.execute(f"ALTER TABLE newer.games ADD COLUMN {column}")
        for name in ("people", "games", "players", "seats", "moves", "clocks"):
            file.execute(f"DELETE FROM {name}")
            newer = {row[1] for row in file.execute(f"PRAGMA newer.table_info({name})")}
            kept = (row[1] for row in file.execute(f"PRAGMA main.table_info({name})"))
            columns = ", ".join(column for column in kept if column in newer)
            file.execute(f"INSERT INTO {name} ({columns}) SELECT {columns} FROM newer.{name}")
    again = await open_host(older)
    assert fingerprint((await again.tables.load_running(table.number)).state) == fingerprint(table.state)
    await take_turns(again, await again.tables.load_running(table.number), 3)
    await again.close()


LEFT_BEHIND = (
    "INSERT INTO people (id, name, dm_channel) VALUES (101, 'Ann', 41)",
    "INSERT INTO games (number, channel, status, organiser, edition, options, rules, seed, is_practice, ply,"
    " announced, opened_at, moved_at, lobby_channel, lobby) VALUES"
    " (1, 77, 'ended', -1, 'classic', '', 1, '', 1, 9, 8, '', '', 77, 5),"
    " (2, 41, 'running', 101, 'classic', '', 1, '', 1, 9, 8, '', '', 41, 5)",
    "INSERT INTO pings (game, round, kind, person, at, outcome, channel, message) VALUES"
    " (2, 1, 'out', 777, '', 'private', 77, 6), (2, 1, 'vote', 101, '', 'sent', 10, 7)",
    "INSERT INTO question_messages (channel, message, game, round, kind) VALUES"
    " (77, 6, 2, 1, 'out'), (41, 8, 2, 1, 'out'), (10, 7, 2, 1, 'vote')",
)
"""What deletions left in databases before: the person 777, and the private channel 77."""


def do_v0035(connection: Connection) -> None:
    with Operations.context(MigrationContext.configure(connection)):
        v0035_forgotten_people.upgrade()


@pytest.mark.both_databases
async def test_what_was_left_of_deleted_people_is_forgotten(database: Database) -> None:
    await migrate(database)
    for sql in LEFT_BEHIND:
        await execute(database, sql)
    await database.run_in_transaction(do_v0035)
    assert await places_of(database, 77, 777) == {}
    found = await fetch(database, "SELECT channel, lobby, announced FROM games ORDER BY number")
    assert [tuple(row.values()) for row in found] == [(0, None, 9), (41, 5, 8)]
    asked = await fetch(database, "SELECT channel FROM question_messages ORDER BY channel")
    assert [row["channel"] for row in asked] == [10, 41]


def test_a_script_falls_into_its_statements() -> None:
    script = "-- one; two\nINSERT INTO a\nVALUES ('x;y');\n\nDROP TABLE b;\nDROP TABLE c"
    assert list(split_statements(script)) == [
        "-- one; two\nINSERT INTO a\nVALUES ('x;y');",
        "DROP TABLE b;",
        "DROP TABLE c",
    ]


def test_revisions_are_numbered_without_a_gap() -> None:
    numbers = sorted(int(file.name[1:5]) for file in (REVISIONS / "versions").glob("*.py"))
    assert numbers == [*range(LAST_VERSION + 1, LAST_VERSION + 1 + len(numbers))]
    assert [int(file.name[:4]) for file in sorted(SCRIPTS.iterdir())] == [*range(1, LAST_VERSION + 1)]


WORDS_OF_ONE_DATABASE = ["PRAGMA", "OR REPLACE", "OR IGNORE", "rowid", "VACUUM", "SKIP LOCKED", "sqlite3", "asyncpg",
                         "pg_", "sqlite_where"]  # fmt: skip
OF_ONE_DATABASE = {"sqlite_file.py", "postgresql_server.py", "database_copy.py", "database_url.py", "file_locks.py",
                   "older_files.py", "postgresql_locks.py", "postgresql_sessions.py", "change_triggers.py",
                   "columns.py"}  # fmt: skip


@pytest.mark.parametrize("word", WORDS_OF_ONE_DATABASE)
def test_what_only_one_database_says_stands_in_its_own_place(word: str) -> None:
    modules = [path for path in STORAGE.rglob("*.py") if REVISIONS not in path.parents]
    storage = [path for path in modules if path.name not in OF_ONE_DATABASE]
    assert len(storage) > 20
    assert [path.name for path in storage if re.search(rf"\b{word}", path.read_text("utf-8"))] == []


def test_the_log_is_only_added_to() -> None:
    changes = re.compile(r"(UPDATE|DELETE FROM|REPLACE INTO) moves|(update|delete|upsert)\(moves")
    assert not any(changes.search(path.read_text("utf-8")) for path in STORAGE.rglob("*.py"))
