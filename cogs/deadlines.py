"""Does what is due: passes turns on, skips them, reminds players, asks tables.

The deadlines are rows of the database. One task sleeps until the next. Another one notes every few minutes that the bot
runs, so that after an outage its length is known.
"""

import asyncio
import logging
from contextlib import suppress
from datetime import datetime
from typing import Final

import discord
from discord.ext import commands

from cogs.delivery.background import BackgroundTasks
from cogs.delivery.errors import NotAnnouncedError
from cogs.interaction.client import Client
from host import HEARTBEAT, DeadlineResult, HostError

log = logging.getLogger(__name__)

RETRY_PAUSE: Final = 60
"""Seconds until the next attempt if what is due could not be done."""


class DeadlineTimer(commands.Cog):
    """Sleeps until the next deadline, and has the host do what is due."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._setting: asyncio.Handle | None = None
        self._sleeper: asyncio.Task[None] | None = None
        self._heart: asyncio.Task[None] | None = None
        self._lost_shards: set[int] = set()
        self._tasks = BackgroundTasks()
        self._being_processed: set[int] = set()

    async def cog_unload(self) -> None:
        """Stop, and note that the bot ran until now. What is stored goes on at the next start."""
        if self._is_connected:
            await self._beat()
        self.bot.host.deadlines.stop_watching(self.set)
        for task in (self._setting, self._sleeper, self._heart):
            if task:
                task.cancel()
        await self._tasks.close()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Begin with what became due meanwhile. Before that, move all deadlines by the time that the bot was away."""
        await self._beat(is_start=self._heart is None)
        await self.bot.outbox.notify_all_missed()
        self.bot.host.deadlines.watch(self.set)
        self.set()
        if self._heart is None:
            self._heart = asyncio.create_task(self._beat_forever())

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        """An outage begins: nobody can play there, so nothing falls due."""
        was_connected = self._is_connected
        self._lost_shards.add(shard)
        if was_connected:
            await self._beat()

    @commands.Cog.listener()
    async def on_shard_connect(self, shard: int) -> None:
        """Move all deadlines by the time without a connection. A new connection of several causes no other event."""
        self._lost_shards.discard(shard)
        if self._is_connected:
            await self._beat()
            self.set()

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard: int) -> None:
        """Go on as with a new connection."""
        await self.on_shard_connect(shard)

    @property
    def _is_connected(self) -> bool:
        return self._heart is not None and not self._lost_shards

    def set(self) -> None:
        """Sleep until the next deadline, if there is one. Changes that come together count once."""
        if self._setting is None:
            self._setting = asyncio.get_running_loop().call_soon(self._sleep)

    def _sleep(self) -> None:
        self._setting = None
        if self._sleeper:
            self._sleeper.cancel()
        due = self.bot.host.deadlines.upcoming
        self._sleeper = asyncio.create_task(self._sleep_until(due[0][0])) if due else None

    async def _sleep_until(self, time: datetime) -> None:
        await asyncio.sleep((time - discord.utils.utcnow()).total_seconds())
        if not self._is_connected:
            return  # the next connection sets it again
        for due, number in self.bot.host.deadlines.upcoming:
            if due <= time and number not in self._being_processed:
                self._being_processed.add(number)
                self._tasks.begin(self._process_due(number))

    async def _process_due(self, number: int) -> None:
        due = None
        try:
            due = await self.bot.host.deadlines.process_due(number)
        except Exception as error:
            log.warning("game %d: what is due could not be done", number, exc_info=not isinstance(error, HostError))
            await asyncio.sleep(RETRY_PAUSE)
        finally:
            self._being_processed.discard(number)
        await self._tell(number, due or DeadlineResult())
        self.set()

    async def _tell(self, number: int, due: DeadlineResult) -> None:
        if due.played:
            with suppress(NotAnnouncedError):  # it is tried again later
                await self.bot.outbox.publish(due.played)
        if due.notification:
            await self.bot.outbox.notify(due.notification)
        elif not due.played:
            self.bot.outbox.refresh(number)

    async def _beat_forever(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT.total_seconds())
            if self._is_connected:
                await self._beat()

    async def _beat(self, *, is_start: bool = False) -> None:
        try:
            if outage := await self.bot.host.deadlines.heartbeat(is_start=is_start):
                log.info("all deadlines grow by an outage of %s", outage)
                self.bot.outbox.refresh_all()
        except Exception as error:
            log.warning("no heartbeat: %r", error)


async def setup(bot: Client) -> None:
    """Load the cog."""
    await bot.add_cog(DeadlineTimer(bot))
