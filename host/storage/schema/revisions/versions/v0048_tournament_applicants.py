"""Who asks to be let into a tournament."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0048"
down_revision: Final = "0047"


def upgrade() -> None:
    """Add the table of those who wait for the organiser to let them in."""
    name = "tournament_applicants"
    tournament = sa.ForeignKey("tournaments.number", name=f"{name}_tournament_fkey")
    person = sa.ForeignKey("people.id", name=f"{name}_person_fkey")
    op.create_table(
        name,
        sa.Column("tournament", sa.BigInteger, tournament, nullable=False),
        sa.Column("person", sa.BigInteger, person, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("tournament", "person", name=f"{name}_pkey"),
    )
    op.create_index("tournament_applicants_person", name, ["person"])
