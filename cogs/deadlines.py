"""What happens because its time has come: turns are passed on or skipped, people reminded, tables asked.

The deadlines are rows of the database. One task sleeps until the next; another notes that the bot is there, so that
after an outage it is known how long it was.
"""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from datetime import datetime
from typing import Any, Final

import discord
from discord.ext import commands

from cogs.delivery.notifier import cry
from cogs.delivery.turn_messages import NotAnnouncedError
from cogs.interaction.client import Client
from host import HEARTBEAT, Due, HostError, Notification, NotificationKind

log = logging.getLogger(__name__)

PAUSE: Final = 60
"""Seconds until the next attempt, where one has failed; then each pause is twice as long as the one before."""
LONGEST_PAUSE: Final = 600
"""Seconds that pings come too late, at the most, when Discord works again."""


class Clock(commands.Cog):
    """Does in time what is due."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._setting: asyncio.Handle | None = None
        self._sleeper: asyncio.Task[None] | None = None
        self._heart: asyncio.Task[None] | None = None
        self._lost: set[int] = set()
        self._under_way: set[asyncio.Task[None]] = set()
        self._falling: set[int] = set()
        self._crying: set[tuple[int, int, NotificationKind]] = set()

    async def cog_load(self) -> None:
        """Let others ping through here: what fails is tried again."""
        self.bot.cry = self.cry

    async def cog_unload(self) -> None:
        """Stop; what is stored goes on at the next start. That the bot was there until now is noted."""
        if self._is_connected:
            await self._beat()
        self.bot.host.deadlines.stop_watching(self.set)
        for task in (self._setting, self._sleeper, self._heart, *self._under_way):
            if task:
                task.cancel()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Begin, with what became due meanwhile; first the deadlines grow by the time that the bot was not there."""
        await self._beat(is_start=self._heart is None)
        for ping in await self.bot.host.notifications.unsent():
            if ping.key not in self._crying:
                self._crying.add(ping.key)
                self._begin(self._cry_on(ping))
        self.bot.host.deadlines.watch(self.set)
        self.set()
        if self._heart is None:
            self._heart = asyncio.create_task(self._go_on_beating())

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        """Nobody can play there meanwhile, so nothing falls due, and it is an outage from now on."""
        was_connected = self._is_connected
        self._lost.add(shard)
        if was_connected:
            await self._beat()

    @commands.Cog.listener()
    async def on_shard_connect(self, shard: int) -> None:
        """Make up for the time without a connection. Where one of several is new, Discord says no more than this."""
        self._lost.discard(shard)
        if self._is_connected:
            await self._beat()
            self.set()

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard: int) -> None:
        """Go on as with a new connection."""
        await self.on_shard_connect(shard)

    @property
    def _is_connected(self) -> bool:
        return self._heart is not None and not self._lost

    def set(self) -> None:
        """Sleep until the next deadline, if there is one: once for all that change together, as after an outage."""
        if self._setting is None:
            self._setting = asyncio.get_running_loop().call_soon(self._sleep)

    def _sleep(self) -> None:
        self._setting = None
        if self._sleeper:
            self._sleeper.cancel()
        due = self.bot.host.deadlines.upcoming
        self._sleeper = asyncio.create_task(self._sleep_until(due[0][0])) if due else None

    async def cry(self, ping: Notification) -> None:
        """Send a ping; where that fails it is tried again later. It may tell of more time: the status does, too."""
        self.bot.statuses.show_soon(ping.game)
        self._crying.add(ping.key)
        if await self._is_cried(ping, is_new=True):
            self._crying.discard(ping.key)
        else:
            self._begin(self._cry_on(ping, after=PAUSE))

    async def _sleep_until(self, time: datetime) -> None:
        await asyncio.sleep((time - discord.utils.utcnow()).total_seconds())
        if not self._is_connected:
            return  # the next connection sets it anew
        for due, number in self.bot.host.deadlines.upcoming:
            if due <= time and number not in self._falling:
                self._falling.add(number)
                self._begin(self._fall_due(number))

    async def _fall_due(self, number: int) -> None:
        due = None
        try:
            due = await self.bot.host.deadlines.process_due(number)
        except Exception as error:
            log.warning("game %d: what is due could not be done", number, exc_info=not isinstance(error, HostError))
            await asyncio.sleep(PAUSE)
        finally:
            self._falling.discard(number)
        await self._tell(number, due or Due())
        self.set()

    async def _tell(self, number: int, due: Due) -> None:
        if due.played:
            with suppress(NotAnnouncedError):
                await self.bot.announcer.announce(due.played)
        if due.notification:
            await self.cry(due.notification)
        elif not due.played:
            self.bot.statuses.show_soon(number)

    async def _is_cried(self, ping: Notification, *, is_new: bool) -> bool:
        try:
            await cry(self.bot, ping, is_new=is_new)
        except Exception as error:
            is_strange = not isinstance(error, discord.HTTPException | OSError)
            log.warning("game %d: no ping %s yet: %s", ping.game, ping.kind, error, exc_info=is_strange)
            return False
        return True

    async def _cry_on(self, ping: Notification, *, after: float = 0) -> None:
        """Send a ping that may have been sent before, however often it takes; nobody else does meanwhile."""
        await asyncio.sleep(after)
        if await self._is_cried(ping, is_new=False):
            self._crying.discard(ping.key)
        else:
            self._begin(self._cry_on(ping, after=min(2 * after, LONGEST_PAUSE) or PAUSE))

    async def _go_on_beating(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT.total_seconds())
            if self._is_connected:
                await self._beat()

    async def _beat(self, *, is_start: bool = False) -> None:
        try:
            if outage := await self.bot.host.deadlines.heartbeat(is_start=is_start):
                log.info("all deadlines grow by an outage of %s", outage)
                self.bot.statuses.catch_up()
        except Exception as error:
            log.warning("no heartbeat: %r", error)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)


async def setup(bot: Client) -> None:
    """Load the cog."""
    await bot.add_cog(Clock(bot))
