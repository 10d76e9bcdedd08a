"""When the bot tries again to show a game after its channel refused: ever more rarely, and not at all if there is no
channel.
"""

import datetime
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from host import StartedTable, Table, Venue

ROUND_INTERVAL: Final = datetime.timedelta(minutes=10)
"""The time from one round of attempts to the next."""
FIRST_PAUSE: Final = 1
"""The rounds from the first failure to the next attempt."""
MAX_PAUSE: Final = 144
"""The most rounds between two attempts: a day."""


@dataclass(slots=True)
class _Failure:
    """The venue and the ply of a table when it could not be shown.

    ``pause`` and ``remaining`` count rounds: from one attempt to the next, and until the next. Both may be infinite.
    """

    venue: Venue
    ply: int
    pause: float
    remaining: float


class RetrySchedule:
    """Counts the rounds until each table is tried again. It stores nothing: a restart tries all tables once."""

    def __init__(self) -> None:
        self._failures: dict[int, _Failure] = {}

    def begin_round(self, tables: Iterable[StartedTable]) -> list[StartedTable]:
        """Begin a round. Of all tables that have something to show, return those that are tried in it."""
        waiting = {table.number: table for table in tables}
        self._failures = {number: one for number, one in self._failures.items() if number in waiting}
        for failure in self._failures.values():
            failure.remaining -= 1
        return [table for table in waiting.values() if self._is_due(table)]

    def note_failure(self, table: Table, *, is_final: bool) -> None:
        """Note that a table could not be shown: the next attempt comes after a pause twice as long as the last.

        Where that ``is_final`` there is none, before something has changed there or in the game.
        """
        earlier = self._failures.get(table.number)
        pause: float = FIRST_PAUSE
        if is_final:
            pause = math.inf
        elif earlier and not math.isinf(earlier.pause):
            pause = min(2 * earlier.pause, MAX_PAUSE)
        self._failures[table.number] = _Failure(table.venue, table.ply, pause, pause)

    def is_suspended(self, number: int) -> bool:
        """Say whether a table is not tried at all for now."""
        failure = self._failures.get(number)
        return failure is not None and failure.pause == math.inf

    def forget(self, is_affected: Callable[[Venue], bool]) -> bool:
        """Forget the failures in certain channels, because something has changed there; say whether there were any."""
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
