"""Giving up: one's own seat, or the whole game if everybody agrees."""

from cogs.interaction.client import Client
from cogs.resign.commands import Resign
from cogs.resign.handlers import RESIGN_BUTTONS


async def setup(bot: Client) -> None:
    """Load the command and the buttons."""
    bot.add_dynamic_items(*RESIGN_BUTTONS)
    await bot.add_cog(Resign(bot))
