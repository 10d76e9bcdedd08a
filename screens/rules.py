"""The message of ``/rules``: a page, its pictures, and buttons that lead to the other pages."""

from carcassonne import Ruleset
from screens.custom_ids import RulesId
from screens.pictures import Pictures
from screens.screen import (
    Button,
    Screen,
    row,
)
from screens.table_options import ChosenRules
from screens.text.i18n import _
from screens.text.labels import RULES_LABELS, RulesPage
from screens.text.markup import subtext
from screens.text.rules import rules_pages, rules_text


async def rules_message(pictures: Pictures, rules: Ruleset, page: RulesPage) -> Screen:
    """Return a page with the captions of its pictures, the pictures that could be drawn, and buttons."""
    files = await pictures.examples(rules, page)
    captions = [subtext(file.alt) for file in files if file.alt]
    buttons = row(*(_page_button(rules, one, page) for one in rules_pages(rules)))
    return Screen("\n".join([rules_text(rules, page), *captions]), buttons, files)


def _page_button(rules: Ruleset, page: RulesPage, shown: RulesPage) -> Button:
    return Button(
        RulesId(page, ChosenRules(rules.edition, rules.options)), _(RULES_LABELS[page]), is_disabled=page is shown
    )
