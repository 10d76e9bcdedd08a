"""The database file: queries and whole transactions. It knows nothing of games.

aiosqlite runs one thread for each connection, and a transaction belongs to the connection, not to the task that began
it. So a transaction is handed over as a whole, as a list of statements. One lock keeps it apart from all other queries
on this connection. The services do not rely on this lock: a change of a game names the ply that it was made for.
"""

import asyncio
import logging
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from pathlib import Path
from sqlite3 import IntegrityError, Row
from typing import Final, TypeAlias, TypeVar

import aiosqlite

from host.errors import BadUrlError, DamagedPageError
from host.storage.file_locks import lock_database
from host.storage.sqlite_errors import opening_errors, storage_errors

Value: TypeAlias = int | float | str | None
log = logging.getLogger(__name__)

ChoiceT = TypeVar("ChoiceT", bound=int | str | None)

_PREFIX: Final = "sqlite:///"
_PATIENCE: Final = 2.0
"""Seconds for which a statement waits while another program has locked the database."""
_PRAGMAS: Final = (
    f"PRAGMA busy_timeout = {_PATIENCE * 1000:.0f}",
    "PRAGMA foreign_keys = ON",  # inside a transaction it would do nothing
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # with WAL, NORMAL may lose the last commits at a power cut
    "PRAGMA secure_delete = ON",  # deleted data is overwritten in the file
)


@dataclass(frozen=True, slots=True)
class Statement:
    """SQL that writes. If it does not touch ``expected_rows`` rows, its transaction fails; None: any number will do."""

    sql: str
    values: tuple[Value, ...] = ()
    expected_rows: int | None = None


class ConflictError(Exception):
    """The database is not in the state that a transaction was made for. Nothing was stored."""


class Database:
    """An open database file. No other process can open it as long as this one runs."""

    def __init__(self, path: Path, connection: aiosqlite.Connection, file_lock: ExitStack) -> None:
        self._path = path
        self._connection = connection
        self._file_lock = file_lock
        self._lock = asyncio.Lock()
        self.tells_damage = False
        """Whether the log tells that the file is damaged. This is told once."""

    @classmethod
    async def open(cls, url: str) -> "Database":
        """Open ``sqlite:///relative.db`` or ``sqlite:////absolute.db``.

        Raise BadUrlError, FileInUseError, NotAFileError, DamagedDatabaseError and StorageError.
        """
        path = parse_url(url)
        try:
            file_lock = lock_database(path)
        except OSError as error:
            raise BadUrlError(url) from error
        with opening_errors(path):
            try:
                connection = await aiosqlite.connect(path, timeout=_PATIENCE, isolation_level=None)
            except BaseException:
                file_lock.close()
                raise
            connection.row_factory = Row
            database = cls(path, connection, file_lock)
            try:
                for pragma in _PRAGMAS:
                    await connection.execute_fetchall(pragma)
            except BaseException:
                await database.close()
                raise
        return database

    async def close(self) -> None:
        """Wait for the transaction under way, then close the file; another process may open it then."""
        async with self._lock:
            try:
                await self._connection.close()
            finally:
                self._file_lock.close()

    async def stop_waiting(self) -> None:
        """From now on, fail at once where another program has locked the file. The statement under way waits on.

        The lock is not taken, because all that wait for it would come first, one after the other.
        """
        await self._connection.execute_fetchall("PRAGMA busy_timeout = 0")

    @property
    def path(self) -> Path:
        """The file, with links followed."""
        return self._path

    @property
    def size(self) -> int:
        """The bytes of the file and of its write-ahead log."""
        parts = (self._path, self._path.with_name(f"{self._path.name}-wal"))
        return sum(part.stat().st_size for part in parts if part.exists())

    async def read(self, sql: str, *values: Value) -> list[Row]:
        """Return the rows of a query. It never sees half a transaction. Raise StorageError."""
        async with self._lock:
            with self._errors():
                return list(await self._connection.execute_fetchall(sql, values))

    async def read_all(self, queries: Iterable[tuple[str, tuple[Value, ...]]]) -> list[list[Row]]:
        """Return the rows of several queries, with the values of each. No transaction comes between them.

        Raise StorageError.
        """
        async with self._lock:
            with self._errors():
                return [list(await self._connection.execute_fetchall(sql, values)) for sql, values in queries]

    async def commit(self, statements: Iterable[Statement]) -> None:
        """Execute all statements or none.

        Raise ConflictError if one violates a constraint or touches other rows, and StorageError.
        """
        async with self._lock:
            with self._errors():
                await self._commit(statements)

    async def truncate_log(self) -> None:
        """Empty the write-ahead log beside the file, which still holds what was deleted. Raise StorageError."""
        async with self._lock:
            with self._errors():
                await self._connection.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Raise StorageError instead of SQLite's own errors, and tell the host what to do about a damaged file."""
        try:
            with storage_errors(self._path):
                yield
        except DamagedPageError as error:
            if self.tells_damage:
                self.tells_damage = False
                log.error(
                    "%s is damaged (%s). Stop the bot, keep a copy of this file, and restore the latest backup:"
                    " docs/hosting.md says how",
                    self._path,
                    error.problem,
                )
            raise

    async def _commit(self, statements: Iterable[Statement]) -> None:
        try:
            await self._connection.execute("BEGIN IMMEDIATE")
            for _, alike in groupby(statements, key=_batch_key):
                await self._execute(list(alike))
            await self._connection.commit()
        except BaseException:
            # Cancelled or failed. A statement whose task was cancelled still runs in the connection's thread;
            # the rollback queues up behind it, and does nothing if that was the commit.
            await self._connection.rollback()
            raise

    async def _execute(self, alike: list[Statement]) -> None:
        """Execute statements that differ only in their values."""
        first = alike[0]
        try:
            if len(alike) > 1:
                await self._connection.executemany(first.sql, [one.values for one in alike])
                return
            cursor = await self._connection.execute(first.sql, first.values)
        except IntegrityError as error:
            raise ConflictError(first.sql) from error
        if first.expected_rows is not None and cursor.rowcount != first.expected_rows:
            raise ConflictError(first.sql)


def _batch_key(statement: Statement) -> object:
    """Return what statements share that are executed together; those whose rows are counted are executed alone."""
    return statement.sql if statement.expected_rows is None else object()


def read_time(text: str | None) -> datetime | None:
    """Return the time that a column holds, if any."""
    return datetime.fromisoformat(text) if text else None


def read_choice(choices: Iterable[ChoiceT], stored: Value, default: ChoiceT) -> ChoiceT:
    """Return the choice that a column holds; the default where it holds something that cannot be chosen."""
    return next((one for one in choices if one == stored), default)


def format_time(time: datetime | None) -> str | None:
    """Return a time as a column holds it."""
    return time.isoformat() if time else None


def parse_url(url: str) -> Path:
    """Return the file that a database URL names, with links followed; raise BadUrlError."""
    name = url.removeprefix(_PREFIX)
    if name in (url, "", ":memory:"):
        raise BadUrlError(url)
    return Path(name).resolve()
