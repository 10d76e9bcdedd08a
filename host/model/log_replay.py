"""The log of a stored game, replayed and checked against what was stored. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from carcassonne import CarcassonneError, Event, Move, State
from host.errors import HostError, QuarantinedError
from host.model.clock import Clock
from host.model.fingerprint import fingerprint
from host.model.game import LogEntry, RunningGame, StartedGame, opening_state, public_commitment, with_resignations
from host.model.game_history import LogItem, Undo
from host.model.game_log import Checkpoint, LogCursor, effective_plies, parse_logged
from host.model.table import (
    FinishedTable,
    Pending,
    RunningTable,
    SeatedTable,
    StartedTable,
    Status,
    UndoRequest,
    shared_fields,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredGame(SeatedTable):
    """A table whose game has begun, as it is stored: its state is still to be told from its log."""

    status: Status
    seed: bytes
    clock: Clock | None
    undo_request: UndoRequest | None
    final_scores: tuple[int, ...] | None
    """The scores by seat, stored when the last tile was played."""
    log: Sequence[LogEntry]
    due_at: datetime | None
    """Until then no tile is drawn; None where the turn under way cannot be taken back."""


class LogMismatchError(Exception):
    """A log does not replay to the states that it claims, from ``ply`` on."""

    def __init__(self, ply: int) -> None:
        super().__init__(ply)
        self.ply = ply


@dataclass(frozen=True, slots=True)
class ReplayedLog:
    """A log played over again: what was logged, the game after each ply (from ply 0), and how it stands."""

    logged: tuple[LogItem, ...]
    checkpoints: tuple[Checkpoint, ...]
    cursor: LogCursor
    events: tuple[Sequence[Event], ...]
    """What came of each entry, from ply 1; nothing of an undo."""

    @property
    def moves(self) -> list[Move]:
        """The moves that stand: what was taken back is not among them."""
        line = [self.logged[ply - 1] for ply in effective_plies(self.logged)]
        return [move for move in line if not isinstance(move, Undo)]

    @property
    def effective_events(self) -> list[Event]:
        """What came of the moves that stand."""
        return [event for ply in effective_plies(self.logged) for event in self.events[ply - 1]]


@dataclass(frozen=True, slots=True)
class LoggedGame:
    """A game with its log."""

    table: StartedTable
    entries: Sequence[LogEntry]
    replayed: ReplayedLog


@dataclass(frozen=True, slots=True)
class QuarantinedGame:
    """A game that the host leaves alone, because its log does not replay to what was stored."""

    table: SeatedTable
    ply: int
    """The first ply that does not replay."""
    final_scores: tuple[int, ...] | None
    """The scores by seat, stored when the last tile was played."""
    is_over: bool
    """Whether the game was over when it was stored."""

    @property
    def error(self) -> HostError:
        """The error for whoever asks for this game."""
        return QuarantinedError(number=self.table.number, ply=self.ply, scores=self.final_scores)


def game_from_log(stored: StoredGame, cursor: LogCursor) -> StartedGame:
    """Return a stored game with the state that its log leads to.

    Raise LogMismatchError if the log is shorter or longer than what was stored.
    """
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
        clock=stored.clock,
        commitment=commitment,
    )
    return RunningGame(table, stored.seed, cursor.draw_count, turn_start, cursor.turn_moves)


def replay_log(table: SeatedTable, log: Sequence[LogEntry]) -> ReplayedLog:
    """Replay the log of a table.

    Raise LogMismatchError at the first entry that cannot be made or does not lead to the state it once led to.
    """
    cursor = LogCursor(_opening(table))
    logged: list[LogItem] = []
    checkpoints = [cursor.checkpoint()]
    events: list[Sequence[Event]] = []
    for ply, entry in enumerate(log, 1):
        try:
            one = parse_logged(entry.notation)
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


def replay_to_end(table: SeatedTable, log: Sequence[LogEntry]) -> LogCursor:
    """Return where the log of a table leads to: ``replay_log`` for whoever needs only that, in a fraction of the time.

    The fingerprint of the last entry proves the state, whatever the fingerprints before it are. Raise LogMismatchError
    as ``replay_log`` does.
    """
    try:
        cursor: LogCursor | None = _end_of_log(LogCursor(_opening(table)), log)
    except (CarcassonneError, LookupError):
        cursor = None
    if cursor is None or (log and log[-1].hash != fingerprint(cursor.state)):
        return replay_log(table, log).cursor
    return cursor


def _end_of_log(cursor: LogCursor, log: Sequence[LogEntry]) -> LogCursor | None:
    """Return a cursor at the end of a log; None if plies are missing. Raise CarcassonneError or LookupError."""
    logged = [parse_logged(entry.notation) for entry in log]
    targets = {one.ply for one in logged if isinstance(one, Undo)}
    checkpoints = {0: cursor.checkpoint()}
    for ply, (one, entry) in enumerate(zip(logged, log, strict=True), 1):
        if entry.ply != ply:
            return None
        if isinstance(one, Undo):
            cursor.go_back(checkpoints[one.ply])
        else:
            cursor.make(one)
        if ply in targets:
            checkpoints[ply] = cursor.checkpoint()
    return cursor


def _opening(table: SeatedTable) -> State:
    try:
        return opening_state(table)
    except CarcassonneError:
        raise LogMismatchError(0) from None
