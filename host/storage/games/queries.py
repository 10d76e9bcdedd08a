"""Games read from the database: rows of its tables become values."""

from collections.abc import Collection
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Final

from sqlalchemy import BindParameter, Text, and_, bindparam, cast, exists, func, or_, select, tuple_, union

from host.model.controllers import Computer
from host.model.game import LobbyTable
from host.model.game_log import LogEntry
from host.model.log_replay import StoredGame
from host.model.table import EndedGame, SeatedTable, Status, Table, Venue
from host.storage.engine.database import AnySelect, Database
from host.storage.games.clocks import CLOCK, VOTES, read_clock
from host.storage.games.homes import at_home
from host.storage.games.rows import read_entry, read_undo_request, seated_fields, table_without_seats
from host.storage.schema.tables import (
    HAS_ENDED,
    games,
    moves,
    people,
    players,
    question_messages,
    rematch_seats,
    seats,
)

_number: Final = bindparam("game_number", type_=games.c.number.type)
_GAME: Final = (
    select(games, people.c.name).join(people, people.c.id == games.c.organiser).where(games.c.number == _number)
)
_PLAYERS: Final = (
    select(players, people.c.name)
    .join(people, people.c.id == players.c.person)
    .where(players.c.game == _number)
    .order_by(players.c.place)
)
_SEATS: Final = (
    select(seats, people.c.name)
    .outerjoin(people, people.c.id == seats.c.person)
    .where(seats.c.game == _number)
    .order_by(seats.c.number)
)
_REMATCH_SEATS: Final = (
    select(rematch_seats, people.c.name)
    .outerjoin(people, people.c.id == rematch_seats.c.person)
    .where(rematch_seats.c.game == _number)
    .order_by(rematch_seats.c.place)
)
_LOG: Final = select(moves).where(moves.c.game == _number).order_by(moves.c.ply)
_LOG_OF: Final = _LOG.join(games, and_(games.c.number == moves.c.game, games.c.token == bindparam("token")))
_ENTRY_TIMES: Final = select(moves.c.game, moves.c.at).where(
    tuple_(moves.c.game, moves.c.ply).in_(bindparam("entries", expanding=True))
)
_OF_GAME: Final = (_GAME, _PLAYERS, _SEATS, _REMATCH_SEATS, CLOCK, VOTES, _LOG)
_OF_OCCASION: Final = select(games.c.number).where(games.c.occasion == bindparam("of_occasion"))
_REMATCH: Final = select(games.c.number).where(games.c.rematch_of == _number).order_by(games.c.number.desc()).limit(1)

_person: Final = bindparam("player", type_=people.c.id.type)
_HAS_MOVED: Final = (
    select(moves.c.game)
    .join(players, and_(moves.c.game == players.c.game, moves.c.person == players.c.person))
    .where(players.c.person == _person)
    .limit(1)
)
_HAS_REACHED: Final = (
    select(moves.c.game)
    .join(players, moves.c.game == players.c.game)
    .where(players.c.person == _person, moves.c.hash == bindparam("fingerprint"))
    .limit(1)
)


def games_that_name(person: BindParameter[int]) -> AnySelect:
    """Return the query for the numbers of the games that show a person's name, or ask them to a rematch."""
    organised = select(games.c.number).where(games.c.organiser == person)
    others = (select(one.c.game).where(one.c.person == person) for one in (players, seats, rematch_seats))
    return select(union(organised, *others).subquery("named"))


_TOKEN: Final = select(games.c.token).where(games.c.number == _number)
IS_LIVE: Final = games.c.status.in_([Status.OPEN.value, Status.RUNNING.value])
"""The condition of tables that wait or run."""
_LIVE: Final = select(games.c.number).where(IS_LIVE)
_LIVE_OF: Final = _LIVE.where(games.c.number.in_(games_that_name(_person)))
_BEGUN: Final = select(seats.c.game).distinct().order_by(seats.c.game)
_NEWEST: Final = select(func.coalesce(func.max(games.c.number), 0).label("number"))
_UNANNOUNCED: Final = (
    select(games.c.number).where(games.c.announced < games.c.ply, games.c.ply > 0).order_by(games.c.number)
)
_WITH_MESSAGES: Final = (
    select(games.c.number)
    .where(
        games.c.status != Status.OPEN.value,
        or_(
            games.c.lobby.is_not(None),
            games.c.status == Status.RUNNING.value,
            games.c.number.in_(select(question_messages.c.game)),
        ),
    )
    .order_by(games.c.number)
)
_LAST_OF: Final = (
    select(games.c.number)
    .join(players, players.c.game == games.c.number)
    .where(HAS_ENDED, players.c.person == _person)
    .order_by(games.c.moved_at.desc())
    .limit(1)
)
_is_in = games.c.channel == bindparam("in_channel")
_LAST_IN: Final = select(games.c.number).where(HAS_ENDED, _is_in).order_by(games.c.moved_at.desc()).limit(1)
_LAST_AT: Final = (
    select(games.c.number)
    .where(HAS_ENDED, or_(_is_in, games.c.parent == bindparam("in_channel")))
    .order_by(games.c.moved_at.desc())
    .limit(1)
)


