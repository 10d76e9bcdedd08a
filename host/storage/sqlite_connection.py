"""A connection to SQLite that visits its thread once for each statement.

aiosqlite runs each connection in a thread of its own. SQLAlchemy makes a cursor there, executes, fetches and closes in
four visits, which takes longer than most statements. The rows are all fetched anyway, so one visit does all of this.
"""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple

import aiosqlite

_CHUNK: Final = 64


class _Executed(NamedTuple):
    """What a statement has left."""

    rows: list[Any]
    description: Any
    rowcount: int
    lastrowid: int | None


class SingleVisitCursor:
    """A cursor as SQLAlchemy uses it. It holds rows, but nothing of SQLite."""

    arraysize = 1

    def __init__(self, connection: "SingleVisitConnection") -> None:
        self._connection = connection
        self._executed = _Executed([], None, -1, None)

    async def __aenter__(self) -> "SingleVisitCursor":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    async def execute(self, sql: str, parameters: Any = ()) -> None:
        """Execute a statement and fetch all its rows; raise sqlite3.Error."""
        self._executed = await self._connection.visit(sql, parameters)

    async def executemany(self, sql: str, parameters: Any) -> None:
        """Execute a statement with each of these parameters; raise sqlite3.Error."""
        self._executed = await self._connection.visit(sql, parameters, is_many=True)

    async def fetchall(self) -> Sequence[Any]:
        """Return the rows."""
        return self._executed.rows

    async def close(self) -> None:
        """Do nothing: what was SQLite's is closed."""

    @property
    def description(self) -> Any:
        """The names of the columns; None for a statement without any."""
        return self._executed.description

    @property
    def rowcount(self) -> int:
        """How many rows were changed, as far as SQLite knows."""
        return self._executed.rowcount

    @property
    def lastrowid(self) -> int | None:
        """The number of the row that was inserted last."""
        return self._executed.lastrowid


class SingleVisitConnection(aiosqlite.Connection):
    """A connection whose cursors visit its thread once."""

    def cursor(self) -> Any:
        """Return a cursor; SQLite gets its own when something is executed."""
        return SingleVisitCursor(self)

    async def visit(self, sql: str, parameters: Any, *, is_many: bool = False) -> _Executed:
        """Execute a statement in the thread and return what it has left; raise sqlite3.Error."""
        execute: Any = self._execute
        executed: _Executed = await execute(_execute, self._conn, sql, parameters, is_many)
        return executed

    async def rollback(self) -> None:
        """End the transaction under way, if there is one."""
        if self.in_transaction:
            await super().rollback()


def connect(path: Path, patience: float) -> SingleVisitConnection:
    """Return a connection that is still to be awaited. A statement waits for other programs so many seconds."""
    return SingleVisitConnection(lambda: sqlite3.connect(path, timeout=patience, isolation_level=None), _CHUNK)


def _execute(connection: sqlite3.Connection, sql: str, parameters: Any, is_many: bool) -> _Executed:
    cursor = connection.executemany(sql, parameters) if is_many else connection.execute(sql, parameters)
    try:
        rows = cursor.fetchall() if cursor.description else []
        return _Executed(rows, cursor.description, cursor.rowcount, cursor.lastrowid)
    finally:
        cursor.close()
