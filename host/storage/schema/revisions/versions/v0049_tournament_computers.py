"""Computers that play in tournaments for practice."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0049"
down_revision: Final = "0048"


def upgrade() -> None:
    """Add the level and the number of a computer to the entrants."""
    for name in ("computer", "computer_number"):
        op.add_column("tournament_entrants", sa.Column(name, sa.Integer))
