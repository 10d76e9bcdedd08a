"""A database in a file, by SQLite: all that only SQLite does, or says in other words."""

import shutil
import sqlite3
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, AdaptedConnection, Connection, Table, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from host.errors import (
    BadUrlError,
    DamagedPageError,
    DatabaseLockedError,
    DiskFullError,
    HostError,
    ReadOnlyDatabaseError,
    StorageError,
)
from host.storage.file_locks import lock_database
from host.storage.sqlite_connection import SingleVisitConnection, connect

_PATIENCE: Final = 2.0
"""Seconds for which a statement waits while another program has locked the database."""
_READERS: Final = 2
"""How many queries run at once, beside a transaction that writes."""
_PRAGMAS: Final = (
    "PRAGMA foreign_keys = ON",  # inside a transaction it would do nothing
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # with WAL, NORMAL may lose the last commits at a power cut
    "PRAGMA secure_delete = ON",  # deleted data is overwritten in the file
)
_BEGIN: Final = "sqlite_begin"
"""The option of a connection with the word that begins its transactions; without it, there are none."""

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


class SqliteFile:
    """A database file. One connection writes, so transactions wait for each other; others read meanwhile."""

    snapshot: Final[dict[str, Any]] = {_BEGIN: "BEGIN"}
    process: Final = "file"  # whoever opens the file is its only process, and what an earlier one claimed is its own
    is_shared: Final = False

    def __init__(self, path: Path) -> None:
        self.name = self.file = path
        self._patience = _PATIENCE
        self._connections: list[AdaptedConnection] = []
        self._file_lock = ExitStack()
        # A transaction that began by reading could not write any more after another one has written.
        self.writing = self._engine(1).execution_options(**{_BEGIN: "BEGIN IMMEDIATE"})
        self.reading = self._engine(_READERS)

    async def open(self) -> None:
        """Lock the file and open it. Raise BadUrlError, FileInUseError, NotAFileError, ReadOnlyDatabaseError, and
        what SQLite raises.
        """
        try:
            self._file_lock = lock_database(self.file)
        except OSError as error:
            raise BadUrlError(f"sqlite:///{self.file}") from error
        async with self.writing.connect():
            pass

    async def check_owned(self) -> None:
        """Do nothing: the lock of a file stays until it is closed."""

    async def close(self) -> None:
        """Close the file, and unlock it."""
        try:
            await self.reading.dispose()
            await self.writing.dispose()
        finally:
            self._file_lock.close()

    async def stop_waiting(self) -> None:
        """Let no statement wait for another program, but for those under way.

        The pool is not asked for a connection, because all that wait for one would come first, one after the other.
        """
        self._patience = 0.0
        for connection in self._connections:
            driver: Any = connection.driver_connection
            await driver.execute_fetchall("PRAGMA busy_timeout = 0")

    async def purge(self) -> None:
        """Empty the write-ahead log beside the file, which still holds what was deleted."""
        async with self.writing.connect() as connection:
            plain = await connection.execution_options(**{_BEGIN: None})
            await plain.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    async def size(self) -> int:
        """Return the bytes of the file and of its write-ahead log."""
        parts = (self.file, self.file.with_name(f"{self.file.name}-wal"))
        return sum(part.stat().st_size for part in parts if part.exists())

    def continue_numbers(self, connection: Connection, table: Table) -> None:
        """Do nothing: SQLite looks at the highest number that is there."""

    def host_error(self, error: Exception) -> HostError | None:
        """Return what an error of SQLite means: the file, the disk or another program may be to blame."""
        cause = error.orig if isinstance(error, DBAPIError) else error
        if not isinstance(cause, sqlite3.Error):
            return None
        code = getattr(cause, "sqlite_errorcode", 0) & _PRIMARY_CODE
        if code == sqlite3.SQLITE_IOERR and shutil.disk_usage(self.file.parent).free < _LEAST_ROOM:
            return DiskFullError(self.file)
        if code in _DAMAGES:
            return DamagedPageError(self.file, str(cause))
        return _KINDS[code](self.file) if code in _KINDS else None

    def is_passing(self, error: Exception) -> bool:
        """Say no: transactions that write wait for each other."""
        return False

    def _engine(self, connections: int) -> AsyncEngine:
        engine = create_async_engine(
            URL.create("sqlite+aiosqlite", database=str(self.file)),
            connect_args={"async_creator_fn": self._connect},
            pool_size=connections,
            max_overflow=0,
            pool_timeout=None,
            hide_parameters=True,
        )
        event.listen(engine.sync_engine, "connect", self._prepare)
        event.listen(engine.sync_engine, "close", self._forget)
        event.listen(engine.sync_engine, "begin", _begin)
        return engine

    def _connect(self, *_: object, **__: object) -> SingleVisitConnection:
        return connect(self.file, self._patience)

    def _prepare(self, connection: Any, _: object) -> None:
        cursor = connection.cursor()
        for pragma in _PRAGMAS:
            cursor.execute(pragma)
        cursor.close()
        self._connections.append(connection)

    def _forget(self, connection: Any, _: object) -> None:
        self._connections = [one for one in self._connections if one is not connection]


def _begin(connection: Connection) -> None:
    if word := connection.get_execution_options().get(_BEGIN):
        connection.exec_driver_sql(word)
