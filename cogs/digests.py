"""Sends each person who wants that one list a day of the games that wait for them.

The times are computed from what is stored, so a list that was due while the bot was away is sent at its next start.
"""

from functools import partial
from typing import Final

import discord
from discord.ext import commands

from cogs.delivery.digests import send_digest
from cogs.delivery.jobs import Later
from cogs.interaction.client import Client
from cogs.interaction.startup import Stage

LONGEST_PAUSE: Final = 600
"""The longest pause between two attempts to send a list, in seconds."""


class DigestTimer(commands.Cog):
    """Waits until the next list is due."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._jobs = bot.delivery.jobs
        bot.startup.add(Stage.DIGESTS, self.begin)

    async def cog_unload(self) -> None:
        """Stop. The next start continues."""
        self.bot.host.people.digests_changed.remove(self.schedule)

    async def begin(self, guild: discord.Guild | None) -> None:
        """From now on, send the lists that are due."""
        if guild is None:
            self.bot.host.people.digests_changed.add(self.schedule)
            self.schedule()

    def schedule(self) -> None:
        """Look which lists are due now, and when the next one is."""
        self._jobs.ask(("digests",), self._send_due)

    async def _send_due(self) -> None:
        now = discord.utils.utcnow()
        for at, person_id in self.bot.host.people.upcoming_digests:
            if at > now:
                raise Later((at - now).total_seconds())
            self._jobs.ask(("digest", person_id), partial(self._send, person_id), longest=LONGEST_PAUSE)

    async def _send(self, person_id: int) -> None:
        """Send the list that is due, unless the person does not want it any more."""
        due = [at for at, one in self.bot.host.people.upcoming_digests if one == person_id]
        if due and due[0] <= discord.utils.utcnow():
            await send_digest(self.bot.delivery, person_id, due[0])
            self.schedule()


async def setup(bot: Client) -> None:
    """Load the cog."""
    await bot.add_cog(DigestTimer(bot))
