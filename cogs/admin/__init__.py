"""What server managers may do: one command, and the buttons, menus and forms of the panel that it opens."""

from cogs.admin import games, puzzle, settings
from cogs.admin.panel import Admin
from cogs.interaction.client import Client

__all__ = ["games", "puzzle", "settings"]


async def setup(bot: Client) -> None:
    await bot.add_cog(Admin(bot))
