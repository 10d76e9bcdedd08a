"""Questions to the stored games that need nothing in memory."""

from collections.abc import Collection
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Final

from sqlalchemy import (
    BindParameter,
    Integer,
    Text,
    and_,
    bindparam,
    cast,
    exists,
    func,
    literal,
    or_,
    select,
    tuple_,
    union,
)

from host.model.clock import Clock
from host.model.controllers import Computer
from host.model.game import LobbyTable
from host.model.game_log import LogEntry
from host.model.invitation import Occasion
from host.model.log_replay import StoredGame
from host.model.shards import ShardGroup
from host.model.substitution import Substitution
from host.model.table import EndedGame, SeatedTable, Status, Table, Venue, shared_fields
from host.storage.engine.database import Repository
from host.storage.engine.statements import AnySelect, Value
from host.storage.games.controllers import read_change
from host.storage.games.rows import (
    GameRows,
    format_occasion,
    read_clock,
    read_entry,
    read_lobby_table,
    read_seat_request,
    read_seated_table,
    read_undo_request,
    row_queries,
)
from host.storage.games.settings import PRIVATE
from host.storage.schema.tables import (
    HAS_ENDED,
    clocks,
    games,
    moves,
    people,
    players,
    question_messages,
    rematch_seats,
    seat_requests,
    seats,
    substitutions,
)

_number: Final = bindparam("game_number", type_=games.c.number.type)
_person: Final = bindparam("player", type_=people.c.id.type)
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
_BEGUN: Final = select(seats.c.game.label("number")).distinct().order_by(seats.c.game)
_NEWEST: Final = select(func.coalesce(func.max(games.c.number), 0).label("number"))
_SHIFTED: Final = func.coalesce(games.c.guild, 0).bitwise_rshift(literal(22, Integer()))
"""What is left of a server's id when it is divided among the shards."""


def games_that_name(person: BindParameter[int]) -> AnySelect:
    """Return the query for the numbers of the games that show a person's name, ask them to a rematch, or are asked by
    them for a seat.
    """
    organised = select(games.c.number).where(games.c.organiser == person)
    others = (
        select(one.c.game).where(one.c.person == person) for one in (players, seats, rematch_seats, seat_requests)
    )
    return select(union(organised, *others).subquery("named"))


_LIVE_OF: Final = LIVE.where(games.c.number.in_(games_that_name(_person)))


def at_home(query: AnySelect, shards: ShardGroup) -> AnySelect:
    """Return a query for games, narrowed to those that a group of shards serves, as ``ShardGroup.serves`` says."""
    if shards.is_whole:
        return query
    return query.where((_SHIFTED % shards.total).between(shards.first, shards.last))


