"""Files that are no database, that are damaged, locked, full or read-only: each has an error of its own."""

import asyncio
import contextlib
import os
import random
import sqlite3
import stat
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from host.errors import (
    DamagedDatabaseError,
    DamagedPageError,
    DatabaseLockedError,
    DiskFullError,
    FileInUseError,
    NotAFileError,
    ReadOnlyDatabaseError,
)
from host.storage.engine.database import Database
from host.storage.engine.schema_version import newest_version
from host.storage.engine.statements import Row
from tests.fixtures.databases import damage_table, execute, fetch, locked, url
from tests.host.tables import ANN, BOB, ROOT, begin, open_host, take_turns

NOBODY = 65_534
VERSION = newest_version()
"""Read while the test has all rights: the project may lie where others can't look."""
READABLE = 0o055
"""The bits that let others list a folder and go through it."""
PAGE = 4096
LOCKING = """\
import sys
from pathlib import Path
from host.storage.engine.file_locks import lock_database
lock_database(Path(sys.argv[1]))
"""


@pytest_asyncio.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(url(path))
    await execute(opened, "CREATE TABLE sheep (name TEXT)")
    yield opened
    await opened.close()


async def add_sheep(database: Database, name: str = "Dolly") -> None:
    await execute(database, "INSERT INTO sheep VALUES (:name)", name=name)


async def sheep(database: Database) -> list[Row]:
    return await fetch(database, "SELECT * FROM sheep")


@pytest.fixture
async def played(path: Path) -> Path:
    """A database with a game."""
    host = await open_host(path)
    await take_turns(host, await begin(host, ANN, BOB), 10)
    await host.close()
    return path


@contextlib.contextmanager
def as_nobody(folder: Path) -> Iterator[None]:
    """Have no rights but those of others; of a test that root runs, root has all."""
    for one in (folder, *folder.parents):
        mode = stat.S_IMODE(one.stat().st_mode)
        if mode & READABLE != READABLE and one.stat().st_uid == os.getuid():
            one.chmod(mode | READABLE)  # rights are only added: the folder of all temporary files is among the parents
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(NOBODY)
    else:
        folder.chmod(0o555)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)
        folder.chmod(0o755)


@pytest.fixture(params=[b"no database at all", b"SQLite format 3\0" + bytes(200), bytes(PAGE)])
def no_database(path: Path, request: pytest.FixtureRequest) -> Path:
    path.write_bytes(request.param)
    return path


@pytest.fixture
def folder(path: Path) -> Path:
    path.mkdir()
    return path


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def tear(path: Path, dice: random.Random) -> None:
    """Overwrite a page of a file."""
    content = bytearray(path.read_bytes())
    page = dice.randrange(len(content) // PAGE)
    content[page * PAGE : (page + 1) * PAGE] = dice.randbytes(PAGE)
    path.write_bytes(content)


async def test_a_file_that_is_no_database(no_database: Path) -> None:
    with pytest.raises(DamagedDatabaseError) as caught:
        await open_host(no_database)
    assert caught.value.path == no_database
    assert caught.value.problem


async def test_a_folder_is_no_database(folder: Path) -> None:
    with pytest.raises(NotAFileError):
        await open_host(folder)
    assert names(folder.parent) == [folder.name]


async def test_a_database_of_another_program(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE games (title TEXT)")
    with pytest.raises(DamagedDatabaseError):
        await open_host(path)


@pytest.mark.parametrize("seed", range(12))
async def test_a_damaged_page_is_found_or_does_no_harm(played: Path, seed: int) -> None:
    """Whatever is torn: the host opens, and holds back games that do not add up, or it says what is wrong."""
    tear(played, random.Random(seed))
    with contextlib.suppress(DamagedDatabaseError, DamagedPageError):
        await (await open_host(played)).close()


async def test_a_file_with_two_names_is_opened_once(database: Database, path: Path) -> None:
    link = path.with_name("link.db")
    os.link(path, link)
    with pytest.raises(FileInUseError):
        await Database.open(url(link))
    command = [sys.executable, "-c", LOCKING, str(link)]
    done = await asyncio.to_thread(subprocess.run, command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert "FileInUseError" in done.stderr
    await add_sheep(database)
    await database.close()
    await (await Database.open(url(link))).close()


async def test_a_refused_second_name_leaves_the_first_locked(database: Database, path: Path) -> None:
    """A process loses its locks of a file when it closes the file once."""
    link = path.with_name("link.db")
    os.link(path, link)
    for _ in range(2):
        with pytest.raises(FileInUseError):
            await Database.open(url(link))
    with contextlib.closing(sqlite3.connect(path, timeout=0)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        with pytest.raises(sqlite3.OperationalError):
            other.execute("PRAGMA journal_mode = DELETE")


async def test_a_locked_database_at_the_start(path: Path) -> None:
    with locked(path):
        with pytest.raises(DatabaseLockedError) as caught:
            await Database.open(url(path))
        assert caught.value.path == path
    await (await Database.open(url(path))).close()


async def test_a_locked_database_while_it_is_open(database: Database, path: Path) -> None:
    with locked(path), pytest.raises(DatabaseLockedError):
        await add_sheep(database)
    await add_sheep(database)
    assert len(await sheep(database)) == 1


async def test_a_full_disk(database: Database) -> None:
    await execute(database, "PRAGMA max_page_count = 3")
    with pytest.raises(DiskFullError):
        await add_sheep(database, "x" * 20_000)
    assert await sheep(database) == []
    await execute(database, "PRAGMA max_page_count = 1000")
    await add_sheep(database)
    assert len(await sheep(database)) == 1


async def test_a_page_that_is_damaged_while_the_database_is_open(
    database: Database, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await add_sheep(database)
    database.tells_damage = True
    damage_table(path, "sheep")
    for _ in range(2):
        with pytest.raises(DamagedPageError) as caught:
            await sheep(database)
        assert caught.value.path == path
        assert "malformed" in caught.value.problem
    with pytest.raises(DamagedPageError):
        await add_sheep(database)
    assert caplog.text.count(f"{path} is damaged (") == 1


@pytest.fixture
async def unwritable(tmp_path: Path, is_new: bool) -> AsyncIterator[Path]:
    """A folder where the bot may read, but not write; with a database, unless it ``is_new``."""
    folder = tmp_path / "folder"
    folder.mkdir()
    if not is_new:
        await (await Database.open(url(folder / "games.db"))).close()
    with as_nobody(folder):
        yield folder / "games.db"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
@pytest.mark.parametrize("is_new", [True, False])
async def test_a_folder_that_may_not_be_written(unwritable: Path) -> None:
    with pytest.raises(ReadOnlyDatabaseError):
        await Database.open(url(unwritable), version=VERSION)


async def test_a_database_that_becomes_read_only(database: Database) -> None:
    await execute(database, "PRAGMA query_only = ON")
    with pytest.raises(ReadOnlyDatabaseError):
        await add_sheep(database)
