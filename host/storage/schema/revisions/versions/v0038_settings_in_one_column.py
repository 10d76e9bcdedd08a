"""The settings of a table are one value, and the options that a server has chosen are another: JSON, by their names.

Whether a game is rated stays a column, because ratings are looked up by it.
"""

import json
from collections.abc import Mapping
from typing import Any, Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0038"
down_revision: Final = "0037"

_SETTINGS: Final = {"pace": "pace", "aids": "aids", "takeback": "takeback", "order": "seat_order", "thread": "thread",
                    "language": "language", "timeout": "timeout"}  # fmt: skip
_OPTIONS: Final = {"edition": "edition", "options": "options", "pace": "pace", "aids": "aids", "takeback": "takeback",
                   "order": "seat_order", "thread": "thread", "rated": "rated", "timeout": "timeout"}  # fmt: skip
"""The names of values, with the columns that have held them."""
_FLAGS: Final = ("aids", "thread", "rated")
_OF_GAMES: Final = """
guild, channel, parent, status, organiser, edition, options, is_practice, ply, announced, message, opened_at, moved_at,
lobby_channel, lobby, due_at, rated, undo_seat, undo_ply, shown_ply, shown_round, shown_due, undo_number, ending_seat,
ending_number, rematch_of, best_of, computers, token, losses, settings
"""


def upgrade() -> None:
    """Add the columns, fill them with what the old ones hold, and drop these."""
    connection = op.get_bind()
    has_triggers = connection.dialect.name == "postgresql"
    if has_triggers:
        connection.exec_driver_sql("DROP TRIGGER games_tell_change ON games")
    _gather("games", "settings", _SETTINGS)
    _gather("servers", "table_options", _OPTIONS)
    if has_triggers:
        connection.exec_driver_sql(
            f"CREATE TRIGGER games_tell_change AFTER INSERT OR DELETE OR UPDATE OF {_OF_GAMES} ON games"
            " FOR EACH ROW EXECUTE FUNCTION tell_change('games', 'number')"
        )


def _gather(table: str, column: str, names: Mapping[str, str]) -> None:
    """Put what columns hold into one. Many rows hold the same, so they are changed together."""
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.add_column(table, sa.Column(column, text, nullable=False, server_default="{}"))
    changed = sa.table(table, sa.column(column), *(sa.column(old) for old in names.values()))
    held = [changed.c[old] for old in names.values()]
    connection = op.get_bind()
    for row in connection.execute(sa.select(*held).distinct()).mappings().all():
        alike = sa.and_(*(one.is_not_distinct_from(row[one.name]) for one in held))
        connection.execute(sa.update(changed).where(alike).values({column: _json(dict(row), names)}))
    for old in names.values():
        op.drop_column(table, old)


def _json(row: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Return what columns hold, by its names, without what is NULL."""
    values = {name: _value(name, row[old]) for name, old in names.items() if row[old] is not None}
    return json.dumps(values, separators=(",", ":"), sort_keys=True)


def _value(name: str, held: Any) -> Any:
    if name == "options":
        return held.split()
    return bool(held) if name in _FLAGS else held
