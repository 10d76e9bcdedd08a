"""The command and the buttons to resign, or to end a game by agreement."""

from cogs.interaction.client import Client
from cogs.resign.commands import Resign
from cogs.resign.handlers import RESIGN_BUTTONS


async def setup(bot: Client) -> None:
    """Load the command and the buttons."""
    bot.add_dynamic_items(*RESIGN_BUTTONS)
    await bot.add_cog(Resign(bot))
