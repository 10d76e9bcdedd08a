"""Sends each person who wants that one list a day of the games that wait for them.

The times are computed from what is stored, so a list that was due while the bot was away is sent at its next start.
"""

from typing import Final

import discord
from discord.ext import commands

from cogs.delivery.digests import send_digest
from cogs.interaction.client import Client
from cogs.interaction.startup import Stage
from host.services.people import DIGEST

LONGEST_PAUSE: Final = 600
"""The longest pause between two attempts to send a list, in seconds."""


class DigestTimer(commands.Cog):
    """Sends the lists that are due."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        bot.startup.add(Stage.DIGESTS, self.begin)

    async def cog_unload(self) -> None:
        """Stop. The next start continues."""
        self.bot.delivery.timer.stop(DIGEST)

    async def begin(self, guild: discord.Guild | None) -> None:
        """From now on, send the lists that are due."""
        if guild is None:
            self.bot.delivery.timer.begin(DIGEST, self._send, longest=LONGEST_PAUSE)

    async def _send(self, person_id: int) -> None:
        """Send the list that is due, unless the person does not want it any more."""
        due = self.bot.host.schedule.at(DIGEST, person_id)
        if due and due <= self.bot.host.now():
            await send_digest(self.bot.delivery, person_id, due)


async def setup(bot: Client) -> None:
    """Load the cog."""
    await bot.add_cog(DigestTimer(bot))
