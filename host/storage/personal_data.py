"""Every column of the database that names a person: how it is exported, and what happens to it at deletion.

Whoever adds a column that names a person adds it here; a test reads the schema and compares.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import groupby
from typing import Any, Final, TypeAlias

from sqlalchemy import ColumnElement, bindparam, delete, func, or_, select, union, update

from host.storage.database import AnySelect, Database, Row
from host.storage.statements import Statement
from host.storage.tables import METADATA, games, players

PersonalRows: TypeAlias = dict[str, list[dict[str, Any]]]
"""Rows by table, each with its values by column."""


class OnDeletion(Enum):
    """What happens to a row when the person is deleted."""

    ANONYMISE = auto()
    """It belongs to a game or a server as well, so it stays. A nameless person replaces the deleted one."""
    DELETE = auto()
    """It is deleted."""


@dataclass(frozen=True, slots=True)
class PersonColumn:
    """A column that names a person."""

    table: str
    column: str
    on_deletion: OnDeletion
    game: str = "game"
    """The column with the number of the game, for rows that stay."""
    secret: frozenset[str] = frozenset()
    """The columns that are not exported, even for the person."""


SECRET: Final = frozenset({"seed"})
"""Whoever knows the seed of a game knows its draws. When the game is over, the record has the seed."""

PERSON_COLUMNS: Final = (
    PersonColumn("moves", "person", OnDeletion.ANONYMISE),
    PersonColumn("seats", "person", OnDeletion.ANONYMISE),
    PersonColumn("games", "organiser", OnDeletion.ANONYMISE, game="number", secret=SECRET),
    PersonColumn("acts", "manager", OnDeletion.ANONYMISE),
    PersonColumn("acts", "giver", OnDeletion.ANONYMISE),
    PersonColumn("acts", "taker", OnDeletion.ANONYMISE),
    PersonColumn("substitutions", "giver", OnDeletion.ANONYMISE),
    PersonColumn("substitutions", "taker", OnDeletion.ANONYMISE),
    PersonColumn("pings", "person", OnDeletion.ANONYMISE),
    PersonColumn("rematch_seats", "person", OnDeletion.ANONYMISE),
    PersonColumn("votes", "person", OnDeletion.DELETE),
    PersonColumn("vacations", "person", OnDeletion.DELETE),
    PersonColumn("follows", "person", OnDeletion.DELETE),
    PersonColumn(
        "players", "person", OnDeletion.ANONYMISE
    ),  # after the tables above: they find the nameless person by it
    PersonColumn("ratings", "person", OnDeletion.DELETE),
    PersonColumn(
        "people", "id", OnDeletion.DELETE
    ),  # last: the database itself refuses while anything else names the person
)


class PersonalDataRepository:
    """Everything that is stored about one person."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self, person_id: int) -> PersonalRows:
        """Return everything stored about a person, without the other people in these rows."""
        found: PersonalRows = {}
        for table, group in groupby(PERSON_COLUMNS, key=lambda column: column.table):
            columns = list(group)
            query = select(METADATA.tables[table]).where(or_(*map(_names_person, columns)))
            rows = await self._database.read(query, deleted=person_id)
            found[table] = await asyncio.to_thread(
                _exported_rows, rows, columns, person_id
            )  # there may be years of them
        return found


def rows_by_game(found: PersonalRows) -> dict[int | None, PersonalRows]:
    """Return everything stored about a person, by the number of the game; None stands for what belongs to no game."""
    columns = {one.table: one.game for one in PERSON_COLUMNS if one.on_deletion is OnDeletion.ANONYMISE}
    games: dict[int | None, PersonalRows] = {}
    for table, rows in found.items():
        for row in rows:
            game = row[columns[table]] if table in columns else None
            games.setdefault(game, {}).setdefault(table, []).append(row)
    return games


def deletion_statements(person_id: int, token: str) -> list[Statement]:
    """Return the statements after which nothing in the database leads to a person. They are a change of each game that
    names the person, which gets this token.
    """
    changes = Statement(_CHANGE_GAMES, {"deleted": person_id, "token": token})
    return [changes, *(_deletion(column, person_id) for column in PERSON_COLUMNS)]


def _exported_rows(rows: Sequence[Row], columns: Sequence[PersonColumn], person_id: int) -> list[dict[str, Any]]:
    return [_exported_row(dict(row), columns, person_id) for row in rows]


def _exported_row(row: dict[str, Any], columns: Sequence[PersonColumn], person_id: int) -> dict[str, Any]:
    hidden = {one.column for one in columns if row[one.column] != person_id}
    hidden = hidden.union(*(one.secret for one in columns))
    return {name: value for name, value in row.items() if name not in hidden}


def _deletion(column: PersonColumn, person_id: int) -> Statement:
    table = METADATA.tables[column.table]
    if column.on_deletion is OnDeletion.DELETE:
        return Statement(delete(table).where(_names_person(column)), {"deleted": person_id})
    own = players.alias("own")
    place = (
        select(-1 - own.c.place)
        .where(own.c.game == table.c[column.game], own.c.person == bindparam("deleted"))
        .correlate(table)
        .scalar_subquery()
    )
    anonymise = update(table).where(_names_person(column)).values({column.column: func.coalesce(place, 0)})
    return Statement(anonymise, {"deleted": person_id})


def _names_person(column: PersonColumn) -> ColumnElement[bool]:
    return METADATA.tables[column.table].c[column.column] == bindparam("deleted")


def _games_that_name_person() -> AnySelect:
    """Return the query for the numbers of the games that show a person's name."""
    showing = [one for one in PERSON_COLUMNS if one.table in ("games", "players", "seats", "rematch_seats")]
    return select(
        union(
            *(select(METADATA.tables[one.table].c[one.game].label("game")).where(_names_person(one)) for one in showing)
        ).subquery()
    )


_CHANGE_GAMES: Final = update(games).where(games.c.number.in_(_games_that_name_person()))
