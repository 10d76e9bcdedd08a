"""The buttons below private answers to managers."""

from cogs.message.personal_ids import EndGameId
from cogs.message.screen import Button, Rows, Style, row
from cogs.text.ending import END_GAME_LABEL
from cogs.text.i18n import _


def end_game_view(number: int) -> Rows:
    """Return the button that confirms the end of a game."""
    return row(Button(EndGameId(number), _(END_GAME_LABEL), Style.DANGER))
