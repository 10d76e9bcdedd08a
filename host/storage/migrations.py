"""Migrations: the numbered files of ``host/storage/sql`` bring a database up to date, in one transaction."""

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from host.errors import NewerDatabaseError
from host.storage.database import Database, Statement
from host.storage.database_copy import copy_database

MIGRATIONS: Final = Path(__file__).parent / "sql"


async def migrate(database: Database, folder: Path = MIGRATIONS) -> int:
    """Run the migrations that the database lacks and return its version. A database that holds something already is
    copied before that: ``games.db`` to ``games.before-0018.db``.

    Raise NewerDatabaseError, DamagedDatabaseError, and OSError if there is no room for the copy.
    """
    await database.commit([Statement("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")])
    version = sum(row["version"] for row in await database.read("SELECT version FROM schema_version"))
    scripts = _scripts(folder)
    newest = max(scripts)
    if version > newest:
        raise NewerDatabaseError(version=version, known=newest)
    if 0 < version < newest:
        copy = database.path.with_name(f"{database.path.stem}.before-{newest:04}{database.path.suffix}")
        await asyncio.to_thread(copy_database, database.path, copy)
    if version < newest:
        pending = [script for number, script in scripts.items() if number > version]
        pending_statements = [Statement(statement) for script in pending for statement in split_statements(script)]
        stamp = [Statement("DELETE FROM schema_version"), Statement("INSERT INTO schema_version VALUES (?)", (newest,))]
        await database.commit([*pending_statements, *stamp])
    return newest


def newest_version(folder: Path = MIGRATIONS) -> int:
    """Return the version to which this program brings a database."""
    return max(_scripts(folder))


def _scripts(folder: Path) -> dict[int, str]:
    """Return the migrations by number: ``0001_tables.sql`` is the first."""
    return {int(path.name.split("_")[0]): path.read_text("utf-8") for path in sorted(folder.glob("*.sql"))}


def split_statements(script: str) -> Iterator[str]:
    """Yield the statements of a script one by one. To run the whole script would commit the open transaction."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement.strip()
            statement = ""
    if statement.strip():
        yield statement.strip()
