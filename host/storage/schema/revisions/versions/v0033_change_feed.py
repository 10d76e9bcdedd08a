"""Processes that share a database tell each other what they store; the settings of servers count their changes."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0033"
down_revision: Final = "0032"

_OF_GAMES: Final = """
guild, channel, parent, status, organiser, edition, options, is_practice, pace, aids, takeback, ply,
announced, message, opened_at, moved_at, seat_order, thread, language, lobby_channel, lobby, due_at,
rated, timeout, undo_seat, undo_ply, shown_ply, shown_round, shown_due, undo_number, ending_seat,
ending_number, rematch_of, best_of, computers, revision
"""
_OF_PEOPLE: Final = """
name, language, zone, quiet_from, quiet_until, theme, size, dm_channel, reminders, digest_at,
digest_since
"""
_FUNCTION: Final = """
CREATE FUNCTION tell_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed record;
BEGIN
    IF TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW THEN
        RETURN NULL;
    END IF;
    IF TG_OP = 'DELETE' THEN
        changed := OLD;
    ELSE
        changed := NEW;
    END IF;
    PERFORM pg_notify('carcassonne_changes', concat_ws(' ', TG_ARGV[0], to_jsonb(changed) ->> TG_ARGV[1],
        current_setting('application_name')));
    RETURN NULL;
END
$$
"""
_TRIGGERS: Final = (
    ("games", f"INSERT OR DELETE OR UPDATE OF {_OF_GAMES}", "games", "number"),
    ("pings", "INSERT", "games", "game"),
    ("people", f"INSERT OR DELETE OR UPDATE OF {_OF_PEOPLE}", "people", "id"),
    ("vacations", "INSERT OR DELETE OR UPDATE", "people", "person"),
    ("servers", "INSERT OR DELETE", "servers", "guild"),
    ("follows", "INSERT OR DELETE OR UPDATE", "follows", "person"),
)


def upgrade() -> None:
    """Add the column, and on a server the triggers: a file has one process."""
    op.add_column("servers", sa.Column("revision", sa.Integer, nullable=False, server_default="0"))
    connection = op.get_bind()
    if connection.dialect.name != "postgresql":
        return
    connection.exec_driver_sql(_FUNCTION)
    for table, events, kind, key in _TRIGGERS:
        connection.exec_driver_sql(
            f"CREATE TRIGGER {table}_tell_change AFTER {events} ON {table}"
            f" FOR EACH ROW EXECUTE FUNCTION tell_change('{kind}', '{key}')"
        )
