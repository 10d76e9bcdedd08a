"""Games read from the database: rows of its tables become values."""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from sqlite3 import Row
from typing import Any, Final

from carcassonne import Colour
from host.model.clock import Clock, TimeoutAction
from host.model.game import LobbyTable, LogEntry
from host.model.game_history import EndedGame
from host.model.log_replay import StoredGame
from host.model.table import (
    ClosedTable,
    Computer,
    EndRequest,
    MessageRef,
    Person,
    Seat,
    ShownTurn,
    Status,
    UndoRequest,
    Venue,
    WaitingTable,
)
from host.model.table_options import (
    DEFAULT_SETTINGS,
    LANGUAGES,
    MAX_TAKEBACK_SECONDS,
    PACES,
    SeatOrder,
    TableSettings,
)
from host.storage.clocks import read_clock
from host.storage.database import Database, read_choice, read_time

_GAME: Final = "SELECT games.*, people.name FROM games JOIN people ON people.id = organiser WHERE number = ?"
_PLAYERS: Final = """
SELECT person, name, colour, is_ending, is_undoing FROM players
JOIN people ON people.id = person WHERE game = ? ORDER BY place"""
_SEATS: Final = """
SELECT number, person, name, computer, colour, score, is_open FROM seats
LEFT JOIN people ON people.id = person WHERE game = ? ORDER BY number"""
_HAS_MOVED: Final = (
    "SELECT 1 AS moved FROM players JOIN moves ON moves.game = players.game AND moves.person = players.person "
    "WHERE players.person = ? LIMIT 1"
)
_HAS_REACHED: Final = """
SELECT 1 AS reached FROM players JOIN moves ON moves.game = players.game
WHERE players.person = ? AND hash = ? LIMIT 1"""
_LOG: Final = "SELECT ply, seat, person, computer, notation, at, hash FROM moves WHERE game = ? ORDER BY ply"

