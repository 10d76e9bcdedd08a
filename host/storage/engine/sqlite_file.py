"""A database in a file, by SQLite: all that only SQLite does, or says in other words."""

import asyncio
import shutil
import sqlite3
import threading
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import aiosqlite
from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event
from sqlalchemy.exc import DBAPIError

from host.errors import (
    DamagedDatabaseError,
    DamagedPageError,
    DatabaseLockedError,
    DiskFullError,
    HostError,
    ReadOnlyDatabaseError,
    StorageError,
    UnopenedDatabaseError,
)
from host.model.observers import Observers
from host.storage.engine.backend import Backend, Run
from host.storage.engine.database_copy import check_not_left
from host.storage.engine.file_locks import lock_database
from host.storage.engine.server_clock import ServerClock
from host.storage.engine.statements import Query, Row, Statement, execute, fetch

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

_WRITING: Final = "BEGIN IMMEDIATE"
"""How a transaction begins that writes. If it began by reading, it could not write any more after another
one has written."""
_READING: Final = "BEGIN"
"""How one begins that reads: it sees the database as it is at one moment."""

_CHUNK: Final = 64
"""How many rows aiosqlite reads in one go, for whoever iterates over them. Nobody does here."""

T = TypeVar("T")


class _Thread(aiosqlite.Connection):
    """aiosqlite's thread, in which any function can be called."""

    async def call(self, work: Callable[[], T]) -> T:
        done: T = await self._execute(work)  # type: ignore[no-untyped-call]
        return done

    def join(self) -> None:
        self._thread.join()


@dataclass(slots=True, eq=False)
class _Commit:
    """Statements that wait to be stored, and why they could not be."""

    statements: Sequence[Statement]
    error: Exception | None = None


class SqliteThread:
    """A connection, and the thread in which all of its work is done. Its transactions begin with this word, and wait
    for each other.

    The thread is aiosqlite's. A whole transaction is one visit of it: there, SQLAlchemy waits for nothing but SQLite.
    With SQLAlchemy's own use of aiosqlite each statement would go there and back four times, which takes longer than
    most.
    """

    def __init__(self, begin: str) -> None:
        self._begin = begin
        self._thread: _Thread | None = None
        self._connection: Any = None
        self._commits: deque[_Commit] = deque()
        self.is_hurried = False
        """Whether no statement may wait for other programs any more."""
        self.visits = 0
        """How many visits are under way or wait."""

    async def open(self, engine: Engine) -> None:
        """Open the connection; raise what SQLAlchemy and SQLite raise."""

        def connect() -> sqlite3.Connection:
            self._connection = engine.connect()
            return self._driver

        thread = _Thread(connect, _CHUNK)
        try:
            await thread
        except BaseException:  # aiosqlite has told its thread to end, and does not wait for that
            await asyncio.to_thread(thread.join)
            raise
        self._thread = thread

    async def close(self) -> None:
        """Close the connection, when all visits are done."""
        if self._thread is not None:
            await self._visit(self._connection.close)
            thread, self._thread = self._thread, None
            await thread.close()

    async def transact(self, work: Callable[[Connection], T]) -> T:
        """Let a function work in a transaction of its own. What it raises undoes the transaction."""
        return await self._visit(lambda: self._transact(work))

    async def commit(self, statements: Sequence[Statement]) -> None:
        """Execute all statements or none. Raise ConflictError, and what SQLite raises.

        Everything that waits when the thread is free is stored in one transaction: the disk takes longer to keep it
        safe than SQLite to write it. If something fails, each is stored alone, so that none pays for another one.
        """
        asked = _Commit(statements)
        self._commits.append(asked)
        await self._visit(self._commit_waiting)  # an earlier visit may have stored it by then
        if asked.error:
            raise asked.error

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Let a function work in the transaction that ``begin`` has begun."""
        return await self._visit(lambda: work(self._connection))

    async def begin(self) -> None:
        """Begin a transaction that lasts for several visits."""
        await self._visit(self._begin_transaction)

    async def drive(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Let a function work with the driver, in no transaction."""
        return await self._visit(lambda: work(self._driver))

    @property
    def _driver(self) -> sqlite3.Connection:
        return cast("sqlite3.Connection", self._connection.connection.driver_connection)

    async def _visit(self, work: Callable[[], T]) -> T:
        """Call a function in the thread. It is done to its end even if nobody waits for it any more."""
        self.visits += 1
        try:
            if self._thread is None:
                raise RuntimeError("the connection is closed")
            return await asyncio.shield(self._thread.call(work))
        finally:
            self.visits -= 1

    def _transact(self, work: Callable[[Connection], T]) -> T:
        with self._begin_transaction():
            return work(self._connection)

    def _commit_waiting(self) -> None:
        if waiting := [self._commits.popleft() for _ in range(len(self._commits))]:
            self._commit_together(waiting)

    def _commit_together(self, commits: Sequence[_Commit]) -> None:
        try:
            self._transact(partial(_execute_all, commits))
        except Exception as error:
            is_each_ones = len(commits) == 1 or _is_locked(error)  # to wait once more for a lock would take as long
            for one in commits:
                if is_each_ones:
                    one.error = error
                else:
                    self._commit_together([one])

    def _begin_transaction(self) -> Any:
        driver = self._driver
        if self.is_hurried:
            driver.execute("PRAGMA busy_timeout = 0")
        driver.execute(self._begin)
        return self._connection.begin()


