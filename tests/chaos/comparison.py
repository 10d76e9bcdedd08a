"""Compares what was confirmed to the players with what is stored, what the channel shows, and what the record says."""

import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from carcassonne import format_cell
from tests.chaos.counts import Counts
from tests.chaos.table import RefusedError, Table
from tests.fixtures.databases import Place
from tests.fixtures.postgresql import read_rows, until_unused

WRONG = ("lost", "doubled", "not shown", "shown twice", "not pinged", "pinged twice", "no replay")
"""What a comparison counts: confirmed turns that are not stored, stored turns that nobody tried to play, and so on."""

_GAMES = "SELECT channel, status FROM games ORDER BY number"
_PLACED = """\
SELECT games.channel, moves.notation FROM moves JOIN games ON games.number = moves.game
WHERE moves.notation LIKE 'place %' ORDER BY moves.game, moves.ply"""


@dataclass(frozen=True, slots=True)
class Stored:
    """What a database holds: the channels where a game has started, and the cells of its turns in their order."""

    started: frozenset[int]
    cells: dict[int, list[str]]


def read_stored(database: Place) -> Stored:
    """Read a database. A bot may be running on it."""
    games, placed = _read(database, _GAMES, _PLACED)
    started = frozenset(int(channel) for channel, status in games if status != "open")
    cells: dict[int, list[str]] = {}
    for channel, notation in placed:
        cells.setdefault(int(channel), []).append(notation.split()[1])
    return Stored(started, cells)


def _read(database: Place, *queries: str) -> list[list[Any]]:
    """Return the rows of several queries. A server may give texts instead of numbers."""
    if isinstance(database, str):
        return [list(read_rows(database, query)) for query in queries]
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return [connection.execute(query).fetchall() for query in queries]


def stored_after_a_kill(database: Place) -> Stored:
    """Read what a killed program has stored.

    Of a file and its write-ahead log, read a copy, so that the program itself recovers its files. A server first
    ends what the program had begun.
    """
    if isinstance(database, str):
        until_unused(database)
        return read_stored(database)
    with tempfile.TemporaryDirectory() as folder:
        for part in (database, database.with_name(f"{database.name}-wal")):
            if part.exists():
                shutil.copy(part, folder)
        with closing(sqlite3.connect(Path(folder) / database.name)) as copy:
            copy.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return read_stored(Path(folder) / database.name)


async def compare(tables: Sequence[Table], database: Place, counts: Counts) -> None:
    """Compare each table with the database, its channel and its record, and count what is wrong."""
    stored = read_stored(database).cells
    for table in tables:
        cells = stored.get(table.channel, [])
        compare_stored(table, cells, counts)
        compare_shown(table, cells, counts)
        await compare_record(table, cells, counts)


def compare_stored(table: Table, cells: Sequence[str], counts: Counts) -> None:
    """Each confirmed turn is stored at its place, and no turn is stored that nobody tried to play then."""
    for attempt in table.attempts:
        is_stored = cells[attempt.turns - 1 : attempt.turns] == [attempt.cell]
        counts.check(is_stored or not attempt.is_confirmed, "lost", f"{table}, turn {attempt.turns} on {attempt.cell}")
    tried = {(attempt.turns, attempt.cell) for attempt in table.attempts}
    by_people = [(turn, cell) for turn, cell in enumerate(cells, 1) if table.asks_a_person(turn - 1)]
    for turn, cell in by_people:
        counts.check((turn, cell) in tried, "doubled", f"{table}, turn {turn} on {cell} was never played")


def compare_shown(table: Table, cells: Sequence[str], counts: Counts) -> None:
    """The start, each turn and a resignation have one board. A board pings the player to move, if there is one."""
    times = Counter(board.turns for board in table.boards)
    times[len(cells)] -= table.is_resigned  # the last board stands after as many turns as the one before
    for turns in range(len(cells) + 1):
        counts.check(times[turns] > 0, "not shown", f"{table}, after {turns} turns")
        counts.check(times[turns] < 2, "shown twice", f"{table}, after {turns} turns")
    counts.check(max(times, default=0) <= len(cells), "lost", f"{table}, shown up to turn {max(times, default=0)}")
    pings = sum(len(posted.pinged) for posted in table.feed.posted(table.channel) if not posted.asking)
    begun = range(len(cells) + 1 - (table.is_over and not table.is_resigned))
    expected = sum(table.asks_a_person(turns) for turns in begun)
    counts.check(pings >= expected, "not pinged", f"{table}, {pings} pings for {expected} turns")
    counts.check(pings <= expected, "pinged twice", f"{table}, {pings} pings for {expected} turns")


async def compare_record(table: Table, cells: Sequence[str], counts: Counts) -> None:
    """The record replays by the rules, and has the same turns."""
    try:
        replayed = await table.replayed()
    except RefusedError as refused:
        counts.went_wrong("no replay", f"{table}: {refused}")
        return
    played = [format_cell(one.entry.turn.placement.position) for one in replayed.turns if one.entry.turn]
    counts.check(replayed.error is None and played == cells, "no replay", f"{table}: {replayed.error}")


def count_tracebacks(output: str, counts: Counts) -> None:
    """Count the tracebacks in the bot's log, and keep the last line of each."""
    for ended in _tracebacks(output):
        counts.went_wrong("tracebacks", ended)


def measure_tracebacks(output: str, counts: Counts) -> None:
    """Tell how many tracebacks are in the bot's log, where trouble may leave some, and the last line of each."""
    found = _tracebacks(output)
    counts.measured("tracebacks in the log", len(found))
    counts.notes += [f"A traceback: {ended}" for ended in found]


def _tracebacks(output: str) -> list[str]:
    parts = output.split("Traceback (most recent call last)")[1:]
    return [next((one for one in part.splitlines()[1:] if one and not one.startswith(" ")), "?") for part in parts]
