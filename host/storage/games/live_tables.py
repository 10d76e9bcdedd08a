"""All tables that wait or run, read at once: a handful of queries, and no log is replayed.

Whose turn it is follows from the last entry of a log: after a draw or an undo, the seat of that entry is to move. After
any other entry, the log has to be replayed to know.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from sqlalchemy import and_, bindparam, select

from carcassonne import CarcassonneError, DrawTile, Resign
from host.model.game_log import Undo, parse_logged
from host.model.table import LiveSummary, RunningSummary, Seat, Status
from host.storage.engine.database import AnySelect, Database, Query, Row
from host.storage.games.clocks import read_clock
from host.storage.games.rows import read_undo_request, seated_fields, waiting_table
from host.storage.schema.tables import (
    IS_RESIGNATION,
    begins_with,
    clocks,
    games,
    moves,
    people,
    players,
    rematch_seats,
    seats,
    votes,
)

_is_live = games.c.status.in_([Status.OPEN.value, Status.RUNNING.value])
_runs = games.c.status == Status.RUNNING.value
_GAMES: Final = (
    select(games, people.c.name).join(people, people.c.id == games.c.organiser).where(_is_live).order_by(games.c.number)
)
_PLAYERS: Final = (
    select(players, people.c.name)
    .join(games, games.c.number == players.c.game)
    .join(people, people.c.id == players.c.person)
    .where(_is_live)
    .order_by(players.c.place)
)
_SEATS: Final = (
    select(seats, people.c.name)
    .join(games, games.c.number == seats.c.game)
    .outerjoin(people, people.c.id == seats.c.person)
    .where(_is_live)
    .order_by(seats.c.number)
)
_CLOCKS: Final = select(clocks).join(games, games.c.number == clocks.c.game).where(_runs)
_VOTES: Final = (
    select(votes)
    .join(clocks, and_(clocks.c.game == votes.c.game, clocks.c.round == votes.c.round))
    .join(games, games.c.number == votes.c.game)
    .where(_runs)
    .order_by(votes.c.at, votes.c.person)
)
_LAST_ENTRIES: Final = (
    select(moves.c.game, moves.c.seat, moves.c.notation, moves.c.at)
    .join(games, and_(games.c.number == moves.c.game, games.c.ply == moves.c.ply))
    .where(_runs)
)
_RESIGNATIONS: Final = (
    select(moves.c.game, moves.c.ply, moves.c.notation)
    .join(games, games.c.number == moves.c.game)
    .where(_runs, IS_RESIGNATION)
)
_later = moves.alias("later")
_UNDOS: Final = (
    select(_later.c.game, _later.c.ply, _later.c.notation)
    .join(moves, and_(moves.c.game == _later.c.game, moves.c.ply < _later.c.ply))
    .join(games, games.c.number == moves.c.game)
    .where(_runs, IS_RESIGNATION, begins_with(_later.c.notation, "undo"))
    .distinct()
)
"""What was undone after somebody had resigned."""
_REMATCH_SEATS: Final = (
    select(rematch_seats, people.c.name)
    .join(games, games.c.number == rematch_seats.c.game)
    .outerjoin(people, people.c.id == rematch_seats.c.person)
    .where(_is_live)
    .order_by(rematch_seats.c.place)
)
_ALL: Final[tuple[AnySelect, ...]] = (
    _GAMES,
    _PLAYERS,
    _SEATS,
    _CLOCKS,
    _VOTES,
    _LAST_ENTRIES,
    _RESIGNATIONS,
    _UNDOS,
    _REMATCH_SEATS,
)
_NAMED: Final = tuple(query.where(games.c.number.in_(bindparam("named", expanding=True))) for query in _ALL)
"""The same of the games that have one of some numbers."""


@dataclass(slots=True)
class LiveTables:
    """The tables that wait or run."""

    tables: list[LiveSummary] = field(default_factory=list)
    unclear: list[int] = field(default_factory=list)
    """The numbers of the games whose logs have to be replayed to know whose turn it is."""


@dataclass(frozen=True, slots=True)
class _GameRows:
    """The rows that belong to one game."""

    players: Sequence[Row]
    seats: Sequence[Row]
    clocks: Sequence[Row]
    votes: Sequence[Row]
    last_entries: Sequence[Row]
    resignations: Sequence[Row]
    undos: Sequence[Row]
    rematch_seats: Sequence[Row]


async def read_live_tables(database: Database, numbers: Collection[int] | None = None) -> LiveTables:
    """Return all tables that wait or run, or those that have one of some numbers, as they are stored at one moment."""
    queries: list[Query] = (
        [(query, {}) for query in _ALL] if numbers is None else [(query, {"named": list(numbers)}) for query in _NAMED]
    )
    live, *others = await database.read_all(queries)
    by_game, found = list(map(_by_game, others)), LiveTables()
    for row in live:
        rows = _GameRows(*(one.get(row["number"], ()) for one in by_game))
        if row["status"] == Status.OPEN:
            found.tables.append(waiting_table(row, rows.players, rows.rematch_seats))
        elif (table := _running_summary(row, rows)) is not None:
            found.tables.append(table)
        else:
            found.unclear.append(row["number"])
    return found


def _running_summary(row: Row, rows: _GameRows) -> RunningSummary | None:
    """Return what is known at once of a game; None if its log has to be replayed for that."""
    next_seat = _next_seat(rows.last_entries)
    is_pending = row["due_at"] is not None
    if next_seat is None or next_seat >= len(rows.seats) or is_pending or _is_resignation_undone(rows):
        return None
    fields = seated_fields(row, rows.players, rows.seats, rows.rematch_seats)
    table = RunningSummary(
        **{**fields, "seats": _with_resignations(fields["seats"], rows.resignations)},
        pending=None,
        undo_request=read_undo_request(row, rows.players),
        clock=read_clock(rows.clocks[0], rows.votes) if rows.clocks else None,
        next_seat_number=next_seat,
        played_at=rows.last_entries[0]["at"],
    )
    return replace(table, clock=None) if table.is_solo else table


def _next_seat(last_entries: Sequence[Row]) -> int | None:
    """Return the number of the seat that is to move after the last entry of a log; None if that does not tell it."""
    try:
        is_clear = bool(last_entries) and isinstance(parse_logged(last_entries[0]["notation"]), DrawTile | Undo)
    except CarcassonneError:
        return None
    return int(last_entries[0]["seat"]) if is_clear else None


def _is_resignation_undone(rows: _GameRows) -> bool:
    """Return whether a turn was undone that began before a resignation; so it seems if the log cannot be read."""
    try:
        undone = [(one["ply"], parse_logged(one["notation"])) for one in rows.undos]
    except CarcassonneError:
        return True
    return any(
        isinstance(move, Undo) and move.ply < resigned["ply"] < ply
        for ply, move in undone
        for resigned in rows.resignations
    )


def _with_resignations(seats: Sequence[Seat], resignations: Sequence[Row]) -> tuple[Seat, ...]:
    moves = [parse_logged(row["notation"]) for row in resignations]
    resigned = {move.seat for move in moves if isinstance(move, Resign)}
    return tuple(replace(seat, resigned=True) if seat.number in resigned else seat for seat in seats)


def _by_game(rows: Iterable[Row]) -> Mapping[int, Sequence[Row]]:
    found: dict[int, list[Row]] = {}
    for row in rows:
        found.setdefault(row["game"], []).append(row)
    return found
