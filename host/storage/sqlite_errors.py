"""What SQLite's errors mean for whoever runs the bot."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from host.errors import (
    DamagedDatabaseError,
    DamagedPageError,
    DatabaseLockedError,
    DiskFullError,
    HostError,
    ReadOnlyDatabaseError,
    StorageError,
)

_PRIMARY_CODE: Final = 0xFF
"""The part of an error's code that names its kind; the rest is detail."""
_LEAST_ROOM: Final = 1 << 20
"""The bytes that SQLite needs to go on. With less, it calls a full disk an error of input or output."""
_KINDS: Final[dict[int, type[StorageError]]] = {
    sqlite3.SQLITE_BUSY: DatabaseLockedError,
    sqlite3.SQLITE_LOCKED: DatabaseLockedError,
    sqlite3.SQLITE_FULL: DiskFullError,
    sqlite3.SQLITE_READONLY: ReadOnlyDatabaseError,
}
_DAMAGES: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


@contextmanager
def storage_errors(path: Path) -> Iterator[None]:
    """Raise a StorageError instead of SQLite's own where the file, the disk or another program is to blame."""
    try:
        yield
    except sqlite3.Error as error:
        raise _storage_error(error, path) or error from error


@contextmanager
def opening_errors(path: Path) -> Iterator[None]:
    """Do as ``storage_errors`` while a database is opened. All other errors of SQLite mean that it is damaged."""
    try:
        with storage_errors(path):
            yield
    except DamagedPageError as error:
        raise DamagedDatabaseError(path, error.problem) from error
    except sqlite3.Error as error:
        raise DamagedDatabaseError(path, str(error)) from error


def _storage_error(error: sqlite3.Error, path: Path) -> HostError | None:
    code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE
    if code == sqlite3.SQLITE_IOERR and shutil.disk_usage(path.parent).free < _LEAST_ROOM:
        return DiskFullError(path)
    if code in _DAMAGES:
        return DamagedPageError(path, str(error))
    return _KINDS[code](path) if code in _KINDS else None
