"""How a question was decided is stored with it, so that its message can be drawn from what is stored."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0037"
down_revision: Final = "0036"


def upgrade() -> None:
    """Add the answer, and the seat that gave it or that it is about."""
    op.add_column("pings", sa.Column("answer", sa.Text))
    op.add_column("pings", sa.Column("answer_seat", sa.Integer))
