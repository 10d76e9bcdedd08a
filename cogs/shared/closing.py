"""Taking the buttons away from questions that cannot be answered any more: the game has moved on meanwhile."""

import logging

import discord

from cogs.shared.client import Client
from cogs.shared.words.clock import closed_text
from cogs.shared.words.speech import speaking
from cogs.shared.words.tables import language_at

log = logging.getLogger(__name__)


async def close_questions(client: Client, number: int) -> None:
    """Close the questions of a game that are over; where a message is gone or out of reach, it stays as it is.

    Raise discord.HTTPException and OSError where it makes sense to try again, HostError for a game that is held.
    """
    for ping, posting in await client.host.timekeeper.over(number):
        table = await client.host.table(number)
        with speaking(language_at(table)):
            text = closed_text(ping.kind, table)
        message = client.get_partial_messageable(posting.channel).get_partial_message(posting.message)
        try:
            await message.edit(content=text, view=None)
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("game %d: its question %d stays: %s", number, posting.message, error)
        await client.host.timekeeper.close(number, ping.round, ping.kind)
