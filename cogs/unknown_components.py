"""Answers buttons, menus and forms that no feature takes.

Their ids are forged, or their message has changed meanwhile. Without this, Discord would say that the bot failed.
"""

from typing import Any

import discord
from discord.ext import commands

from cogs.interaction.access import has_used_component
from cogs.interaction.client import Client, Interaction
from cogs.interaction.component_handlers import has_handler
from cogs.interaction.errors import UnknownComponentError, error_boundary
from cogs.message.custom_ids import FORM_IDS


class UnknownComponents(commands.Cog):
    """Listens to all interactions, and answers those that nothing else answers."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Tell the person that the component is of no use."""
        if _is_unknown(interaction):
            data: Any = interaction.data
            async with error_boundary(interaction):
                raise UnknownComponentError(data["custom_id"])


async def setup(bot: Client) -> None:
    """Load the listener."""
    await bot.add_cog(UnknownComponents())


def _is_unknown(interaction: Interaction) -> bool:
    data: Any = interaction.data
    match interaction.type:
        case discord.InteractionType.component:
            return not (has_handler(data["custom_id"]) and has_used_component(interaction))
        case discord.InteractionType.modal_submit:
            return not any(kind.pattern.fullmatch(data["custom_id"]) for kind in FORM_IDS)
        case _:
            return False
