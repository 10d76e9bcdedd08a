"""The message of ``/help``: a page, and buttons that lead to the others."""

from screens.computers import OFFERED_LEVELS
from screens.custom_ids import HelpId
from screens.lobby import open_computer_game_button
from screens.screen import Button, Screen, rows
from screens.text.help import help_text
from screens.text.i18n import _
from screens.text.labels import HELP_LABELS, HelpPage
from screens.tutorial import tutorial_button


def help_message(page: HelpPage, *, offers_table: bool) -> Screen:
    """Return a page with its buttons. The first page also begins the guided game, and a game against a
    computer if a table can be opened where the reader is.
    """
    begin = [*([open_computer_game_button()] if offers_table else []), tutorial_button()]
    pages = [_page_button(one, page) for one in HelpPage]
    return Screen(help_text(page, OFFERED_LEVELS), rows(pages, begin if page is HelpPage.PLAY else []))


def _page_button(page: HelpPage, shown: HelpPage) -> Button:
    return Button(HelpId(page), _(HELP_LABELS[page]), is_disabled=page is shown)
