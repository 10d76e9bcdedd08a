"""The commands of server managers."""

from cogs.admin.commands import Admin
from cogs.interaction.client import Client


async def setup(bot: Client) -> None:
    """Load the commands."""
    await bot.add_cog(Admin(bot))
