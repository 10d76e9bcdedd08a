"""The buttons below the last message of a game, and those of the questions about a series."""

from host.model.rematch_rules import (
    SERIES_LENGTHS,
    can_be_repeated,
    can_begin_series,
    is_against_computers,
    is_series_open,
)
from host.model.table import FinishedTable
from screens.computers import level_options
from screens.custom_ids import AskEndSeriesId, AskLevelId, BeginSeriesId, EndSeriesId, LevelId, RematchId, SeriesId
from screens.screen import Button, Menu, Rows, Style, row
from screens.text.i18n import _
from screens.text.labels import END_SERIES_LABEL, LEVEL_LABEL, SERIES_LABEL
from screens.text.series import again_label, best_of_label


def rematch_rows(table: FinishedTable) -> Rows:
    """Return the buttons that lead from a game to the next one; none if too few of its players are left."""
    number = table.number
    if not can_be_repeated(table):
        return ()
    if is_series_open(table):
        return row(
            _again_button(table),
            Button(AskEndSeriesId(number), _(END_SERIES_LABEL)),
        )
    buttons = [_again_button(table)]
    if can_begin_series(table):
        buttons.append(Button(SeriesId(number), _(SERIES_LABEL)))
    if is_against_computers(table):
        buttons.append(Button(AskLevelId(number), _(LEVEL_LABEL)))
    return row(*buttons)


def again_rows(table: FinishedTable) -> Rows:
    """Return the button that plays a game again, below an answer that has no other."""
    return row(_again_button(table))


def _again_button(table: FinishedTable) -> Button:
    return Button(RematchId(table.number), _(again_label(table)), Style.PRIMARY)


def level_rows(number: int) -> Rows:
    """Return the menu of the computer's level at a rematch."""
    return row(Menu(LevelId(number), tuple(level_options()), _("Level …")))


def series_rows(number: int) -> Rows:
    """Return a button for each length of a series."""
    return row(*(Button(BeginSeriesId(number, length), best_of_label(length)) for length in SERIES_LENGTHS))


def end_series_rows(number: int) -> Rows:
    """Return the button that ends a series."""
    return row(Button(EndSeriesId(number), _(END_SERIES_LABEL), Style.DANGER))
