"""The rules of a turn: who may move, what moves, timeouts and endings make of a game, and what can be undone. Pure."""

from collections.abc import Sequence, Set
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

from carcassonne import (
    Chance,
    DeployNobody,
    Move,
    Outcome,
    Phase,
    PlaceTile,
    Resign,
    Skip,
    State,
    apply,
    apply_all,
    legal_moves,
)
from host.model.controllers import Computer
from host.model.game import (
    AdvanceResult,
    RunningGame,
    StartedGame,
    Transition,
    advance,
    cursor_of,
    finished_table,
    with_resignations,
)
from host.model.game_log import Checkpoint, LogEntry, Mover, effective_plies
from host.model.log_replay import LoggedGame
from host.model.table import Pending, RunningTable, Seat, SeatedTable, StartedTable, settled_for_one
from host.model.table_errors import (
    NoTurnYetError,
    NotYourTakebackError,
    NotYourTurnError,
    ResignedSinceError,
    StaleError,
    TurnPendingError,
)
from host.model.table_lookup import check_seated


def check_turn(table: RunningTable, person_id: int, expected_ply: int | None) -> None:
    """Raise HostError unless a person may move now and the table is at ``expected_ply`` (None: at any)."""
    check_seated(table, person_id)
    if expected_ply not in (None, table.ply):
        raise StaleError(table)
    if table.pending:
        raise TurnPendingError(table, table.pending)
    if not table.is_to_move(person_id):
        raise NotYourTurnError(table, to_move=table.next_seat)


def check_computers_turn(table: RunningTable, expected_ply: int) -> Computer:
    """Return the computer that is to move; raise HostError if none is, or the table is not at ``expected_ply``."""
    if expected_ply != table.ply:
        raise StaleError(table)
    if table.pending:
        raise TurnPendingError(table, table.pending)
    controller = table.next_seat.controller
    if not isinstance(controller, Computer):
        raise NotYourTurnError(table, to_move=table.next_seat)
    return controller


def check_pending(table: RunningTable, person_id: int, expected_ply: int) -> None:
    """Raise HostError unless a turn is pending, a person has played it, and the table is at ``expected_ply``."""
    check_seated(table, person_id)
    if expected_ply != table.ply or table.pending is None:
        raise StaleError(table)
    if not table.can_take_back(person_id):
        raise NotYourTakebackError(table, table.pending)


def check_take_back(table: RunningTable, person_id: int, expected_ply: int) -> None:
    """Raise HostError unless a person may undo their last turn alone: while it is pending, or where nobody else plays.

    The table must be at ``expected_ply``.
    """
    if table.pending or not table.is_solo:
        check_pending(table, person_id, expected_ply)
        return
    check_seated(table, person_id)
    if expected_ply != table.ply:
        raise StaleError(table)


def seat_to_resign(table: RunningTable, person_id: int) -> int:
    """Return the number of the seat that a person gives up: of several, the one to move."""
    seats = [seat for seat in table.seats_of(person_id) if not seat.resigned]
    return table.to_move.number if table.to_move in seats else seats[0].number


def has_consent(table: SeatedTable, agreed: Set[int]) -> bool:
    """Return whether all people who play on are among the ids of those who agree; computers are not asked."""
    return all(person.id in agreed for person in table.humans)


def move_transition(
    before: RunningGame, moves: Sequence[Move], mover: Mover, now: datetime, *, allows_takeback: bool = False
) -> Transition[StartedGame]:
    """Return the transition of moves. If the mover had agreed to end the game, the request to end it is dropped."""
    table = before.table
    result = advance(cursor_of(before), before.seed, moves, mover, now, allows_takeback=allows_takeback)
    after = replace(
        table,
        seats=_with_seat_reclaimed(with_resignations(table.seats, result.cursor.state), mover),
        ply=result.cursor.ply,
        state=result.cursor.state,
        moved_at=now if _has_turned(result) else table.moved_at,
        pending=_pending(result, table, now),
        undo_request=None,
        end_request=None if mover in table.agreed_to_end else table.end_request,
    )
    return _with_whole_turn(before, _after(before, settled_for_one(table, after), result, now), result)


