"""A connection to SQLite whose thread is visited once for each transaction.

aiosqlite runs each connection in a thread of its own. SQLAlchemy would go there and back four times for each statement,
which takes longer than most statements. So a whole transaction runs there, as calls of the driver, or in SQLAlchemy: in
the thread, nothing has to be waited for.
"""

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import aiosqlite
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

_CHUNK: Final = 64

T = TypeVar("T")


class ThreadConnection(aiosqlite.Connection):
    """aiosqlite's connection, which can also be used within its thread: there, everything is done at once."""

    def __init__(self, path: Path, patience: float) -> None:
        """Make a connection that is still to be awaited. A statement waits for other programs so many seconds."""
        super().__init__(lambda: self._open(path, patience), _CHUNK)
        self._thread_id = 0
        self.is_hurried = False
        """Whether no statement may wait for other programs any more."""

    async def rollback(self) -> None:
        """End the transaction under way, if there is one."""
        if self.in_transaction:
            await super().rollback()

    async def visit(self, begin: str, work: Callable[[sqlite3.Connection], T]) -> T:
        """In the thread, begin a transaction with this word (``""``: none) and do some work, which ends it.

        It is done to its end even if nobody waits for it any more.
        """
        done: T = await super()._execute(self._run, begin, work)  # type: ignore[no-untyped-call]
        return done

    async def _execute(self, fn: Any, *args: Any, **kwargs: Any) -> Any:
        """Call a function in the thread: all that aiosqlite does comes here."""
        if threading.get_ident() == self._thread_id:
            return fn(*args, **kwargs)
        return await super()._execute(fn, *args, **kwargs)  # type: ignore[no-untyped-call]

    def _run(self, begin: str, work: Callable[[sqlite3.Connection], T]) -> T:
        connection = self._conn
        if self.is_hurried:
            connection.execute("PRAGMA busy_timeout = 0")
        if begin:
            connection.execute(begin)
        try:
            return work(connection)
        finally:
            if connection.in_transaction:  # the work has failed
                connection.rollback()

    def _open(self, path: Path, patience: float) -> sqlite3.Connection:
        self._thread_id = threading.get_ident()
        return sqlite3.connect(path, timeout=patience, isolation_level=None)


class VisitedConnection:
    """A connection of SQLAlchemy, and the thread in which it works."""

    def __init__(self, connection: AsyncConnection, driver: ThreadConnection) -> None:
        self._connection = connection
        self.driver = driver
        self.visits = 0
        """How many transactions are under way or wait."""

    @classmethod
    async def open(cls, engine: AsyncEngine) -> "VisitedConnection":
        """Open a connection; raise what SQLAlchemy and SQLite raise."""
        connection = await engine.connect()
        driver: Any = (await connection.get_raw_connection()).driver_connection
        return cls(connection, driver)

    async def call(self, begin: str, work: Callable[[sqlite3.Connection], T]) -> T:
        """Let a function work with the driver, in a transaction that begins with this word, and which it ends."""
        self.visits += 1
        try:
            return await self.driver.visit(begin, work)
        finally:
            self.visits -= 1

    async def transact(self, begin: str, work: Callable[[Connection], T]) -> T:
        """Let a function work with SQLAlchemy, in a transaction that begins with this word; ``""``: in none."""
        return await self.call(begin, lambda _: self._work(work))

    async def close(self) -> None:
        """Give the connection back to its engine, when all transactions are done."""
        await self._connection.close()

    def _work(self, work: Callable[[Connection], T]) -> T:
        """Run SQLAlchemy to its end: what it awaits is done at once, so it never stops on the way."""
        try:
            self._connection.run_sync(_commit, work).send(None)
        except StopIteration as ended:
            done: T = ended.value
            return done
        raise RuntimeError("nothing can be waited for in the thread of SQLite")


def _commit(connection: Connection, work: Callable[[Connection], T]) -> T:
    with connection.begin():
        return work(connection)
