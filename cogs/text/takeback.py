"""Texts about a turn that its player can still take back."""

from typing import Final

import discord

from cogs.text.formatting import safe_labels
from cogs.text.i18n import N_, _
from cogs.text.table import game_name
from host.model.table import BaseRunningTable, Pending, RunningTable

TAKE_BACK_LABEL: Final = N_("Undo")
DONE_LABEL: Final = N_("Done")
"""The labels of the two buttons."""


def pending_line(table: RunningTable, pending: Pending) -> str:
    """Say who has just played, and when the next tile will be drawn."""
    text = _("**{name}** played · {game} · next tile {time}")
    return text.format(name=mover_name(table, pending), game=game_name(table), time=draw_time(pending))


def turn_pending_text(table: RunningTable, pending: Pending) -> str:
    """Say why nobody can play yet."""
    text = _("{name} can still undo the last turn of game #{number}. The next tile comes {time}.")
    return text.format(name=mover_name(table, pending), number=table.number, time=draw_time(pending))


def not_your_takeback_text(table: RunningTable, pending: Pending) -> str:
    """Say whose turn can be taken back."""
    text = _("Only {name} can undo this turn. The next tile comes {time}.")
    return text.format(name=mover_name(table, pending), time=draw_time(pending))


def pending_position_text(name: str) -> str:
    """Say, in a position in words, who can still take a turn back."""
    return _("{name} can still undo the turn.").format(name=name)


def mover_name(table: BaseRunningTable, pending: Pending) -> str:
    """Return the name of the player who can take the turn back."""
    return safe_labels(table)[pending.seat]


def draw_time(pending: Pending) -> str:
    """Return when the next tile will be drawn: ``in 20 seconds``, counted by the reader's clock."""
    return discord.utils.format_dt(pending.until, "R")
