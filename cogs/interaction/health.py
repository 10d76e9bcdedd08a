"""Whether the bot is well: connected to Discord, with a database that answers."""

import asyncio
from typing import Final

from cogs.interaction.client import Client

ANSWER_SECONDS: Final = 2.0
"""How long the database may take to answer before it counts as away."""


def is_connected(bot: Client) -> bool:
    """Return whether Discord is connected, on all shards."""
    return bot.is_ready() and not any(shard.is_closed() for shard in bot.shards.values())


async def problems_of(bot: Client) -> list[str]:
    """Return what is not well."""
    problems = [] if is_connected(bot) else ["Discord is not connected"]
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            await bot.host.administration.health()
    except Exception as error:
        problems.append(f"the database does not answer: {str(error) or 'it is silent'}")
    return problems
