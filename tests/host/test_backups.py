"""Backups: made while the bot runs, checked by replaying, put back, made from time to time and before a migration."""

import asyncio
import re
import shutil
import sqlite3
import subprocess
import sys
import textwrap
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from host.__main__ import main
from host.errors import DamagedDatabaseError, LeftoverFileError
from host.host import Host
from host.services.backups import BackupPlan, Backups, parse_interval
from host.storage.engine.database_copy import copy_database
from tests.fixtures.databases import url
from tests.host.tables import ANN, BOB, CHANNEL, CID, ROOT, Clock, begin, open_host, take_turns


@pytest.fixture(autouse=True)
def _elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In an empty folder, where no ``.env`` names a database."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DATABASE_URL", raising=False)


def files(folder: Path) -> list[Path]:
    """The files of a folder."""
    return list(folder.iterdir())


def contents(folder: Path) -> dict[str, bytes]:
    """The files of a folder with what is in them."""
    return {file.name: file.read_bytes() for file in files(folder)}


async def run(arguments: list[str]) -> int:
    """Run the command line; it has an event loop of its own."""
    return await asyncio.to_thread(main, arguments)


async def test_a_copy_made_while_the_bot_runs_is_played_on_elsewhere(host: Host, path: Path, tmp_path: Path) -> None:
    table = await begin(host, ANN, BOB)
    await take_turns(host, table, 5)
    copy_database(path, tmp_path / "copy.db")
    await take_turns(host, table, 1)

    copied = await open_host(tmp_path / "copy.db")
    try:
        restored = await copied.tables.load_running(table.number)
        assert (await host.tables.load_running(table.number)).state.turn == restored.state.turn + 1
        await take_turns(copied, restored, 2)
    finally:
        await copied.close()


