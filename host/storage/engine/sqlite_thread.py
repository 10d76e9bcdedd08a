"""A connection to SQLite, and the thread in which all of its work is done.

The thread is aiosqlite's. A whole transaction is one visit of it: there, SQLAlchemy waits for nothing but SQLite. With
SQLAlchemy's own use of aiosqlite each statement would go there and back four times, which takes longer than most.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import aiosqlite
from sqlalchemy import Connection, Engine

WRITING: Final = "BEGIN IMMEDIATE"
"""How a transaction begins that writes. If it began by reading, it could not write any more after another
one has written."""
READING: Final = "BEGIN"
"""How one begins that reads: it sees the database as it is at one moment."""

_CHUNK: Final = 64
"""How many rows aiosqlite reads in one go, for whoever iterates over them. Nobody does here."""

T = TypeVar("T")


class _Thread(aiosqlite.Connection):
    """aiosqlite's thread, in which any function can be called."""

    async def call(self, work: Callable[[], T]) -> T:
        """Call a function in the thread."""
        done: T = await self._execute(work)  # type: ignore[no-untyped-call]
        return done

    def join(self) -> None:
        """Wait until the thread has ended."""
        self._thread.join()


class SqliteThread:
    """A connection whose transactions begin with this word, and wait for each other."""

    def __init__(self, begin: str) -> None:
        self._begin = begin
        self._thread: _Thread | None = None
        self._connection: Any = None
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

    def _begin_transaction(self) -> Any:
        driver = self._driver
        if self.is_hurried:
            driver.execute("PRAGMA busy_timeout = 0")
        driver.execute(self._begin)
        return self._connection.begin()
