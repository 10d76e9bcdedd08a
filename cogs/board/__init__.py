"""Commands and buttons that show a game."""

from cogs.board import handlers
from cogs.board.commands import Board
from cogs.interaction.client import Client

__all__ = ["handlers"]


async def setup(bot: Client) -> None:
    """Load the commands."""
    await bot.add_cog(Board(bot))
