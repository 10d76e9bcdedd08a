"""A copy of a database file, made while the bot runs."""

import errno
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from host.errors import DamagedDatabaseError


def copy_database(source: Path, target: Path) -> None:
    """Copy a database that may be in use, by SQLite's online backup. The target appears when its copy is whole.

    Raise DamagedDatabaseError if SQLite finds the copy damaged, and OSError; then the target is as it was.
    """
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
    partial = target.with_name(f"{target.name}.part")
    try:
        partial.write_bytes(b"")  # its errors name the file
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as reading,
            closing(sqlite3.connect(partial)) as writing,
        ):
            reading.backup(writing)
            _check_integrity(writing, source)
        partial.replace(target)
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(target)) from error
        raise DamagedDatabaseError(source, str(error)) from error
    finally:
        for rest in ("", "-wal", "-shm", "-journal"):
            with suppress(OSError):
                partial.with_name(partial.name + rest).unlink(missing_ok=True)


def _check_integrity(connection: sqlite3.Connection, source: Path) -> None:
    problems = [row[0] for row in connection.execute("PRAGMA integrity_check(3)")]
    if problems != ["ok"]:
        raise DamagedDatabaseError(source, "; ".join(problems))
