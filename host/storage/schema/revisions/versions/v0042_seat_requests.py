"""Somebody who wants the seat of a computer asks those who play."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0042"
down_revision: Final = "0041"


def upgrade() -> None:
    """Add the table of these requests."""
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "seat_requests",
        sa.Column("game", sa.BigInteger, sa.ForeignKey("games.number", name="seat_requests_game_fkey"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column(
            "person", sa.BigInteger, sa.ForeignKey("people.id", name="seat_requests_person_fkey"), nullable=False
        ),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("due_at", text, nullable=False),
        sa.PrimaryKeyConstraint("game", name="seat_requests_pkey"),
    )
    op.create_index("seat_requests_person", "seat_requests", ["person"])
