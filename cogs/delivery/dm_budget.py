"""How many channels of direct messages the bot may open, so that Discord does not put it in quarantine."""

from collections import deque
from collections.abc import Callable, Iterable
from datetime import datetime

import discord

from cogs.delivery.discord_limits import DISCORD_LIMITS, DiscordLimits


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
        return sum(one > now - self._limits.dm_window for one in self._opened) < self._most

    def note_opening(self) -> None:
        """Note that a channel is being opened. Call it before the request, because several people may be next."""
        now = self._now()
        while self._opened and self._opened[0] <= now - self._limits.dm_window:
            self._opened.popleft()
        self._opened.append(now)

    def note_refusal(self) -> None:
        """Note that Discord has refused a channel: the bot opens no more for a while."""
        self._closed_until = self._now() + self._limits.dm_pause
