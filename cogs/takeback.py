"""Taking a turn back: at once, while its time runs."""

from cogs.shared.client import Client
from cogs.shared.takeback import DoneButton, TakeBackButton


async def setup(bot: Client) -> None:
    """Make the buttons known."""
    bot.add_dynamic_items(TakeBackButton, DoneButton)
