"""The commands, buttons and forms of waiting tables."""

from cogs.interaction.client import Client
from cogs.lobby import computer_handlers, handlers, rematch_handlers
from cogs.lobby.commands import Lobby

__all__ = ["computer_handlers", "handlers", "rematch_handlers"]


async def setup(bot: Client) -> None:
    """Load the commands."""
    await bot.add_cog(Lobby(bot))
