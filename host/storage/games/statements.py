"""Statements that store games: values become rows of the tables."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, TypeAlias, assert_never

from sqlalchemy import Executable, bindparam, delete, exists, insert, or_, update

from host.model.clock import Clock
from host.model.controllers import Controller
from host.model.fingerprint import RULES_VERSION
from host.model.game import Game, RunningGame, table_of
from host.model.game_log import LogEntry
from host.model.log_replay import StoredGame
from host.model.table import (
    BaseRunningTable,
    ClosedTable,
    EndRequest,
    FinishedTable,
    MessageRef,
    Pending,
    Seat,
    SeatedTable,
    ShownTurn,
    StartedTable,
    Status,
    Table,
    UndoRequest,
    Venue,
    WaitingTable,
)
from host.storage.engine.statements import RowToken, Statement, Value
from host.storage.games.clocks import clock_change_statements, clock_statement, substitution_statements
from host.storage.games.controllers import controller_values
from host.storage.games.rows import format_occasion
from host.storage.games.settings import format_settings
from host.storage.schema.tables import games, moves, players, rematch_seats, seats

StoredTable: TypeAlias = Table | BaseRunningTable | StoredGame
"""A table as it was read. It can be changed if it is still stored so."""

_is_game = games.c.number == bindparam("game_number")
_INSERT_GAME: Final = insert(games)
_UPDATE: Final = update(games).where(_is_game)
_UPDATE_GAME: Final = _UPDATE.where(games.c.token == bindparam("earlier_token")).returning(games.c.number)
_ANNOUNCE: Final = _UPDATE.where(games.c.announced <= bindparam("reached")).returning(games.c.number)
_ANNOUNCE_LOGGED: Final = _ANNOUNCE.where(
    exists().where(
        moves.c.game == bindparam("game_number"),
        moves.c.ply == bindparam("played_ply"),
        moves.c.at == bindparam("played_at"),
    )
)
_NOTE_QUARANTINED: Final = (
    update(games)
    .where(_is_game, games.c.is_told_quarantined != bindparam("is_told"))
    .values(is_told_quarantined=bindparam("is_told"))
    .returning(games.c.number)
)
_END_GAME: Final = _UPDATE_GAME.values(status=Status.ENDED.value, announced=games.c.ply)
_NOTE_STATUS_MESSAGE: Final = _UPDATE.where(
    or_(games.c.guild.is_not(None), games.c.channel == bindparam("own_channel"))
).returning(games.c.number)
_INSERT_MOVE: Final = insert(moves)
_INSERT_PLAYER, _DELETE_PLAYERS = insert(players), delete(players).where(players.c.game == bindparam("game_number"))
_INSERT_SEAT, _DELETE_SEATS = insert(seats), delete(seats).where(seats.c.game == bindparam("game_number"))
_INSERT_REMATCH_SEAT: Final = insert(rematch_seats)
_DELETE_REMATCH_SEATS: Final = delete(rematch_seats).where(rematch_seats.c.game == bindparam("game_number"))


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
    losses: int = 0

    @property
    def due_at(self) -> datetime | None:
        """Until when the turn just played can be taken back."""
        return self.pending.until if self.pending else None

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
        losses=table.losses,
    )


def transition_statements(before: Game | None, after: Game, entries: Iterable[LogEntry]) -> list[Statement]:
    """Return the statements that store a changed game. They fail if the stored game is not ``before`` any more.

    What only tells which messages were sent is stored where ``after`` changes it: it may be newer than in ``before``.
    """
    table, started = table_of(after), _started_fields(after)
    if before is None:
        statements = [
            _insert_game(table, started),
            *_player_statements(table, started),
            *_seat_statements(table.number, started),
            *_invitation_statements(table),
        ]
    else:
        statements = _change_statements(table_of(before), _started_fields(before), table, started)
    return [*statements, *(_insert_move(table.number, entry) for entry in entries)]


def _change_statements(earlier: Table, before: _StartedFields, table: Table, after: _StartedFields) -> list[Statement]:
    statements = [_update_game(earlier, before, table, after)]
    if _players_data(earlier, before) != _players_data(table, after):
        statements += _player_statements(table, after)
    if before.owners != after.owners or after.final_scores is not None:
        statements += _seat_statements(table.number, after)
    if earlier.invitation != table.invitation:
        statements += _invitation_statements(table)
    if after.shown and before.shown != after.shown:
        statements.append(shown_turn_statement(table.number, after.shown))
    statements += clock_change_statements(table.number, before.clock, after.clock)
    return [*statements, *substitution_statements(table.number, table.ply, before.seats, after.seats)]


def _players_data(table: Table, started: _StartedFields) -> tuple[object, ...]:
    return table.people, started.end_request, started.undo_request, table.colours


def change_statement(before: StoredTable, token: str, **values: Value) -> Statement:
    """Return the statement that stores some values of a game, and the token of the change.

    It fails if the stored game is not ``before`` any more.
    """
    return _guarded_update(_UPDATE_GAME, before, token, values)


def end_statement(before: StoredGame | StartedTable, token: str) -> Statement:
    """Return the statement that ends a quarantined game. It fails if the stored game is not ``before`` any more."""
    return _guarded_update(_END_GAME, before, token, {})


def _guarded_update(clause: Executable, before: StoredTable, token: str, values: Mapping[str, Value]) -> Statement:
    named: dict[str, Value] = {"game_number": before.number, "earlier_token": before.token, "token": token}
    return Statement(clause, {**named, **values}, is_guard=True, gives=RowToken(games, before.number, token))


def clock_statements(changed: Sequence[tuple[BaseRunningTable, Clock]], token: str) -> list[Statement]:
    """Return the statements that store the new clocks of tables. They fail if one is not stored so any more."""
    guards = [change_statement(before, token) for before, _ in changed]
    return [*guards, *(clock_statement(before.number, clock) for before, clock in changed)]


def told_quarantined_statement(number: int, *, is_told: bool) -> Statement:
    """Return the statement that stores whether a table was told of its quarantine; it fails if that is not new."""
    return Statement(_NOTE_QUARANTINED, {"game_number": number, "is_told": is_told}, is_guard=True)


def announcement_statement(
    number: int, ply: int, message: int | None, shown: ShownTurn, played_at: datetime | None
) -> Statement:
    """Return the statement that stores which ply was announced, and what the message shows.

    It fails if a later ply was announced already, or if the log has no entry of that ply that was made at that time
    (None: at any). A ply below 0 says that all messages are gone.
    """
    values: dict[str, Value] = {"game_number": number, "announced": ply, "message": message, **_shown_values(shown)}
    if ply < 0:
        return Statement(_UPDATE, values)
    if played_at is None:
        return Statement(_ANNOUNCE, {**values, "reached": ply}, is_guard=True)
    values = {**values, "reached": ply, "played_ply": ply, "played_at": played_at}
    return Statement(_ANNOUNCE_LOGGED, values, is_guard=True)


def shown_turn_statement(number: int, shown: ShownTurn) -> Statement:
    """Return the statement that stores what the latest message of a game shows."""
    return Statement(_UPDATE, {"game_number": number, **_shown_values(shown)})


def _shown_values(shown: ShownTurn) -> dict[str, Value]:
    return {"shown_ply": shown.ply, "shown_round": shown.round, "shown_due": shown.due}


def venue_statement(before: StartedTable, token: str, venue: Venue) -> Statement:
    """Return the statement that stores where a game is played; it fails if that is not ``before`` any more."""
    return change_statement(before, token, **_venue_values(venue), message=None)


def _venue_values(venue: Venue) -> dict[str, Value]:
    return {"guild": venue.guild, "channel": venue.channel, "parent": venue.parent}


def status_message_statement(number: int, ref: MessageRef | None) -> Statement:
    """Return the statement that stores the status message of a table, or that there is none.

    It fails if the game was played in private by somebody who was deleted meanwhile: nothing leads to their channel.
    """
    if ref is None:
        return Statement(_UPDATE, {"game_number": number, "lobby_channel": None, "lobby": None})
    shown = {"lobby_channel": ref.channel, "lobby": ref.message, "own_channel": ref.channel}
    return Statement(_NOTE_STATUS_MESSAGE, {"game_number": number, **shown}, is_guard=True)


def _insert_game(table: Table, started: _StartedFields) -> Statement:
    return Statement(
        _INSERT_GAME,
        {
            "number": table.number,
            **_venue_values(table.venue),
            **_game_values(table, started),
            "announced": started.announced,
            "message": started.message,
            "rules": RULES_VERSION,
            "opened_at": table.opened_at,
            "rematch_of": table.rematch.previous if table.rematch else None,
            "occasion": format_occasion(table.occasion) if table.occasion else None,
            "token": table.token,
        },
        gives=RowToken(games, table.number, table.token),
    )


def _update_game(earlier: Table, before: _StartedFields, table: Table, after: _StartedFields) -> Statement:
    """Return the statement that stores a changed game; it fails if the stored game is not the earlier one any more.

    A game that changes is not quarantined: should it be damaged again, its table is told anew.
    """
    undo, ending = after.undo_request, after.end_request
    return change_statement(
        earlier,
        table.token,
        **_game_values(table, after),
        **_changed_announcement(earlier, before, table, after),
        undo_seat=undo.seat if undo else None,
        undo_ply=undo.ply if undo else None,
        undo_number=undo.number if undo else None,
        ending_seat=ending.seat if ending else None,
        ending_number=ending.number if ending else None,
        is_told_quarantined=0,
    )


def _changed_announcement(
    earlier: Table, before: _StartedFields, table: Table, after: _StartedFields
) -> dict[str, Value]:
    """Return what is stored anew of the announcement. When a game ends, its last ply may have to be announced again."""
    values: dict[str, Value] = {"message": after.message} if after.message != before.message else {}
    is_again = after.announced != before.announced or table.status != earlier.status
    return {**values, "announced": after.announced} if is_again else values


def _game_values(table: Table, started: _StartedFields) -> dict[str, Value]:
    """Return what is stored of a game when its table opens, and at each change."""
    return {
        "status": table.status,
        "organiser": table.organiser.id,
        "edition": table.edition,
        "options": " ".join(table.options),
        "seed": started.seed,
        "is_practice": started.is_practice,
        "settings": format_settings(table.settings),
        "rated": table.settings.rated,
        "ply": table.ply,
        "moved_at": table.moved_at,
        "due_at": started.due_at,
        "best_of": table.rematch.best_of if table.rematch else None,
        "computers": _computers(table),
        "losses": started.losses,
    }


def _computers(table: Table) -> str:
    """Return the levels of the computers that wait at a table; once a game has begun, its seats name them."""
    return " ".join(str(one.level) for one in table.computers) if isinstance(table, WaitingTable) else ""


def _player_statements(table: Table, started: _StartedFields) -> list[Statement]:
    undoing, ending = (one.agreed if one else frozenset() for one in (started.undo_request, started.end_request))
    rows: list[dict[str, Value]] = [
        {
            "game": table.number,
            "place": place,
            "person": one.id,
            "is_ending": one.id in ending,
            "is_undoing": one.id in undoing,
            "colour": table.colours.get(one.id),
        }
        for place, one in enumerate(table.people)
    ]
    return [
        Statement(_DELETE_PLAYERS, {"game_number": table.number}),
        *(Statement(_INSERT_PLAYER, row) for row in rows),
    ]


def _seat_statements(number: int, started: _StartedFields) -> list[Statement]:
    scores = started.final_scores or (None,) * len(started.seats)
    rows: list[dict[str, Value]] = [
        {
            "game": number,
            "number": seat.number,
            **_seat_controller(seat.controller),
            "score": score,
            "colour": seat.colour,
            "is_open": seat.is_open,
        }
        for seat, score in zip(started.seats, scores, strict=True)
    ]
    return [
        Statement(_DELETE_SEATS, {"game_number": number}),
        *(Statement(_INSERT_SEAT, row) for row in rows),
    ]


def _invitation_statements(table: Table) -> list[Statement]:
    rows: list[dict[str, Value]] = [
        {
            "game": table.number,
            "place": place,
            "person": controller_values(seat.controller)[0],
            "computer": controller_values(seat.controller)[1],
            "colour": seat.colour,
            "wins": seat.wins,
        }
        for place, seat in enumerate(table.invitation.seats if table.invitation else ())
    ]
    return [
        Statement(_DELETE_REMATCH_SEATS, {"game_number": table.number}),
        *(Statement(_INSERT_REMATCH_SEAT, row) for row in rows),
    ]


def _seat_controller(controller: Controller) -> dict[str, Value]:
    person, computer, number = controller_values(controller)
    return {"person": person, "computer": computer, "computer_number": number}


def _insert_move(number: int, entry: LogEntry) -> Statement:
    return Statement(
        _INSERT_MOVE,
        {
            "game": number,
            "ply": entry.ply,
            "seat": entry.seat,
            "person": entry.person_id,
            "computer": entry.computer.level if entry.computer else None,
            "notation": entry.notation,
            "at": entry.at,
            "hash": entry.hash,
        },
    )
