"""Commands and buttons that show a game."""

from cogs.board.commands import Board
from cogs.board.handlers import BOARD_BUTTONS
from cogs.interaction.client import Client


async def setup(bot: Client) -> None:
    """Load the commands and the buttons."""
    bot.add_dynamic_items(*BOARD_BUTTONS)
    await bot.add_cog(Board(bot))
