"""Backups: a copy is checked by replaying its games, and put back where the bot looks for its database."""

import errno
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from host.model.log_replay import LogMismatchError, StoredGame, game_from_log, replay_log
from host.storage.engine.database import Database
from host.storage.engine.database_copy import check_nothing_beside, copy_database
from host.storage.engine.file_locks import lock_file
from host.storage.games.archive import GameArchive
from host.storage.schema.migrations import migrate


@dataclass(frozen=True, slots=True)
class BackupReport:
    """What a copy holds: how many games have begun, their log entries, and the games that do not replay."""

    games: int
    entries: int
    mismatches: tuple[int, ...]


def restore_database(backup: Path, target: Path) -> None:
    """Copy a backup to where the bot looks for its database.

    Raise FileInUseError if a bot uses it, LeftoverFileError and FileExistsError if there is one, or a part of one,
    DamagedDatabaseError and OSError.
    """
    with lock_file(target):
        check_nothing_beside(target)
        if target.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
        copy_database(backup, target)


async def check_backup(path: Path, on_game: Callable[[int, int], None]) -> BackupReport:
    """Bring a copy of a backup up to date, as the bot would, and replay every game in it.

    ``on_game`` is called after each game, with how many are done and how many there are. Raise HostError and OSError.
    """
    with TemporaryDirectory(prefix="carcassonne-") as folder:
        scratch = Path(folder) / "scratch.db"
        copy_database(path, scratch)
        database = await Database.open(f"sqlite:///{scratch}")
        try:
            await migrate(database)
            return await replay_all(database, on_game)
        finally:
            await database.close()


async def replay_all(database: Database, on_game: Callable[[int, int], None]) -> BackupReport:
    """Replay every game of a database. ``on_game`` is called after each, with how many are done, and of how many."""
    archive = GameArchive(database)
    numbers = await archive.begun_numbers()
    entries, mismatches = 0, []
    for done, number in enumerate(numbers, 1):
        stored = await archive.read_game(number)
        assert isinstance(stored, StoredGame)  # noqa: S101 (the type checker learns it)
        entries += len(stored.log)
        try:
            game_from_log(stored, replay_log(stored, stored.log))
        except LogMismatchError:
            mismatches.append(number)
        on_game(done, len(numbers))
    return BackupReport(len(numbers), entries, tuple(mismatches))
