"""Buttons and menus as they stand below a message: plain ones, each known by its custom id.

What using one does is decided by the handler of its id. The library asks handlers first. It keeps no view that is
stopped, so nothing is kept of a message that was sent, and a message of an earlier run works like one of this run.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

import discord

from cogs.message.custom_id import CustomId

Button: TypeAlias = discord.ui.Button[Any]
Menu: TypeAlias = discord.ui.Select[Any]

LABEL_LENGTH: Final = 80
"""The characters that a button's label may have."""
ROW_LENGTH: Final = 5
"""The buttons that a row may have."""


def button(
    custom_id: CustomId,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    emoji: str | None = None,
    is_disabled: bool = False,
) -> Button:
    """Return a button; its label is cut to what fits."""
    shown = label if len(label) <= LABEL_LENGTH else label[: LABEL_LENGTH - 1] + "…"
    return discord.ui.Button(label=shown, style=style, emoji=emoji, custom_id=str(custom_id), disabled=is_disabled)


def menu(custom_id: CustomId, options: Sequence[discord.SelectOption], placeholder: str | None = None) -> Menu:
    """Return a menu of which one option is chosen."""
    return discord.ui.Select(custom_id=str(custom_id), options=list(options), placeholder=placeholder)


def row(*items: Button | Menu) -> discord.ui.View:
    """Return a view with these items, one after the other."""
    return rows(items)


def rows(*rows: Iterable[Button | Menu]) -> discord.ui.View:
    """Return a view where each of these begins a row of its own; one of more than five goes on in the next."""
    view, first = discord.ui.View(timeout=None), 0
    for items in map(list, rows):
        for number, item in enumerate(items):
            item.row = first + number // ROW_LENGTH
            view.add_item(item)
        first += -(-len(items) // ROW_LENGTH)
    view.stop()
    return view
