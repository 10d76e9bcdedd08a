"""Games read from the database: rows of its tables become values."""

from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Final

from host.model.game import LobbyTable, LogEntry
from host.model.game_history import EndedGame
from host.model.log_replay import StoredGame
from host.model.table import Computer, Status, Venue
from host.storage.clocks import CLOCK, VOTES, read_clock
from host.storage.database import Database, read_time
from host.storage.game_rows import read_entry, read_undo_request, seated_fields, table_without_seats

_GAME: Final = "SELECT games.*, people.name FROM games JOIN people ON people.id = organiser WHERE number = ?"
_PLAYERS: Final = """
SELECT person, name, colour, is_ending, is_undoing FROM players
JOIN people ON people.id = person WHERE game = ? ORDER BY place"""
_SEATS: Final = """
SELECT number, person, name, computer, computer_number, colour, score, is_open FROM seats
LEFT JOIN people ON people.id = person WHERE game = ? ORDER BY number"""
_REMATCH_SEATS: Final = """
SELECT person, name, computer, colour, wins FROM rematch_seats
LEFT JOIN people ON people.id = person WHERE game = ? ORDER BY place"""
_REMATCH: Final = "SELECT number FROM games WHERE rematch_of = ? ORDER BY number DESC LIMIT 1"
_HAS_MOVED: Final = (
    "SELECT 1 AS moved FROM players JOIN moves ON moves.game = players.game AND moves.person = players.person "
    "WHERE players.person = ? LIMIT 1"
)
_HAS_REACHED: Final = """
SELECT 1 AS reached FROM players JOIN moves ON moves.game = players.game
WHERE players.person = ? AND hash = ? LIMIT 1"""
_LOG: Final = "SELECT ply, seat, person, computer, notation, at, hash FROM moves WHERE game = ? ORDER BY ply"

_BEGUN: Final = "SELECT DISTINCT game FROM seats ORDER BY game"
_NEWEST: Final = "SELECT COALESCE(MAX(number), 0) AS number FROM games"
_UNANNOUNCED: Final = "SELECT number FROM games WHERE announced < ply AND ply > 0 ORDER BY number"
_WITH_MESSAGES: Final = """
SELECT number FROM games WHERE status <> 'open' AND (
    lobby IS NOT NULL OR status = 'running' OR number IN (SELECT game FROM question_messages)
) ORDER BY number"""
_LAST_OF: Final = """
SELECT games.number FROM games JOIN players ON players.game = games.number
WHERE status IN ('finished', 'ended') AND ply > 0 AND person = ? ORDER BY moved_at DESC LIMIT 1"""
_LAST_IN: Final = """
SELECT number FROM games
WHERE status IN ('finished', 'ended') AND ply > 0 AND channel = ? ORDER BY moved_at DESC LIMIT 1"""
_LAST_AT: Final = """
SELECT number FROM games
WHERE status IN ('finished', 'ended') AND ply > 0 AND (channel = ? OR parent = ?) ORDER BY moved_at DESC LIMIT 1"""
_ENDED_GAMES: Final = """
WITH ended AS (
    SELECT * FROM (
        SELECT number, moved_at FROM games
        WHERE guild = ?1 AND status IN ('finished', 'ended') AND ply > 0 ORDER BY moved_at DESC, number DESC LIMIT ?4
    )
    UNION SELECT * FROM (
        SELECT number, moved_at FROM players JOIN games ON games.number = players.game
        WHERE person = ?2 AND status IN ('finished', 'ended') AND ply > 0 ORDER BY moved_at DESC, number DESC LIMIT ?4
    )
    UNION SELECT number, moved_at FROM games WHERE number = ?3 AND status IN ('finished', 'ended') AND ply > 0 AND (
        guild = ?1 OR EXISTS (SELECT 1 FROM players WHERE game = games.number AND person = ?2)
    )
)
SELECT chosen.number, moved_at, name, (
    SELECT GROUP_CONCAT(computer || '.' || computer_number, ' ') FROM (
        SELECT computer, computer_number FROM seats WHERE game = chosen.number ORDER BY number
    )
) AS computers FROM (
    SELECT * FROM ended ORDER BY number = ?3 DESC, moved_at DESC, number DESC LIMIT ?4
) AS chosen JOIN players ON players.game = chosen.number JOIN people ON people.id = players.person
ORDER BY chosen.number = ?3 DESC, moved_at DESC, chosen.number DESC, place"""


