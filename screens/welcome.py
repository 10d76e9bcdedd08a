"""The buttons of the welcome."""

from screens.custom_ids import OpenTableId
from screens.lobby import open_computer_game_button
from screens.screen import Button, Rows, Style, row
from screens.text.i18n import _
from screens.text.labels import OPEN_TABLE_LABEL
from screens.tutorial import tutorial_button


def welcome_rows() -> Rows:
    """Return the buttons in a channel."""
    table = Button(OpenTableId(), _(OPEN_TABLE_LABEL), Style.SUCCESS)
    return row(table, open_computer_game_button(), tutorial_button())


def private_welcome_rows() -> Rows:
    """Return the button in a private message, where no table can be opened."""
    return row(tutorial_button())
