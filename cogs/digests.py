"""Sends each person who wants that one list a day of the games that wait for them.

The times are computed from what is stored, so a list that was due while the bot was away is sent at its next start.
"""

import asyncio
import logging
from datetime import datetime
from functools import partial
from typing import Final

import discord
from discord.ext import commands

from cogs.delivery.background import BackgroundTasks
from cogs.delivery.digests import send_digest
from cogs.delivery.errors import is_discord_trouble
from cogs.interaction.client import Client

log = logging.getLogger(__name__)

RETRY_PAUSE: Final = 600
"""Seconds until the next attempt if a list could not be sent."""


class DigestTimer(commands.Cog):
    """Sleeps until the next list is due."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._sleep_task: asyncio.Task[None] | None = None
        self._tasks = BackgroundTasks()
        self._being_sent: set[int] = set()

    async def cog_unload(self) -> None:
        """Stop. The next start continues."""
        self.bot.host.people.digests_changed.remove(self.schedule)
        if self._sleep_task:
            self._sleep_task.cancel()
        await self._tasks.close()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Begin to sleep, also after a reconnection."""
        self.bot.host.people.digests_changed.add(self.schedule)
        self.schedule()

    def schedule(self) -> None:
        """Sleep until the next list is due, if anybody wants one."""
        if self._sleep_task:
            self._sleep_task.cancel()
        upcoming = [one for one in self.bot.host.people.upcoming_digests if one[1] not in self._being_sent]
        self._sleep_task = asyncio.create_task(self._sleep_until(upcoming[0][0])) if upcoming else None

    async def _sleep_until(self, at: datetime) -> None:
        await asyncio.sleep((at - discord.utils.utcnow()).total_seconds())
        for due, person_id in self.bot.host.people.upcoming_digests:
            if due <= at and person_id not in self._being_sent:
                self._being_sent.add(person_id)
                self._tasks.begin(self._send(person_id, due))

    async def _send(self, person_id: int, due: datetime) -> None:
        try:
            await send_digest(self.bot.delivery, person_id, due)
        except Exception as error:
            log.warning("a daily list could not be sent: %r", error, exc_info=not is_discord_trouble(error))
            self._tasks.begin_after(RETRY_PAUSE, partial(self._send_again, person_id))
        else:
            self._being_sent.discard(person_id)
        self.schedule()  # the others' lists wait for nobody

    async def _send_again(self, person_id: int) -> None:
        """Try again what has failed, unless the person does not want it any more."""
        due = [at for at, one in self.bot.host.people.upcoming_digests if one == person_id]
        if due:
            await self._send(person_id, due[0])
        else:
            self._being_sent.discard(person_id)


async def setup(bot: Client) -> None:
    """Load the cog."""
    await bot.add_cog(DigestTimer(bot))
