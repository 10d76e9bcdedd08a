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

from host.storage.database import Database, Statement

Rows: TypeAlias = dict[str, list[dict[str, Any]]]
"""Rows by table, each with its values by column."""


class OnDeletion(Enum):
    """What becomes of a row when the person is deleted."""

    STAYS = auto()
    """It belongs to a game or a server as well: a nameless person takes the place."""
    GOES = auto()


@dataclass(frozen=True, slots=True)
class PersonColumn:
    """A column that names a person. ``game`` is the column with the game's number, where the row stays; ``secret`` are
    columns that even the person is not shown."""

    table: str
    column: str
    fate: OnDeletion
    game: str = "game"
    secret: frozenset[str] = frozenset()


SECRET: Final = frozenset({"seed"})
"""Whoever knew the seed of a game would know its draws. Once the game is over, it stands in the record."""

TRACES: Final = (
    PersonColumn("moves", "person", OnDeletion.STAYS),
    PersonColumn("seats", "person", OnDeletion.STAYS),
    PersonColumn("games", "organiser", OnDeletion.STAYS, game="number", secret=SECRET),
    PersonColumn("acts", "manager", OnDeletion.STAYS),
    PersonColumn("acts", "giver", OnDeletion.STAYS),
    PersonColumn("acts", "taker", OnDeletion.STAYS),
    PersonColumn("substitutions", "giver", OnDeletion.STAYS),
    PersonColumn("substitutions", "taker", OnDeletion.STAYS),
    PersonColumn("pings", "person", OnDeletion.STAYS),
    PersonColumn("votes", "person", OnDeletion.GOES),
    PersonColumn("vacations", "person", OnDeletion.GOES),
    PersonColumn("players", "person", OnDeletion.STAYS),  # after all whose stand-in is found by it
    PersonColumn("ratings", "person", OnDeletion.GOES),
    PersonColumn(
        "people", "id", OnDeletion.GOES
    ),  # last: the database itself refuses while anything else names the person
)

_READ: Final = "SELECT * FROM {table} WHERE {condition}"
_REPLACE: Final = """
UPDATE {table} SET {column} = COALESCE(
    (SELECT -1 - own.place FROM players AS own WHERE own.game = {table}.{game} AND own.person = ?), 0
) WHERE {column} = ?"""
_REMOVE: Final = "DELETE FROM {table} WHERE {column} = ?"


async def read_traces(database: Database, person_id: int) -> Rows:
    """Return everything stored about a person; other people in these rows are left out."""
    found: Rows = {}
    for table, group in groupby(TRACES, key=lambda trace: trace.table):
        traces = list(group)
        condition = " OR ".join(f"{trace.column} = ?" for trace in traces)
        rows = await database.read(_READ.format(table=table, condition=condition), *[person_id] * len(traces))
        found[table] = await asyncio.to_thread(_all_shown, rows, traces, person_id)  # there may be years of them
    return found


def rows_by_game(found: Rows) -> dict[int | None, Rows]:
    """Return everything stored about a person by the game that it belongs to, and by None what is theirs alone."""
    columns = {trace.table: trace.game for trace in TRACES if trace.fate is OnDeletion.STAYS}
    games: dict[int | None, Rows] = {}
    for table, rows in found.items():
        for row in rows:
            game = row[columns[table]] if table in columns else None
            games.setdefault(game, {}).setdefault(table, []).append(row)
    return games


def _all_shown(rows: Sequence[Row], traces: Sequence[PersonColumn], person_id: int) -> list[dict[str, Any]]:
    return [_shown(dict(row), traces, person_id) for row in rows]


def _shown(row: dict[str, Any], traces: Sequence[PersonColumn], person_id: int) -> dict[str, Any]:
    hidden = {trace.column for trace in traces if row[trace.column] != person_id}
    hidden = hidden.union(*(trace.secret for trace in traces))
    return {name: value for name, value in row.items() if name not in hidden}


def deletion_changes(person_id: int) -> list[Statement]:
    """Return the changes after which nothing in the database leads to a person."""
    return [_deletion(trace, person_id) for trace in TRACES]


def _deletion(trace: PersonColumn, person_id: int) -> Statement:
    names = {"table": trace.table, "column": trace.column, "game": trace.game}
    if trace.fate is OnDeletion.GOES:
        return Statement(_REMOVE.format(**names), (person_id,))
    return Statement(_REPLACE.format(**names), (person_id, person_id))
