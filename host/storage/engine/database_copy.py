"""A copy of a database file, made while the bot runs."""

import errno
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from host.errors import DamagedDatabaseError, LeftoverFileError

SIDE_FILES: Final = ("-wal", "-shm", "-journal")
"""What SQLite appends to a database's name for the files that it keeps beside it."""
_LOGS: Final = ("-wal", "-journal")
"""Those that hold what is not in the database itself."""


def copy_database(source: Path, target: Path) -> None:
    """Copy a database that may be in use, by SQLite's online backup. The target appears when its copy is whole,
    as one file with nothing beside it.

    Raise DamagedDatabaseError if SQLite finds the copy damaged, LeftoverFileError if something lies beside the target
    already, and OSError; then the target is as it was.
    """
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
    check_nothing_beside(target)
    partial = target.with_name(f"{target.name}.part")
    try:
        partial.write_bytes(b"")  # its errors name the file
        with (
            # The last connection removes what SQLite keeps beside a file, but only if it may write.
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True)) as reading,
            closing(sqlite3.connect(partial)) as writing,
        ):
            reading.backup(writing)
            writing.execute("PRAGMA journal_mode = DELETE")  # who reads a copy in WAL mode may leave two files there
            _check_integrity(writing, source)
        partial.replace(target)
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(target)) from error
        raise DamagedDatabaseError(source, str(error)) from error
    finally:
        with suppress(OSError):
            delete_database(partial)


def check_nothing_beside(path: Path) -> None:
    """Raise LeftoverFileError if a file lies where SQLite keeps one beside this database. In a new database, SQLite
    would bring the content of the earlier one back.
    """
    for ending in SIDE_FILES:
        if (beside := path.with_name(path.name + ending)).exists():
            raise LeftoverFileError(path, beside)


def check_not_left(path: Path) -> None:
    """Raise LeftoverFileError if a database is missing, and a log of it is not. SQLite would delete the log."""
    for ending in _LOGS:
        log = path.with_name(path.name + ending)
        if not path.exists() and log.exists() and log.stat().st_size:
            raise LeftoverFileError(path, log)


def delete_database(path: Path) -> None:
    """Delete a database file that nobody uses, and what SQLite keeps beside it, as far as they exist; raise OSError."""
    for ending in ("", *SIDE_FILES):
        path.with_name(path.name + ending).unlink(missing_ok=True)


def _check_integrity(connection: sqlite3.Connection, source: Path) -> None:
    problems = [row[0] for row in connection.execute("PRAGMA integrity_check(3)")]
    if problems != ["ok"]:
        raise DamagedDatabaseError(source, "; ".join(problems))
