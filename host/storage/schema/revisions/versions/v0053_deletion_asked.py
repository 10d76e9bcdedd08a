"""When somebody asked to be deleted: the bot finishes that if it is stopped before it has."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0053"
down_revision: Final = "0052"

_OF_PEOPLE: Final = """
name, language, zone, quiet_from, quiet_until, theme, size, dm_channel, reminders, digest_at,
digest_since, deletion_asked_at
"""


def upgrade() -> None:
    """Add the time. On a server, tell it to all processes."""
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.add_column("people", sa.Column("deletion_asked_at", text))
    connection = op.get_bind()
    if connection.dialect.name != "postgresql":
        return
    connection.exec_driver_sql("DROP TRIGGER people_tell_change ON people")
    connection.exec_driver_sql(
        f"CREATE TRIGGER people_tell_change AFTER INSERT OR DELETE OR UPDATE OF {_OF_PEOPLE} ON people"
        " FOR EACH ROW EXECUTE FUNCTION tell_change('people', 'id')"
    )