async def test_by_the_command_line(
    path: Path, clock: Clock, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    host = await open_host(path, clock)
    table = await begin(host, ANN, BOB)
    await take_turns(host, table, 3)
    ply = (await host.tables.load_running(table.number)).ply
    await host.close()

    assert await run(["backup", "copy.db", "--database", url(path)]) == 0
    assert capsys.readouterr().out == f"The copy is fine, and every game in it replays (games: 1, moves: {ply}).\n"
    assert await run(["restore", "copy.db"]) == 0
    restored = await open_host(tmp_path / "carcassonne.db", clock)
    assert (await restored.tables.load_running(table.number)).ply == ply
    await restored.close()
    assert await run(["restore", "copy.db"]) == 1
    assert capsys.readouterr().err.endswith("carcassonne.db already exists. Move it away first.\n")


async def test_a_backup_is_one_file(path: Path, clock: Clock, tmp_path: Path) -> None:
    host = await open_host(path, clock)
    await begin(host, ANN, BOB)
    for folder in ("backup", "older", "empty"):
        (tmp_path / folder).mkdir()
    assert await run(["backup", "backup/copy.db", "--database", str(path)]) == 0
    await host.close()
    shutil.copy(path, tmp_path / "older" / "copy.db")  # in WAL mode, as older versions made them
    for copy in ("backup/copy.db", "older/copy.db"):
        assert await run(["restore", copy, "--database", "empty/games.db"]) == 0
        assert [file.name for file in files((tmp_path / copy).parent)] == ["copy.db"]
        assert [file.name for file in files(tmp_path / "empty") if file.suffix != ".lock"] == ["games.db"]
        (tmp_path / "empty" / "games.db").unlink()


CRASH = """
    import asyncio, os, signal, sys
    from pathlib import Path
    from tests.host.tables import ANN, CID, begin, open_host, take_turns

    async def play() -> None:
        host = await open_host(Path(sys.argv[1]))
        await take_turns(host, await begin(host, ANN, CID), 12)
        os.kill(os.getpid(), signal.SIGKILL)

    asyncio.run(play())
"""


@pytest.fixture
def crashed(tmp_path: Path) -> Path:
    """The database of a bot that was killed. Its last turns are in the log beside it only."""
    database = tmp_path / "carcassonne.db"
    subprocess.run([sys.executable, "-c", textwrap.dedent(CRASH), str(database)], cwd=ROOT, check=False, timeout=60)
    assert database.with_name("carcassonne.db-wal").stat().st_size
    return database


async def backup_of_other_games(path: Path) -> Path:
    """A backup in which Ann plays with Bob."""
    host = await open_host(path)
    await begin(host, ANN, BOB)
    await host.close()
    copy = path.with_name("copy.db")
    copy_database(path, copy)
    return copy


async def second_player(path: Path) -> str:
    """The name of who plays with Ann in a database."""
    host = await open_host(path)
    table = await host.tables.load_running(1)
    await host.close()
    return table.people[1].name


async def test_nothing_of_a_database_that_was_there_comes_back_in_a_restored_one(
    crashed: Path, path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = await backup_of_other_games(path)
    logs = [crashed.with_name(f"carcassonne.db{ending}") for ending in ("-wal", "-shm")]
    kept = tmp_path / "kept"
    kept.mkdir()
    for left in ([crashed, *logs], logs, logs[1:]):
        for file in left[:1]:  # what is moved away one by one
            assert await run(["restore", str(copy), "--database", str(crashed)]) == 1
            expected = next(one for one in logs if one in left)
            assert capsys.readouterr().err == (
                f"{expected} belongs to the database that is, or was, {crashed}, and may hold its last moves. "
                "Move both away together first.\n"
            )
            shutil.move(file, kept)
    assert await run(["restore", str(copy), "--database", str(crashed)]) == 0
    assert await second_player(crashed) == BOB.name
    assert await second_player(kept / "carcassonne.db") == CID.name, "what was moved away together is whole"


async def test_a_backup_does_not_land_beside_what_belongs_to_another_database(
    crashed: Path, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await backup_of_other_games(path)
    before = contents(crashed.parent)
    assert await run(["backup", str(crashed), "--database", str(path)]) == 1
    assert capsys.readouterr().err.startswith(f"{crashed}-wal belongs to the database that is, or was, {crashed}")
    assert contents(crashed.parent) == before


async def test_a_bot_makes_no_new_database_beside_what_another_one_left(crashed: Path, tmp_path: Path) -> None:
    """SQLite would delete the log, and the turns in it with it."""
    shutil.move(crashed, tmp_path / "moved.db")
    with pytest.raises(LeftoverFileError) as caught:
        await Host.open(
            url(crashed),
            now=Clock(),
            seed=lambda: bytes(32),
            random_below=lambda _: 0,
            new_token=str,
            new_secret=str,
        )
    log = caught.value.path
    assert log.name == "carcassonne.db-wal"
    assert crashed not in files(tmp_path)
    shutil.move(tmp_path / "moved.db", crashed)
    assert await second_player(crashed) == CID.name


async def test_a_bot_that_runs_keeps_its_database(host: Host, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy_database(path, Path("copy.db"))
    assert await run(["restore", "copy.db", "--database", url(path)]) == 1
    assert capsys.readouterr().err == f"A bot is using {path}. Stop it first.\n"
    await begin(host, ANN, BOB)


async def test_a_damaged_game_is_named_and_the_copy_kept(
    path: Path, clock: Clock, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    host = await open_host(path, clock)
    table = await begin(host, ANN, BOB)
    await host.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE moves SET hash = 'other' WHERE game = ?", (table.number,))
    assert await run(["backup", "copy.db", "--database", url(path)]) == 1
    assert f"#{table.number}" in capsys.readouterr().out
    assert (tmp_path / "copy.db").exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["backup", "copy.db"],
            "carcassonne.db. Name yours with --database, like --database sandbox.db, or with DATABASE_URL.",
        ),
        (["backup", "copy.db", "--database", "other.db"], "There's no database at "),
        (["backup", "copy.db", "--database", "mysql://games"], "'mysql://games' isn't a database. Write"),
        (
            ["backup", "copy.db", "--database", "sqlite:///junk.db"],
            "junk.db is damaged, or it isn't a database: file is",
        ),
        (["backup", "nowhere/copy.db", "--database", "sqlite:///good.db"], "copy.db.part: no such file or directory."),
        (["backup", ".", "--database", "sqlite:///good.db"], ".: is a directory."),
        (["backup", "good.db", "--database", "sqlite:///good.db"], "good.db already exists. Move it away first."),
        (["restore", "copy.db"], "copy.db: no such file or directory."),
        (["restore", "junk.db"], "junk.db is damaged, or it isn't a database: file is"),
    ],
)
def test_each_error_is_a_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "junk.db").write_bytes(b"junk" * 2000)
    with closing(sqlite3.connect("good.db")) as connection, connection:
        connection.execute("CREATE TABLE sheep (name TEXT)")
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert main(arguments) == 1
    assert sentence in capsys.readouterr().err
    left = {file.name: file.read_bytes() for file in tmp_path.iterdir() if not file.name.endswith(".lock")}
    assert left == before


def test_a_copy_of_a_damaged_database_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE sheep (name TEXT)")
        connection.executemany("INSERT INTO sheep VALUES (?)", [("Dolly " * 100,)] * 200)
    content = bytearray(path.read_bytes())
    content[5 * 4096 : 6 * 4096] = bytes(4096)
    path.write_bytes(content)
    with pytest.raises(DamagedDatabaseError):
        copy_database(path, tmp_path / "copy.db")
    assert [file.name for file in tmp_path.iterdir()] == ["games.db"]


@pytest.mark.slow
async def test_from_time_to_time_the_latest_are_kept(path: Path, clock: Clock) -> None:
    host = await open_host(path, clock)
    table = await begin(host, ANN, BOB, venue=CHANNEL)
    await host.close()
    backups = Backups(url(path), BackupPlan(timedelta(hours=6), keep=2), clock)
    assert backups.pause == timedelta(0)
    for _ in range(3):
        assert await backups.back_up()
        clock.pass_minutes(60)
    assert [at.hour for at, _ in backups.copies] == [14, 13]
    assert backups.pause == timedelta(hours=5)

    assert len(files(backups.folder)) == 2

    restored = await open_host(backups.copies[0][1], clock)
    assert (await restored.tables.load_running(table.number)).number == table.number
    await restored.close()


def older_backup(path: Path) -> Path:
    """Spoil a database, and put a backup beside it, and a file that is none; return the backup."""
    path.write_bytes(b"junk" * 2000)
    folder = path.parent / "backups"
    folder.mkdir()
    (folder / "games-of-mine.db").write_bytes(b"somebody else's file")
    kept = folder / f"games-{datetime(2026, 11, 20, tzinfo=UTC):%Y%m%dT%H%M%SZ}.db"
    kept.write_bytes(b"an older backup")
    return kept


async def test_a_backup_that_fails_deletes_none(path: Path, clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    kept = older_backup(path)
    backups = Backups(url(path), BackupPlan(timedelta(hours=6), keep=1), clock)
    assert not await backups.back_up()
    assert [file for _, file in backups.copies] == [kept]
    assert "no backup was made: " in caplog.text
    assert "is damaged, or it isn't a database" in caplog.text


async def test_what_older_versions_left_beside_a_backup_goes_with_it(path: Path, clock: Clock) -> None:
    await (await open_host(path, clock)).close()
    backups = Backups(url(path), BackupPlan(timedelta(hours=6), keep=1), clock)
    backups.folder.mkdir()
    for name in ("games-20261101T000000Z.db", "games-20261102T000000Z.db", "games-of-mine.db"):
        for ending in ("", "-wal", "-shm"):
            (backups.folder / f"{name}{ending}").touch()
    (backups.folder / "games-20261101T000000Z.db").unlink()
    assert await backups.back_up()
    mine = {"games-of-mine.db", "games-of-mine.db-wal", "games-of-mine.db-shm"}
    assert {file.name for file in files(backups.folder)} == {backups.copies[0][1].name, *mine}


@pytest.mark.parametrize(("text", "minutes"), [("30m", 30), ("6h", 360), (" 1d ", 1440)])
def test_an_interval(text: str, minutes: int) -> None:
    assert parse_interval(text) == timedelta(minutes=minutes)


@pytest.mark.parametrize("text", ["", "0h", "6", "h", "-1d", "1w", "99999d", "٣h"])
def test_what_is_no_interval(text: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(text)}$"):
        parse_interval(text)