_LIVE: Final = "SELECT number FROM games WHERE status IN ('open', 'running') ORDER BY number"
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
SELECT ended.number, moved_at, name FROM (
    SELECT number, moved_at FROM games
    WHERE status IN ('finished', 'ended') AND ply > 0 AND (
        guild = ? OR EXISTS (SELECT 1 FROM players WHERE game = games.number AND person = ?)
    )
    ORDER BY number = ? DESC, moved_at DESC, number DESC LIMIT ?
) AS ended JOIN players ON players.game = ended.number JOIN people ON people.id = players.person
ORDER BY ended.number = ? DESC, moved_at DESC, ended.number DESC, place"""


async def read_game(database: Database, number: int) -> StoredGame | LobbyTable | None:
    """Return a table as it is stored, with the log if its game has begun; None if there is no such table."""
    rows = await database.read(_GAME, number)
    if not rows:
        return None
    [row], players, seats = rows, await database.read(_PLAYERS, number), await database.read(_SEATS, number)
    if not seats:
        return _table_without_seats(row, players)
    clock = await read_clock(database, number) if row["status"] == Status.RUNNING else None
    return _stored_game(row, players, seats, clock, await read_log(database, number))


async def read_log(database: Database, number: int) -> list[LogEntry]:
    """Return the log of a table; it is empty before the start."""
    return [_entry(row) for row in await database.read(_LOG, number)]


async def has_moved(database: Database, person_id: int) -> bool:
    """Say whether a person has made any move in any game."""
    return bool(await database.read(_HAS_MOVED, person_id))


async def has_reached(database: Database, person_id: int, fingerprint: str) -> bool:
    """Say whether any game of a person came to the state that has this fingerprint."""
    return bool(await database.read(_HAS_REACHED, person_id, fingerprint))


async def live_numbers(database: Database) -> list[int]:
    """Return the numbers of the waiting and running tables."""
    return [row["number"] for row in await database.read(_LIVE)]


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


async def ended_games(
    database: Database, guild: int | None, person_id: int | None, number: int | None, most: int
) -> list[EndedGame]:
    """Return games of a server, or where a person played, that are over: the one of this number, then the latest."""
    rows = await database.read(_ENDED_GAMES, guild, person_id, number, most, number)
    return [
        EndedGame(one, tuple(row["name"] for row in players), datetime.fromisoformat(at))
        for (one, at), players in groupby(rows, key=lambda row: (row["number"], row["moved_at"]))
    ]


def _entry(row: Row) -> LogEntry:
    at = datetime.fromisoformat(row["at"])
    computer = None if row["computer"] is None else Computer(row["computer"])
    return LogEntry(row["ply"], row["seat"], row["person"], row["notation"], at, row["hash"], computer)


def _seat(row: Row) -> Seat:
    computer = row["computer"]
    controller = Person(row["person"], row["name"]) if computer is None else Computer(computer)
    return Seat(row["number"], controller, Colour(row["colour"]), resigned=False, is_open=bool(row["is_open"]))


def _read_settings(row: Row) -> TableSettings:
    """Return the settings of a table; what is stored wrongly is the default."""
    default = DEFAULT_SETTINGS
    return TableSettings(
        pace=read_choice(("", *PACES), row["pace"], default.pace),
        aids=bool(row["aids"]),
        takeback=read_choice(range(MAX_TAKEBACK_SECONDS + 1), row["takeback"], default.takeback),
        order=read_choice(SeatOrder, row["seat_order"], default.order),
        thread=bool(row["thread"]),
        language=read_choice(LANGUAGES, row["language"], default.language),
        rated=bool(row["rated"]),
        timeout=read_choice(TimeoutAction, row["timeout"], default.timeout),
    )


def _undo_request(row: Row, players: Sequence[Row]) -> UndoRequest | None:
    if row["undo_ply"] is None:
        return None
    agreed = frozenset(player["person"] for player in players if player["is_undoing"])
    return UndoRequest(row["undo_seat"], row["undo_ply"], agreed, row["undo_number"] or 0)


def _end_request(row: Row, players: Sequence[Row], seats: Sequence[Row]) -> EndRequest | None:
    """Return the request to end a game. If an old row lacks its seat, the first seat that agrees has asked."""
    agreed = frozenset(player["person"] for player in players if player["is_ending"])
    if not agreed:
        return None
    first = next((seat["number"] for seat in seats if seat["person"] in agreed), 0)
    seat = first if row["ending_seat"] is None else row["ending_seat"]
    return EndRequest(seat, agreed, row["ending_number"] or 0)


def _shown(row: Row) -> ShownTurn | None:
    if row["message"] is None or row["shown_ply"] is None:
        return None
    return ShownTurn(row["shown_ply"], row["shown_round"], read_time(row["shown_due"]))


def _base_fields(row: Row, players: Sequence[Row]) -> dict[str, Any]:
    """Return what every table has, by the names of the fields."""
    return {
        "number": row["number"],
        "venue": Venue(row["guild"], row["channel"], row["parent"]),
        "organiser": Person(row["organiser"], row["name"]),
        "people": tuple(Person(player["person"], player["name"]) for player in players),
        "colours": {player["person"]: Colour(player["colour"]) for player in players if player["colour"]},
        "edition": row["edition"],
        "options": tuple(row["options"].split()),
        "settings": _read_settings(row),
        "status_message": None if row["lobby"] is None else MessageRef(row["lobby_channel"], row["lobby"]),
        "opened_at": datetime.fromisoformat(row["opened_at"]),
        "moved_at": datetime.fromisoformat(row["moved_at"]),
    }


def _table_without_seats(row: Row, players: Sequence[Row]) -> LobbyTable:
    kind = ClosedTable if Status(row["status"]).is_over else WaitingTable
    return kind(**_base_fields(row, players))


def _stored_game(
    row: Row, players: Sequence[Row], seats: Sequence[Row], clock: Clock | None, log: Sequence[LogEntry]
) -> StoredGame:
    scores = tuple(seat["score"] for seat in seats)
    return StoredGame(
        **_base_fields(row, players),
        seats=tuple(map(_seat, seats)),
        is_practice=bool(row["is_practice"]),
        ply=row["ply"],
        announced=row["announced"],
        message=row["message"],
        shown=_shown(row),
        end_request=_end_request(row, players, seats),
        status=Status(row["status"]),
        seed=bytes.fromhex(row["seed"]),
        clock=clock,
        undo_request=_undo_request(row, players),
        final_scores=None if None in scores else scores,
        log=log,
        due_at=read_time(row["due_at"]),
    )
