"""The log of a stored game, replayed and checked against what was stored. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from carcassonne import CarcassonneError, Event, Move
from host.errors import HostError, QuarantinedError
from host.model.clock import Clock
from host.model.fingerprint import fingerprint
from host.model.game import RunningGame, StartedGame, opening_state, public_commitment, with_resignations
from host.model.game_log import Checkpoint, LogCursor, LogEntry, LogItem, Undo, effective_plies
from host.model.requests import SeatRequest, UndoRequest
from host.model.substitution import Substitution
from host.model.table import FinishedTable, Pending, RunningTable, SeatedTable, StartedTable, Status, shared_fields


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredGame(SeatedTable):
    """A table whose game has begun, as it is stored. Its state is not stored: it follows from the log."""

    status: Status
    seed: bytes
    clock: Clock | None
    undo_request: UndoRequest | None
    seat_request: SeatRequest | None
    final_scores: tuple[int, ...] | None
    """The scores by seat, stored when the last tile was played."""
    log: Sequence[LogEntry]
    due_at: datetime | None
    """Until when the turn just played can be taken back; None if it cannot."""


@dataclass(eq=False)
class LogMismatchError(Exception):
    """A log does not replay to the states that were stored with it, from ``ply`` on."""

    ply: int


@dataclass(frozen=True, slots=True)
class ReplayedLog:
    """A log that was replayed."""

    logged: tuple[LogItem, ...]
    """What was logged at each ply, from 1."""
    checkpoints: tuple[Checkpoint, ...]
    """The game after each ply, from 0."""
    cursor: LogCursor
    events: tuple[Sequence[Event], ...]
    """The events of each ply, from 1; an undo has none."""

    @property
    def moves(self) -> list[Move]:
        """The moves that count: no undo has taken them back."""
        line = [self.logged[ply - 1] for ply in effective_plies(self.logged)]
        return [move for move in line if not isinstance(move, Undo)]

    @property
    def effective_events(self) -> list[Event]:
        return [event for ply in effective_plies(self.logged) for event in self.events[ply - 1]]


@dataclass(frozen=True, slots=True)
class LoggedGame:
    """A game with its log."""

    table: StartedTable
    entries: Sequence[LogEntry]
    replayed: ReplayedLog


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that is over, and all that is known of how it was played."""

    logged: LoggedGame
    substitutions: Sequence[Substitution]
    """The seats that have changed hands, in order."""


@dataclass(frozen=True, slots=True)
class QuarantinedGame:
    """A game that cannot go on, because its log does not replay to what was stored."""

    table: StoredGame | StartedTable
    ply: int
    """The first ply that does not replay."""
    final_scores: tuple[int, ...] | None
    is_over: bool

    @property
    def is_ended(self) -> bool:
        """Whether the game was ended without scoring: then nobody waits for it."""
        return self.is_over and self.final_scores is None

    @property
    def error(self) -> HostError:
        return QuarantinedError(number=self.table.number, ply=self.ply, scores=self.final_scores)


def game_from_log(stored: StoredGame, replayed: ReplayedLog) -> StartedGame:
    """Return a stored game in the state that its log leads to; raise LogMismatchError for a log of another length."""
    cursor = replayed.cursor
    if len(stored.log) != stored.ply:
        raise LogMismatchError(min(len(stored.log), stored.ply) + 1)
    kept = {**shared_fields(stored, SeatedTable), "seats": with_resignations(stored.seats, cursor.state)}
    commitment = public_commitment(stored.seed)
    if stored.status.is_over:
        scores, seed = stored.final_scores, stored.seed.hex()
        return FinishedTable(**kept, state=cursor.state, final_scores=scores, seed=seed, commitment=commitment)
    turn_start, until = cursor.turn_start, stored.due_at
    table = RunningTable(
        **kept,
        state=cursor.state,
        pending=Pending(turn_start.state.seat, turn_start.ply, until) if until else None,
        undo_request=stored.undo_request,
        seat_request=stored.seat_request,
        clock=stored.clock,
        commitment=commitment,
    )
    if table.is_solo:
        table = replace(table, clock=None)
    return RunningGame(table, stored.seed, cursor.draw_count, turn_start, cursor.turn_moves)


def replay_log(table: SeatedTable, log: Sequence[LogEntry]) -> ReplayedLog:
    """Replay the log of a table.

    Raise LogMismatchError at the first entry that is illegal or leads to another state than it did in the game.
    """
    try:
        cursor = LogCursor(opening_state(table))
    except CarcassonneError:
        raise LogMismatchError(0) from None
    logged: list[LogItem] = []
    checkpoints = [cursor.checkpoint()]
    events: list[Sequence[Event]] = []
    for ply, entry in enumerate(log, 1):
        try:
            one = entry.move
            if isinstance(one, Undo):
                cursor.go_back(checkpoints[one.ply])
                events.append(())
            else:
                events.append(cursor.make(one))
        except (CarcassonneError, IndexError):
            raise LogMismatchError(ply) from None
        if entry.ply != ply or entry.hash != fingerprint(cursor.state):
            raise LogMismatchError(ply)
        logged.append(one)
        checkpoints.append(cursor.checkpoint())
    return ReplayedLog(tuple(logged), tuple(checkpoints), cursor, tuple(events))
