"""The command and the panel where people choose what holds in all their games."""

from cogs.interaction.client import Client
from cogs.settings.commands import Settings
from cogs.settings.handlers import SETTINGS_ITEMS


async def setup(bot: Client) -> None:
    """Load the command, and what the panel does."""
    bot.add_dynamic_items(*SETTINGS_ITEMS)
    await bot.add_cog(Settings(bot))
