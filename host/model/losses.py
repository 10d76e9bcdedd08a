"""Turns that are lost: a server took over that lacks the last transactions. Pure."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from host.model.notifications import Notification, NotificationKind
from host.model.table import OUTDATED_ROUND, FinishedTable, MessageRef, RunningTable, SeatedTable
from host.model.turn_clock import restart_turn_clock

_MOST_ENTRIES: Final = 4
"""How many entries a turn has at most, as a rule: a draw, a tile, a figure, and an answer."""


def loss_kind(lost: SeatedTable, table: RunningTable) -> NotificationKind | None:
    """Return what a table is told that has ``lost`` its last entries; None if only a draw is lost, because chance draws
    the same tile again.
    """
    if isinstance(lost, RunningTable | FinishedTable):
        turns = lost.state.turn - table.state.turn
        is_only_draw, are_several = turns == 0 and table.pending is not None, turns > 1
    else:  # of a game that another process has played, only the summary is known
        entries = lost.ply - table.ply
        is_only_draw, are_several = entries == 1 and table.pending is not None, entries > _MOST_ENTRIES
    if is_only_draw:
        return None
    return NotificationKind.TURNS_LOST if are_several else NotificationKind.TURN_LOST


def lost_message(lost: SeatedTable, table: RunningTable) -> MessageRef | None:
    """Return the message that shows a turn that is lost and has its buttons; None if no message is known to do so."""
    is_of_loss = lost.message is not None and lost.announced > table.ply and lost.message != table.message
    return MessageRef(lost.venue.channel, lost.message or 0) if is_of_loss else None


def after_loss(table: RunningTable, kind: NotificationKind, now: datetime) -> tuple[RunningTable, Notification]:
    """Return a table that is told of a loss, with the notification. Whoever is to move has all the time again, and the
    message of their turn is shown as it was, with its buttons.
    """
    shown = table.shown and replace(table.shown, round=OUTDATED_ROUND)
    told = table if table.pending else restart_turn_clock(table, now)
    told = replace(told, losses=table.losses + 1, shown=shown)
    person = table.next_seat.person or next(iter(table.humans), table.organiser)
    return told, Notification(table.number, told.losses, kind, person.id, now, None)
