"""Checks and the key of players get names in files, too. Where a table is changed by a copy of it, a check without a
name would get lost.
"""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0036"
down_revision: Final = "0035"

_NAMES: Final = {
    "pk": "%(table_name)s_pkey",
    "fk": "%(table_name)s_%(column_0_N_name)s_fkey",
    "uq": "%(table_name)s_%(column_0_N_name)s_key",
}
_TABLES: Final[dict[str, dict[str, str]]] = {
    "games": {"games_status_check": "status IN ('open', 'running', 'finished', 'ended')"},
    "players": {},
    "seats": {"seats_check": "(person IS NULL) <> (computer IS NULL)"},
    "substitutions": {
        "substitutions_check": "(giver IS NULL) <> (from_level IS NULL)",
        "substitutions_check1": "(taker IS NULL) <> (to_level IS NULL)",
    },
    "rematch_seats": {"rematch_seats_check": "(person IS NULL) <> (computer IS NULL)"},
}


def upgrade() -> None:
    """Copy these tables into tables whose constraints have names. The checks without names go."""
    if op.get_bind().dialect.name != "sqlite":
        return
    for table, checks in _TABLES.items():
        named = tuple(sa.CheckConstraint(condition, name=name) for name, condition in checks.items())
        with op.batch_alter_table(table, recreate="always", naming_convention=_NAMES, table_args=named):
            pass
