"""Statements that store games: values become rows of the tables."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, assert_never

from host.model.clock import Clock
from host.model.fingerprint import RULES_VERSION
from host.model.game import Game, LogEntry, RunningGame, table_of
from host.model.table import (
    ClosedTable,
    Controller,
    EndRequest,
    FinishedTable,
    MessageRef,
    Pending,
    Seat,
    SeatedTable,
    ShownTurn,
    Table,
    UndoRequest,
    Venue,
    WaitingTable,
)
from host.storage.clocks import clock_change_statements, substitution_statements
from host.storage.controllers import controller_values
from host.storage.database import Statement, Value, format_time

_INSERT_GAME: Final = """
INSERT INTO games (number, guild, channel, parent, status, organiser, edition, options, rules, seed, is_practice, pace,
aids, takeback, seat_order, thread, language, rated, timeout, ply, announced, message, opened_at, moved_at,
due_at, rematch_of, best_of, computers)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_UPDATE_GAME: Final = """
UPDATE games SET status = ?, organiser = ?, edition = ?, options = ?, seed = ?, is_practice = ?, pace = ?, aids = ?,
takeback = ?, seat_order = ?, thread = ?, language = ?, rated = ?, timeout = ?, ply = ?, announced = ?, message = ?,
moved_at = ?, due_at = ?, undo_seat = ?, undo_ply = ?, undo_number = ?, ending_seat = ?, ending_number = ?,
best_of = ?, computers = ?, is_told_quarantined = 0 WHERE number = ? AND ply = ? AND status = ?"""
"""A game that changes is not quarantined: should it be damaged again, its table is told anew."""
_INSERT_PLAYER: Final = (
    "INSERT INTO players (game, place, person, is_ending, is_undoing, colour) VALUES (?, ?, ?, ?, ?, ?)"
)
_INSERT_MOVE: Final = (
    "INSERT INTO moves (game, ply, seat, person, computer, notation, at, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
_INSERT_SEAT: Final = """
INSERT INTO seats (game, number, person, computer, computer_number, score, colour, is_open)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""
_INSERT_REMATCH_SEAT: Final = """
INSERT INTO rematch_seats (game, place, person, computer, colour, wins) VALUES (?, ?, ?, ?, ?, ?)"""
_END_SERIES: Final = "UPDATE games SET best_of = NULL WHERE number = ?"
_NOTE_QUARANTINED: Final = "UPDATE games SET is_told_quarantined = ? WHERE number = ? AND is_told_quarantined <> ?"
_END_GAME: Final = "UPDATE games SET status = 'ended', announced = ply WHERE number = ?"
_UPDATE_ANNOUNCED: Final = """
UPDATE games SET announced = ?, message = ?, shown_ply = ?, shown_round = ?, shown_due = ? WHERE number = ?"""
_UPDATE_SHOWN: Final = "UPDATE games SET shown_ply = ?, shown_round = ?, shown_due = ? WHERE number = ?"
_UPDATE_VENUE: Final = "UPDATE games SET guild = ?, channel = ?, parent = ?, message = NULL WHERE number = ?"
_UPDATE_STATUS_MESSAGE: Final = "UPDATE games SET lobby_channel = ?, lobby = ? WHERE number = ?"


@dataclass(frozen=True, slots=True)
class _StartedFields:
    """What is stored of a game only after its start; the defaults are for a game that has not started."""

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
    shown: ShownTurn | None = None

    @property
    def due_at(self) -> str | None:
        """Until when the turn just played can be taken back."""
        return self.pending.until.isoformat() if self.pending else None

    @property
    def owners(self) -> list[tuple[Controller, bool]]:
        """Who has which seat, and whether it is open."""
        return [(seat.controller, seat.is_open) for seat in self.seats]


_NOT_STARTED: Final = _StartedFields()


def _started_fields(game: Game) -> _StartedFields:
    match game:
        case RunningGame(table=table):
            return replace(
                _seated_fields(table, game.seed.hex()),
                pending=table.pending,
                undo_request=table.undo_request,
                clock=table.clock,
            )
        case FinishedTable() as table:
            return replace(_seated_fields(table, table.seed), final_scores=table.final_scores)
        case WaitingTable() | ClosedTable():
            return _NOT_STARTED
        case _:
            assert_never(game)


def _seated_fields(table: SeatedTable, seed: str) -> _StartedFields:
    """Return what is stored of a game that has begun, whether it runs or is over."""
    return _StartedFields(
        seed=seed,
        is_practice=table.is_practice,
        announced=table.announced,
        message=table.message,
        end_request=table.end_request,
        seats=table.seats,
        shown=table.shown,
    )


def transition_statements(before: Game | None, after: Game, entries: Iterable[LogEntry]) -> list[Statement]:
    """Return the statements that store a changed game. They fail if the stored game is not ``before`` any more."""
    table, started = table_of(after), _started_fields(after)
    if before is None:
        statements = [
            _insert_game(table, started),
            *_player_statements(table, started),
            *_seat_statements(table.number, started),
            *_rematch_statements(table),
        ]
    else:
        statements = _change_statements(table_of(before), _started_fields(before), table, started)
    return [*statements, *(_insert_move(table.number, entry) for entry in entries)]


def _change_statements(earlier: Table, before: _StartedFields, table: Table, after: _StartedFields) -> list[Statement]:
    statements = [_update_game(earlier, table, after)]
    if _players_data(earlier, before) != _players_data(table, after):
        statements += _player_statements(table, after)
    if before.owners != after.owners or after.final_scores is not None:
        statements += _seat_statements(table.number, after)
    if earlier.rematch != table.rematch:
        statements += _rematch_statements(table)
    if after.shown and before.shown != after.shown:
        statements.append(shown_turn_statement(table.number, after.shown))
    statements += clock_change_statements(table.number, before.clock, after.clock)
    return [*statements, *substitution_statements(table.number, table.ply, before.seats, after.seats)]


def _players_data(table: Table, started: _StartedFields) -> tuple[object, ...]:
    return table.people, started.end_request, started.undo_request, table.colours


def end_statement(number: int) -> Statement:
    """Return the statement that ends a quarantined game."""
    return Statement(_END_GAME, (number,), expected_rows=1)


def told_quarantined_statement(number: int, *, is_told: bool) -> Statement:
    """Return the statement that stores whether a table was told of its quarantine; it fails if that is not new."""
    return Statement(_NOTE_QUARANTINED, (is_told, number, is_told), expected_rows=1)


def end_series_statement(number: int) -> Statement:
    """Return the statement after which a game belongs to no series."""
    return Statement(_END_SERIES, (number,), expected_rows=1)


def announcement_statement(number: int, ply: int, message: int | None, shown: ShownTurn) -> Statement:
    """Return the statement that stores which ply was announced, and what the message shows."""
    return Statement(_UPDATE_ANNOUNCED, (ply, message, *_shown_values(shown), number))


def shown_turn_statement(number: int, shown: ShownTurn) -> Statement:
    """Return the statement that stores what the latest message of a game shows."""
    return Statement(_UPDATE_SHOWN, (*_shown_values(shown), number))


def _shown_values(shown: ShownTurn) -> tuple[Value, ...]:
    return shown.ply, shown.round, format_time(shown.due)


def venue_statement(number: int, venue: Venue) -> Statement:
    """Return the statement that stores where a game is played."""
    return Statement(_UPDATE_VENUE, (venue.guild, venue.channel, venue.parent, number))


def status_message_statement(number: int, ref: MessageRef | None) -> Statement:
    """Return the statement that stores the status message of a table."""
    channel, message = (ref.channel, ref.message) if ref else (None, None)
    return Statement(_UPDATE_STATUS_MESSAGE, (channel, message, number))


def _insert_game(table: Table, started: _StartedFields) -> Statement:
    place = (table.venue.guild, table.venue.channel, table.venue.parent)
    rules = (table.edition, " ".join(table.options), RULES_VERSION, started.seed, int(started.is_practice))
    plies = (table.ply, started.announced, started.message)
    times = (table.opened_at.isoformat(), table.moved_at.isoformat(), started.due_at)
    rematch = (table.rematch.previous if table.rematch else None, _best_of(table))
    values = (table.number, *place, table.status, table.organiser.id, *rules, *_settings_values(table), *plies, *times)
    return Statement(_INSERT_GAME, (*values, *rematch, _computers(table)), expected_rows=1)


def _update_game(before: Table, table: Table, started: _StartedFields) -> Statement:
    rules = (table.edition, " ".join(table.options), started.seed, int(started.is_practice))
    plies = (table.ply, started.announced, started.message, table.moved_at.isoformat(), started.due_at)
    asked = (*_undo_values(started.undo_request), *_end_values(started.end_request))
    chosen = (table.status, table.organiser.id, *rules, *_settings_values(table))
    at = (before.number, before.ply, before.status)
    values = (*chosen, *plies, *asked, _best_of(table), _computers(table), *at)
    return Statement(_UPDATE_GAME, values, expected_rows=1)


def _best_of(table: Table) -> int | None:
    return table.rematch.best_of if table.rematch else None


def _computers(table: Table) -> str:
    """Return the levels of the computers that wait at a table; once a game has begun, its seats name them."""
    return " ".join(str(one.level) for one in table.computers) if isinstance(table, WaitingTable) else ""


def _undo_values(request: UndoRequest | None) -> tuple[Value, ...]:
    return (request.seat, request.ply, request.number) if request else (None, None, None)


def _end_values(request: EndRequest | None) -> tuple[Value, ...]:
    return (request.seat, request.number) if request else (None, None)


def _settings_values(table: Table) -> tuple[Value, ...]:
    settings = table.settings
    by_turn = (settings.pace, int(settings.aids), settings.takeback)
    return *by_turn, settings.order, int(settings.thread), settings.language, int(settings.rated), settings.timeout


def _player_statements(table: Table, started: _StartedFields) -> list[Statement]:
    undoing, ending = (one.agreed if one else frozenset() for one in (started.undo_request, started.end_request))
    rows = [
        (table.number, place, one.id, int(one.id in ending), int(one.id in undoing), table.colours.get(one.id))
        for place, one in enumerate(table.people)
    ]
    return [
        Statement("DELETE FROM players WHERE game = ?", (table.number,)),
        *(Statement(_INSERT_PLAYER, row) for row in rows),
    ]


def _seat_statements(number: int, started: _StartedFields) -> list[Statement]:
    scores = started.final_scores or (None,) * len(started.seats)
    rows = [
        (number, seat.number, *controller_values(seat.controller), score, seat.colour, int(seat.is_open))
        for seat, score in zip(started.seats, scores, strict=True)
    ]
    return [
        Statement("DELETE FROM seats WHERE game = ?", (number,)),
        *(Statement(_INSERT_SEAT, row) for row in rows),
    ]


def _rematch_statements(table: Table) -> list[Statement]:
    rows = [
        (table.number, place, *controller_values(seat.controller)[:2], seat.colour, seat.wins)
        for place, seat in enumerate(table.rematch.seats if table.rematch else ())
    ]
    return [
        Statement("DELETE FROM rematch_seats WHERE game = ?", (table.number,)),
        *(Statement(_INSERT_REMATCH_SEAT, row) for row in rows),
    ]


def _insert_move(number: int, entry: LogEntry) -> Statement:
    by = (entry.person_id, entry.computer.level if entry.computer else None)
    values = (entry.ply, entry.seat, *by, entry.notation, entry.at.isoformat(), entry.hash)
    return Statement(_INSERT_MOVE, (number, *values))
