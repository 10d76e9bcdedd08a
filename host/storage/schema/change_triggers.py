"""How a PostgreSQL server tells processes what others have stored: triggers notify those who listen.

A message names a kind of data, the key of what has changed, and the process. Those of a transaction that are alike are
one.
"""

from typing import Final

from sqlalchemy import Connection

from host.storage.engine.postgresql_server import CHANNEL
from host.storage.schema.tables import games, people

_UNHEARD: Final = {"number", "rules", "seed", "occasion", "is_told_quarantined"}
"""The columns of games that no process keeps in memory, or that never change."""
_OF_GAMES: Final = ", ".join(column.name for column in games.columns if column.name not in _UNHEARD)
_UNHEARD_OF_PEOPLE: Final = {"id", "is_ranked_everywhere", "letters", "dm_opened_at"}
_OF_PEOPLE: Final = ", ".join(column.name for column in people.columns if column.name not in _UNHEARD_OF_PEOPLE)

_FUNCTION: Final = f"""
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
    PERFORM pg_notify('{CHANNEL}', concat_ws(' ', TG_ARGV[0], to_jsonb(changed) ->> TG_ARGV[1],
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
"""Tables, what happens to their rows, and what the message names: a kind of data, and its key. All that changes about a
game also changes its row in ``games``, but for its notifications."""


def add_triggers(connection: Connection) -> None:
    """Add the triggers to a new database."""
    connection.exec_driver_sql(_FUNCTION)
    for table, events, kind, key in _TRIGGERS:
        connection.exec_driver_sql(
            f"CREATE TRIGGER {table}_tell_change AFTER {events} ON {table}"
            f" FOR EACH ROW EXECUTE FUNCTION tell_change('{kind}', '{key}')"
        )
