"""Which clock a table has after a step. Pure."""

from dataclasses import replace
from datetime import datetime

from host.model.clock import Clock, next_round, parse_pace
from host.model.game import Transition
from host.model.table import Status, Table


def with_turn_clock(step: Transition) -> Transition:
    """Return a step with the clock that goes with it: a new turn has a new round, unless the step has chosen one."""
    table = replace(step.after.table, clock=_clock(step))
    return replace(step, after=replace(step.after, table=table))


def new_turn_clock(table: Table) -> Clock:
    """Return the clock of the turn that has just begun at a table."""
    return next_round(table.clock, parse_pace(table.settings.pace), table.moved_at)


def restart_turn_clock(table: Table, now: datetime) -> Table:
    """Return a table whose turn has all its time again, as after a time when nobody could play."""
    table = replace(table, moved_at=now)
    return replace(table, clock=new_turn_clock(table)) if table.clock else table


def is_shown(table: Table) -> bool:
    """Say whether the message of a table's turn, if there is one, tells the time and the person as they are."""
    if table.message is None or table.to_move is None or table.announced != table.ply:
        return True
    clock, shown = table.clock, table.shown
    return clock is None or (shown is not None and (shown.round, shown.due) == (clock.round, clock.due))


def _clock(step: Transition) -> Clock | None:
    before, table = step.before.table if step.before else None, step.after.table
    if table.status is not Status.RUNNING or table.is_practice:
        return None
    if before is None or before.status is not Status.RUNNING:
        return new_turn_clock(table)
    is_chosen = table.clock != before.clock
    return new_turn_clock(table) if _is_new_turn(before, step) and not is_chosen else table.clock


def _is_new_turn(before: Table, step: Transition) -> bool:
    """Say whether a turn begins. A turn that is taken back at once goes on, with what is left of its time."""
    after = step.after.table
    if after.pending:
        return False
    if before.pending:
        return step.undo is None
    return _turn(before) != _turn(after)


def _turn(table: Table) -> tuple[object, ...]:
    assert table.state is not None
    return table.state.turn, table.state.seat, table.seats[table.state.seat].person.id
