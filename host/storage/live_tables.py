"""All tables that wait or run, read at once: a handful of queries, and no log is replayed.

Whose turn it is follows from the last entry of a log: after a draw or an undo, the seat of that entry is to move. After
any other entry, the log has to be replayed to know.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from sqlite3 import Row
from typing import Final

from carcassonne import CarcassonneError, DrawTile, Resign
from host.model.game_history import Undo
from host.model.game_log import parse_logged
from host.model.table import LiveSummary, RunningSummary, Seat, Status
from host.storage.clocks import read_clock
from host.storage.database import Database
from host.storage.game_rows import read_undo_request, seated_fields, waiting_table

_GAMES: Final = """
SELECT games.*, people.name FROM games JOIN people ON people.id = organiser
WHERE status IN ('open', 'running') ORDER BY number"""
_PLAYERS: Final = """
SELECT game, person, name, colour, is_ending, is_undoing FROM games
JOIN players ON players.game = games.number JOIN people ON people.id = person
WHERE status IN ('open', 'running') ORDER BY place"""
_SEATS: Final = """
SELECT game, seats.number, person, name, computer, computer_number, colour, score, is_open FROM games
JOIN seats ON seats.game = games.number LEFT JOIN people ON people.id = person
WHERE status IN ('open', 'running') ORDER BY seats.number"""
_CLOCKS: Final = "SELECT clocks.* FROM games JOIN clocks ON clocks.game = games.number WHERE status = 'running'"
_VOTES: Final = """
SELECT votes.game, person, choice FROM games JOIN clocks ON clocks.game = games.number
JOIN votes ON votes.game = clocks.game AND votes.round = clocks.round WHERE status = 'running' ORDER BY at, person"""
_LAST_ENTRIES: Final = """
SELECT game, seat, notation FROM games JOIN moves ON moves.game = games.number AND moves.ply = games.ply
WHERE status = 'running'"""
_RESIGNATIONS: Final = """
SELECT resigned.game, resigned.notation, EXISTS (
    SELECT 1 FROM moves AS later WHERE later.game = resigned.game AND later.ply > resigned.ply
    AND later.notation LIKE 'undo %' AND CAST(SUBSTR(later.notation, 6) AS INTEGER) < resigned.ply
) AS is_undone
FROM games JOIN moves AS resigned ON resigned.game = games.number
WHERE status = 'running' AND resigned.notation LIKE 'resign %'"""

_REMATCH_SEATS: Final = """
SELECT game, person, name, computer, colour, wins FROM games
JOIN rematch_seats ON rematch_seats.game = games.number LEFT JOIN people ON people.id = person
WHERE status IN ('open', 'running') ORDER BY place"""


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
    rematch_seats: Sequence[Row]


async def read_live_tables(database: Database) -> LiveTables:
    """Return all tables that wait or run."""
    queries = (_GAMES, _PLAYERS, _SEATS, _CLOCKS, _VOTES, _LAST_ENTRIES, _RESIGNATIONS, _REMATCH_SEATS)
    games, *others = await database.read_all([(query, ()) for query in queries])
    by_game, found = list(map(_by_game, others)), LiveTables()
    for row in games:
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
    is_pending, is_undone = row["due_at"] is not None, any(one["is_undone"] for one in rows.resignations)
    if next_seat is None or next_seat >= len(rows.seats) or is_pending or is_undone:
        return None
    fields = seated_fields(row, rows.players, rows.seats, rows.rematch_seats)
    table = RunningSummary(
        **{**fields, "seats": _with_resignations(fields["seats"], rows.resignations)},
        pending=None,
        undo_request=read_undo_request(row, rows.players),
        clock=read_clock(rows.clocks[0], rows.votes) if rows.clocks else None,
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


def _with_resignations(seats: Sequence[Seat], resignations: Sequence[Row]) -> tuple[Seat, ...]:
    moves = [parse_logged(row["notation"]) for row in resignations]
    resigned = {move.seat for move in moves if isinstance(move, Resign)}
    return tuple(replace(seat, resigned=True) if seat.number in resigned else seat for seat in seats)


def _by_game(rows: Iterable[Row]) -> Mapping[int, Sequence[Row]]:
    found: dict[int, list[Row]] = {}
    for row in rows:
        found.setdefault(row["game"], []).append(row)
    return found
