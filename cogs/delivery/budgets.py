"""How much the bot sends at most, where the headers of Discord's rate limits do not tell it.

Discord publishes none of these figures. They come from reports of other bots, so the bot stays below them.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

import discord

from host.model.table import MessageRef

LONGEST_PAUSE: Final = timedelta(hours=1)
MAX_IDLE_CHANNELS: Final = 1_000


@dataclass(frozen=True, slots=True)
class DiscordLimits:
    """How much the bot allows itself."""

    old_after: timedelta = timedelta(minutes=59)
    """The age from which a message counts as old. Discord says an hour; its clock may be a little ahead."""
    old_edits: int = 3
    """The most edits of old messages in one channel within ``old_edit_window``."""
    old_edit_window: timedelta = timedelta(seconds=6)
    old_edit_pause: timedelta = timedelta(seconds=30)
    """The time without such edits in a channel after Discord has refused one. It doubles with each refusal in a row."""
    dm_channels: int = 20
    """The most channels of direct messages that are opened within ``dm_window``. Bots were refused from 29 in an hour,
    others from 100 in two hours."""
    dm_window: timedelta = timedelta(hours=1)
    dm_pause: timedelta = timedelta(hours=2)
    """The time without opening such a channel after Discord has refused one."""


DISCORD_LIMITS: Final = DiscordLimits()


@dataclass(slots=True)
class _Channel:
    """The edits of old messages in a channel: when the latest ones ended, and how many run."""

    ended: deque[datetime] = field(default_factory=deque)
    running: int = 0
    rests_until: datetime | None = None
    refusals: int = 0


class EditBudget:
    """Counts the edits of old messages in each channel. Edits of young messages never wait."""

    def __init__(
        self, limits: DiscordLimits = DISCORD_LIMITS, *, now: Callable[[], datetime] = discord.utils.utcnow
    ) -> None:
        self._limits = limits
        self._now = now
        self._channels: dict[int, _Channel] = {}

    def pause_before(self, message: MessageRef, *, only_closes: bool = False) -> float:
        """Return the seconds until a message may be edited; 0 if it may be now.

        An edit that ``only_closes`` a message that is over leaves one edit to those that show a game as it stands.
        """
        if not self._is_old(message):
            return 0
        now, channel = self._now(), self._channel(message.channel)
        recent = self._recent(channel)
        rest = channel.rests_until - now if channel.rests_until else timedelta()
        free = self._limits.old_edits - channel.running - len(recent) - only_closes
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
        return _recent(channel.ended, self._now() - self._limits.old_edit_window)


class DmBudget:
    """Counts the channels that were opened in the last hour. ``opened`` are the times before a start, in order.

    Where several processes share the limit, each has its ``share``, and has opened its share of those before.
    """

    def __init__(
        self,
        limits: DiscordLimits = DISCORD_LIMITS,
        opened: Iterable[datetime] = (),
        *,
        share: float = 1,
        now: Callable[[], datetime] = discord.utils.utcnow,
    ) -> None:
        self._limits = limits
        self._now = now
        before = list(opened)
        self._opened = deque(before[len(before) - round(share * len(before)) :])
        self._most = max(1, int(share * limits.dm_channels))
        self._closed_until: datetime | None = None

    def may_open(self) -> bool:
        """Return whether the bot may open another channel now."""
        now = self._now()
        if self._closed_until and now < self._closed_until:
            return False
        return len(_recent(self._opened, now - self._limits.dm_window)) < self._most

    def note_opening(self) -> None:
        """Note that a channel is being opened. Call it before the request, because several people may be next."""
        self._opened.append(self._now())

    def note_refusal(self) -> None:
        """Note that Discord has refused a channel: the bot opens no more for a while."""
        self._closed_until = self._now() + self._limits.dm_pause


def _recent(times: deque[datetime], since: datetime) -> deque[datetime]:
    """Forget the times until another one, and return those that are left. They are in order."""
    while times and times[0] <= since:
        times.popleft()
    return times
