"""What several processes need that share a database: games count their changes, notifications are claimed, and
each shard has a heartbeat of its own.
"""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0031"
down_revision: Final = "0030"


def upgrade() -> None:
    """Add the columns. The heartbeat of today is that of all shards."""
    op.add_column("games", sa.Column("revision", sa.Integer, nullable=False, server_default="0"))
    op.add_column("pings", sa.Column("claimed_by", sa.Text))
    op.add_column("pings", sa.Column("claimed_until", sa.Text))
    op.add_column("heartbeat", sa.Column("shard", sa.Integer, nullable=False, server_default="0"))
    op.add_column("heartbeat", sa.Column("total", sa.Integer, nullable=False, server_default="1"))
