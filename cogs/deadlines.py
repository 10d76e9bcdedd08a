"""Processes deadlines: ends pending turns, skips late turns, reminds players, asks tables.

The deadlines are in the database. One task sleeps until the next deadline. Another one stores every few minutes that
the bot runs, so that the length of an outage is known later.
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
from host import DeadlineResult, HostError

log = logging.getLogger(__name__)

CLAIM_PAUSE: Final = 30
"""Seconds between two searches for notifications that another process has claimed and not sent in time."""
RETRY_PAUSE: Final = 60
"""Seconds until the next attempt if a deadline could not be processed."""


class DeadlineTimer(commands.Cog):
    """Sleeps until the next deadline, and calls the host to process it."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._wakeup: asyncio.Handle | None = None
        self._sleep_task: asyncio.Task[None] | None = None
        self._heartbeat_task: asyncio.Task[None] | None = None
        self._search_task: asyncio.Task[None] | None = None
        self._is_outage_noted = False
        self._lost_shards: set[int] = set()
        self._tasks = BackgroundTasks()
        self._being_processed: set[int] = set()

    async def cog_unload(self) -> None:
        """Stop, and store that the bot ran until now. The next start continues."""
        if self._is_connected:
            await self._heartbeat()
        self.bot.host.deadlines.stop_watching(self.schedule)
        for task in (self._wakeup, self._sleep_task, self._heartbeat_task, self._search_task):
            if task:
                task.cancel()
        await self._tasks.close()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Move all deadlines by the length of the outage, then process those that are due."""
        await self._note_connection()
        await self._notify_missed()
        self.bot.host.deadlines.watch(self.schedule)
        self.schedule()
        if self._heartbeat_task is None:
            self._heartbeat_task = asyncio.create_task(self._heartbeat_forever())
        if self._search_task is None and self.bot.host.is_shared:
            self._search_task = asyncio.create_task(self._search_forever())

    @commands.Cog.listener()
    async def on_guild_available(self, _: discord.Guild) -> None:
        """Move all deadlines when the first server is there, because its games are shown now."""
        if not self._is_outage_noted:
            await self._note_connection()

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        """Note the beginning of an outage. Nobody can play during it, so no deadline is processed."""
        was_connected = self._is_connected
        self._lost_shards.add(shard)
        if was_connected:
            await self._heartbeat()

    @commands.Cog.listener()
    async def on_shard_connect(self, shard: int) -> None:
        """Move all deadlines by the length of the outage.

        When one of several shards connects, discord.py sends no other event.
        """
        self._lost_shards.discard(shard)
        if self._is_connected:
            await self._heartbeat()
            self.schedule()

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard: int) -> None:
        """Do the same as for a new connection."""
        await self.on_shard_connect(shard)

    async def _notify_missed(self) -> None:
        """Send the notifications that were missed. If they can't be read now, try again later."""
        try:
            await self.bot.outbox.notify_missed()
        except Exception as error:
            log.warning("missed notifications are unknown: %r", error, exc_info=not isinstance(error, HostError))
            if self._search_task is None:  # else the next search tries it again
                self._tasks.begin_after(RETRY_PAUSE, self._notify_missed)

    async def _search_forever(self) -> None:
        """Send what another process has claimed before it died, as soon as its lease has run out."""
        while True:
            await asyncio.sleep(CLAIM_PAUSE)
            if self._is_connected:
                await self._notify_missed()

    async def _note_connection(self) -> None:
        """Store that the bot is there. The first time, move all deadlines by the outage before the start."""
        is_start, self._is_outage_noted = not self._is_outage_noted, True
        await self._heartbeat(is_start=is_start)

    @property
    def _is_connected(self) -> bool:
        return self._heartbeat_task is not None and not self._lost_shards

    def schedule(self) -> None:
        """Sleep until the next deadline, if there is one. Several calls in a row have the effect of one."""
        if self._wakeup is None:
            self._wakeup = asyncio.get_running_loop().call_soon(self._restart_sleep)

    def _restart_sleep(self) -> None:
        self._wakeup = None
        if self._sleep_task:
            self._sleep_task.cancel()
        at = self.bot.host.deadlines.next_at
        self._sleep_task = asyncio.create_task(self._sleep_until(at)) if at else None

    async def _sleep_until(self, time: datetime) -> None:
        await asyncio.sleep((time - self.bot.host.now()).total_seconds())
        if not self._is_connected:
            return  # the next connection sets it again
        for number in self.bot.host.deadlines.due_by(time):
            if number not in self._being_processed:
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
        await self._publish(number, due or DeadlineResult())
        self.schedule()

    async def _publish(self, number: int, due: DeadlineResult) -> None:
        if due.played:
            with suppress(NotAnnouncedError):  # it is tried again later
                await self.bot.outbox.publish(due.played)
        if due.notification:
            await self.bot.outbox.notify(due.notification)
        elif not due.played:
            self.bot.outbox.refresh(number)

    async def _heartbeat_forever(self) -> None:
        while True:
            await asyncio.sleep(self.bot.host.deadlines.heartbeat_interval.total_seconds())
            if self._is_connected:
                await self._heartbeat()

    async def _heartbeat(self, *, is_start: bool = False) -> None:
        try:
            if outage := await self.bot.host.deadlines.heartbeat(is_start=is_start):
                log.info("all deadlines grow by an outage of %s", outage)
                self.bot.outbox.refresh_all()
        except Exception as error:
            log.warning("no heartbeat: %r", error)


async def setup(bot: Client) -> None:
    """Load the cog."""
    await bot.add_cog(DeadlineTimer(bot))
