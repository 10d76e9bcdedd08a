"""The buttons of the welcome."""

import discord

from cogs.message.components import button, row
from cogs.message.custom_ids import OpenTableId
from cogs.message.lobby import open_computer_game_button
from cogs.message.tutorial import tutorial_button
from cogs.text.i18n import _
from cogs.text.labels import OPEN_TABLE_LABEL


def welcome_view() -> discord.ui.View:
    """Return the buttons in a channel."""
    table = button(OpenTableId(), _(OPEN_TABLE_LABEL), discord.ButtonStyle.success)
    return row(table, open_computer_game_button(), tutorial_button())


def private_welcome_view() -> discord.ui.View:
    """Return the button in a private message, where no table can be opened."""
    return row(tutorial_button())
