"""Looking in a channel for messages that the bot may have sent before it was stopped."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

import discord

SEARCH_LIMIT: Final = 5_000
"""How many messages are searched, the newest first: what people may write in a channel in some days."""
CLOCK_SKEW: Final = timedelta(minutes=10)
"""How far Discord's clock may be behind. A round of a game takes longer than this."""


async def find_message(
    channel: discord.abc.Messageable, since: datetime, is_wanted: Callable[[discord.Message], bool]
) -> discord.Message | None:
    """Return the last message since a time that is wanted; None if there is none. Raise discord.HTTPException."""
    async for message in channel.history(limit=SEARCH_LIMIT, after=since - CLOCK_SKEW, oldest_first=False):
        if is_wanted(message):
            return message
    return None
