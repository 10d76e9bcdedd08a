"""Games that were played to their end have reviews."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0044"
down_revision: Final = "0043"


def upgrade() -> None:
    """Add the table of reviews."""
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "reviews",
        sa.Column("game", sa.BigInteger, sa.ForeignKey("games.number", name="reviews_game_fkey"), nullable=False),
        sa.Column("content", text, nullable=False),
        sa.PrimaryKeyConstraint("game", name="reviews_pkey"),
    )
