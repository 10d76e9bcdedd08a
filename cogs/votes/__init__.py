"""Deciding together when the time of a turn is out."""

from cogs.interaction.client import Client
from cogs.votes.commands import Votes
from cogs.votes.handlers import VOTE_BUTTONS


async def setup(bot: Client) -> None:
    """Load the command and the buttons."""
    bot.add_dynamic_items(*VOTE_BUTTONS)
    await bot.add_cog(Votes(bot))
