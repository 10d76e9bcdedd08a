"""The message of ``/help``: a page, and buttons that lead to the others."""

import discord

from cogs.message.components import Button, button, rows
from cogs.message.personal_ids import HelpId
from cogs.message.tutorial import tutorial_button
from cogs.text.help import HELP_LABELS, HelpPage, help_text
from cogs.text.i18n import _


def help_message(page: HelpPage) -> tuple[str, discord.ui.View]:
    """Return the text of a page and its buttons. The first page also begins the guided game."""
    begin = [tutorial_button()] if page is HelpPage.PLAY else []
    return help_text(page), rows([_page_button(one, page) for one in HelpPage], begin)


def _page_button(page: HelpPage, shown: HelpPage) -> Button:
    return button(HelpId(page), _(HELP_LABELS[page]), is_disabled=page is shown)
