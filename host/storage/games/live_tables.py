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
from host.model.table import LiveSummary, RunningSummary, SeatedTable, Status, shared_fields
from host.storage.engine.database import Database
from host.storage.engine.statements import AnySelect, Query, Row
from host.storage.games.archive import LIVE
from host.storage.games.rows import (
    GameRows,
    read_clock,
    read_seat_request,
    read_seated_table,
    read_undo_request,
    read_waiting_table,
    row_queries,
)
from host.storage.schema.columns import begins_with
from host.storage.schema.tables import IS_RESIGNATION, games, moves

_runs = games.c.status == Status.RUNNING.value
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
_ALL: Final[tuple[AnySelect, ...]] = (
    *row_queries(lambda number: number.in_(LIVE.correlate(None))),
    _LAST_ENTRIES,
    _RESIGNATIONS,
    _UNDOS,
)
_is_named = games.c.number.in_(bindparam("named", expanding=True))
_NAMED: Final[tuple[AnySelect, ...]] = (
    *row_queries(lambda number: number.in_(LIVE.where(_is_named).correlate(None))),
    *(query.where(_is_named) for query in (_LAST_ENTRIES, _RESIGNATIONS, _UNDOS)),
)
"""The same of the games that have one of some numbers."""


@dataclass(slots=True)
class LiveTables:
    """The tables that wait or run."""

    tables: list[LiveSummary] = field(default_factory=list)
    unclear: list[int] = field(default_factory=list)
    """The numbers of the games whose logs have to be replayed to know whose turn it is."""


async def read_live_tables(database: Database, numbers: Collection[int] | None = None) -> LiveTables:
    """Return all tables that wait or run, or those that have one of some numbers, as they are stored at one moment."""
    queries: list[Query] = (
        [(query, {}) for query in _ALL] if numbers is None else [(query, {"named": list(numbers)}) for query in _NAMED]
    )
    live, *others = await database.read_all(queries)
    by_game, found = list(map(_by_game, others)), LiveTables()
    for row in live:
        *of_game, last, resignations, undos = (one.get(row["number"], ()) for one in by_game)
        rows = GameRows(row, *of_game)
        if row["status"] == Status.OPEN:
            found.tables.append(read_waiting_table(rows))
        elif (table := _running_summary(rows, last, resignations, undos)) is not None:
            found.tables.append(table)
        else:
            found.unclear.append(row["number"])
    return found


def _running_summary(
    rows: GameRows, last_entries: Sequence[Row], resignations: Sequence[Row], undos: Sequence[Row]
) -> RunningSummary | None:
    """Return what is known at once of a game; None if its log has to be replayed for that."""
    next_seat = _next_seat(last_entries)
    is_pending = rows.game["due_at"] is not None
    if next_seat is None or next_seat >= len(rows.seats) or is_pending or _is_resignation_undone(resignations, undos):
        return None
    seated = read_seated_table(rows, last_entries[0]["at"], _resigned(resignations))
    table = RunningSummary(
        **shared_fields(seated, SeatedTable),
        undo_request=read_undo_request(rows),
        seat_request=read_seat_request(rows),
        clock=read_clock(rows.clocks, rows.votes),
        next_seat_number=next_seat,
    )
    return replace(table, clock=None) if table.is_solo else table


def _next_seat(last_entries: Sequence[Row]) -> int | None:
    """Return the number of the seat that is to move after the last entry of a log; None if that does not tell it."""
    try:
        is_clear = bool(last_entries) and isinstance(parse_logged(last_entries[0]["notation"]), DrawTile | Undo)
    except CarcassonneError:
        return None
    return int(last_entries[0]["seat"]) if is_clear else None


def _is_resignation_undone(resignations: Sequence[Row], undos: Sequence[Row]) -> bool:
    """Return whether a turn was undone that began before a resignation; so it seems if the log cannot be read."""
    try:
        undone = [(one["ply"], parse_logged(one["notation"])) for one in undos]
    except CarcassonneError:
        return True
    return any(
        isinstance(move, Undo) and move.ply < resigned["ply"] < ply for ply, move in undone for resigned in resignations
    )


def _resigned(resignations: Sequence[Row]) -> set[int]:
    moves = [parse_logged(row["notation"]) for row in resignations]
    return {move.seat for move in moves if isinstance(move, Resign)}


def _by_game(rows: Iterable[Row]) -> Mapping[int, Sequence[Row]]:
    found: dict[int, list[Row]] = {}
    for row in rows:
        found.setdefault(row["game"], []).append(row)
    return found
