"""Tournaments: who takes part, who meets whom, and what came of it."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0046"
down_revision: Final = "0045"


def upgrade() -> None:
    """Add the tables of tournaments."""
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    counted = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "tournaments",
        sa.Column("number", counted, sa.Identity(), nullable=False),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in ("guild", "channel")),
        _person("organiser", "tournaments"),
        *(sa.Column(name, text, nullable=False) for name in ("language", "status", "name", "terms", "opened_at")),
        *(sa.Column(name, text) for name in ("begins_at", "round_due", "paused_at")),
        sa.Column("message", sa.BigInteger),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("told_round", "season")),
        sa.Column("previous", sa.BigInteger, sa.ForeignKey("tournaments.number", name="tournaments_previous_fkey")),
        sa.Column("token", text, nullable=False),
        sa.PrimaryKeyConstraint("number", name="tournaments_pkey"),
    )
    is_live = sa.text("status IN ('draft', 'open', 'running')")
    op.create_index("tournaments_live", "tournaments", ["guild"], sqlite_where=is_live, postgresql_where=is_live)
    op.create_index("tournaments_guild", "tournaments", ["guild"])
    has_previous = sa.text("previous IS NOT NULL")
    op.create_index(
        "tournaments_previous",
        "tournaments",
        ["previous"],
        unique=True,
        sqlite_where=has_previous,
        postgresql_where=has_previous,
    )
    op.create_index("tournaments_organiser", "tournaments", ["organiser"])
    op.create_table(
        "tournament_entrants",
        _tournament("tournament_entrants"),
        sa.Column("entrant", sa.Integer, nullable=False),
        _person("person", "tournament_entrants"),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("seed", "first_round")),
        sa.Column("last_round", sa.Integer),
        sa.PrimaryKeyConstraint("tournament", "entrant", name="tournament_entrants_pkey"),
    )
    op.create_index("tournament_entrants_person", "tournament_entrants", ["person"])
    op.create_table(
        "tournament_boards",
        _tournament("tournament_boards"),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("round", "board")),
        sa.Column("game", sa.BigInteger, sa.ForeignKey("games.number", name="tournament_boards_game_fkey")),
        sa.Column("ending", text),
        sa.PrimaryKeyConstraint("tournament", "round", "board", name="tournament_boards_pkey"),
    )
    op.create_index("tournament_boards_game", "tournament_boards", ["game"])
    op.create_table(
        "tournament_seats",
        sa.Column("tournament", sa.BigInteger, nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("round", "board", "seat", "entrant")),
        *(sa.Column(name, sa.Integer) for name in ("points", "difference")),
        sa.ForeignKeyConstraint(
            ["tournament", "round", "board"],
            ["tournament_boards.tournament", "tournament_boards.round", "tournament_boards.board"],
            name="tournament_seats_tournament_round_board_fkey",
        ),
        sa.PrimaryKeyConstraint("tournament", "round", "board", "seat", name="tournament_seats_pkey"),
    )


def _tournament(table: str) -> "sa.Column[int]":
    key = sa.ForeignKey("tournaments.number", name=f"{table}_tournament_fkey")
    return sa.Column("tournament", sa.BigInteger, key, nullable=False)


def _person(name: str, table: str) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger, sa.ForeignKey("people.id", name=f"{table}_{name}_fkey"), nullable=False)
