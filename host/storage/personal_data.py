"""Every column of the database that names a person, or a channel that may be private: how it is exported, and what
happens to it at deletion.

Whoever adds such a column adds it here; a test reads the schema and compares.
"""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import groupby
from typing import Any, Final, TypeAlias

from sqlalchemy import Column, ColumnElement, bindparam, case, delete, exists, func, literal, or_, select, union, update

from host.model.table import Status
from host.storage.engine.database import Repository
from host.storage.engine.statements import AnySelect, Row, Statement
from host.storage.games.archive import IS_LIVE, games_that_name
from host.storage.schema.column_types import as_stored
from host.storage.schema.tables import METADATA, NAMELESS, NOWHERE, games, people, players

PersonalRows: TypeAlias = dict[str, list[dict[str, Any]]]
"""Rows by table, each with its values by column."""


class OnDeletion(Enum):
    """What happens to a row when the person is deleted."""

    ANONYMISE = auto()
    """It belongs to a game or a server as well, so it stays. A nameless person replaces the deleted one."""
    DELETE = auto()
    """It is deleted."""
    FORGET = auto()
    """It stays, without what would lead to the person."""
    KEEP = auto()
    """It stays as it is, because it never leads to a person."""
    REPLACE = auto()
    """It belongs to no game, and stays. The nameless person 0 replaces the deleted one."""


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
HASH: Final = frozenset({"hash"})
"""The hash of what signs a browser in says nothing about the person."""

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
    PersonColumn("tournaments", "organiser", OnDeletion.REPLACE),
    PersonColumn("tournament_entrants", "person", OnDeletion.REPLACE),
    PersonColumn("votes", "person", OnDeletion.DELETE),
    PersonColumn("seat_requests", "person", OnDeletion.DELETE),
    PersonColumn("tournament_applicants", "person", OnDeletion.DELETE),
    PersonColumn("vacations", "person", OnDeletion.DELETE),
    PersonColumn("follows", "person", OnDeletion.DELETE),
    PersonColumn("puzzle_answers", "person", OnDeletion.DELETE),
    PersonColumn("web_codes", "person", OnDeletion.DELETE, secret=HASH),
    PersonColumn("web_sessions", "person", OnDeletion.DELETE, secret=HASH),
    PersonColumn(
        "players", "person", OnDeletion.ANONYMISE
    ),  # after the tables above: they find the nameless person by it
    PersonColumn("ratings", "person", OnDeletion.DELETE),
    PersonColumn(
        "people", "id", OnDeletion.DELETE
    ),  # last: the database itself refuses while anything else names the person
)


@dataclass(frozen=True, slots=True)
class ChannelColumn:
    """A column that names a channel. Where that is a person's private conversation with the bot, it leads to them."""

    table: str
    column: str
    on_deletion: OnDeletion
    forgotten: Mapping[str, object] = field(default_factory=dict)
    """The columns that change if the row stays, with what they hold then."""


CHANNEL_COLUMNS: Final = (
    ChannelColumn("question_messages", "channel", OnDeletion.DELETE),
    ChannelColumn("pings", "channel", OnDeletion.FORGET, {"channel": None, "message": None}),
    ChannelColumn("games", "lobby_channel", OnDeletion.FORGET, {"lobby_channel": None, "lobby": None}),
    ChannelColumn("games", "parent", OnDeletion.KEEP),  # only the threads of servers have one
    ChannelColumn(
        "games", "channel", OnDeletion.FORGET, {"channel": NOWHERE, "message": None, "announced": games.c.ply}
    ),  # after the tables above: private channels are found by it. Nothing is left to be announced there
    ChannelColumn("people", "dm_channel", OnDeletion.KEEP),  # the whole row is deleted, as that of a person
    ChannelColumn("servers", "channels", OnDeletion.KEEP),
    ChannelColumn("tournaments", "channel", OnDeletion.KEEP),  # always one of a server
    ChannelColumn("servers", "puzzle_channel", OnDeletion.KEEP),
)


class PersonalDataRepository(Repository):
    """Everything that is stored about one person."""

    async def load(self, person_id: int) -> PersonalRows:
        """Return everything stored about a person, without the other people in these rows."""
        found: PersonalRows = {}
        for table, group in groupby(PERSON_COLUMNS, key=lambda column: column.table):
            columns = list(group)
            stored = as_stored(METADATA.tables[table])
            query = select(stored).where(or_(*(stored.c[one.column] == _deleted for one in columns)))
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


