"""All rows of a database are copied into an empty one, of the same kind or another; then both are compared."""

import hashlib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection, Table, delete, func, insert, inspect, select, tuple_

from host.errors import DatabaseName
from host.storage.copies.backups import BackupReport, replay_all
from host.storage.engine.database import Database
from host.storage.engine.statements import Statement
from host.storage.notifications import RELEASE
from host.storage.schema.column_types import as_stored
from host.storage.schema.migrations import migrate
from host.storage.schema.tables import METADATA, NAMELESS, people

_BATCH: Final = 1000
"""How many rows are read and written at once."""

Progress = Callable[[str, int, int], None]
"""Told what is done, how much of it, and how much there is."""


@dataclass(eq=False)
class TargetNotEmptyError(Exception):
    """The database that was to be filled holds something already. It was left as it is."""

    name: DatabaseName


@dataclass(eq=False)
class TransferMismatchError(Exception):
    """A table has other rows in the copy than in the original. The copy must not be used."""

    table: str


async def transfer(source_url: str, target_url: str, on_progress: Progress) -> BackupReport:
    """Copy a database into an empty one, compare all rows, and replay every game of the copy.

    No bot may run on either. Both are brought up to date first, as a bot would do. Raise TargetNotEmptyError,
    TransferMismatchError, HostError and OSError.
    """
    source = await Database.open(source_url)
    try:
        await migrate(source)
        target = await Database.open(target_url)
        try:
            if not await target.run(_is_empty):
                raise TargetNotEmptyError(target.name)
            await migrate(target)
            await _fill(source, target, on_progress)
            await _compare(source, target)
            await target.commit([Statement(RELEASE)])  # in another kind of database, processes have other names
            return await replay_all(target, lambda done, of: on_progress("games replayed", done, of))
        finally:
            await target.close()
    finally:
        await source.close()


def _is_empty(connection: Connection) -> bool:
    """Return whether a database has no tables, or those of a bot that has stored nothing yet."""
    names = set(inspect(connection).get_table_names())
    if not names:
        return True
    if not names >= METADATA.tables.keys():
        return False
    counts = {table.name: connection.scalar(select(func.count()).select_from(table)) for table in _tables()}
    return counts.pop("people") == len(NAMELESS) and not any(counts.values())


def _tables() -> Sequence[Table]:
    """Return all tables, those before that others refer to."""
    return METADATA.sorted_tables


async def _fill(source: Database, target: Database, on_progress: Progress) -> None:
    """Copy all rows in one transaction: the target stays empty unless it has everything."""
    async with target.backend.long_transaction() as run:
        await run(lambda connection: connection.execute(delete(people)))  # the nameless come with the others
        for table in _tables():
            done = 0
            [row] = await source.read(select(func.count().label("number")).select_from(table))
            async for rows in _batches(source, table):
                await run(partial(_insert, table=table, rows=[dict(one) for one in rows]))
                done += len(rows)
                on_progress(f"rows of {table.name}", done, row["number"])
            await run(partial(target.backend.continue_numbers, table=table))


def _insert(connection: Connection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    connection.execute(insert(as_stored(table)), rows)


async def _compare(source: Database, target: Database) -> None:
    for table in _tables():
        if await _digest(source, table) != await _digest(target, table):
            raise TransferMismatchError(table.name)


async def _digest(database: Database, table: Table) -> tuple[int, str]:
    """Return how many rows a table has, and the SHA-256 of all of them in the order of their keys."""
    count, digest = 0, hashlib.sha256()
    async for rows in _batches(database, table):
        count += len(rows)
        for row in rows:
            digest.update(repr([row[column.name] for column in table.columns]).encode())
    return count, digest.hexdigest()


async def _batches(database: Database, table: Table) -> AsyncIterator[Sequence[Any]]:
    """Yield the rows of a table in the order of their keys, in batches."""
    stored = as_stored(table)
    key = [stored.c[column.name] for column in table.primary_key.columns or table.columns]
    query = select(stored).order_by(*key).limit(_BATCH)
    rows = await database.read(query)
    while rows:
        yield rows
        last = [rows[-1][column.name] for column in key]
        rows = await database.read(query.where(tuple_(*key) > tuple_(*last)))
