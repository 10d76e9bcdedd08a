"""Buttons whose meaning stands in their custom id, so that they work after a restart."""

from typing import Any

import discord

from cogs.shared.answers import answer_error
from cogs.shared.client import Button, Interaction


class LastingButton(discord.ui.DynamicItem[Button], template=r"(?!)"):
    """The base of all buttons. The library would only log what ``press`` raises; here the person is told."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do what the button says, and answer for every error."""
        try:
            await self.press(interaction)
        except Exception as error:
            await answer_error(interaction, error)

    async def press(self, interaction: Interaction) -> None:
        """Do what the button says."""
        raise NotImplementedError


def buttons(*items: LastingButton) -> discord.ui.View:
    """Return a view with these buttons, which nobody listens to: they are found by their custom ids."""
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view
