"""Revisions of the schema as tests add them to a copy of ours."""

import threading
from pathlib import Path
from textwrap import indent
from typing import Final

from sqlalchemy import Connection, text

BEGUN: Final = threading.Event()
"""Set by a revision that has begun, if it is written so."""

_REVISION: Final = """\
from alembic import op
import sqlalchemy as sa
revision, down_revision = "{number:04}", "{before:04}"
def upgrade():
{body}
"""


def write_revision(folder: Path, number: int, body: str) -> Path:
    """Write the next revision into a folder of revisions; return its file."""
    path = folder / "versions" / f"v{number:04}_wool.py"
    path.write_text(_REVISION.format(number=number, before=number - 1, body=indent(body, "    ")))
    return path


def add_revision(folder: Path, number: int, more: str = "") -> Path:
    """Write the next revision: it adds a column to ``people``, and does more."""
    return write_revision(folder, number, f'op.add_column("people", sa.Column("wool{number}", sa.Integer))\n{more}')


OLD_SETTINGS = {
    "games": ("pace TEXT NOT NULL DEFAULT ''", "aids INTEGER NOT NULL DEFAULT 1",
              "takeback INTEGER NOT NULL DEFAULT 20", "seat_order TEXT NOT NULL DEFAULT 'drawn'",
              "thread INTEGER NOT NULL DEFAULT 0",
              "language TEXT NOT NULL DEFAULT 'en'", "timeout TEXT NOT NULL DEFAULT 'vote'"),
    "servers": ("edition TEXT", "options TEXT", "pace TEXT", "aids INTEGER", "takeback INTEGER", "seat_order TEXT",
                "thread INTEGER", "rated INTEGER", "timeout TEXT"),
}  # fmt: skip
"""The columns that have become one."""


def undo_settings(connection: Connection) -> None:
    """Bring the tables back to where they were before settings were one value. No trigger may name their columns."""
    for table, columns in OLD_SETTINGS.items():
        for column in columns:
            connection.execute(text(f"ALTER TABLE {table} ADD COLUMN {column}"))
    connection.execute(text("ALTER TABLE games DROP COLUMN settings"))
    connection.execute(text("ALTER TABLE servers DROP COLUMN table_options"))
