"""The buttons below private answers to managers."""

import discord

from cogs.message.components import button, row
from cogs.message.custom_ids import EndGameId
from cogs.text.ending import END_GAME_LABEL
from cogs.text.i18n import _


def end_game_view(number: int) -> discord.ui.View:
    """Return the button that confirms the end of a game."""
    return row(button(EndGameId(number), _(END_GAME_LABEL), discord.ButtonStyle.danger))
