"""Texts about a turn that its player can still take back."""

from typing import Final

import discord

from cogs.text.formatting import safe_labels
from cogs.text.i18n import N_, _
from cogs.text.table import game_name
from host import BaseRunningTable, Pending, RunningTable

TAKE_BACK_LABEL: Final = N_("Take back")
DONE_LABEL: Final = N_("Done: next tile")
"""The labels of the two buttons."""


def pending_line(table: RunningTable, pending: Pending) -> str:
    """Say who has just played, and when the next tile will be drawn."""
    text = _("**{name}** has played · {game} · next tile {time}")
    return text.format(name=mover_name(table, pending), game=game_name(table), time=draw_time(pending))


def pending_text(table: RunningTable, pending: Pending) -> str:
    """Tell the player what happens next. This text is never edited, so it gives the time of day."""
    text = _("Until {time} you can take it back in {channel}; then the next tile is drawn, or at once with “{button}”.")
    time = discord.utils.format_dt(pending.until, "T")
    return text.format(channel=f"<#{table.venue.channel}>", time=time, button=_(DONE_LABEL))


def turn_pending_text(table: RunningTable, pending: Pending) -> str:
    """Say why nobody can play yet."""
    text = _("{name} can still take back the last turn of game #{number}; the next tile is drawn {time}.")
    return text.format(name=mover_name(table, pending), number=table.number, time=draw_time(pending))


def not_your_takeback_text(table: RunningTable, pending: Pending) -> str:
    """Say whose turn can be taken back."""
    text = _("This is about {name}'s turn, and only {name} can decide; the next tile is drawn {time}.")
    return text.format(name=mover_name(table, pending), time=draw_time(pending))


def pending_alt_text(name: str) -> str:
    """Say, in the description of a picture, who can still take a turn back."""
    return _("{name} can still take the turn back.").format(name=name)


def mover_name(table: BaseRunningTable, pending: Pending) -> str:
    """Return the name of the player who can take the turn back."""
    return safe_labels(table)[pending.seat]


def draw_time(pending: Pending) -> str:
    """Return when the next tile will be drawn: ``in 20 seconds``, counted by the reader's clock."""
    return discord.utils.format_dt(pending.until, "R")
