"""What becomes of a game when somebody moves, is passed over or gives up. Pure; whatever may not be is refused."""

from collections.abc import Sequence, Set
from dataclasses import replace
from datetime import datetime, timedelta

from carcassonne import (
    Chance,
    DeployNobody,
    GameEnded,
    Move,
    Phase,
    Skip,
    State,
    apply,
    apply_all,
    legal_moves,
)
from host.model.game import (
    AdvanceResult,
    Mover,
    RunningGame,
    StartedGame,
    Transition,
    advance,
    cursor_of,
    finished_table,
    with_resignations,
)
from host.model.table import Computer, Pending, RunningTable, Seat, SeatedTable
from host.model.table_errors import NotYourTakebackError, NotYourTurnError, StaleError, TurnPendingError
from host.model.table_lookup import check_seated


def check_turn(table: RunningTable, person_id: int, expected_ply: int | None) -> None:
    """Raise HostError unless a person may make a move now, and nothing happened since the ply (None: any)."""
    check_seated(table, person_id)
    if expected_ply not in (None, table.ply):
        raise StaleError(table)
    if table.pending:
        raise TurnPendingError(table, table.pending)
    if not table.is_to_move(person_id):
        raise NotYourTurnError(table, to_move=table.next_seat)


def check_computers_turn(table: RunningTable, expected_ply: int) -> Computer:
    """Return the computer that is to move; raise HostError unless nothing happened since the ply and one is."""
    if expected_ply != table.ply:
        raise StaleError(table)
    if table.pending:
        raise TurnPendingError(table, table.pending)
    controller = table.next_seat.controller
    if not isinstance(controller, Computer):
        raise NotYourTurnError(table, to_move=table.next_seat)
    return controller


def check_pending(table: RunningTable, person_id: int, expected_ply: int) -> None:
    """Raise HostError unless a person may take back the turn just played, and nothing happened since the ply."""
    check_seated(table, person_id)
    if expected_ply != table.ply or table.pending is None:
        raise StaleError(table)
    if not table.can_take_back(person_id):
        raise NotYourTakebackError(table, table.pending)


def seat_to_resign(table: RunningTable, person_id: int) -> int:
    """Return the seat that a person gives up: of several, the one to move."""
    seats = [seat for seat in table.seats_of(person_id) if not seat.resigned]
    return table.to_move.number if table.to_move in seats else seats[0].number


def has_consent(table: SeatedTable, agreed: Set[int]) -> bool:
    """Say whether all people who play on are among the ids of those who agree; computers are not asked."""
    return all(person.id in agreed for person in table.humans)


def move_transition(
    before: RunningGame, moves: Sequence[Move], mover: Mover, now: datetime, *, allows_takeback: bool = False
) -> Transition[StartedGame]:
    """Return the step that somebody's moves make of a game; who moves after agreeing to end it does not want that."""
    table, result = (
        before.table,
        advance(cursor_of(before), before.seed, moves, mover, now, allows_takeback=allows_takeback),
    )
    after = replace(
        table,
        seats=_returned(with_resignations(table.seats, result.cursor.state), mover),
        ply=result.cursor.ply,
        state=result.cursor.state,
        moved_at=now if _has_turned(result) else table.moved_at,
        pending=_pending(result, table, now),
        undo_request=None,
        end_request=None if mover in table.ending else table.end_request,
    )
    return _with_whole_turn(before, _after(before, after, result, now), result)


def _after(before: RunningGame, table: RunningTable, result: AdvanceResult, now: datetime) -> StartedGame:
    """Return the game after moves: it is over by the rules, or where the only one who did not agree has resigned."""
    is_scored = any(isinstance(event, GameEnded) and event.is_scored for event in result.events)
    if table.state.is_over or has_consent(table, table.ending):
        return finished_table(table, before.seed, now, tuple(table.state.scores) if is_scored else None)
    return RunningGame(table, before.seed, result.cursor.draw_count, result.cursor.turn_start, result.cursor.turn_moves)


def _returned(seats: tuple[Seat, ...], mover: Mover) -> tuple[Seat, ...]:
    """Return the seats when somebody has moved: an open seat is not open any more once its person plays."""
    return tuple(
        replace(seat, is_open=seat.is_open and not (isinstance(mover, int) and seat.is_of(mover))) for seat in seats
    )


def _pending(result: AdvanceResult, table: RunningTable, now: datetime) -> Pending | None:
    """Return the turn that can be taken back now, where no tile was drawn after it."""
    turn_start = result.cursor.turn_start
    if result.cursor.state.phase is not Phase.DRAW:
        return None
    return Pending(turn_start.state.seat, turn_start.ply, now + timedelta(seconds=table.settings.takeback))


def _with_whole_turn(before: RunningGame, after: StartedGame, result: AdvanceResult) -> Transition[StartedGame]:
    """Return a step so that the whole turn is told, where that can take several commands because it can be taken back.

    What is shown meanwhile is shown in the message of the turn before, which pings nobody.
    """
    if not before.table.settings.takeback:
        return Transition(before, after, result.moves, result.events, result.entries)
    turn_start = before.turn_start
    moves = (*before.turn_moves, *result.moves)
    shown_before = replace(before.table, ply=turn_start.ply, state=turn_start.state, pending=None)
    return Transition(before, after, moves, apply_all(turn_start.state, moves).events, result.entries, shown_before)


def _has_turned(result: AdvanceResult) -> bool:
    """Say whether the game waits for another turn than before, or for nothing more."""
    is_drawn, state = any(isinstance(move, Chance) for move in result.moves), result.cursor.state
    return is_drawn or state.is_over or state.seat != result.entries[0].seat


def timeout_moves(state: State) -> Sequence[Move]:
    """Return the moves of a seat that is skipped: its tile leaves the game, questions get their first answers. A tile
    that lies already gets no figure.

    Chance may still have a part after them, and lead to another question.
    """
    if state.phase is Phase.PLACE:
        return [Skip(state.seat)]
    moves: list[Move] = []
    while state.phase in (Phase.DEPLOY, Phase.ASK):
        moves.append(DeployNobody() if state.phase is Phase.DEPLOY else legal_moves(state)[0])
        state = apply(state, moves[-1]).state
    return moves


def end_transition(before: RunningGame, now: datetime) -> Transition[StartedGame]:
    """Return the step that ends a game without a move. It has no new ply, so the last one is announced once more."""
    table = replace(before.table, announced=min(before.table.announced, before.table.ply - 1))
    return Transition(before, finished_table(table, before.seed, now))
