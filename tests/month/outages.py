"""Times in which something did not work, and how long the bot may feel them."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import accumulate

from cogs.delivery.jobs import PAUSES


class OutageKind(StrEnum):
    BOT_DOWN = "bot down"
    DISCORD_ERRORS = "Discord errors"
    CRASH = "crash"


@dataclass(frozen=True, slots=True)
class Outage:
    """A period in which something did not work."""

    kind: OutageKind
    start: datetime
    until: datetime

    def has(self, begun: datetime, ended: datetime, *, with_pause: bool = False) -> bool:
        """Return whether something began and ended within the outage.

        ``with_pause`` counts what began in it and ended before the bot tried again: it waits longer after each failure.
        """
        latest = self.until + self._longest_pause if with_pause else self.until
        return self.start <= begun <= self.until and ended <= latest

    @property
    def _longest_pause(self) -> timedelta:
        """How long the bot waits at most until it tries again what Discord refused all the time."""
        if self.kind is not OutageKind.DISCORD_ERRORS:
            return timedelta()
        length = (self.until - self.start).total_seconds()
        begun = [pause for tried, pause in zip(accumulate(PAUSES, initial=0), PAUSES, strict=False) if tried <= length]
        return timedelta(seconds=begun[-1])
