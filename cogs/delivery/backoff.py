"""When the bot tries again to show a game whose channel refuses it: ever more rarely, and not at all where there is no
channel.
"""

import datetime
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from host import StartedTable, Table, Venue

ROUND: Final = datetime.timedelta(minutes=10)
"""The time from one round of attempts to the next."""
FIRST_PAUSE: Final = 1
"""The rounds from the first failure to the next attempt."""
LONGEST: Final = 144
"""The most rounds between two attempts: a day."""


@dataclass(slots=True)
class _Failure:
    """Where a table stood when it could not be shown, and at which ply.

    ``pause`` and ``left`` count rounds: from one attempt to the next, and until the next. Both may be infinite.
    """

    venue: Venue
    ply: int
    pause: float
    left: float


class RetrySchedule:
    """Counts the rounds that a table sits out. Nothing is stored: after a restart the bot tries everything once."""

    def __init__(self) -> None:
        self._failures: dict[int, _Failure] = {}

    def begin_round(self, tables: Iterable[StartedTable]) -> list[StartedTable]:
        """Begin a round; return those of all tables with something to show that are tried in it."""
        waiting = {table.number: table for table in tables}
        self._failures = {number: one for number, one in self._failures.items() if number in waiting}
        for failure in self._failures.values():
            failure.left -= 1
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
            pause = min(2 * earlier.pause, LONGEST)
        self._failures[table.number] = _Failure(table.venue, table.ply, pause, pause)

    def is_suspended(self, number: int) -> bool:
        """Say whether a table is not tried at all, for the time being."""
        failure = self._failures.get(number)
        return failure is not None and failure.pause == math.inf

    def forget(self, concerns: Callable[[Venue], bool]) -> bool:
        """Forget what failed in certain channels, where something is different now; say whether there was anything."""
        concerned = [number for number, failure in self._failures.items() if concerns(failure.venue)]
        for number in concerned:
            del self._failures[number]
        return bool(concerned)

    def _is_due(self, table: Table) -> bool:
        """Say whether it is a table's turn. One that is suspended is tried when the game has gone on: the next turn may
        be shown elsewhere.
        """
        failure = self._failures.get(table.number)
        if failure is None or failure.left <= 0:
            return True
        return math.isinf(failure.pause) and failure.ply != table.ply
