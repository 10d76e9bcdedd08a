"""Games of a round that were given more time by hand."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0051"
down_revision: Final = "0050"


def upgrade() -> None:
    """Add the seconds."""
    op.add_column("tournament_boards", sa.Column("more_time", sa.Integer))
