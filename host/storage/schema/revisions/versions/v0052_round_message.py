"""Which message announced the round under way of a tournament: it is edited when the end of the round moves."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0052"
down_revision: Final = "0051"


def upgrade() -> None:
    """Add the message."""
    op.add_column("tournaments", sa.Column("round_message", sa.BigInteger))
