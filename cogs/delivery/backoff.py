"""When the bot tries again to show a table after a failure: each table has a timer of its own, and its pauses grow.

If the channel is gone, the bot stops trying until something changes.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from host import Table, Venue

PAUSES: Final = (2, 5, 15, 60, 5 * 60, 15 * 60, 3_600, 4 * 3_600, 12 * 3_600, 24 * 3_600)
"""Seconds from a failure to the next attempt: after the first failure, the second, and so on; the last one for all
further failures."""

Pauses: TypeAlias = Sequence[float]


def pause_after(failures: int, pauses: Pauses = PAUSES) -> float:
    """Return the seconds until the next attempt after so many failures in a row, at least one."""
    return pauses[min(failures, len(pauses)) - 1]


@dataclass(slots=True)
class _Failure:
    """A table that could not be shown, where it was then, and how often in a row.

    Without a ``timer`` it is not tried again until something changes.
    """

    venue: Venue
    count: int
    timer: asyncio.TimerHandle | None


class RetrySchedule:
    """Calls ``try_again`` with the number of a table when its pause is over.

    It is kept in memory only: a restart tries every table once.
    """

    def __init__(self, try_again: Callable[[int], None], pauses: Pauses = PAUSES) -> None:
        self._try_again = try_again
        self._pauses = pauses
        self._failures: dict[int, _Failure] = {}

    def note_failure(self, table: Table, *, is_final: bool = False) -> None:
        """Note that a table could not be shown, and begin the pause before the next attempt.

        After an ``is_final`` failure, the bot does not try again until the channel or the game has changed. What fails
        then begins with the first pause.
        """
        earlier = self._failures.get(table.number)
        count = earlier.count + 1 if earlier and earlier.timer else 1
        self.note_success(table.number)
        self._failures[table.number] = _Failure(
            table.venue, count, None if is_final else self._begin_pause(table.number, count)
        )

    def note_success(self, number: int) -> None:
        """Note that a table is shown as it is now."""
        failure = self._failures.pop(number, None)
        if failure and failure.timer:
            failure.timer.cancel()

    def has_failed(self, number: int) -> bool:
        """Say whether the last attempt for a table has failed."""
        return number in self._failures

    def is_suspended(self, number: int) -> bool:
        """Say whether a table is not tried again until something changes."""
        failure = self._failures.get(number)
        return failure is not None and failure.timer is None

    def forget(self, is_affected: Callable[[Venue], bool]) -> list[int]:
        """Forget the failures in the channels that a change affects. Return the tables that nobody tries now."""
        affected = [number for number, failure in self._failures.items() if is_affected(failure.venue)]
        for number in affected:
            self.note_success(number)
        return affected

    def shorten(self, is_affected: Callable[[Venue], bool]) -> None:
        """Begin anew with the first pause in the channels that a change may affect."""
        for number, failure in self._failures.items():
            if is_affected(failure.venue) and (failure.timer is None or failure.count > 1):
                if failure.timer:
                    failure.timer.cancel()
                failure.count, failure.timer = 1, self._begin_pause(number, 1)

    def close(self) -> None:
        """Try nothing any more."""
        self.forget(lambda _: True)

    def _begin_pause(self, number: int, count: int) -> asyncio.TimerHandle:
        pause = pause_after(count, self._pauses)
        return asyncio.get_running_loop().call_later(pause, self._try_again, number)
