"""Paces the edits of old messages, because Discord allows only a few of them in each channel.

An edit that has to wait is done later, in the background. Edits of the same message merge: only the latest is done.
What shows a game as it stands goes before what only closes a message. Edits of young messages never wait.
"""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import IntEnum
from typing import Final, TypeAlias

import discord

from cogs.delivery.background import BackgroundTasks
from cogs.delivery.discord_limits import DISCORD_LIMITS, DiscordLimits, is_edit_limit
from cogs.delivery.errors import NotAnnouncedError, is_discord_trouble, is_passing_trouble
from host import HostError, MessageRef

log = logging.getLogger(__name__)

LONGEST_PAUSE: Final = timedelta(hours=1)
MAX_IDLE_CHANNELS: Final = 1_000

Work: TypeAlias = Callable[[], Awaitable[object]]
"""Makes the current content of a message, and edits it. It sets the language itself."""


class Urgency(IntEnum):
    """Which edits go first."""

    CURRENT = 0
    """The message shows a game as it stands."""
    CLOSED = 1
    """The message is over. It only loses its buttons or its deadline, so it waits while others need the channel."""


@dataclass(slots=True)
class _Waiting:
    message: MessageRef
    urgency: Urgency
    work: Work


@dataclass(slots=True)
class _Channel:
    """The edits of old messages in a channel: when the latest ones ended, how many run, and which wait."""

    ended: deque[datetime] = field(default_factory=deque)
    running: int = 0
    waiting: dict[MessageRef, _Waiting] = field(default_factory=dict)
    rests_until: datetime | None = None
    refusals: int = 0
    has_worker: bool = False


class EditPacing:
    """Does edits, as soon as their channel allows them."""

    def __init__(
        self,
        limits: DiscordLimits = DISCORD_LIMITS,
        *,
        now: Callable[[], datetime] = discord.utils.utcnow,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._limits = limits
        self._now = now
        self._sleep = sleep
        self._channels: dict[int, _Channel] = {}
        self._tasks = BackgroundTasks()

    async def edit(self, message: MessageRef, urgency: Urgency, work: Work) -> bool:
        """Edit a message, or leave that to the background if it has to wait. Return whether it is done.

        Raise what ``work`` raises, unless Discord refuses the edit because there were too many: then it waits too.
        """
        channel = self._channel(message.channel)
        if not self._is_old(message) or self._may_begin(channel, urgency):
            channel.waiting.pop(message, None)
            try:
                await self._do(channel, message, work)
            except Exception as error:
                if not is_edit_limit(error):
                    raise
                self._rest(message.channel, channel)
            else:
                return True
        self._enqueue(channel, _Waiting(message, urgency, work))
        return False

    @asynccontextmanager
    async def count(self, message: MessageRef) -> AsyncIterator[None]:
        """Count an edit that must not wait, so that others do."""
        channel = self._channel(message.channel)
        is_old = self._is_old(message)
        channel.running += is_old
        try:
            yield
        finally:
            if is_old:
                channel.running -= 1
                channel.ended.append(self._now())

    async def close(self) -> None:
        """Drop what waits. The messages stay as they are until their games change."""
        await self._tasks.close()

    def _is_old(self, message: MessageRef) -> bool:
        return self._now() - discord.utils.snowflake_time(message.message) >= self._limits.old_after

    def _channel(self, number: int) -> _Channel:
        if len(self._channels) > MAX_IDLE_CHANNELS:
            self._channels = {one: channel for one, channel in self._channels.items() if self._is_in_use(channel)}
        return self._channels.setdefault(number, _Channel())

    def _is_in_use(self, channel: _Channel) -> bool:
        is_resting = channel.rests_until is not None and channel.rests_until > self._now()
        return bool(channel.waiting or channel.running or channel.has_worker or self._recent(channel)) or is_resting

    def _recent(self, channel: _Channel) -> deque[datetime]:
        """Return when those edits ended that still count."""
        while channel.ended and channel.ended[0] <= self._now() - self._limits.old_edit_window:
            channel.ended.popleft()
        return channel.ended

    def _may_begin(self, channel: _Channel, urgency: Urgency) -> bool:
        """Say whether an edit may begin at once. What is over waits for the background, behind all else."""
        is_first = all(one.urgency > urgency for one in channel.waiting.values())
        return urgency is not Urgency.CLOSED and is_first and self._pause_before(channel, urgency) <= timedelta()

    def _pause_before(self, channel: _Channel, urgency: Urgency) -> timedelta:
        """Return how long the next edit has to wait. What is over leaves one edit to the others."""
        now, recent = self._now(), self._recent(channel)
        rest = channel.rests_until - now if channel.rests_until else timedelta()
        free = self._limits.old_edits - channel.running - len(recent) - (urgency is Urgency.CLOSED)
        if free > 0:
            return rest
        if len(recent) <= -free:  # only those that run now can make room
            return max(rest, self._limits.old_edit_window)
        return max(rest, recent[-free] + self._limits.old_edit_window - now)

    async def _do(self, channel: _Channel, message: MessageRef, work: Work) -> None:
        async with self.count(message):
            await work()
        if self._is_old(message):
            channel.rests_until, channel.refusals = None, 0

    def _rest(self, number: int, channel: _Channel) -> None:
        """Begin a pause in a channel, because Discord has not taken an edit."""
        pause = min(self._limits.old_edit_pause * 2**channel.refusals, LONGEST_PAUSE)
        log.info("channel %d: no edits of old messages for %s", number, pause)
        channel.rests_until = self._now() + pause
        channel.refusals = min(channel.refusals + 1, 20)

    def _enqueue(self, channel: _Channel, edit: _Waiting) -> None:
        """Put an edit behind the others, or in the place of an earlier edit of the same message."""
        earlier = channel.waiting.get(edit.message)
        if earlier:
            earlier.work, earlier.urgency = edit.work, min(earlier.urgency, edit.urgency)
        else:
            channel.waiting[edit.message] = edit
        if not channel.has_worker:
            channel.has_worker = True
            self._tasks.begin(self._work_off(channel))

    async def _work_off(self, channel: _Channel) -> None:
        """Do the waiting edits of a channel one after the other, the most urgent first."""
        try:
            while channel.waiting:
                edit = min(channel.waiting.values(), key=lambda one: one.urgency)
                pause = self._pause_before(channel, edit.urgency)
                if pause > timedelta():
                    await self._sleep(pause.total_seconds())
                else:
                    del channel.waiting[edit.message]
                    await self._try(channel, edit)
        finally:
            channel.has_worker = False

    async def _try(self, channel: _Channel, edit: _Waiting) -> None:
        """Do an edit. If Discord takes no more for now, or has trouble, it waits again, unless a later one does."""
        try:
            await self._do(channel, edit.message, edit.work)
        except Exception as error:
            if is_edit_limit(error) or is_passing_trouble(error) or is_passing_trouble(error.__cause__):
                self._rest(edit.message.channel, channel)
                channel.waiting.setdefault(edit.message, edit)
                return
            is_expected = is_discord_trouble(error) or isinstance(error, NotAnnouncedError | HostError)
            log.warning("message %d is not up to date: %r", edit.message.message, error, exc_info=not is_expected)
