"""The chat room's time is the time of day."""

import time

from simcord._clock import Clock


class WallClock(Clock):
    """SimCord's clock, which otherwise stands still until a test moves it, following the computer's.

    `elapsed` is seconds since SimCord's epoch. It never runs backwards, even where the computer's clock is set back:
    timers and message ids are made from it.
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
        """The base class starts at 0; the time of day is where it is."""

    def advance(self, seconds: float) -> None:
        """Nothing: whoever advances the clock asks again until the moment has come."""
