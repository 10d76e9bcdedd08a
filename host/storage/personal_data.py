"""Every place in the database where a person is stored: what is exported of it, and what becomes of it at deletion.

Whoever adds a column that names a person adds it here; a test reads the schema and compares.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import groupby
from sqlite3 import Row
from typing import Any, Final, TypeAlias

from host.storage.database import Change, Store

Rows: TypeAlias = dict[str, list[dict[str, Any]]]
"""Rows by table, each with its values by column."""


class Fate(Enum):
    """What becomes of a row when the person is deleted."""

    STAYS = auto()
    """It belongs to a game or a server as well: a nameless person takes the place."""
    GOES = auto()


@dataclass(frozen=True, slots=True)
class Trace:
    """A column that names a person. ``game`` is the column with the game's number, where the row stays; ``secret`` are
    columns that even the person is not shown."""

    table: str
    column: str
    fate: Fate
    game: str = "game"
    secret: frozenset[str] = frozenset()


SECRET: Final = frozenset({"seed"})
"""Whoever knew the seed of a game would know its draws. Once the game is over, it stands in the record."""

TRACES: Final = (
    Trace("moves", "person", Fate.STAYS),
    Trace("seats", "person", Fate.STAYS),
    Trace("games", "organiser", Fate.STAYS, game="number", secret=SECRET),
    Trace("acts", "manager", Fate.STAYS),
    Trace("acts", "giver", Fate.STAYS),
    Trace("acts", "taker", Fate.STAYS),
    Trace("substitutions", "giver", Fate.STAYS),
    Trace("substitutions", "taker", Fate.STAYS),
    Trace("pings", "person", Fate.STAYS),
    Trace("votes", "person", Fate.GOES),
    Trace("vacations", "person", Fate.GOES),
    Trace("players", "person", Fate.STAYS),  # after all whose stand-in is found by it
    Trace("ratings", "person", Fate.GOES),
    Trace("people", "id", Fate.GOES),  # last: the database itself refuses while anything else names the person
)

_READ: Final = "SELECT * FROM {table} WHERE {condition}"
_REPLACE: Final = """
UPDATE {table} SET {column} = COALESCE(
    (SELECT -1 - own.place FROM players AS own WHERE own.game = {table}.{game} AND own.person = ?), 0
) WHERE {column} = ?"""
_REMOVE: Final = "DELETE FROM {table} WHERE {column} = ?"


async def read_traces(store: Store, person_id: int) -> Rows:
    """Return everything stored about a person; other people in these rows are left out."""
    found: Rows = {}
    for table, group in groupby(TRACES, key=lambda trace: trace.table):
        traces = list(group)
        condition = " OR ".join(f"{trace.column} = ?" for trace in traces)
        rows = await store.read(_READ.format(table=table, condition=condition), *[person_id] * len(traces))
        found[table] = await asyncio.to_thread(_all_shown, rows, traces, person_id)  # there may be years of them
    return found


def rows_by_game(found: Rows) -> dict[int | None, Rows]:
    """Return everything stored about a person by the game that it belongs to, and by None what is theirs alone."""
    columns = {trace.table: trace.game for trace in TRACES if trace.fate is Fate.STAYS}
    games: dict[int | None, Rows] = {}
    for table, rows in found.items():
        for row in rows:
            game = row[columns[table]] if table in columns else None
            games.setdefault(game, {}).setdefault(table, []).append(row)
    return games


def _all_shown(rows: Sequence[Row], traces: Sequence[Trace], person_id: int) -> list[dict[str, Any]]:
    return [_shown(dict(row), traces, person_id) for row in rows]


def _shown(row: dict[str, Any], traces: Sequence[Trace], person_id: int) -> dict[str, Any]:
    hidden = {trace.column for trace in traces if row[trace.column] != person_id}
    hidden = hidden.union(*(trace.secret for trace in traces))
    return {name: value for name, value in row.items() if name not in hidden}


def deletion_changes(person_id: int) -> list[Change]:
    """Return the changes after which nothing in the database leads to a person."""
    return [_deletion(trace, person_id) for trace in TRACES]


def _deletion(trace: Trace, person_id: int) -> Change:
    names = {"table": trace.table, "column": trace.column, "game": trace.game}
    if trace.fate is Fate.GOES:
        return Change(_REMOVE.format(**names), (person_id,))
    return Change(_REPLACE.format(**names), (person_id, person_id))
