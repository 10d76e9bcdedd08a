"""Files from before Alembic: the numbered scripts in ``sql`` bring them to version 29, the last one then.

They are SQLite's alone. Nothing is added here any more.
"""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, text

SCRIPTS: Final = Path(__file__).parent / "sql"


def older_version(connection: Connection) -> int:
    """Return the version of a file from before Alembic; 0 if it holds none."""
    if not inspect(connection).has_table("schema_version"):
        return 0
    return sum(connection.scalars(text("SELECT version FROM schema_version")).all())


def bring_to_last(connection: Connection, version: int) -> None:
    """Run the scripts that a file of this version lacks."""
    for path in sorted(SCRIPTS.glob("*.sql")):
        if int(path.name.split("_")[0]) > version:
            for statement in split_statements(path.read_text("utf-8")):
                connection.exec_driver_sql(statement)


def leave_newer_version(connection: Connection, version: int) -> None:
    """Leave a version where older programs look for it, so that they say that they are too old for the file."""
    connection.execute(text("UPDATE schema_version SET version = :version"), {"version": version})


def split_statements(script: str) -> Iterator[str]:
    """Yield the statements of a script one by one, as the driver takes them."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement.strip()
            statement = ""
    if statement.strip():
        yield statement.strip()
