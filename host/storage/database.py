"""The database file: whole transactions, one after the other, and nothing of games.

aiosqlite runs one thread a connection, and a transaction belongs to the connection, not to the task that began it.
So a transaction is handed over as a whole, as a list of changes, and one lock keeps it apart from everything else.
"""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from sqlite3 import IntegrityError, Row
from typing import Final, TypeAlias

import aiosqlite
from filelock import FileLock, Timeout

from host.errors import HostError, HostErrorCode

Value: TypeAlias = int | float | str | None

_PREFIX: Final = "sqlite:///"
_PRAGMAS: Final = (
    "PRAGMA foreign_keys = ON",  # inside a transaction it would do nothing
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # with WAL, NORMAL may lose the last commits at a power cut
    "PRAGMA busy_timeout = 5000",  # a backup may be reading
    "PRAGMA secure_delete = ON",  # who has something deleted wants it gone from the file
)


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement that writes. ``rows`` is how many rows it must touch, where the transaction depends on that."""

    sql: str
    values: tuple[Value, ...] = ()
    rows: int | None = None


class ConflictError(Exception):
    """The database is not what the changes were made for; none of them was carried out."""


class Database:
    """An open database file, claimed for this process."""

    def __init__(self, path: Path, connection: aiosqlite.Connection, claim: FileLock) -> None:
        self._path = path
        self._connection = connection
        self._claim = claim
        self._lock = asyncio.Lock()

    @classmethod
    async def open(cls, url: str) -> "Database":
        """Open ``sqlite:///relative.db`` or ``sqlite:////absolute.db``; raise HostError(BAD_URL or FILE_IN_USE)."""
        path = parse_url(url)
        claim = _claim(path, url)
        try:
            connection = await aiosqlite.connect(path, isolation_level=None)
        except BaseException:
            claim.release()
            raise
        connection.row_factory = Row
        database = cls(path, connection, claim)
        try:
            for pragma in _PRAGMAS:
                await connection.execute_fetchall(pragma)
        except BaseException:
            await database.close()
            raise
        return database

    async def close(self) -> None:
        """Wait for the transaction under way, then close the file and give it free."""
        async with self._lock:
            try:
                await self._connection.close()
            finally:
                self._claim.release()

    @property
    def size(self) -> int:
        """The bytes of the file, with what has yet to be written into it."""
        parts = (self._path, self._path.with_name(f"{self._path.name}-wal"))
        return sum(part.stat().st_size for part in parts if part.exists())

    async def read(self, sql: str, *values: Value) -> list[Row]:
        """Return the rows of a query, never those of a transaction under way."""
        async with self._lock:
            return list(await self._connection.execute_fetchall(sql, values))

    async def commit(self, changes: Iterable[Statement]) -> None:
        """Carry out all changes or none; raise ConflictError where one does not meet what it was made for."""
        async with self._lock:
            try:
                await self._connection.execute("BEGIN IMMEDIATE")
                for change in changes:
                    await self._carry_out(change)
                await self._connection.commit()
            except BaseException:
                # Cancelled or failed. A statement whose task was cancelled still runs in the connection's thread;
                # the rollback queues up behind it, and does nothing if that was the commit.
                await self._connection.rollback()
                raise

    async def sweep(self) -> None:
        """Empty the log beside the file, which tells what has been deleted; what somebody reads meanwhile stays."""
        async with self._lock:
            await self._connection.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")

    async def _carry_out(self, change: Statement) -> None:
        try:
            cursor = await self._connection.execute(change.sql, change.values)
        except IntegrityError as error:
            raise ConflictError(change.sql) from error
        if change.rows is not None and cursor.rowcount != change.rows:
            raise ConflictError(change.sql)


def parse_url(url: str) -> Path:
    """Return the file that a database URL names, with links followed; raise HostError(BAD_URL)."""
    name = url.removeprefix(_PREFIX)
    if name in (url, "", ":memory:"):
        raise HostError(HostErrorCode.BAD_URL, url=url)
    return Path(name).resolve()


def _claim(path: Path, url: str) -> FileLock:
    """Lock ``<file>.lock`` for this process; the system frees it however the process ends."""
    if not path.parent.is_dir():
        raise HostError(HostErrorCode.BAD_URL, url=url)
    claim = FileLock(path.with_name(path.name + ".lock"), thread_local=False)
    try:
        claim.acquire(timeout=0)
    except Timeout:
        raise HostError(HostErrorCode.FILE_IN_USE, path=path) from None
    except OSError:
        raise HostError(HostErrorCode.BAD_URL, url=url) from None
    return claim