class SqliteFile(Backend):
    """A database file. One connection writes, so transactions wait for each other; others read meanwhile."""

    file: Path
    process = "file"  # whoever opens the file is its only process, and what an earlier one claimed is its own
    is_shared = False
    is_interruptible = False

    def __init__(self, path: Path) -> None:
        self.name = self.file = path
        self.lost = Observers[[]]()  # nobody else can have the file
        self.clock = ServerClock()  # it is this machine's
        self._file_lock = ExitStack()
        self._engine = _engine(path)
        self._writer = SqliteThread(_WRITING)
        self._readers = [SqliteThread(_READING) for _ in range(_READERS)]

    async def open(self) -> None:
        """Lock the file and open it. Raise UnopenedDatabaseError, FileInUseError, NotAFileError,
        LeftoverFileError, ReadOnlyDatabaseError, and what SQLite raises.
        """
        check_not_left(self.file)
        try:
            self._file_lock = lock_database(self.file)
        except OSError as error:
            problem = (error.strerror or str(error)).lower()
            named = f" ({error.filename})" if error.filename not in (None, str(self.file)) else ""
            raise UnopenedDatabaseError(self.file, problem + named) from error
        for thread in (self._writer, *self._readers):
            await thread.open(self._engine)

    async def close(self) -> None:
        try:
            for thread in (*self._readers, self._writer):
                await thread.close()
        finally:
            self._file_lock.close()

    async def commit(self, statements: Sequence[Statement]) -> None:
        await self._writer.commit(statements)

    async def fetch(self, queries: Sequence[Query]) -> list[Sequence[Row]]:
        return await self.reader.transact(lambda connection: fetch(connection, queries))

    async def write(self, work: Callable[[Connection], T]) -> T:
        return await self._writer.transact(work)

    async def migrate(self, work: Callable[[Connection], T]) -> T:
        """Let a function change the schema. Foreign keys are checked at the end: SQLite changes a table by a copy of
        it, and while they are on, a table can't be dropped to which others refer.
        """
        stopping = threading.Event()
        await self._writer.drive(partial(_begin_migrating, stopping=stopping))
        try:
            return await self._writer.transact(lambda connection: self._migrate(connection, work))
        except asyncio.CancelledError:
            stopping.set()
            raise
        finally:
            await self._writer.drive(_end_migrating)

    def _migrate(self, connection: Connection, work: Callable[[Connection], T]) -> T:
        before = _broken_references(connection)  # what somebody else has broken is in nobody's way
        done = work(connection)
        for (table, parent), number in (_broken_references(connection) - before).items():
            raise DamagedDatabaseError(
                self.file, f"{number} rows of {table} refer to {parent}, where they find nothing"
            )
        return done

    async def read(self, work: Callable[[Connection], T]) -> T:
        return await self.reader.transact(work)

    @property
    def reader(self) -> SqliteThread:
        """The connection that reads next: the one with the least to do."""
        return min(self._readers, key=lambda one: one.visits)

    @asynccontextmanager
    async def long_transaction(self) -> AsyncIterator[Run]:
        """A transaction that others cannot write beside, as long as the block lasts."""
        thread = SqliteThread(_WRITING)
        try:
            await thread.open(self._engine)
            await thread.begin()
            yield thread.run
            await thread.run(Connection.commit)
        finally:
            await thread.close()

    async def stop_waiting(self) -> None:
        for thread in (self._writer, *self._readers):
            thread.is_hurried = True

    async def purge(self) -> None:
        """Empty the write-ahead log beside the file, which still holds what was deleted."""
        await self._writer.drive(_truncate_log)

    async def size(self) -> int:
        parts = (self.file, self.file.with_name(f"{self.file.name}-wal"))
        return sum(part.stat().st_size for part in parts if part.exists())

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


def _engine(path: Path) -> Engine:
    options = {"timeout": _PATIENCE, "isolation_level": None}  # the driver begins no transactions by itself
    engine = create_engine(
        URL.create("sqlite", database=str(path)), poolclass=NullPool, connect_args=options, hide_parameters=True
    )
    event.listen(engine, "connect", _prepare)
    return engine


def _prepare(connection: sqlite3.Connection, _: object) -> None:
    for pragma in _PRAGMAS:
        connection.execute(pragma)


def _execute_all(commits: Sequence[_Commit], connection: Connection) -> None:
    for one in commits:
        execute(connection, one.statements)


def _is_locked(error: Exception) -> bool:
    """Return whether a transaction could not begin because another program has locked the database."""
    return getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE == sqlite3.SQLITE_BUSY


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


def _truncate_log(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
