"""What happens because its time has come: a turn that was not taken back is passed on.

The deadlines are rows of the database. One task sleeps until the next; after an outage it finds that long over.
"""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from datetime import datetime
from typing import Any, Final

import discord
from discord.ext import commands

from cogs.shared.announcer import NotAnnouncedError
from cogs.shared.client import Client

log = logging.getLogger(__name__)

PAUSE: Final = 60
"""Seconds until the next attempt, where one has failed."""


class Clock(commands.Cog):
    """Passes turns on in time."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._sleeper: asyncio.Task[None] | None = None
        self._under_way: set[asyncio.Task[None]] = set()

    async def cog_unload(self) -> None:
        """Stop; what is stored goes on at the next start."""
        self.bot.host.watch_deadlines(lambda: None)
        for task in (self._sleeper, *self._under_way):
            if task:
                task.cancel()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Begin, with what became due meanwhile."""
        self.bot.host.watch_deadlines(self.set)
        self.set()

    def set(self) -> None:
        """Sleep until the next deadline, if there is one."""
        if self._sleeper:
            self._sleeper.cancel()
        due = self.bot.host.deadlines
        self._sleeper = asyncio.create_task(self._sleep_until(due[0][0])) if due else None

    async def _sleep_until(self, time: datetime) -> None:
        await asyncio.sleep((time - discord.utils.utcnow()).total_seconds())
        for due, number in self.bot.host.deadlines:
            if due <= time:
                self._begin(self._pass_on(number))

    async def _pass_on(self, number: int) -> None:
        try:
            played = await self.bot.host.pass_on_due(number)
        except Exception:
            log.exception("game %d: the turn could not be passed on", number)
            await asyncio.sleep(PAUSE)
            self.set()
            return
        if played is None:  # the computer's clock was set back
            self.set()
            return
        with suppress(NotAnnouncedError):
            await self.bot.announcer.announce(played)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)


async def setup(bot: Client) -> None:
    """Load the cog."""
    await bot.add_cog(Clock(bot))
