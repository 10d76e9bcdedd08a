"""An index of the notifications that are still to be sent, which every process looks for twice a minute."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0032"
down_revision: Final = "0031"


def upgrade() -> None:
    """Add the index."""
    is_unsent = sa.text("outcome IS NULL")
    op.create_index("pings_unsent", "pings", ["at"], sqlite_where=is_unsent, postgresql_where=is_unsent)
