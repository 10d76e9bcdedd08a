"""Migrations of new, older and newer database files."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from sqlite3 import OperationalError

import pytest
import pytest_asyncio

from host import NewerDatabaseError
from host.storage.database import Database, Statement, Value
from host.storage.migrations import MIGRATIONS, migrate, split_statements
from tests.fixtures.databases import url


@pytest_asyncio.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(url(path))
    yield opened
    await opened.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "migrations"
    made.mkdir()
    (made / "0001_sheep.sql").write_text(
        "CREATE TABLE sheep (name TEXT);\nINSERT INTO sheep VALUES ('Dolly; or not');\n"
    )
    return made


async def version(database: Database) -> int:
    return int((await database.read("SELECT version FROM schema_version"))[0]["version"])


async def test_a_new_file_is_brought_to_the_newest_version(database: Database) -> None:
    newest = max(int(file.name[:4]) for file in MIGRATIONS.iterdir())
    assert await migrate(database) == newest
    assert await version(database) == newest


async def test_a_file_that_is_up_to_date_is_left_alone(database: Database, folder: Path) -> None:
    await migrate(database, folder)
    await migrate(database, folder)
    assert len(await database.read("SELECT name FROM sheep")) == 1


async def test_an_older_file_gets_only_what_it_lacks(database: Database, folder: Path) -> None:
    await migrate(database, folder)
    (folder / "0002_wool.sql").write_text("ALTER TABLE sheep ADD COLUMN wool INTEGER;\nUPDATE sheep SET wool = 3;\n")
    assert await migrate(database, folder) == 2
    assert [tuple(row) for row in await database.read("SELECT name, wool FROM sheep")] == [("Dolly; or not", 3)]


_GAME_OF_ANN = (
    Statement("INSERT INTO people (id, name) VALUES (101, 'Ann')"),
    Statement(
        "INSERT INTO games (number, channel, status, organiser, edition, options, rules, seed, is_practice,"
        " pace, aids, takeback, ply, announced, opened_at, moved_at)"
        " VALUES (1, 10, 'running', 101, 'classic', '', 1, '', 0, '', 1, 0, 0, -1, '', '')"
    ),
)


def migrations_before(number: str, tmp_path: Path) -> Path:
    """A folder with the migrations before one."""
    before = tmp_path / "before"
    before.mkdir()
    for file in MIGRATIONS.iterdir():
        if file.name < number:
            (before / file.name).write_text(file.read_text())
    return before


async def test_computers_keep_the_numbers_under_which_they_were_shown(database: Database, tmp_path: Path) -> None:
    await migrate(database, migrations_before("0029", tmp_path))
    insert = "INSERT INTO seats (game, number, person, computer, colour) VALUES (1, ?, ?, ?, 'red')"
    seats = [(0, None, 2), (1, 101, None), (2, None, 3), (3, None, 2)]
    await database.commit([*_GAME_OF_ANN, *(Statement(insert, one) for one in seats)])
    await migrate(database)
    rows = await database.read("SELECT computer_number FROM seats ORDER BY number")
    assert [row["computer_number"] for row in rows] == [1, None, 1, 2]


async def test_seats_of_people_stay_theirs_when_computers_can_have_some(database: Database, tmp_path: Path) -> None:
    await migrate(database, migrations_before("0017", tmp_path))
    await database.commit([*_GAME_OF_ANN])
    columns = "game, number, person, score, colour, is_open"
    seats: list[tuple[Value, ...]] = [(1, 0, 101, 7, "red", 0), (1, 1, -1, None, "blue", 1)]
    await database.commit([Statement(f"INSERT INTO seats ({columns}) VALUES (?, ?, ?, ?, ?, ?)", one) for one in seats])
    await migrate(database)
    rows = await database.read(f"SELECT {columns}, computer FROM seats ORDER BY number")
    assert [tuple(row) for row in rows] == [(*one, None) for one in seats]


async def test_a_migration_that_fails_changes_nothing_at_all(database: Database, folder: Path) -> None:
    await migrate(database, folder)
    (folder / "0002_wool.sql").write_text("ALTER TABLE sheep ADD COLUMN wool INTEGER;")
    (folder / "0003_dogs.sql").write_text("CREATE TABLE dogs (name TEXT);\nINSERT INTO nowhere VALUES (1);")
    with pytest.raises(OperationalError):
        await migrate(database, folder)
    assert await version(database) == 1
    assert [row["name"] for row in await database.read("SELECT name FROM pragma_table_info('sheep')")] == ["name"]


async def test_a_file_of_a_newer_program_is_refused(database: Database, folder: Path) -> None:
    (folder / "0002_wool.sql").write_text("ALTER TABLE sheep ADD COLUMN wool INTEGER;")
    await migrate(database, folder)
    (folder / "0002_wool.sql").unlink()
    with pytest.raises(NewerDatabaseError) as caught:
        await migrate(database, folder)
    assert (caught.value.version, caught.value.known) == (2, 1)


def test_a_script_falls_into_its_statements() -> None:
    script = "-- one; two\nINSERT INTO a\nVALUES ('x;y');\n\nDROP TABLE b;\nDROP TABLE c"
    assert list(split_statements(script)) == [
        "-- one; two\nINSERT INTO a\nVALUES ('x;y');",
        "DROP TABLE b;",
        "DROP TABLE c",
    ]


def test_migrations_are_numbered_without_a_gap() -> None:
    assert [int(file.name[:4]) for file in sorted(MIGRATIONS.iterdir())] == [
        *range(1, len(list(MIGRATIONS.iterdir())) + 1)
    ]


@pytest.mark.parametrize(
    "word", ["AUTOINCREMENT", "PRAGMA", "WITHOUT ROWID", "BLOB", "DATETIME", "OR REPLACE", "OR IGNORE"]
)
def test_no_sql_is_sqlite_alone(word: str) -> None:
    opening = ("database.py", "database_copy.py")  # what SQLite alone knows
    storage = [path for path in MIGRATIONS.parent.glob("*.py") if path.name not in opening]
    texts = [file.read_text("utf-8") for file in [*MIGRATIONS.iterdir(), *storage]]
    assert not any(re.search(rf"\b{word}\b", text) for text in texts)


def test_the_log_is_only_added_to() -> None:
    text = "".join(path.read_text("utf-8") for path in MIGRATIONS.parent.glob("*.py"))
    assert not re.search(r"(UPDATE|DELETE FROM|REPLACE INTO) moves", text)
