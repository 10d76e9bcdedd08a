"""How often one person, or one channel, may ask for what is expensive: pictures, public messages.

Moves have no limit: laying a tile, its preview, passing, answering, taking back, resigning.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from discord import app_commands

_SWEEP_AT: Final = 1_000
"""The number of counts at which those whose time is over are deleted."""


@dataclass(frozen=True, slots=True)
class RateLimit:
    """So many times within so many seconds, counted from the first."""

    name: str
    times: int
    seconds: int


PICTURES: Final = RateLimit("pictures", 30, 60)
"""Boards, tiles, logs and leaderboards that one person looks at."""
SHARED: Final = RateLimit("shared", 5, 300)
"""Boards that one person shows to everybody."""
SHARED_HERE: Final = RateLimit("shared-here", 10, 300)
"""Boards that are shown to everybody in one channel."""
SEATS: Final = RateLimit("seats", 20, 300)
"""Seats that one person takes."""
SUGGESTIONS: Final = RateLimit("suggestions", 3, 3600)
"""How often one person suggests to everybody to end a game."""
UNDOS: Final = RateLimit("undos", 6, 3600)
"""How often one person asks everybody to undo a turn."""
VOTES: Final = RateLimit("votes", 20, 300)
"""How often one person votes about turns that are late, or changes the vote."""
FILES: Final = RateLimit("files", 5, 300)
"""Files of everything about a person, and records that managers read or bring."""


class RateLimitError(app_commands.CommandOnCooldown):
    """Somebody asked too often; ``until`` tells when they may ask again."""

    def __init__(self, cooldown: app_commands.Cooldown, now: datetime, retry_after: float) -> None:
        super().__init__(cooldown, retry_after)
        self.until = now + timedelta(seconds=retry_after)


class RateLimits:
    """Counts what people have asked for lately. In memory only: the times are short, so a restart may forget them."""

    def __init__(self) -> None:
        self._counts: dict[tuple[RateLimit, Hashable], app_commands.Cooldown] = {}

    def check(self, limit: RateLimit, key: Hashable, now: datetime) -> None:
        """Count one more use; raise TooOftenError, and do not count, where that is one too many."""
        seconds = now.timestamp()
        if len(self._counts) >= _SWEEP_AT:
            self._sweep(seconds)
        count = self._counts.setdefault((limit, key), app_commands.Cooldown(limit.times, limit.seconds))
        if wait := count.update_rate_limit(seconds):
            raise RateLimitError(count, now, wait)

    def _sweep(self, seconds: float) -> None:
        """Delete the counts that start again with the next use."""
        over = [key for key, count in self._counts.items() if count.get_tokens(seconds) == count.rate]
        for key in over:
            del self._counts[key]
