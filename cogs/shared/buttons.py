"""Buttons whose meaning stands in their custom id, so that they work after a restart."""

import re
from typing import Any, ClassVar, Final, Self

import discord

from cogs.shared.answers import answer_error
from cogs.shared.client import Button, Interaction
from cogs.shared.subjects import note_subject
from cogs.shared.words.speech import _, language_of, speak

NONE: Final = r"(?!)"
"""The template of a class that no button is made of."""


class LastingButton(discord.ui.DynamicItem[Button], template=NONE):
    """The base of all buttons. The library would only log what ``press`` raises; here the person is told."""

    number: int
    """The table's."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Return the button that was pressed."""
        return cls.from_match(match)

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Return the button of a custom id."""
        raise NotImplementedError

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do what the button says, and answer for every error."""
        try:
            speak(language_of(interaction.locale.value))
            await interaction.response.defer()
            if table := interaction.client.host.cached(self.number):
                note_subject(interaction, table)
            await self.press(interaction)
        except Exception as error:
            await answer_error(interaction, error)

    async def press(self, interaction: Interaction) -> None:
        """Do what the button says; the interaction is deferred."""
        raise NotImplementedError


class TableButton(LastingButton, template=NONE):
    """The base of buttons that mean a table and nothing more."""

    action: ClassVar[str]
    text: ClassVar[str]
    """Marked; the label is looked up when a button is made."""
    style: ClassVar[discord.ButtonStyle]

    def __init__(self, number: int) -> None:
        custom_id = f"carc:{self.action}:{number}"
        super().__init__(discord.ui.Button(label=_(self.text), style=self.style, custom_id=custom_id))
        self.number = number

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Return the button of a table's number."""
        return cls(int(match["number"]))


def buttons(*items: LastingButton) -> discord.ui.View:
    """Return a view with these buttons, which nobody listens to: they are found by their custom ids."""
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view
