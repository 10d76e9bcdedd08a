"""Matches in tournaments: the games of each that are over."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0047"
down_revision: Final = "0046"


def upgrade() -> None:
    """Add the table of games in matches. Tournaments of before have none."""
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "tournament_games",
        sa.Column("tournament", sa.BigInteger, nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("round", "board", "number")),
        sa.Column("game", sa.BigInteger, sa.ForeignKey("games.number", name="tournament_games_game_fkey")),
        sa.Column("ending", text, nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("first", "second", "difference")),
        sa.ForeignKeyConstraint(
            ["tournament", "round", "board"],
            ["tournament_boards.tournament", "tournament_boards.round", "tournament_boards.board"],
            name="tournament_games_tournament_round_board_fkey",
        ),
        sa.PrimaryKeyConstraint("tournament", "round", "board", "number", name="tournament_games_pkey"),
    )
    op.create_index("tournament_games_game", "tournament_games", ["game"])
