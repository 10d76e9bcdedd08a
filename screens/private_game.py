"""The buttons and messages of private games, and the front door: what one can play now."""

from collections.abc import Sequence

from host.model.controllers import Computer
from host.model.table import FinishedTable, RunningSummary, StartedTable
from host.model.table_options import TableOptions
from players.fitting import Fit
from screens import custom_ids as ids
from screens.custom_id import CustomId
from screens.lobby import OFFERED_LEVELS, open_computer_game_button, open_table_button
from screens.puzzle_ids import OpenPuzzleId
from screens.screen import Button, Rows, Screen, Style, row, rows
from screens.text import private_game as texts
from screens.text.choices import level_name
from screens.text.i18n import _
from screens.text.labels import Label
from screens.text.markup import capitalize
from screens.tutorial import tutorial_button


def show_here_rows(table: StartedTable) -> Rows:
    """Return the button that shows a private game to everybody, once it is over."""
    if not isinstance(table, FinishedTable):
        return ()
    return row(Button(ids.ShowHereId(table.number), _(Label.SHOW_HERE)))


def level_screen(options: TableOptions, chosen: Computer, fit: Fit | None = None) -> Screen:
    """Ask for the level of the computer. Each button begins the game; the one of the ``chosen`` level stands out.

    ``fit`` says how that level was found, if it follows from results.
    """
    buttons = [
        Button(
            ids.BeginPrivateGameId(options, level),
            capitalize(level_name(level)),
            Style.SUCCESS if level == chosen.level else Style.SECONDARY,
        )
        for level in OFFERED_LEVELS
    ]
    return Screen(texts.level_question(OFFERED_LEVELS, fit), row(*buttons))


def still_playing_screen(game: RunningSummary, new: CustomId) -> Screen:
    """Ask whether to go on with the private game that runs, or to begin another one: ``new`` does that."""
    return Screen(texts.still_playing_text(game), row(go_on_button(game), Button(new, _(Label.NEW_GAME))))


def go_on_button(game: RunningSummary) -> Button:
    return Button(ids.ShowGameId(game.number), texts.go_on_label(game), Style.SUCCESS)


def back_button(number: int) -> Button:
    """Return the button that leads from the cells back to the game."""
    return Button(ids.ShowGameId(number), _("Back"))


def play_screen(waiting: Rows, private: Sequence[RunningSummary], *, offers_table: bool) -> Screen:
    """Return what one can play now. ``waiting`` leads to the game that waits; ``private`` are one's private games."""
    linked = [item for items in waiting for item in items]
    is_linked = any(isinstance(item, Button) for item in linked)
    going_on = row(*linked, *(go_on_button(one) for one in private[: 0 if is_linked else 1]))
    table = [open_table_button()] if offers_table else []
    alone = [
        open_computer_game_button(),
        tutorial_button(),
        Button(ids.OpenPracticeId(), _(Label.PRACTICE)),
        Button(OpenPuzzleId(), _(Label.PUZZLE)),
    ]
    text = texts.play_text(is_playing=bool(going_on), offers_table=offers_table)
    return Screen(text, rows(*going_on, [*table, *alone]))
