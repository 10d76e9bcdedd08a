"""Matches in tournaments: the games of each that are over. And leagues of before stay at tables of two."""

import json
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
    _keep_leagues_at_two()


def _keep_leagues_at_two() -> None:
    """Leagues were played at tables of two, whatever size was chosen. Now they have larger tables."""
    tournaments = sa.table("tournaments", sa.column("number", sa.BigInteger), sa.column("terms", sa.Text))
    for number, terms in op.get_bind().execute(sa.select(tournaments.c.number, tournaments.c.terms)).all():
        chosen = json.loads(terms)
        if chosen["kind"] == "league" and chosen["table_size"] != 2:
            text = json.dumps({**chosen, "table_size": 2}, separators=(",", ":"), sort_keys=True)
            op.execute(tournaments.update().where(tournaments.c.number == number).values(terms=text))
