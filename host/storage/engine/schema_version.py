"""The version of the schema that this program knows: that of the newest file in ``schema/revisions/versions``."""

import re
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, column, func, inspect, select, table

REVISIONS: Final = Path(__file__).parents[1] / "schema" / "revisions"
_VERSION_TABLE: Final = "alembic_version"
_NUMBERED: Final = re.compile(r"v(\d{4})_\w+\.py")


def newest_version(folder: Path = REVISIONS) -> int:
    """Return the version to which this program brings a database."""
    return max(int(match[1]) for path in (folder / "versions").iterdir() if (match := _NUMBERED.fullmatch(path.name)))


def read_version(connection: Connection) -> int:
    """Return the version to which Alembic has brought a database; 0 if it never has."""
    if not inspect(connection).has_table(_VERSION_TABLE):
        return 0
    return int(connection.scalar(select(func.max(column("version_num"))).select_from(table(_VERSION_TABLE))) or 0)
