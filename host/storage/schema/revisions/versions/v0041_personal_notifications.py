"""Notifications to a person may be about something else than a game."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0041"
down_revision: Final = "0040"


def upgrade() -> None:
    """Add their table, and the index that finds those that were not sent."""
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    person = sa.ForeignKey("people.id", name="personal_notifications_person_fkey")
    op.create_table(
        "personal_notifications",
        sa.Column("person", sa.BigInteger, person, nullable=False),
        sa.Column("topic", text, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("at", text, nullable=False),
        *(sa.Column(name, text) for name in ("outcome", "claimed_by", "claimed_until")),
        sa.PrimaryKeyConstraint("person", "topic", "number", name="personal_notifications_pkey"),
    )
    is_unsent = sa.text("outcome IS NULL")
    op.create_index(
        "personal_notifications_unsent",
        "personal_notifications",
        ["at"],
        sqlite_where=is_unsent,
        postgresql_where=is_unsent,
    )
