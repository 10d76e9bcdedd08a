"""How often something may be done: uses are counted in memory, because the times are short."""

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

_SWEEP_AT: Final = 1_000
"""The number of counts at which expired counts are deleted. It doubles while as many aren't expired."""


@dataclass(frozen=True, slots=True)
class RateLimit:
    """At most ``times`` uses within ``seconds``, counted from the first use."""

    name: str
    times: int
    seconds: int


class RateLimitError(Exception):
    """Somebody asked too often. ``until`` is the time when they may ask again."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


@dataclass(slots=True)
class _Count:
    """How often something was done since a time."""

    since: datetime
    uses: int = 0


class RateLimits:
    """Counts uses."""

    def __init__(self) -> None:
        self._counts: dict[tuple[RateLimit, Hashable], _Count] = {}
        self._sweep_at = _SWEEP_AT

    def check(self, limit: RateLimit, key: Hashable, now: datetime) -> None:
        """Count one more use at the time ``now``. If it is one too many, raise RateLimitError instead."""
        if len(self._counts) >= self._sweep_at:
            self._sweep(now)
        count = self._counts.get((limit, key))
        if count is None or now >= _end(limit, count):
            count = self._counts[limit, key] = _Count(now)
        if count.uses >= limit.times:
            raise RateLimitError(_end(limit, count))
        count.uses += 1

    def _sweep(self, now: datetime) -> None:
        for key, count in tuple(self._counts.items()):
            if now >= _end(key[0], count):
                del self._counts[key]
        self._sweep_at = max(_SWEEP_AT, 2 * len(self._counts))


def _end(limit: RateLimit, count: _Count) -> datetime:
    return count.since + timedelta(seconds=limit.seconds)
