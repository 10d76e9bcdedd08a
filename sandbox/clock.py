"""The chat room's time is the time of day."""

import time

from simcord._clock import Clock


class WallClock(Clock):
    """SimCord's clock, following the computer's clock. SimCord's own clock stands still until a test moves it.

    `elapsed` is the time since SimCord's epoch, in seconds. It never runs backwards, even if the computer's clock is
    set back, because timers and message ids are made from it.
    """

    def __init__(self) -> None:
        self._latest = 0.0
        super().__init__()

    @property
    def elapsed(self) -> float:
        self._latest = max(self._latest, time.time() - self._epoch.timestamp())
        return self._latest

    @elapsed.setter
    def elapsed(self, seconds: float) -> None:
        """Do nothing. The base class sets 0 at the start, but this clock shows the time of day."""

    def advance(self, seconds: float) -> None:
        """Do nothing. Whoever advances the clock asks again until the time has come."""
