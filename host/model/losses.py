"""Turns that are lost: a server took over that lacks the last transactions. Pure."""

from dataclasses import replace
from datetime import datetime

from host.model.notifications import Notification, NotificationKind
from host.model.table import OUTDATED_ROUND, FinishedTable, MessageRef, RunningTable, SeatedTable
from host.model.turn_clock import restart_turn_clock


def has_lost_turns(lost: SeatedTable, table: RunningTable) -> bool:
    """Return whether a table that has ``lost`` its last entries is told so: not if only a draw is lost, because chance
    draws the same tile again.

    The table isn't told how many turns are lost: one process can't know what another has played last.
    """
    if isinstance(lost, RunningTable | FinishedTable):
        is_only_draw = lost.state.turn == table.state.turn
    else:  # of a game that another process has played, only the summary is known
        is_only_draw = lost.ply - table.ply == 1
    return not (is_only_draw and table.pending)


def lost_message(lost: SeatedTable, table: RunningTable) -> MessageRef | None:
    """Return the message that shows a turn that is lost and has its buttons; None if no message is known to do so."""
    is_of_loss = lost.message is not None and lost.announced > table.ply and lost.message != table.message
    return MessageRef(lost.venue.channel, lost.message or 0) if is_of_loss else None


def after_loss(table: RunningTable, now: datetime) -> tuple[RunningTable, Notification]:
    """Return a table that is told of a loss, with the notification. Whoever is to move has all the time again, and the
    message of their turn is shown as it was, with its buttons.
    """
    shown = table.shown and replace(table.shown, round=OUTDATED_ROUND)
    told = table if table.pending else restart_turn_clock(table, now)
    told = replace(told, losses=table.losses + 1, shown=shown)
    person = table.next_seat.person or next(iter(table.humans), table.organiser)
    return told, Notification(table.number, told.losses, NotificationKind.TURN_LOST, person.id, now, None)
