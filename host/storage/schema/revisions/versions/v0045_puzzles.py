"""There is a puzzle each day: what people answer is stored, and servers can have it posted."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0045"
down_revision: Final = "0044"


def upgrade() -> None:
    """Add the tables of puzzles, answers and posts, the one of secrets, and the channel of a server."""
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "secrets",
        sa.Column("name", text, nullable=False),
        sa.Column("content", text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="secrets_pkey"),
    )
    op.create_table(
        "puzzles",
        sa.Column("day", text, nullable=False),
        sa.Column("content", text, nullable=False),
        sa.PrimaryKeyConstraint("day", name="puzzles_pkey"),
    )
    op.create_table(
        "puzzle_answers",
        sa.Column("day", text, sa.ForeignKey("puzzles.day", name="puzzle_answers_day_fkey"), nullable=False),
        sa.Column(
            "person", sa.BigInteger, sa.ForeignKey("people.id", name="puzzle_answers_person_fkey"), nullable=False
        ),
        sa.Column("turn", text, nullable=False),
        sa.Column("lost", sa.DOUBLE_PRECISION, nullable=False),
        sa.Column("guild", sa.BigInteger),
        sa.PrimaryKeyConstraint("day", "person", name="puzzle_answers_pkey"),
    )
    op.create_index("puzzle_answers_person", "puzzle_answers", ["person"])
    op.create_index("puzzle_answers_guild", "puzzle_answers", ["guild", "day"])
    op.create_table(
        "puzzle_posts",
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("day", text, nullable=False),
        sa.PrimaryKeyConstraint("guild", name="puzzle_posts_pkey"),
    )
    op.add_column("servers", sa.Column("puzzle_channel", sa.BigInteger))
