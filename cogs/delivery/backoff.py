"""When the bot tries again to show a game after a failure.

Each pause is twice as long as the one before. If the channel is gone, the bot stops trying until something changes.
"""

import datetime
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from host import StartedTable, Table, Venue

ROUND_INTERVAL: Final = datetime.timedelta(minutes=10)
"""The time between two rounds of attempts."""
FIRST_PAUSE: Final = 1
"""The pause after the first failure, in rounds."""
MAX_PAUSE: Final = 144
"""The longest pause, in rounds: a day."""


@dataclass(slots=True)
class _Failure:
    """A table that could not be shown: where it was then, and at which ply.

    ``pause`` is the number of rounds between two attempts, ``remaining`` the number until the next. Both may be
    infinite.
    """

    venue: Venue
    ply: int
    pause: float
    remaining: float


class RetrySchedule:
    """Counts the rounds until each table is tried again.

    It is kept in memory only: a restart tries every table once.
    """

    def __init__(self) -> None:
        self._failures: dict[int, _Failure] = {}

    def begin_round(self, tables: Iterable[StartedTable]) -> list[StartedTable]:
        """Begin a round. ``tables`` are all that have something to show. Return those to try in this round."""
        waiting = {table.number: table for table in tables}
        self._failures = {number: one for number, one in self._failures.items() if number in waiting}
        for failure in self._failures.values():
            failure.remaining -= 1
        return [table for table in waiting.values() if self._is_due(table)]

    def note_failure(self, table: Table, *, is_final: bool) -> None:
        """Note that a table could not be shown. The pause before the next attempt doubles.

        After an ``is_final`` failure, the bot does not try again until the channel or the game has changed.
        """
        earlier = self._failures.get(table.number)
        pause: float = FIRST_PAUSE
        if is_final:
            pause = math.inf
        elif earlier and not math.isinf(earlier.pause):
            pause = min(2 * earlier.pause, MAX_PAUSE)
        self._failures[table.number] = _Failure(table.venue, table.ply, pause, pause)

    def is_suspended(self, number: int) -> bool:
        """Say whether a table is not tried again until something changes."""
        failure = self._failures.get(number)
        return failure is not None and failure.pause == math.inf

    def forget(self, is_affected: Callable[[Venue], bool]) -> bool:
        """Forget the failures in the channels that a change affects. Return whether there were any."""
        affected = [number for number, failure in self._failures.items() if is_affected(failure.venue)]
        for number in affected:
            del self._failures[number]
        return bool(affected)

    def _is_due(self, table: Table) -> bool:
        """Say whether to try a table in this round. A suspended table is tried after the next move of its game."""
        failure = self._failures.get(table.number)
        if failure is None or failure.remaining <= 0:
            return True
        return math.isinf(failure.pause) and failure.ply != table.ply
