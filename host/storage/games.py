"""Games as rows of the database, both ways."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from sqlite3 import Row
from typing import Any, Final, assert_never

from carcassonne import Colour
from host.model.clock import Clock, TimeoutAction
from host.model.fingerprint import RULES_VERSION
from host.model.game import Game, LobbyTable, LogEntry, RunningGame, table_of
from host.model.game_history import EndedGame
from host.model.log_replay import StoredGame
from host.model.table import (
    ClosedTable,
    Computer,
    Controller,
    EndRequest,
    FinishedTable,
    MessageRef,
    Pending,
    Person,
    Seat,
    ShownTurn,
    Status,
    Table,
    UndoRequest,
    Venue,
    WaitingTable,
)
from host.model.table_options import SeatOrder, TableSettings
from host.storage.clocks import clock_change_statements, read_clock, substitution_statements
from host.storage.database import Database, Statement, Value, format_time, read_time

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

_NEW: Final = """
INSERT INTO games (number, guild, channel, parent, status, organiser, edition, options, rules, seed, is_practice, pace,
aids, takeback, seat_order, thread, language, rated, timeout, ply, announced, message, opened_at, moved_at,
due_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_CHANGED: Final = """
UPDATE games SET status = ?, organiser = ?, edition = ?, options = ?, seed = ?, is_practice = ?, pace = ?, aids = ?,
takeback = ?, seat_order = ?, thread = ?, language = ?, rated = ?, timeout = ?, ply = ?, announced = ?, message = ?,
moved_at = ?, due_at = ?, undo_seat = ?, undo_ply = ?, undo_number = ?, ending_seat = ?, ending_number = ?
WHERE number = ? AND ply = ? AND status = ?"""
_PLAYER: Final = "INSERT INTO players (game, place, person, is_ending, is_undoing, colour) VALUES (?, ?, ?, ?, ?, ?)"
_MOVE: Final = (
    "INSERT INTO moves (game, ply, seat, person, computer, notation, at, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
_SEAT: Final = """
INSERT INTO seats (game, number, person, computer, score, colour, is_open) VALUES (?, ?, ?, ?, ?, ?, ?)"""
_ENDED: Final = "UPDATE games SET status = 'ended', announced = ply WHERE number = ?"
_ANNOUNCED: Final = """
UPDATE games SET announced = ?, message = ?, shown_ply = ?, shown_round = ?, shown_due = ? WHERE number = ?"""
_SHOWN: Final = "UPDATE games SET shown_ply = ?, shown_round = ?, shown_due = ? WHERE number = ?"
_MOVED: Final = "UPDATE games SET guild = ?, channel = ?, parent = ?, message = NULL WHERE number = ?"
_STATUS_MESSAGE: Final = "UPDATE games SET lobby_channel = ?, lobby = ? WHERE number = ?"


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


@dataclass(frozen=True, slots=True)
class _Progress:
    """What is stored of a game only after its start, with the values that stand for a game before it."""

    seed: str = ""
    is_practice: bool = False
    announced: int = -1
    message: int | None = None
    pending: Pending | None = None
    undo_request: UndoRequest | None = None
    end_request: EndRequest | None = None
    seats: tuple[Seat, ...] = ()
    final_scores: tuple[int, ...] | None = None
    clock: Clock | None = None

    @property
    def due_at(self) -> str | None:
        """Until when the turn just played can be taken back."""
        return self.pending.until.isoformat() if self.pending else None

    @property
    def owners(self) -> list[tuple[Controller, bool]]:
        """Who has which seat, and whether it is open."""
        return [(seat.controller, seat.is_open) for seat in self.seats]


_NOT_BEGUN: Final = _Progress()


def _progress(game: Game) -> _Progress:
    match game:
        case RunningGame(table=table):
            return _Progress(
                seed=game.seed.hex(),
                is_practice=table.is_practice,
                announced=table.announced,
                message=table.message,
                pending=table.pending,
                undo_request=table.undo_request,
                end_request=table.end_request,
                seats=table.seats,
                clock=table.clock,
            )
        case FinishedTable() as table:
            return _Progress(
                seed=table.seed,
                is_practice=table.is_practice,
                announced=table.announced,
                message=table.message,
                end_request=table.end_request,
                seats=table.seats,
                final_scores=table.final_scores,
            )
        case WaitingTable() | ClosedTable():
            return _NOT_BEGUN
        case _:
            assert_never(game)


def transition_statements(before: Game | None, after: Game, entries: Iterable[LogEntry]) -> list[Statement]:
    """Return the statements that store a changed game. They fail if it is not stored as it was ``before`` any more."""
    table, progress = table_of(after), _progress(after)
    if before is None:
        statements = [_new(table, progress), *_players(table, progress), *_seats(table.number, progress)]
    else:
        statements = _changes(table_of(before), _progress(before), table, progress)
    return [*statements, *(_move(table.number, entry) for entry in entries)]


def _changes(earlier: Table, before: _Progress, table: Table, after: _Progress) -> list[Statement]:
    statements = [_changed(earlier, table, after)]
    if _at_table(earlier, before) != _at_table(table, after):
        statements += _players(table, after)
    if before.owners != after.owners or after.final_scores is not None:
        statements += _seats(table.number, after)
    statements += clock_change_statements(table.number, before.clock, after.clock)
    return [*statements, *substitution_statements(table.number, table.ply, before.seats, after.seats)]


def _at_table(table: Table, progress: _Progress) -> tuple[object, ...]:
    return table.people, progress.end_request, progress.undo_request, table.colours


def end_statement(number: int) -> Statement:
    """Return the statement that ends a quarantined game."""
    return Statement(_ENDED, (number,), expected_rows=1)


def announcement_statement(number: int, ply: int, message: int | None, shown: ShownTurn) -> Statement:
    """Return the statement that stores which ply was announced, and what the message shows."""
    return Statement(_ANNOUNCED, (ply, message, *_shown_values(shown), number))


def shown_turn_statement(number: int, shown: ShownTurn) -> Statement:
    """Return the statement that stores what the latest message of a game shows."""
    return Statement(_SHOWN, (*_shown_values(shown), number))


def _shown_values(shown: ShownTurn) -> tuple[Value, ...]:
    return shown.ply, shown.round, format_time(shown.due)


def venue_statement(number: int, venue: Venue) -> Statement:
    """Return the statement that stores where a game is played."""
    return Statement(_MOVED, (venue.guild, venue.channel, venue.parent, number))


def status_message_statement(number: int, ref: MessageRef | None) -> Statement:
    """Return the statement that stores the status message of a table."""
    channel, message = (ref.channel, ref.message) if ref else (None, None)
    return Statement(_STATUS_MESSAGE, (channel, message, number))


def _new(table: Table, progress: _Progress) -> Statement:
    place = (table.venue.guild, table.venue.channel, table.venue.parent)
    rules = (table.edition, " ".join(table.options), RULES_VERSION, progress.seed, int(progress.is_practice))
    plies = (table.ply, progress.announced, progress.message)
    times = (table.opened_at.isoformat(), table.moved_at.isoformat(), progress.due_at)
    values = (table.number, *place, table.status, table.organiser.id, *rules, *_settings(table), *plies, *times)
    return Statement(_NEW, values, expected_rows=1)


def _changed(before: Table, table: Table, progress: _Progress) -> Statement:
    rules = (table.edition, " ".join(table.options), progress.seed, int(progress.is_practice))
    plies = (table.ply, progress.announced, progress.message, table.moved_at.isoformat(), progress.due_at)
    asked = (*_undo_values(progress.undo_request), *_end_values(progress.end_request))
    at = (before.number, before.ply, before.status)
    return Statement(
        _CHANGED, (table.status, table.organiser.id, *rules, *_settings(table), *plies, *asked, *at), expected_rows=1
    )


def _undo_values(request: UndoRequest | None) -> tuple[Value, ...]:
    return (request.seat, request.ply, request.number) if request else (None, None, None)


def _end_values(request: EndRequest | None) -> tuple[Value, ...]:
    return (request.seat, request.number) if request else (None, None)


def _settings(table: Table) -> tuple[Value, ...]:
    settings = table.settings
    by_turn = (settings.pace, int(settings.aids), settings.takeback)
    return *by_turn, settings.order, int(settings.thread), settings.language, int(settings.rated), settings.timeout


def _players(table: Table, progress: _Progress) -> list[Statement]:
    undoing, ending = (one.agreed if one else frozenset() for one in (progress.undo_request, progress.end_request))
    rows = [
        (table.number, place, one.id, int(one.id in ending), int(one.id in undoing), table.colours.get(one.id))
        for place, one in enumerate(table.people)
    ]
    return [
        Statement("DELETE FROM players WHERE game = ?", (table.number,)),
        *(Statement(_PLAYER, row) for row in rows),
    ]


def _seats(number: int, progress: _Progress) -> list[Statement]:
    scores = progress.final_scores or (None,) * len(progress.seats)
    rows = [
        (number, seat.number, *_controller_values(seat.controller), score, seat.colour, int(seat.is_open))
        for seat, score in zip(progress.seats, scores, strict=True)
    ]
    return [
        Statement("DELETE FROM seats WHERE game = ?", (number,)),
        *(Statement(_SEAT, row) for row in rows),
    ]


def _controller_values(controller: Controller) -> tuple[int | None, int | None]:
    """Return the id of a person and the level of a computer, one of which is None."""
    return (None, controller.level) if isinstance(controller, Computer) else (controller.id, None)


def _move(number: int, entry: LogEntry) -> Statement:
    by = (entry.person_id, entry.computer.level if entry.computer else None)
    values = (entry.ply, entry.seat, *by, entry.notation, entry.at.isoformat(), entry.hash)
    return Statement(_MOVE, (number, *values))


def _entry(row: Row) -> LogEntry:
    at = datetime.fromisoformat(row["at"])
    computer = None if row["computer"] is None else Computer(row["computer"])
    return LogEntry(row["ply"], row["seat"], row["person"], row["notation"], at, row["hash"], computer)


def _seat(row: Row) -> Seat:
    computer = row["computer"]
    controller = Person(row["person"], row["name"]) if computer is None else Computer(computer)
    return Seat(row["number"], controller, Colour(row["colour"]), resigned=False, is_open=bool(row["is_open"]))


def _read_settings(row: Row) -> TableSettings:
    by_turn = row["pace"], bool(row["aids"]), row["takeback"]
    order, timeout = SeatOrder(row["seat_order"]), TimeoutAction(row["timeout"])
    return TableSettings(*by_turn, order, bool(row["thread"]), row["language"], bool(row["rated"]), timeout)


def _undo_request(row: Row, players: Sequence[Row]) -> UndoRequest | None:
    if row["undo_ply"] is None:
        return None
    agreed = frozenset(player["person"] for player in players if player["is_undoing"])
    return UndoRequest(row["undo_seat"], row["undo_ply"], agreed, row["undo_number"] or 0)


def _end_request(row: Row, players: Sequence[Row], seats: Sequence[Row]) -> EndRequest | None:
    """Return the suggestion to end a game. In old rows without its seat, the first who agrees has asked."""
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
