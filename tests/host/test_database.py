"""The database on real files: whole transactions or none, and one process a file."""

import asyncio
import contextlib
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from host import FileInUseError, HostError
from host.storage.database import ConflictError, Database, Statement, parse_url
from tests.fixtures.databases import url
from tests.host.tables import ROOT


@pytest_asyncio.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(url(path))
    await opened.commit([
        Statement("CREATE TABLE owners (name TEXT PRIMARY KEY)"),
        Statement("CREATE TABLE sheep (number INTEGER PRIMARY KEY, owner TEXT NOT NULL REFERENCES owners (name))"),
        Statement("INSERT INTO owners VALUES ('Ann')"),
    ])  # fmt: skip
    yield opened
    await opened.close()


def sheep(number: int, owner: str = "Ann") -> Statement:
    return Statement("INSERT INTO sheep VALUES (?, ?)", (number, owner))


async def count(database: Database) -> int:
    return int((await database.read("SELECT COUNT(*) AS sheep FROM sheep"))[0]["sheep"])


async def test_it_writes_ahead_fully_synchronised_with_foreign_keys(database: Database) -> None:
    found = [(await database.read(f"PRAGMA {name}"))[0][0] for name in ("journal_mode", "synchronous", "foreign_keys")]
    assert found == ["wal", 2, 1]


async def test_what_is_committed_is_there_for_others_to_read(database: Database, path: Path) -> None:
    await database.commit([sheep(1), sheep(2)])
    with contextlib.closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT COUNT(*) FROM sheep").fetchone() == (2,)


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(sheep(1), id="a key that is taken"),
        pytest.param(sheep(3, "Nobody"), id="a foreign key that leads nowhere"),
        pytest.param(
            Statement("UPDATE sheep SET owner = 'Ann' WHERE number = 9", expected_rows=1), id="a row that is not there"
        ),
    ],
)
async def test_of_changes_that_conflict_none_is_carried_out(database: Database, wrong: Statement) -> None:
    with pytest.raises(ConflictError):
        await database.commit([sheep(1), sheep(2), wrong, sheep(4)])
    assert await count(database) == 0
    await database.commit([sheep(5)])
    assert await count(database) == 1


async def test_a_statement_that_cannot_be_run_undoes_the_others(database: Database) -> None:
    with pytest.raises(sqlite3.OperationalError):
        await database.commit([sheep(1), Statement("INSERT INTO nowhere VALUES (1)")])
    assert await count(database) == 0


async def test_transactions_at_the_same_time_do_not_mix(database: Database) -> None:
    flocks = [[sheep(100 * flock + number) for number in range(5)] for flock in range(10)]
    broken = [[sheep(1000 + flock), sheep(1000 + flock)] for flock in range(10)]
    results = await asyncio.gather(*map(database.commit, [*flocks, *broken]), return_exceptions=True)
    assert sum(isinstance(result, ConflictError) for result in results) == 10
    assert await count(database) == 50


async def test_a_read_never_sees_half_a_transaction(database: Database) -> None:
    writing = asyncio.create_task(database.commit([sheep(number) for number in range(20)]))
    seen = set()
    while not writing.done():
        seen.add(await count(database))
    assert seen <= {0, 20}


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


async def test_a_task_cancelled_twice_leaves_no_transaction_open(database: Database) -> None:
    writing = asyncio.create_task(database.commit([sheep(number) for number in range(50)]))
    await asyncio.sleep(0.001)
    writing.cancel()
    await asyncio.sleep(0)
    writing.cancel()
    await asyncio.gather(writing, return_exceptions=True)
    await database.commit([sheep(100)])
    assert await count(database) in (1, 51)


async def test_a_second_store_on_the_file_is_refused_until_the_first_is_closed(path: Path) -> None:
    first = await Database.open(url(path))
    with pytest.raises(FileInUseError) as caught:
        await Database.open(url(path))
    assert caught.value.path == path
    await first.close()
    await (await Database.open(url(path))).close()


async def test_another_name_for_the_same_file_is_refused_too(database: Database, path: Path) -> None:
    link = path.with_name("link.db")
    try:
        link.symlink_to(path)
    except OSError:
        pytest.skip("no symbolic links here")
    with pytest.raises(HostError, match="file-in-use"):
        await Database.open(url(link))


async def test_another_process_is_refused(database: Database, path: Path) -> None:
    script = (
        "import asyncio, sys\n"
        "from host import HostError\n"
        "from host.storage.database import Database\n"
        "try:\n"
        "    asyncio.run(Database.open(sys.argv[1]))\n"
        "except HostError as error:\n"
        "    print(error.code)\n"
    )
    command = [sys.executable, "-c", script, url(path)]
    done = await asyncio.to_thread(subprocess.run, command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.stdout == "file-in-use\n", done.stderr


@pytest.mark.parametrize(
    "wrong", ["", "games.db", "sqlite://", "sqlite:///", "sqlite:///:memory:", "postgres:///games"]
)
def test_an_address_that_names_no_file_is_refused(wrong: str) -> None:
    with pytest.raises(HostError, match="bad-url"):
        parse_url(wrong)


def test_three_strokes_are_relative_and_four_absolute() -> None:
    assert parse_url("sqlite:///games.db") == Path("games.db").resolve()
    assert parse_url("sqlite:////srv/games.db") == Path("/srv/games.db").resolve()


async def test_a_folder_that_does_not_exist_is_a_bad_address(tmp_path: Path) -> None:
    with pytest.raises(HostError, match="bad-url"):
        await Database.open(url(tmp_path / "nowhere" / "games.db"))
