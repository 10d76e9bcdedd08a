"""The commands of server managers."""

from cogs.admin.commands import Admin
from cogs.admin.ending import EndGameButton
from cogs.interaction.client import Client


async def setup(bot: Client) -> None:
    """Load the commands and the button."""
    bot.add_dynamic_items(EndGameButton)
    await bot.add_cog(Admin(bot))
