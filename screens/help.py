"""The messages that explain the game: the welcome, the help, and the rules."""

from carcassonne import Ruleset
from screens import custom_ids as ids
from screens.examples import example_files
from screens.lobby import OFFERED_LEVELS, open_computer_game_button, open_table_button
from screens.pictures import Pictures
from screens.screen import Button, Rows, Screen, row, rows
from screens.table_options import ChosenRules
from screens.text.help import help_text
from screens.text.i18n import _
from screens.text.labels import HELP_LABELS, RULES_LABELS, HelpPage, RulesPage
from screens.text.markup import subtext
from screens.text.rules import rules_pages, rules_text
from screens.tutorial import tutorial_button


def welcome_rows() -> Rows:
    """Return the buttons of the welcome in a channel."""
    return row(open_table_button(), open_computer_game_button(), tutorial_button())


def private_welcome_rows() -> Rows:
    """Return the button of the welcome in a private message, where no table can be opened."""
    return row(tutorial_button())


def help_message(page: HelpPage, table_language: str | None = None) -> Screen:
    """Return a page of the help with its buttons. Each page also begins the guided game, and a game alone.

    ``table_language`` is as in ``help_text``.
    """
    begin = [open_computer_game_button(), tutorial_button()]
    pages = [Button(ids.HelpId(one), _(HELP_LABELS[one]), is_disabled=one is page) for one in HelpPage]
    return Screen(help_text(page, OFFERED_LEVELS, table_language), rows(pages, begin))


async def rules_message(pictures: Pictures, rules: Ruleset, page: RulesPage) -> Screen:
    """Return a page of the rules with the captions of its pictures, the pictures that could be drawn, and buttons."""
    files = await example_files(pictures, rules, page)
    captions = [subtext(file.alt) for file in files if file.alt]
    chosen, pages = ChosenRules(rules.edition, rules.options), rules_pages(rules)
    buttons = [Button(ids.RulesId(one, chosen), _(RULES_LABELS[one]), is_disabled=one is page) for one in pages]
    return Screen("\n".join([rules_text(rules, page), *captions]), rows(buttons), files)