_OF_OCCASION: Final = select(games.c.number).where(games.c.occasion == bindparam("of_occasion"))
_REMATCH: Final = select(games.c.number).where(games.c.rematch_of == _number).order_by(games.c.number.desc()).limit(1)

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
_LAST_MOVES: Final = (
    select(moves.c.person, func.max(moves.c.at).label("at"))
    .where(moves.c.game == _number, moves.c.person.is_not(None))
    .group_by(moves.c.person)
)
_givers, _takers = people.alias("givers"), people.alias("takers")
_SUBSTITUTIONS: Final = (
    select(substitutions, _givers.c.name.label("giver_name"), _takers.c.name.label("taker_name"))
    .outerjoin(_givers, _givers.c.id == substitutions.c.giver)
    .outerjoin(_takers, _takers.c.id == substitutions.c.taker)
    .where(substitutions.c.game == _number)
    .order_by(substitutions.c.ply, substitutions.c.number)
)
_UNANNOUNCED: Final = (
    select(games.c.number).where(games.c.announced < games.c.ply, games.c.ply > 0).order_by(games.c.number)
)
_WITH_MESSAGES: Final = (
    select(games.c.number)
    .where(
        or_(
            games.c.lobby.is_not(None),
            games.c.status == Status.RUNNING.value,
            games.c.number.in_(select(question_messages.c.game)),
        )
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
_plays = exists().where(players.c.game == games.c.number, players.c.person == _person).correlate(games)
_may_be_seen = or_(games.c.settings.not_like(f"%{PRIVATE}%"), _plays)
"""The condition of games that a person may see: a private one is for its player alone."""
_is_in = games.c.channel == bindparam("in_channel")
_LAST_IN: Final = (
    select(games.c.number).where(HAS_ENDED, _is_in, _may_be_seen).order_by(games.c.moved_at.desc()).limit(1)
)
_LAST_AT: Final = (
    select(games.c.number)
    .where(HAS_ENDED, or_(_is_in, games.c.parent == bindparam("in_channel")), _may_be_seen)
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
    of_server = select(games.c.number, games.c.moved_at).where(games.c.guild == server, HAS_ENDED, _may_be_seen)
    of_person = played.where(players.c.person == _person, HAS_ENDED)
    named = select(games.c.number, games.c.moved_at).where(
        games.c.number == game, HAS_ENDED, _may_be_seen, or_(games.c.guild == server, _plays)
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


class GameArchive(Repository):
    """The games as they are stored, also those that are over."""

    async def read_game(self, number: int) -> StoredGame | LobbyTable | None:
        """Return a table as it is stored, with the log if its game has begun; None if there is no such table.

        Everything is read at one moment, between two transactions.
        """
        log, found, *others = await self._database.read_all([(query, {"game_number": number}) for query in _OF_GAME])
        if not found:
            return None
        rows = GameRows(found[0], *others)
        if not rows.seats:
            return read_lobby_table(rows)
        status, entries = rows.game["status"], list(map(read_entry, log))
        scores = tuple(seat["score"] for seat in rows.seats)
        seated = read_seated_table(rows, entries[-1].at if entries else None)
        return StoredGame(
            **shared_fields(seated, SeatedTable),
            status=status,
            seed=bytes.fromhex(rows.game["seed"]),
            clock=read_clock(rows.clocks, rows.votes) if status == Status.RUNNING else None,
            undo_request=read_undo_request(rows),
            seat_request=read_seat_request(rows),
            final_scores=None if None in scores else scores,
            log=entries,
            due_at=rows.game["due_at"],
        )

    async def log(self, number: int) -> list[LogEntry]:
        """Return the log of a table; it is empty before the start."""
        return [read_entry(row) for row in await self._database.read(_LOG, game_number=number)]

    async def log_of(self, table: Table) -> list[LogEntry] | None:
        """Return the log of a table; None if it is empty, or if the table has changed since it was read."""
        rows = await self._database.read(_LOG_OF, game_number=table.number, token=table.token)
        return [read_entry(row) for row in rows] or None

    async def is_stored(self, table: Table | StoredGame) -> bool:
        """Return whether a table has not changed since it was read."""
        rows = await self._database.read(_TOKEN, game_number=table.number)
        return [row["token"] for row in rows] == [table.token]

    async def stored_clock(self, number: int) -> Clock | None:
        """Return the clock that a game had last, without its votes. A game that runs without one keeps it."""
        return read_clock(await self._database.read(_CLOCK, game_number=number))

    async def entry_times(self, tables: Collection[SeatedTable]) -> dict[int, datetime]:
        """Return when the entries were made that are stored at the plies of tables, by the numbers of the tables."""
        entries = [(table.number, table.ply) for table in tables]
        [rows] = await self._database.read_all([(_ENTRY_TIMES, {"entries": entries})])
        return {row["game"]: row["at"] for row in rows}

    async def newest_number(self) -> int:
        """Return the highest number given to a table so far."""
        return int((await self._database.read(_NEWEST))[0]["number"])

    async def begun_numbers(self) -> list[int]:
        """Return the numbers of the tables whose game has begun, and may be over."""
        return await self._numbers(_BEGUN)

    async def live_numbers(self) -> list[int]:
        """Return the numbers of the tables that wait or run."""
        return await self._numbers(LIVE)

    async def live_numbers_of(self, person_id: int) -> list[int]:
        """Return the numbers of the tables that wait or run and name a person."""
        return await self._numbers(_LIVE_OF, player=person_id)

    async def last_ended(self, venue: Venue, person_id: int) -> int | None:
        """Return the number of the game that ended last: in this thread, or else in this channel and its threads.

        In private it is the last one of the person's own games.
        """
        if venue.is_private:
            return await self._first(_LAST_OF, player=person_id)
        values = {"player": person_id}
        in_thread = None
        if venue.parent is not None:
            in_thread = await self._first(_LAST_IN, in_channel=venue.channel, **values)
        return in_thread or await self._first(_LAST_AT, in_channel=venue.home, **values)

    async def rematch_number(self, number: int) -> int | None:
        """Return the number of the newest table that was opened as the rematch of a game; None if there is none."""
        return await self._first(_REMATCH, game_number=number)

    async def number_of_occasion(self, occasion: Occasion) -> int | None:
        """Return the number of the table that was opened for an occasion; None if there is none."""
        return await self._first(_OF_OCCASION, of_occasion=format_occasion(occasion))

    async def _first(self, query: AnySelect, **values: Value) -> int | None:
        return next(iter(await self._numbers(query, **values)), None)

    async def ended_games(
        self, guild: int | None, person_id: int | None, number: int | None, most: int
    ) -> list[EndedGame]:
        """Return games that are over, of a server or where a person played: the one of this number, then the latest."""
        rows = await self._database.read(_ENDED_GAMES, server=guild, player=person_id, game_number=number, most=most)
        return [
            EndedGame(number, tuple(row["name"] for row in of_players), at, _computers(computers))
            for (number, at, computers), of_players in groupby(rows, key=itemgetter("number", "moved_at", "computers"))
        ]

    async def numbers_with_messages(self) -> list[int]:
        """Return the numbers of the tables here with messages that may have to be updated."""
        return await self._at_home(_WITH_MESSAGES)

    async def unannounced(self) -> list[int]:
        """Return the numbers of the started tables here whose last ply was not announced yet."""
        return await self._at_home(_UNANNOUNCED)

    async def _at_home(self, query: AnySelect) -> list[int]:
        return await self._numbers(at_home(query, self._database.shards))

    async def _numbers(self, query: AnySelect, **values: Value) -> list[int]:
        return [row["number"] for row in await self._database.read(query, **values)]

    async def has_moved(self, person_id: int) -> bool:
        """Return whether a person has made any move in any game."""
        return bool(await self._database.read(_HAS_MOVED, player=person_id))

    async def has_reached(self, person_id: int, fingerprint: str) -> bool:
        """Return whether any game of a person came to the state that has this fingerprint."""
        return bool(await self._database.read(_HAS_REACHED, player=person_id, fingerprint=fingerprint))

    async def last_moves(self, number: int) -> dict[int, datetime]:
        """Return when each person has last moved in a game."""
        return {row["person"]: row["at"] for row in await self._database.read(_LAST_MOVES, game_number=number)}

    async def substitutions(self, number: int) -> list[Substitution]:
        """Return the seats of a game that have changed hands, in order."""
        rows = await self._database.read(_SUBSTITUTIONS, game_number=number)
        return [Substitution(row["ply"], row["seat"], *read_change(row)) for row in rows]


def _computers(stored: str | None) -> tuple[Computer, ...]:
    """Return the computers of a game, from their levels and numbers: ``2.1 2.2 3.1``."""
    return tuple(Computer(*map(int, one.split("."))) for one in (stored or "").split())
