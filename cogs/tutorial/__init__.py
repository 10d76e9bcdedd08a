"""The guided game: a short game against a script, for one person, in private."""

from cogs.interaction.client import Client
from cogs.tutorial.handlers import TUTORIAL_BUTTONS


async def setup(bot: Client) -> None:
    """Load the buttons."""
    bot.add_dynamic_items(*TUTORIAL_BUTTONS)
