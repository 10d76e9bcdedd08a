"""The clocks of this machine, and of a database's server, by which all processes that share it measure time."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta


def machine_time() -> datetime:
    """Return the time (UTC) by this machine's clock."""
    return datetime.now(UTC)


def elapsed() -> float:
    """Return the seconds since some moment, with those in which the machine has slept, where it can tell them."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class ServerClock:
    """By how much the server's clock is ahead of this machine's.

    What the server says takes some time to arrive. So the difference is changed only if an answer proves it wrong, and
    then by as little as possible: clocks that agree stay equal, and time does not jump to and fro.
    """

    def __init__(self, machine: Callable[[], datetime] = machine_time) -> None:
        self.ahead = timedelta(0)
        self._machine = machine

    def ask(self) -> datetime:
        """Return when the server is asked, by this machine's clock."""
        return self._machine()

    def note(self, asked: datetime, told: datetime) -> None:
        """Note which time the server has told in an answer that arrives now."""
        least, most = told - self._machine(), told - asked
        if least <= most:  # else this machine's clock was set meanwhile
            self.ahead = min(max(self.ahead, least), most)
