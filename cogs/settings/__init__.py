"""The command and the panel of a person's settings."""

from cogs.interaction.client import Client
from cogs.settings.commands import Settings
from cogs.settings.handlers import SETTINGS_ITEMS


async def setup(bot: Client) -> None:
    """Load the command and the handlers of the panel."""
    bot.add_dynamic_items(*SETTINGS_ITEMS)
    await bot.add_cog(Settings(bot))