def _after(before: RunningGame, table: RunningTable, result: AdvanceResult, now: datetime) -> StartedGame:
    """Return the game after moves. It is over by the rules, or if now everybody left has agreed to end it, or nobody is
    left; where only computers play, nobody was there from the start.
    """
    is_scored = table.state.outcome is Outcome.SCORED
    is_ended = has_consent(table, table.agreed_to_end) and not table.is_of_computers
    if table.state.is_over or is_ended:
        return finished_table(table, before.seed, now, tuple(table.state.scores) if is_scored else None)
    return RunningGame(table, before.seed, result.cursor.draw_count, result.cursor.turn_start, result.cursor.turn_moves)


def _with_seat_reclaimed(seats: tuple[Seat, ...], mover: Mover) -> tuple[Seat, ...]:
    """Return the seats after a move: an open seat is closed again when its own player moves."""
    return tuple(
        replace(seat, is_open=seat.is_open and not (isinstance(mover, int) and seat.is_played_by(mover)))
        for seat in seats
    )


def _pending(result: AdvanceResult, table: RunningTable, now: datetime) -> Pending | None:
    """Return the turn that can be taken back now; None if a tile was drawn after it."""
    turn_start = result.cursor.turn_start
    if result.cursor.state.phase is not Phase.DRAW:
        return None
    return Pending(turn_start.state.seat, turn_start.ply, now + timedelta(seconds=table.settings.takeback))


def _with_whole_turn(before: RunningGame, after: StartedGame, result: AdvanceResult) -> Transition[StartedGame]:
    """Return the transition of moves, so that its message reports the whole turn.

    If turns can be taken back, a turn may take several commands. Until it is over, what it has so far is shown in the
    message of the turn before, which pings nobody.
    """
    if not (before.table.settings.takeback or before.table.pending):  # the setting may have changed meanwhile
        return Transition(before, after, result.moves, result.events, result.entries)
    turn_start = before.turn_start
    moves = (*before.turn_moves, *result.moves)
    shown_before = replace(before.table, ply=turn_start.ply, state=turn_start.state, pending=None)
    return Transition(before, after, moves, apply_all(turn_start.state, moves).events, result.entries, shown_before)


def _has_turned(result: AdvanceResult) -> bool:
    """Return whether the game waits for another turn than before, or for nothing more."""
    is_drawn, state = any(isinstance(move, Chance) for move in result.moves), result.cursor.state
    return is_drawn or state.is_over or state.seat != result.entries[0].seat


def timeout_moves(state: State) -> Sequence[Move]:
    """Return the moves that are made for a seat whose time is out.

    A tile in hand leaves the game, a tile that lies already gets no figure, and a question gets its first answer. A
    draw may follow these moves and lead to another question.
    """
    if state.phase is Phase.PLACE:
        return [Skip(state.seat)]
    moves: list[Move] = []
    while state.phase in (Phase.DEPLOY, Phase.ASK):
        moves.append(DeployNobody() if state.phase is Phase.DEPLOY else legal_moves(state)[0])
        state = apply(state, moves[-1]).state
    return moves


def end_transition(before: RunningGame, now: datetime) -> Transition[StartedGame]:
    """Return the transition that ends a game without a move. It adds no ply, so the last ply is announced once more."""
    table = replace(before.table, announced=min(before.table.announced, before.table.ply - 1))
    return Transition(before, finished_table(table, before.seed, now))


def last_turn_start(history: LoggedGame, person_id: int) -> Checkpoint:
    """Return where a person's last turn began, of those that were not taken back. Raise as ``last_turn_ply``."""
    return history.replayed.checkpoints[last_turn_ply(history.table, history.entries, person_id)]


def last_turn_ply(table: StartedTable, log: Sequence[LogEntry], person_id: int) -> int:
    """Return the ply at which a person's last turn began, of those that were not taken back.

    Turns of a predecessor in the same seat do not count. A turn before a resignation cannot be undone.

    Raise NoTurnYetError or ResignedSinceError.
    """
    logged = [entry.move for entry in log]
    plies = effective_plies(logged)

    def is_own(ply: int) -> bool:
        entry = log[ply - 1]
        has_seat = table.seats[entry.seat].is_played_by(person_id)
        return isinstance(logged[ply - 1], PlaceTile) and entry.person_id == person_id and has_seat

    starts = [start for start, ply in pairwise([0, *plies]) if is_own(ply)]
    if not starts:
        raise NoTurnYetError(table)
    for ply in plies:
        move = logged[ply - 1]
        if ply > starts[-1] and isinstance(move, Resign):
            raise ResignedSinceError(table, seat=table.seats[move.seat])
    return starts[-1]
