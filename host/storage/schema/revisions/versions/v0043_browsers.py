"""People play in a browser, too: codes sign it in, and it stays signed in."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0043"
down_revision: Final = "0042"


def upgrade() -> None:
    """Add the tables of codes and of sessions."""
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "web_codes",
        sa.Column("hash", text, nullable=False),
        sa.Column("person", sa.BigInteger, sa.ForeignKey("people.id", name="web_codes_person_fkey"), nullable=False),
        sa.Column("game", sa.BigInteger, sa.ForeignKey("games.number", name="web_codes_game_fkey")),
        sa.Column("until_at", text, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="web_codes_pkey"),
    )
    op.create_index("web_codes_person", "web_codes", ["person"])
    op.create_index("web_codes_until_at", "web_codes", ["until_at"])
    counted = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "web_sessions",
        sa.Column("number", counted, sa.Identity(), nullable=False),
        sa.Column("hash", text, nullable=False),
        sa.Column("person", sa.BigInteger, sa.ForeignKey("people.id", name="web_sessions_person_fkey"), nullable=False),
        *(sa.Column(name, text, nullable=False) for name in ("since", "used_on", "until_at")),
        sa.PrimaryKeyConstraint("number", name="web_sessions_pkey"),
        sa.UniqueConstraint("hash", name="web_sessions_hash_key"),
    )
    op.create_index("web_sessions_person", "web_sessions", ["person"])
    op.create_index("web_sessions_until_at", "web_sessions", ["until_at"])
