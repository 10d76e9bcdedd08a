"""A connection to SQLite, and the thread in which all of its work is done.

A whole transaction is one visit of the thread: there, SQLAlchemy waits for nothing but SQLite.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar, cast

from sqlalchemy import Connection, Engine

WRITING: Final = "BEGIN IMMEDIATE"
"""How a transaction begins that writes. If it began by reading, it could not write any more after another
one has written."""
READING: Final = "BEGIN"
"""How one begins that reads: it sees the database as it is at one moment."""

T = TypeVar("T")


class SqliteThread:
    """A connection whose transactions begin with this word, and wait for each other."""

    def __init__(self, begin: str) -> None:
        self._begin = begin
        self._executor = ThreadPoolExecutor(1, "sqlite")
        self._connection: Any = None
        self.is_hurried = False
        """Whether no statement may wait for other programs any more."""
        self.visits = 0
        """How many visits are under way or wait."""

    async def open(self, engine: Engine) -> None:
        """Open the connection; raise what SQLAlchemy and SQLite raise."""
        self._connection = await self._visit(engine.connect)

    async def close(self) -> None:
        """Close the connection, when all visits are done."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await self._visit(connection.close)
        self._executor.shutdown(wait=False)

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
            return await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._executor, work))
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
