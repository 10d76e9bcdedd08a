"""SQL by hand: how the bot spoke to SQLite before it used SQLAlchemy. The storage is compared with it."""

import asyncio
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import aiosqlite

from host.storage.sqlite_statements import Call


class PlainSql:
    """A database file whose one connection does all. Each statement is a visit of its thread, and a lock keeps
    transactions apart.
    """

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._lock = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path) -> "PlainSql":
        """Open a file that is there already, as durable as the bot's."""
        connection = await aiosqlite.connect(path, isolation_level=None)
        connection.row_factory = sqlite3.Row
        for pragma in ("foreign_keys = ON", "journal_mode = WAL", "synchronous = FULL", "secure_delete = ON"):
            await connection.execute_fetchall(f"PRAGMA {pragma}")
        return cls(connection)

    async def close(self) -> None:
        """Close the file."""
        await self._connection.close()

    async def fetch(self, calls: Sequence[Call]) -> list[list[sqlite3.Row]]:
        """Return the rows of queries."""
        async with self._lock:
            return [list(await self._connection.execute_fetchall(call.words.sql, call.values)) for call in calls]

    async def commit(self, calls: Sequence[Call]) -> None:
        """Execute all statements in one transaction; raise RuntimeError if one that must change a row does not."""
        async with self._lock:
            await self._connection.execute("BEGIN IMMEDIATE")
            for call in calls:
                await self._execute(call)
            await self._connection.commit()

    async def _execute(self, call: Call) -> None:
        if call.is_many:
            await self._connection.executemany(call.words.sql, call.values)
            return
        sql, _, _ = call.words.sql.partition(" RETURNING ")  # the rows that a guard has changed were counted
        cursor = await self._connection.execute(sql, call.values)
        if call.is_guard and cursor.rowcount != 1:
            raise RuntimeError(sql)
