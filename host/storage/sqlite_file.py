"""A database in a file, by SQLite: all that only SQLite does, or says in other words."""

import asyncio
import shutil
import sqlite3
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import URL, Connection, Table, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from host.errors import (
    BadUrlError,
    DamagedDatabaseError,
    DamagedPageError,
    DatabaseLockedError,
    DiskFullError,
    HostError,
    ReadOnlyDatabaseError,
    StorageError,
)
from host.model.observers import Observers
from host.storage.database_copy import check_not_left
from host.storage.file_locks import lock_database
from host.storage.server_clock import ServerClock
from host.storage.sqlite_connection import ThreadConnection, VisitedConnection
from host.storage.sqlite_statements import execute_calls, fetch, read_call, write_calls
from host.storage.statements import Query, Row, Statement

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
_BEGIN_WRITING: Final = "BEGIN IMMEDIATE"
"""A transaction that began by reading could not write any more after another one has written."""
_STEPS: Final = 10_000
"""How many instructions of SQLite's machine a statement of a migration does between two looks whether it is to stop."""

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

T = TypeVar("T")


class SqliteFile:
    """A database file. One connection writes, so transactions wait for each other; others read meanwhile."""

    process: Final = "file"  # whoever opens the file is its only process, and what an earlier one claimed is its own
    is_shared: Final = False
    is_interruptible: Final = False
    has_standby: Final = False

    def __init__(self, path: Path) -> None:
        self.name = self.file = path
        self.lost = Observers[[]]()  # nobody else can have the file
        self.clock = ServerClock()  # it is this machine's
        self._file_lock = ExitStack()
        self._engine = _engine(path)
        self._connections: list[VisitedConnection] = []
        """The one that writes, then those that read."""

    async def open(self) -> None:
        """Lock the file and open it. Raise BadUrlError, FileInUseError, NotAFileError, LeftoverFileError,
        ReadOnlyDatabaseError, and what SQLite raises.
        """
        check_not_left(self.file)
        try:
            self._file_lock = lock_database(self.file)
        except OSError as error:
            raise BadUrlError(f"sqlite:///{self.file}") from error
        for _ in range(1 + _READERS):
            self._connections.append(await VisitedConnection.open(self._engine))

    async def check_owned(self) -> None:
        """Do nothing: the lock of a file stays until it is closed."""

    async def note_up_to_date(self) -> None:
        """Do nothing: there is one process."""

    async def confirm_owned(self) -> None:
        """Do nothing, for the same reason."""

    async def close(self) -> None:
        """Close the file, and unlock it."""
        try:
            while self._connections:
                await self._connections.pop().close()
            await self._engine.dispose()
        finally:
            self._file_lock.close()

    async def commit(self, statements: Sequence[Statement]) -> None:
        """Execute all statements or none. Raise ConflictError."""
        calls = write_calls(statements)
        await self._connections[0].call(_BEGIN_WRITING, lambda connection: execute_calls(connection, calls))

    async def fetch(self, queries: Sequence[Query]) -> list[Sequence[Row]]:
        """Return the rows of several queries, as the database is at one moment."""
        calls = [read_call(query) for query in queries]
        begin = "BEGIN" if len(calls) > 1 else ""
        found = await self.reader.call(begin, lambda connection: fetch(connection, calls))
        return [one.as_rows() for one in found]

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Let a function work in a transaction of its own. It runs in another thread."""
        return await self._connections[0].transact(_BEGIN_WRITING, work)

    async def migrate(self, work: Callable[[Connection], T]) -> T:
        """Let a function change the schema, in another thread. Foreign keys are checked at the end: SQLite changes a
        table by a copy of it, and while they are on, a table can't be dropped to which others refer.
        """
        writer = self._connections[0]
        stopping = threading.Event()
        await writer.call("", partial(_begin_migrating, stopping=stopping))
        try:
            return await writer.transact(_BEGIN_WRITING, lambda connection: self._migrate(connection, work))
        except asyncio.CancelledError:
            stopping.set()
            raise
        finally:
            await writer.call("", _end_migrating)

    def _migrate(self, connection: Connection, work: Callable[[Connection], T]) -> T:
        before = _broken_references(connection)  # what somebody else has broken is in nobody's way
        done = work(connection)
        for (table, parent), number in (_broken_references(connection) - before).items():
            raise DamagedDatabaseError(
                self.file, f"{number} rows of {table} refer to {parent}, where they find nothing"
            )
        return done

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Let a function read. It runs in another thread."""
        return await self.reader.transact("", work)

    @property
    def reader(self) -> VisitedConnection:
        """The connection that reads next: the one with the least to do."""
        return min(self._connections[1:], key=lambda one: one.visits)

    @asynccontextmanager
    async def long_transaction(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that others cannot write beside, as long as the block lasts."""
        async with self._engine.connect() as connection:
            await connection.exec_driver_sql(_BEGIN_WRITING)
            yield connection
            await connection.commit()

    def alone(self, key: str, *, waits: bool) -> AbstractAsyncContextManager[bool]:
        """Return a block that does nothing: there is one process."""
        return nullcontext(enter_result=True)

    async def listen(self, began: Callable[[], None], hear: Callable[[str], None]) -> None:
        """Raise NotImplementedError: nobody else writes."""
        raise NotImplementedError

    async def stop_waiting(self) -> None:
        """Let no statement wait for another program, but for those under way."""
        for connection in self._connections:
            connection.driver.is_hurried = True

    async def purge(self) -> None:
        """Empty the write-ahead log beside the file, which still holds what was deleted."""
        await self._connections[0].transact("", _truncate_log)

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


def _engine(path: Path) -> AsyncEngine:
    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(path)),
        connect_args={"async_creator_fn": lambda *_, **__: ThreadConnection(path, _PATIENCE)},
        hide_parameters=True,
    )
    event.listen(engine.sync_engine, "connect", _prepare)
    return engine


def _prepare(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _begin_migrating(connection: sqlite3.Connection, stopping: threading.Event) -> None:
    connection.execute("PRAGMA foreign_keys = OFF")  # inside a transaction it would do nothing
    connection.set_progress_handler(stopping.is_set, _STEPS)


def _end_migrating(connection: sqlite3.Connection) -> None:
    connection.set_progress_handler(None, _STEPS)
    connection.execute("PRAGMA foreign_keys = ON")


def _broken_references(connection: Connection) -> Counter[tuple[str, str]]:
    """Return how many rows of a table refer to rows of another one that are not there."""
    found = connection.exec_driver_sql("PRAGMA foreign_key_check")
    return Counter((row[0], row[2]) for row in found)


def _truncate_log(connection: Connection) -> None:
    connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
