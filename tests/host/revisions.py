"""Revisions of the schema as tests add them to a copy of ours."""

import threading
from pathlib import Path
from textwrap import indent
from typing import Final

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
