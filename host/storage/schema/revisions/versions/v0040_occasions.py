"""A table may be opened by no person, for something that was planned: no two tables are opened for the same."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0040"
down_revision: Final = "0039"


def upgrade() -> None:
    """Add the column, and the index that finds a table by it."""
    op.add_column("games", sa.Column("occasion", sa.Text().with_variant(sa.Text(collation="C"), "postgresql")))
    is_planned = sa.text("occasion IS NOT NULL")
    op.create_index(
        "games_occasion", "games", ["occasion"], unique=True, sqlite_where=is_planned, postgresql_where=is_planned
    )
