"""The clock of a table after a transition. Pure."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from host.model.clock import Clock, next_round, parse_pace
from host.model.controllers import Person
from host.model.game import GameT, RunningGame, Transition
from host.model.table import OUTDATED_ROUND, BaseRunningTable, RunningTable, Seat, SeatedTable


@dataclass(frozen=True, slots=True)
class TimedTurn:
    """The turn of a person that a game waits for, with its clock."""

    seat: Seat
    person: Person
    clock: Clock


def timed_turn(table: BaseRunningTable) -> TimedTurn | None:
    """Return the turn of a person that a table waits for.

    Return None if one person plays alone, while the last turn can be taken back, and while a computer is to move.
    """
    seat = table.to_move
    if seat is None or seat.person is None or table.clock is None:
        return None
    return TimedTurn(seat, seat.person, table.clock)


def with_turn_clock(transition: Transition[GameT], earlier: Clock | None = None) -> Transition[GameT]:
    """Return the transition with its clock: a new turn gets a new round, unless the transition has set its clock.

    ``earlier`` is the clock that a game had before one person played alone: its rounds go on when a second one sits
    down (see ``begins_timing``).
    """
    after = transition.after
    if not isinstance(after, RunningGame):
        return transition
    before = transition.before.table if isinstance(transition.before, RunningGame) else None
    if begins_timing(transition):
        clock: Clock | None = next_round(earlier, turn_pace(after.table), after.table.moved_at)
    else:
        clock = _clock(before, after.table, is_undo=transition.undo is not None)
    table = replace(after.table, clock=clock)
    return replace(transition, after=replace(after, table=table))


def begins_timing(transition: Transition[GameT]) -> bool:
    """Return whether a game that one person played alone is timed from now on, because another one has sat down."""
    before, after = transition.before, transition.after
    is_alone = isinstance(before, RunningGame) and before.table.is_solo
    return is_alone and isinstance(after, RunningGame) and not after.table.is_solo


def new_turn_clock(table: RunningTable) -> Clock:
    """Return the clock of the turn that has just begun at a table."""
    return next_round(table.clock, turn_pace(table), table.moved_at)


def turn_pace(table: RunningTable) -> timedelta | None:
    """Return how long the turn under way may take; None if there is no limit, and for a computer's turn."""
    return parse_pace(table.settings.pace) if table.next_seat.person else None


def restart_turn_clock(table: RunningTable, now: datetime) -> RunningTable:
    """Return a table whose turn has all its time again, as when nobody could play for a while."""
    table = replace(table, moved_at=now)
    return replace(table, clock=new_turn_clock(table)) if table.clock else table


def is_message_current(table: SeatedTable) -> bool:
    """Return whether the message of a table's turn, if there is one, shows the current players and deadline."""
    if not isinstance(table, BaseRunningTable) or table.message is None or table.announced != table.ply:
        return True
    turn, shown = timed_turn(table), table.shown
    if shown and shown.round == OUTDATED_ROUND:
        return False
    return turn is None or (shown is not None and (shown.round, shown.due) == (turn.clock.round, turn.clock.due))


def _clock(before: RunningTable | None, table: RunningTable, *, is_undo: bool) -> Clock | None:
    if table.is_solo:
        return None
    if before is None:
        return new_turn_clock(table)
    is_chosen = table.clock != before.clock
    return new_turn_clock(table) if _is_new_turn(before, table, is_undo=is_undo) and not is_chosen else table.clock


def _is_new_turn(before: RunningTable, after: RunningTable, *, is_undo: bool) -> bool:
    """Return whether a turn begins. A turn that is taken back at once goes on, with what is left of its time."""
    if after.pending:
        return False
    if before.pending:
        return not is_undo
    return _turn_key(before) != _turn_key(after)


def _turn_key(table: RunningTable) -> tuple[object, ...]:
    """Return what is another for each turn. A tile that is laid is not: its player may be asked something yet."""
    return table.moved_at, table.state.seat, table.next_seat.controller
