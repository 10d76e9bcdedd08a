"""Makes plain buttons and menus, each with a custom id.

They have no callbacks: when somebody uses one, ``cogs/interaction/router.py`` calls the handler of its custom id. Views
are stopped, so discord.py does not store them. So the buttons of an earlier run work like those of this run.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

import discord

from cogs.message.custom_id import CustomId

Button: TypeAlias = discord.ui.Button[Any]
Menu: TypeAlias = discord.ui.Select[Any]

LABEL_LENGTH: Final = 80
"""The most characters of a button's label."""
ROW_LENGTH: Final = 5
"""The most buttons in a row."""


def button(
    custom_id: CustomId,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    emoji: str | None = None,
    is_disabled: bool = False,
) -> Button:
    """Return a button. A label that is too long is cut."""
    shown = _shortened(label)
    return discord.ui.Button(label=shown, style=style, emoji=emoji, custom_id=str(custom_id), disabled=is_disabled)


def link_button(url: str, label: str) -> Button:
    """Return a button that opens an address. A label that is too long is cut."""
    return discord.ui.Button(label=_shortened(label), url=url)


def menu(custom_id: CustomId, options: Sequence[discord.SelectOption], placeholder: str | None = None) -> Menu:
    """Return a menu where people choose one option."""
    return discord.ui.Select(custom_id=str(custom_id), options=list(options), placeholder=placeholder)


def row(*items: Button | Menu) -> discord.ui.View:
    """Return a view with these items in one row, or in several if there are more than five."""
    return rows(items)


def rows(*rows: Iterable[Button | Menu]) -> discord.ui.View:
    """Return a view where each of ``rows`` begins in a new row. After five items it goes on in the next row."""
    view, first = discord.ui.View(timeout=None), 0
    for items in map(list, rows):
        for number, item in enumerate(items):
            item.row = first + number // ROW_LENGTH
            view.add_item(item)
        first += -(-len(items) // ROW_LENGTH)
    view.stop()
    return view


def _shortened(label: str) -> str:
    return label if len(label) <= LABEL_LENGTH else label[: LABEL_LENGTH - 1] + "…"
