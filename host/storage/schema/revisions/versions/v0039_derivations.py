"""Results are one of several things that are worked out from games: which version did so has a table of its own."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0039"
down_revision: Final = "0038"


def upgrade() -> None:
    """Move the versions of results there."""
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "derivations",
        sa.Column("game", sa.BigInteger, sa.ForeignKey("games.number", name="derivations_game_fkey"), nullable=False),
        sa.Column("name", text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", "name", name="derivations_pkey"),
    )
    op.execute(
        "INSERT INTO derivations (game, name, version) "
        "SELECT number, 'results', derivation FROM games WHERE derivation <> 0"
    )
    op.drop_column("games", "derivation")
