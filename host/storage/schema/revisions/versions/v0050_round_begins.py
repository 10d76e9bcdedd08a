"""When the round under way of a tournament has begun: its end may be moved."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0050"
down_revision: Final = "0049"


def upgrade() -> None:
    """Add the time."""
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.add_column("tournaments", sa.Column("round_begun_at", text))