def deletion_statements(person_id: int, numbers: Collection[int], token: str) -> list[Statement]:
    """Return the statements after which nothing in the database leads to a person.

    They fail if a table that waits or runs names the person and is none of ``numbers``. They are a change of each game
    that is over and names the person, which gets this token; the caller changes those ``numbers``.
    """
    deleted = {"deleted": person_id}
    return [
        Statement(_CHANGE_GAMES, {**deleted, "token": token}),
        Statement(_LOCK_PERSON, deleted),
        Statement(_is_named_only_by(numbers), deleted, is_guard=True),
        *(
            _channel_deletion(column, person_id)
            for column in CHANNEL_COLUMNS
            if column.on_deletion is not OnDeletion.KEEP
        ),
        *(_deletion(column, person_id) for column in PERSON_COLUMNS),
    ]


def _exported_rows(rows: Sequence[Row], columns: Sequence[PersonColumn], person_id: int) -> list[dict[str, Any]]:
    return [_exported_row(dict(row), columns, person_id) for row in rows]


def _exported_row(row: dict[str, Any], columns: Sequence[PersonColumn], person_id: int) -> dict[str, Any]:
    hidden = {one.column for one in columns if row[one.column] != person_id}
    hidden = hidden.union(*(one.secret for one in columns))
    return {name: value for name, value in row.items() if name not in hidden}


def _is_named_only_by(numbers: Collection[int]) -> AnySelect:
    """Return a query that finds a row unless another table than these waits or runs and names the person.

    So nobody is deleted who takes a seat at this very moment.
    """
    others = exists().where(IS_LIVE, games.c.number.in_(_NAMING), games.c.number.not_in(list(numbers)))
    return select(literal(1)).where(~others)


def _channel_deletion(column: ChannelColumn, person_id: int) -> Statement:
    table = METADATA.tables[column.table]
    is_private = table.c[column.column].in_(_PRIVATE_CHANNELS)
    if column.on_deletion is OnDeletion.DELETE:
        return Statement(delete(table).where(is_private), {"deleted": person_id})
    return Statement(update(table).where(is_private).values(column.forgotten), {"deleted": person_id})


def _deletion(column: PersonColumn, person_id: int) -> Statement:
    table = METADATA.tables[column.table]
    if column.on_deletion is OnDeletion.DELETE:
        return Statement(delete(table).where(_names_person(column)), {"deleted": person_id})
    nameless = literal(0) if column.on_deletion is OnDeletion.REPLACE else _nameless(table.c[column.game])
    anonymise = update(table).where(_names_person(column)).values({column.column: nameless})
    return Statement(anonymise, {"deleted": person_id})


def _nameless(game: Column[int]) -> ColumnElement[int]:
    """Return the id that takes the place of the person in a game: the next one that no player there has; 0 where the
    person is none of the players.
    """
    own, others = players.alias("own"), players.alias("others")
    is_player = exists().where(own.c.game == game, own.c.person == _deleted).correlate(game.table)
    taken = select(others.c.person).where(others.c.game == game).correlate(game.table)
    free = select(func.max(people.c.id)).where(people.c.id.in_(NAMELESS), people.c.id < 0, people.c.id.not_in(taken))
    return case((is_player, func.coalesce(free.correlate(game.table).scalar_subquery(), 0)), else_=0)


def _names_person(column: PersonColumn) -> ColumnElement[bool]:
    return METADATA.tables[column.table].c[column.column] == _deleted


_deleted: Final = bindparam("deleted", type_=people.c.id.type)
_NAMING: Final = games_that_name(_deleted)
_PRIVATE_CHANNELS: Final = select(
    union(
        select(people.c.dm_channel.label("channel")).where(people.c.id == _deleted, people.c.dm_channel.is_not(None)),
        select(games.c.channel).where(games.c.guild.is_(None), games.c.number.in_(_NAMING), games.c.channel != NOWHERE),
    ).subquery("private")
)
_CHANGE_GAMES: Final = (
    update(games)
    .where(games.c.number.in_(_NAMING), games.c.status.in_([Status.FINISHED.value, Status.ENDED.value]))
    .values(token=bindparam("token"))
)
_LOCK_PERSON: Final = select(people.c.id).where(people.c.id == _deleted).with_for_update()
"""From here on, nobody can store anything that refers to the person, and what others are storing is waited for."""