def _ended_games() -> AnySelect:
    """Return the query for a server's games that are over, or those where a person played: the one of a number first,
    then the latest.
    """
    game, server, most = (bindparam(name, type_=games.c.guild.type) for name in ("game_number", "server", "most"))
    played = select(games.c.number, games.c.moved_at).join(players, players.c.game == games.c.number)
    latest = (games.c.moved_at.desc(), games.c.number.desc())
    of_server = select(games.c.number, games.c.moved_at).where(games.c.guild == server, HAS_ENDED)
    of_person = played.where(players.c.person == _person, HAS_ENDED)
    plays = exists().where(players.c.game == games.c.number, players.c.person == _person).correlate(games)
    named = select(games.c.number, games.c.moved_at).where(
        games.c.number == game, HAS_ENDED, or_(games.c.guild == server, plays)
    )
    ended = union(
        select(of_server.order_by(*latest).limit(most).subquery()),
        select(of_person.order_by(*latest).limit(most).subquery()),
        named,
    ).subquery("ended")
    chosen = (
        select(ended)
        .order_by((ended.c.number == game).desc(), ended.c.moved_at.desc(), ended.c.number.desc())
        .limit(most)
        .subquery("chosen")
    )
    computers = (
        select((cast(seats.c.computer, Text) + "." + cast(seats.c.computer_number, Text)).label("name"))
        .where(seats.c.game == chosen.c.number, seats.c.computer.is_not(None))
        .order_by(seats.c.number)
        .correlate(chosen)
        .subquery("computers")
    )
    names = select(func.aggregate_strings(computers.c.name, " ")).scalar_subquery()
    return (
        select(chosen.c.number, chosen.c.moved_at, people.c.name, names.label("computers"))
        .join(players, players.c.game == chosen.c.number)
        .join(people, people.c.id == players.c.person)
        .order_by((chosen.c.number == game).desc(), chosen.c.moved_at.desc(), chosen.c.number.desc(), players.c.place)
    )


_ENDED_GAMES: Final = _ended_games()


async def read_game(database: Database, number: int) -> StoredGame | LobbyTable | None:
    """Return a table as it is stored, with the log if its game has begun; None if there is no such table.

    Everything is read at one moment, between two transactions.
    """
    found = await database.read_all([(query, {"game_number": number}) for query in _OF_GAME])
    of_game, of_players, of_seats, of_rematch, of_clock, voted, log = found
    if not of_game:
        return None
    [row] = of_game
    if not of_seats:
        return table_without_seats(row, of_players, of_rematch)
    clock = read_clock(of_clock[0], voted) if of_clock and row["status"] == Status.RUNNING else None
    scores = tuple(seat["score"] for seat in of_seats)
    entries = list(map(read_entry, log))
    return StoredGame(
        **seated_fields(row, of_players, of_seats, of_rematch),
        played_at=entries[-1].at if entries else None,
        status=row["status"],
        seed=bytes.fromhex(row["seed"]),
        clock=clock,
        undo_request=read_undo_request(row, of_players),
        final_scores=None if None in scores else scores,
        log=entries,
        due_at=row["due_at"],
    )


async def live_numbers(database: Database) -> list[int]:
    """Return the numbers of the tables that wait or run."""
    return [row["number"] for row in await database.read(_LIVE)]


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


async def has_moved(database: Database, person_id: int) -> bool:
    """Return whether a person has made any move in any game."""
    return bool(await database.read(_HAS_MOVED, player=person_id))


async def has_reached(database: Database, person_id: int, fingerprint: str) -> bool:
    """Return whether any game of a person came to the state that has this fingerprint."""
    return bool(await database.read(_HAS_REACHED, player=person_id, fingerprint=fingerprint))


async def begun_numbers(database: Database) -> list[int]:
    """Return the numbers of the tables whose game has begun, and may be over."""
    return [row["game"] for row in await database.read(_BEGUN)]


async def newest_number(database: Database) -> int:
    """Return the highest number given to a table so far."""
    return int((await database.read(_NEWEST))[0]["number"])


async def unannounced_numbers(database: Database) -> list[int]:
    """Return the numbers of the started tables here whose last ply was not announced yet."""
    return [row["number"] for row in await database.read(at_home(_UNANNOUNCED, database.shards))]


async def numbers_with_messages(database: Database) -> list[int]:
    """Return the numbers of the tables here, started or closed, with messages that may have to be updated."""
    return [row["number"] for row in await database.read(at_home(_WITH_MESSAGES, database.shards))]


async def last_ended(database: Database, venue: Venue, person_id: int) -> int | None:
    """Return the number of the game that ended last: in this thread, or else in this channel and its threads.

    In private it is the last one of the person's own games.
    """
    if venue.is_private:
        rows = await database.read(_LAST_OF, player=person_id)
    else:
        rows = await database.read(_LAST_IN, in_channel=venue.channel) if venue.parent is not None else []
        rows = rows or await database.read(_LAST_AT, in_channel=venue.home)
    return rows[0]["number"] if rows else None


async def rematch_number(database: Database, number: int) -> int | None:
    """Return the number of the newest table that was opened as the rematch of a game; None if there is none."""
    rows = await database.read(_REMATCH, game_number=number)
    return rows[0]["number"] if rows else None


async def number_of_occasion(database: Database, occasion: str) -> int | None:
    """Return the number of the table that was opened for an occasion; None if there is none."""
    rows = await database.read(_OF_OCCASION, of_occasion=occasion)
    return rows[0]["number"] if rows else None


async def ended_games(
    database: Database, guild: int | None, person_id: int | None, number: int | None, most: int
) -> list[EndedGame]:
    """Return games of a server, or where a person played, that are over: the one of this number, then the latest."""
    rows = await database.read(_ENDED_GAMES, server=guild, player=person_id, game_number=number, most=most)
    return [
        EndedGame(number, tuple(row["name"] for row in of_players), at, _computers(computers))
        for (number, at, computers), of_players in groupby(rows, key=itemgetter("number", "moved_at", "computers"))
    ]


def _computers(stored: str | None) -> tuple[Computer, ...]:
    """Return the computers of a game, from their levels and numbers: ``2.1 2.2 3.1``."""
    return tuple(Computer(*map(int, one.split("."))) for one in (stored or "").split())
