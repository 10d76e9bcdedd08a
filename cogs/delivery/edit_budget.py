"""How many old messages the bot may edit in a channel, because Discord allows only a few such edits.

Edits of young messages never wait. What shows a game as it stands goes before what only closes a message.
"""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import IntEnum
from typing import Final

import discord

from cogs.delivery.discord_limits import DISCORD_LIMITS, DiscordLimits
from host.model.table import MessageRef

LONGEST_PAUSE: Final = timedelta(hours=1)
MAX_IDLE_CHANNELS: Final = 1_000


class Urgency(IntEnum):
    """Which edits go first."""

    CURRENT = 0
    """The message shows a game as it stands."""
    CLOSED = 1
    """The message is over. It only loses its buttons, so it leaves one edit to the others."""


@dataclass(slots=True)
class _Channel:
    """The edits of old messages in a channel: when the latest ones ended, and how many run."""

    ended: deque[datetime] = field(default_factory=deque)
    running: int = 0
    rests_until: datetime | None = None
    refusals: int = 0


class EditBudget:
    """Counts the edits of old messages in each channel."""

    def __init__(
        self, limits: DiscordLimits = DISCORD_LIMITS, *, now: Callable[[], datetime] = discord.utils.utcnow
    ) -> None:
        self._limits = limits
        self._now = now
        self._channels: dict[int, _Channel] = {}

    def pause_before(self, message: MessageRef, urgency: Urgency) -> float:
        """Return the seconds until a message may be edited; 0 if it may be now."""
        if not self._is_old(message):
            return 0
        now, channel = self._now(), self._channel(message.channel)
        recent = self._recent(channel)
        rest = channel.rests_until - now if channel.rests_until else timedelta()
        free = self._limits.old_edits - channel.running - len(recent) - (urgency is Urgency.CLOSED)
        if free <= 0:  # if none has ended, only those that run now can make room
            ended = recent[-free] if len(recent) > -free else now
            rest = max(rest, ended + self._limits.old_edit_window - now)
        return max(rest.total_seconds(), 0)

    @contextmanager
    def counting(self, message: MessageRef) -> Iterator[None]:
        """Count an edit that is made in this block."""
        channel, is_old = self._channel(message.channel), self._is_old(message)
        channel.running += is_old
        try:
            yield
            if is_old:
                channel.rests_until, channel.refusals = None, 0
        finally:
            if is_old:
                channel.running -= 1
                channel.ended.append(self._now())

    def note_refusal(self, message: MessageRef) -> float:
        """Note that Discord has refused an edit because there were too many. Return the seconds until the next one."""
        channel = self._channel(message.channel)
        pause: timedelta = min(self._limits.old_edit_pause * 2**channel.refusals, LONGEST_PAUSE)
        channel.rests_until = self._now() + pause
        channel.refusals = min(channel.refusals + 1, 20)
        return pause.total_seconds()

    def _is_old(self, message: MessageRef) -> bool:
        return self._now() - discord.utils.snowflake_time(message.message) >= self._limits.old_after

    def _channel(self, number: int) -> _Channel:
        if len(self._channels) > MAX_IDLE_CHANNELS:
            self._channels = {one: channel for one, channel in self._channels.items() if self._is_in_use(channel)}
        return self._channels.setdefault(number, _Channel())

    def _is_in_use(self, channel: _Channel) -> bool:
        is_resting = channel.rests_until is not None and channel.rests_until > self._now()
        return bool(channel.running or self._recent(channel)) or is_resting

    def _recent(self, channel: _Channel) -> deque[datetime]:
        """Return when those edits ended that still count."""
        while channel.ended and channel.ended[0] <= self._now() - self._limits.old_edit_window:
            channel.ended.popleft()
        return channel.ended
