"""The commands, buttons and forms of waiting tables."""

from cogs.interaction.client import Client
from cogs.lobby import rematches
from cogs.lobby.tables import Lobby

__all__ = ["rematches"]


async def setup(bot: Client) -> None:
    await bot.add_cog(Lobby(bot))
