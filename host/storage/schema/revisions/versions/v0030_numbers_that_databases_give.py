"""Substitutions get numbers, which tell their order; audit entries get theirs from the database. What was a view is a
query now.

Only files from before Alembic come this way, so this is about SQLite alone.
"""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0030"
down_revision: Final = None


def upgrade() -> None:
    """Copy both tables into new ones, in their order."""
    op.execute("DROP VIEW decided")

    op.create_table(
        "numbered_substitutions",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("game", sa.BigInteger, sa.ForeignKey("games.number"), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("giver", sa.BigInteger, sa.ForeignKey("people.id")),
        sa.Column("from_level", sa.Integer),
        sa.Column("from_number", sa.Integer),
        sa.Column("taker", sa.BigInteger, sa.ForeignKey("people.id")),
        sa.Column("to_level", sa.Integer),
        sa.Column("to_number", sa.Integer),
        sa.CheckConstraint("(giver IS NULL) <> (from_level IS NULL)"),
        sa.CheckConstraint("(taker IS NULL) <> (to_level IS NULL)"),
    )
    op.execute(
        "INSERT INTO numbered_substitutions "
        "(game, ply, seat, giver, from_level, from_number, taker, to_level, to_number) "
        "SELECT game, ply, seat, giver, from_level, from_number, taker, to_level, to_number "
        "FROM substitutions ORDER BY rowid"
    )
    op.drop_table("substitutions")
    op.rename_table("numbered_substitutions", "substitutions")
    op.create_index("substitutions_game", "substitutions", ["game"])

    op.create_table(
        "numbered_acts",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("game", sa.BigInteger, sa.ForeignKey("games.number")),
        sa.Column("ply", sa.Integer),
        sa.Column("manager", sa.BigInteger, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("giver", sa.BigInteger, sa.ForeignKey("people.id")),
        sa.Column("taker", sa.BigInteger, sa.ForeignKey("people.id")),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("from_level", sa.Integer),
        sa.Column("to_level", sa.Integer),
        sa.Column("from_number", sa.Integer),
        sa.Column("to_number", sa.Integer),
    )
    op.execute(
        "INSERT INTO numbered_acts "
        "(number, guild, game, ply, manager, kind, seat, giver, taker, detail, at, from_level, to_level, "
        "from_number, to_number) "
        "SELECT number, guild, game, ply, manager, kind, seat, giver, taker, detail, at, from_level, to_level, "
        "from_number, to_number FROM acts ORDER BY number"
    )
    op.drop_table("acts")
    op.rename_table("numbered_acts", "acts")
    op.create_index("acts_game", "acts", ["game"])
    op.create_index("acts_guild", "acts", ["guild"])