async def read_game(database: Database, number: int) -> StoredGame | LobbyTable | None:
    """Return a table as it is stored, with the log if its game has begun; None if there is no such table.

    Everything is read at one moment, between two transactions.
    """
    queries = (_GAME, _PLAYERS, _SEATS, _REMATCH_SEATS, CLOCK, VOTES, _LOG)
    rows = await database.read_all([(query, (number,)) for query in queries])
    games, players, seats, rematch_seats, clocks, votes, log = rows
    if not games:
        return None
    [row] = games
    if not seats:
        return table_without_seats(row, players, rematch_seats)
    clock = read_clock(clocks[0], votes) if clocks and row["status"] == Status.RUNNING else None
    scores = tuple(seat["score"] for seat in seats)
    return StoredGame(
        **seated_fields(row, players, seats, rematch_seats),
        status=Status(row["status"]),
        seed=bytes.fromhex(row["seed"]),
        clock=clock,
        undo_request=read_undo_request(row, players),
        final_scores=None if None in scores else scores,
        log=list(map(read_entry, log)),
        due_at=read_time(row["due_at"]),
    )


async def read_log(database: Database, number: int) -> list[LogEntry]:
    """Return the log of a table; it is empty before the start."""
    return [read_entry(row) for row in await database.read(_LOG, number)]


async def has_moved(database: Database, person_id: int) -> bool:
    """Say whether a person has made any move in any game."""
    return bool(await database.read(_HAS_MOVED, person_id))


async def has_reached(database: Database, person_id: int, fingerprint: str) -> bool:
    """Say whether any game of a person came to the state that has this fingerprint."""
    return bool(await database.read(_HAS_REACHED, person_id, fingerprint))


async def begun_numbers(database: Database) -> list[int]:
    """Return the numbers of the tables whose game has begun, and may be over."""
    return [row["game"] for row in await database.read(_BEGUN)]


async def newest_number(database: Database) -> int:
    """Return the highest number given to a table so far."""
    return int((await database.read(_NEWEST))[0]["number"])


async def unannounced_numbers(database: Database) -> list[int]:
    """Return the numbers of the started tables whose last ply was not announced yet."""
    return [row["number"] for row in await database.read(_UNANNOUNCED)]


async def numbers_with_messages(database: Database) -> list[int]:
    """Return the numbers of the tables, started or closed, with messages that may have to be updated."""
    return [row["number"] for row in await database.read(_WITH_MESSAGES)]


async def last_ended(database: Database, venue: Venue, person_id: int) -> int | None:
    """Return the number of the game that ended last: in this thread, or else in this channel and its threads.

    In private it is the last one of the person's own games.
    """
    if venue.is_private:
        rows = await database.read(_LAST_OF, person_id)
    else:
        rows = await database.read(_LAST_IN, venue.channel) if venue.parent is not None else []
        rows = rows or await database.read(_LAST_AT, venue.home, venue.home)
    return rows[0]["number"] if rows else None


async def rematch_number(database: Database, number: int) -> int | None:
    """Return the number of the newest table that was opened as the rematch of a game; None if there is none."""
    rows = await database.read(_REMATCH, number)
    return rows[0]["number"] if rows else None


async def ended_games(
    database: Database, guild: int | None, person_id: int | None, number: int | None, most: int
) -> list[EndedGame]:
    """Return games of a server, or where a person played, that are over: the one of this number, then the latest."""
    rows = await database.read(_ENDED_GAMES, guild, person_id, number, most)
    return [
        EndedGame(number, tuple(row["name"] for row in players), datetime.fromisoformat(at), _computers(computers))
        for (number, at, computers), players in groupby(rows, key=itemgetter("number", "moved_at", "computers"))
    ]


def _computers(stored: str | None) -> tuple[Computer, ...]:
    """Return the computers of a game, from their levels and numbers: ``2.1 2.2 3.1``."""
    return tuple(Computer(*map(int, one.split("."))) for one in (stored or "").split())
