"""The buttons below the last message of a game, and those of the questions about a series."""

import discord

from cogs.message.components import Button, button, menu, row
from cogs.message.computers import level_options
from cogs.message.custom_ids import AskEndSeriesId, AskLevelId, BeginSeriesId, EndSeriesId, LevelId, RematchId, SeriesId
from cogs.text.i18n import _
from cogs.text.rematch import END_SERIES_LABEL, LEVEL_LABEL, SERIES_LABEL, again_label, best_of_label
from host.model.rematch_rules import (
    SERIES_LENGTHS,
    can_be_repeated,
    can_begin_series,
    is_against_computers,
    is_series_open,
)
from host.model.table import FinishedTable


def rematch_view(table: FinishedTable) -> discord.ui.View | None:
    """Return the buttons that lead from a game to the next one; None if too few of its players are left."""
    number = table.number
    if not can_be_repeated(table):
        return None
    if is_series_open(table):
        return row(
            _again_button(table),
            button(AskEndSeriesId(number), _(END_SERIES_LABEL)),
        )
    buttons = [_again_button(table)]
    if can_begin_series(table):
        buttons.append(button(SeriesId(number), _(SERIES_LABEL)))
    if is_against_computers(table):
        buttons.append(button(AskLevelId(number), _(LEVEL_LABEL)))
    return row(*buttons)


def again_view(table: FinishedTable) -> discord.ui.View:
    """Return the button that plays a game again, below an answer that has no other."""
    return row(_again_button(table))


def _again_button(table: FinishedTable) -> Button:
    return button(RematchId(table.number), _(again_label(table)), discord.ButtonStyle.primary)


def level_view(number: int) -> discord.ui.View:
    """Return the menu of the computer's level at a rematch."""
    return row(menu(LevelId(number), list(level_options()), _("Level …")))


def series_view(number: int) -> discord.ui.View:
    """Return a button for each length of a series."""
    return row(*(button(BeginSeriesId(number, length), best_of_label(length)) for length in SERIES_LENGTHS))


def end_series_view(number: int) -> discord.ui.View:
    """Return the button that ends a series."""
    return row(button(EndSeriesId(number), _(END_SERIES_LABEL), discord.ButtonStyle.danger))
