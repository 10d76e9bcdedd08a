"""Buttons and menus whose meaning stands in their custom id, so that they work after a restart."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Self, TypeVar

import discord

from cogs.interaction.client import Button, Interaction, Menu
from cogs.interaction.context import note_subject
from cogs.interaction.replies import answering
from cogs.text.i18n import _

ItemT = TypeVar("ItemT", bound=discord.ui.Item[Any])

LABEL: Final = 80
"""The characters that a button's label may have."""
ROW: Final = 5
"""The buttons that a row may have."""

NONE: Final = r"(?!)"
"""The template of a class that no button is made of."""


@dataclass(frozen=True, slots=True)
class Face:
    """What a button looks like."""

    label: str
    style: discord.ButtonStyle = discord.ButtonStyle.secondary
    emoji: str | None = None

    def with_id(self, custom_id: str) -> Button:
        """Return a button with this face; its label is cut to what fits."""
        label = self.label if len(self.label) <= LABEL else self.label[: LABEL - 1] + "…"
        return discord.ui.Button(label=label, style=self.style, emoji=self.emoji, custom_id=custom_id)


FACELESS: Final = Face("…")
"""The face of a button that was pressed: what people see is not sent back."""


class LastingItem(discord.ui.DynamicItem[ItemT], template=NONE):
    """The base of all buttons and menus. The library would only log what ``press`` raises; here the person is told."""

    number: int = 0
    """The table's; no table has number 0."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Return what was pressed."""
        return cls.from_match(match)

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Return the button or menu of a custom id."""
        raise NotImplementedError

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do what it says, and answer for every error."""
        async with answering(interaction):
            await self.acknowledge(interaction)
            if table := interaction.client.host.tables.cached(self.number):
                note_subject(interaction, table)
            await self.press(interaction)

    async def acknowledge(self, interaction: Interaction) -> None:
        """Tell Discord at once that something will be done; not where a form is the answer."""
        await interaction.response.defer()

    async def press(self, interaction: Interaction) -> None:
        """Do what it says; the interaction is deferred."""
        raise NotImplementedError


class LastingButton(LastingItem[Button], template=NONE):
    """The base of all buttons."""


class LastingMenu(LastingItem[Menu], template=NONE):
    """The base of the menus that mean a table, and a choice."""

    action: ClassVar[str]

    def __init__(self, number: int, menu: Menu | None = None) -> None:
        menu = menu or discord.ui.Select()
        menu.custom_id = f"carc:{self.action}:{number}"
        super().__init__(menu)
        self.number = number

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Return the menu of a table's number."""
        return cls(int(match["number"]))

    @property
    def chosen(self) -> str:
        """What the person has chosen."""
        return str(self.item.values[0])


class TableButton(LastingButton, template=NONE):
    """The base of buttons that mean a table, perhaps some of its plies, and nothing more: the numbers of their
    template, in this order."""

    action: ClassVar[str]
    text: ClassVar[str]
    """Marked; the label is looked up when a button is made."""
    style: ClassVar[discord.ButtonStyle]

    def __init__(self, number: int, *plies: int) -> None:
        custom_id = ":".join(map(str, ("carc", self.action, number, *plies)))
        super().__init__(Face(_(self.text), self.style).with_id(custom_id))
        self.number, self.plies = number, plies

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Return the button of a table's number and its plies; what an older button does not hold is 0."""
        return cls(*(int(one or 0) for one in match.groups()))


def buttons(*items: LastingItem[Any]) -> discord.ui.View:
    """Return a view with these buttons, which nobody listens to: they are found by their custom ids."""
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view


def button_rows(*rows: Iterable[LastingButton]) -> discord.ui.View:
    """Return a view where each of these begins a row of its own; one of more than five goes on in the next."""
    view, first = discord.ui.View(timeout=None), 0
    for items in map(list, rows):
        for number, item in enumerate(items):
            item.row = first + number // ROW
            view.add_item(item)
        first += -(-len(items) // ROW)
    return view
