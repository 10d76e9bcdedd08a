"""Limits how often one person, or one channel, may ask for pictures, public messages and files.

Moves have no limit: laying a tile, its preview, passing, answering, taking back, resigning.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from discord import app_commands

_SWEEP_AT: Final = 1_000
"""The number of counts at which expired counts are deleted."""


@dataclass(frozen=True, slots=True)
class RateLimit:
    """At most ``times`` uses within ``seconds``, counted from the first use."""

    name: str
    times: int
    seconds: int


PICTURE_LIMIT: Final = RateLimit("pictures", 30, 60)
"""Boards, tiles, logs and leaderboards that one person looks at."""
SHARE_LIMIT: Final = RateLimit("shared", 5, 300)
"""Boards that one person shows to everybody."""
CHANNEL_SHARE_LIMIT: Final = RateLimit("shared-here", 10, 300)
"""Boards that are shown to everybody in one channel."""
SEAT_LIMIT: Final = RateLimit("seats", 20, 300)
"""Seats that one person takes."""
SUGGESTION_LIMIT: Final = RateLimit("suggestions", 3, 3600)
"""How often one person suggests to the others to end a game."""
UNDO_LIMIT: Final = RateLimit("undos", 6, 3600)
"""How often one person asks the others to undo a turn."""
VOTE_LIMIT: Final = RateLimit("votes", 20, 300)
"""How often one person votes on late turns, or changes the vote."""
FILE_LIMIT: Final = RateLimit("files", 5, 300)
"""Exports of personal data, records that managers export or import, and whole games that are drawn as a file."""


class RateLimitError(app_commands.CommandOnCooldown):
    """Somebody asked too often. ``until`` is the time when they may ask again."""

    def __init__(self, cooldown: app_commands.Cooldown, now: datetime, retry_after: float) -> None:
        super().__init__(cooldown, retry_after)
        self.until = now + timedelta(seconds=retry_after)


class RateLimits:
    """Counts uses. The counts are kept in memory only, because the times are short."""

    def __init__(self) -> None:
        self._counts: dict[tuple[RateLimit, Hashable], app_commands.Cooldown] = {}

    def check(self, limit: RateLimit, key: Hashable, now: datetime) -> None:
        """Count one more use at the time ``now``. If it is one too many, raise RateLimitError instead."""
        seconds = now.timestamp()
        if len(self._counts) >= _SWEEP_AT:
            self._sweep(seconds)
        count = self._counts.setdefault((limit, key), app_commands.Cooldown(limit.times, limit.seconds))
        if wait := count.update_rate_limit(seconds):
            raise RateLimitError(count, now, wait)

    def _sweep(self, seconds: float) -> None:
        over = [key for key, count in self._counts.items() if count.get_tokens(seconds) == count.rate]
        for key in over:
            del self._counts[key]
