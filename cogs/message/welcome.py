"""The buttons of the welcome."""

from cogs.message.custom_ids import OpenTableId
from cogs.message.lobby import open_computer_game_button
from cogs.message.screen import Button, Rows, Style, row
from cogs.message.tutorial import tutorial_button
from cogs.text.i18n import _
from cogs.text.labels import OPEN_TABLE_LABEL


def welcome_view() -> Rows:
    """Return the buttons in a channel."""
    table = Button(OpenTableId(), _(OPEN_TABLE_LABEL), Style.SUCCESS)
    return row(table, open_computer_game_button(), tutorial_button())


def private_welcome_view() -> Rows:
    """Return the button in a private message, where no table can be opened."""
    return row(tutorial_button())
