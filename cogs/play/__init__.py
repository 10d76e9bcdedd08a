"""The commands and buttons that play turns."""

from cogs.interaction.client import Client
from cogs.play.commands import Play
from cogs.play.handlers import PLAY_BUTTONS


async def setup(bot: Client) -> None:
    """Load the commands and the buttons."""
    bot.add_dynamic_items(*PLAY_BUTTONS)
    await bot.add_cog(Play(bot))
