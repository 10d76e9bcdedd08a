"""Notifications are about games only. No version of the bot has ever stored another one."""

from typing import Final

from alembic import op

revision: Final = "0054"
down_revision: Final = "0053"


def upgrade() -> None:
    """Drop the table that 0041 added."""
    op.drop_table("personal_notifications")
