"""What loads games, and tells which there are."""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from sqlalchemy import BindParameter, Integer, and_, bindparam, func, literal, select, tuple_, union

from host.model.clock import Clock
from host.model.game import LobbyTable
from host.model.game_log import LogEntry
from host.model.log_replay import StoredGame
from host.model.shards import ShardGroup
from host.model.table import SeatedTable, Status, Table, shared_fields
from host.storage.engine.database import Database
from host.storage.engine.statements import AnySelect
from host.storage.games.rows import (
    GameRows,
    read_clock,
    read_entry,
    read_lobby_table,
    read_seated_table,
    read_undo_request,
    row_queries,
)
from host.storage.schema.tables import clocks, games, moves, people, players, rematch_seats, seats

_number: Final = bindparam("game_number", type_=games.c.number.type)
_LOG: Final = select(moves).where(moves.c.game == _number).order_by(moves.c.ply)
_LOG_OF: Final = _LOG.join(games, and_(games.c.number == moves.c.game, games.c.token == bindparam("token")))
_ENTRY_TIMES: Final = select(moves.c.game, moves.c.at).where(
    tuple_(moves.c.game, moves.c.ply).in_(bindparam("entries", expanding=True))
)
_OF_GAME: Final = (_LOG, *row_queries(lambda number: number == _number))
_CLOCK: Final = select(clocks).where(clocks.c.game == _number)
_TOKEN: Final = select(games.c.token).where(games.c.number == _number)
IS_LIVE: Final = games.c.status.in_([Status.OPEN.value, Status.RUNNING.value])
"""The condition of tables that wait or run."""
LIVE: Final = select(games.c.number).where(IS_LIVE)
"""The query for the numbers of the tables that wait or run."""
_BEGUN: Final = select(seats.c.game).distinct().order_by(seats.c.game)
_NEWEST: Final = select(func.coalesce(func.max(games.c.number), 0).label("number"))
_SHIFTED: Final = func.coalesce(games.c.guild, 0).bitwise_rshift(literal(22, Integer()))
"""What is left of a server's id when it is divided among the shards."""


def games_that_name(person: BindParameter[int]) -> AnySelect:
    """Return the query for the numbers of the games that show a person's name, or ask them to a rematch."""
    organised = select(games.c.number).where(games.c.organiser == person)
    others = (select(one.c.game).where(one.c.person == person) for one in (players, seats, rematch_seats))
    return select(union(organised, *others).subquery("named"))


_LIVE_OF: Final = LIVE.where(games.c.number.in_(games_that_name(bindparam("player", type_=people.c.id.type))))


def at_home(query: AnySelect, shards: ShardGroup) -> AnySelect:
    """Return a query for games, narrowed to those that a group of shards serves, as ``ShardGroup.serves`` says."""
    if shards.is_whole:
        return query
    return query.where((_SHIFTED % shards.total).between(shards.first, shards.last))


async def read_game(database: Database, number: int) -> StoredGame | LobbyTable | None:
    """Return a table as it is stored, with the log if its game has begun; None if there is no such table.

    Everything is read at one moment, between two transactions.
    """
    log, found, *others = await database.read_all([(query, {"game_number": number}) for query in _OF_GAME])
    if not found:
        return None
    rows = GameRows(found[0], *others)
    if not rows.seats:
        return read_lobby_table(rows)
    status, scores, entries = (
        rows.game["status"],
        tuple(seat["score"] for seat in rows.seats),
        list(map(read_entry, log)),
    )
    seated = read_seated_table(rows, entries[-1].at if entries else None)
    return StoredGame(
        **shared_fields(seated, SeatedTable),
        status=status,
        seed=bytes.fromhex(rows.game["seed"]),
        clock=read_clock(rows.clocks, rows.votes) if status == Status.RUNNING else None,
        undo_request=read_undo_request(rows),
        final_scores=None if None in scores else scores,
        log=entries,
        due_at=rows.game["due_at"],
    )


async def stored_clock(database: Database, number: int) -> Clock | None:
    """Return the clock that a game had last, without its votes. A game that runs without one keeps it."""
    return read_clock(await database.read(_CLOCK, game_number=number))


async def live_numbers(database: Database) -> list[int]:
    """Return the numbers of the tables that wait or run."""
    return [row["number"] for row in await database.read(LIVE)]


async def live_numbers_of(database: Database, person_id: int) -> list[int]:
    """Return the numbers of the tables that wait or run and name a person."""
    return [row["number"] for row in await database.read(_LIVE_OF, player=person_id)]


async def is_stored(database: Database, table: Table | StoredGame) -> bool:
    """Return whether a table has not changed since it was read."""
    rows = await database.read(_TOKEN, game_number=table.number)
    return [row["token"] for row in rows] == [table.token]


async def read_log(database: Database, number: int) -> list[LogEntry]:
    """Return the log of a table; it is empty before the start."""
    return [read_entry(row) for row in await database.read(_LOG, game_number=number)]


async def read_log_of(database: Database, table: Table) -> list[LogEntry] | None:
    """Return the log of a table; None if it is empty, or if the table has changed since it was read."""
    rows = await database.read(_LOG_OF, game_number=table.number, token=table.token)
    return [read_entry(row) for row in rows] or None


async def entry_times(database: Database, tables: Collection[SeatedTable]) -> dict[int, datetime]:
    """Return when the entries were made that are stored at the plies of tables, by the numbers of the tables."""
    entries = [(table.number, table.ply) for table in tables]
    [rows] = await database.read_all([(_ENTRY_TIMES, {"entries": entries})])
    return {row["game"]: row["at"] for row in rows}


async def begun_numbers(database: Database) -> list[int]:
    """Return the numbers of the tables whose game has begun, and may be over."""
    return [row["game"] for row in await database.read(_BEGUN)]


async def newest_number(database: Database) -> int:
    """Return the highest number given to a table so far."""
    return int((await database.read(_NEWEST))[0]["number"])
