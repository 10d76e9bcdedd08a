"""The next deadline of each table, in order. A change moves one of them and leaves the others where they are."""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable
from datetime import datetime


class DeadlineQueue:
    """Deadlines with the numbers of their tables, the next one first. Times are UTC."""

    def __init__(self, deadlines: Iterable[tuple[datetime, int]] = ()) -> None:
        self._sorted = sorted(deadlines)
        self._by_table = {number: at for at, number in self._sorted}

    def put(self, number: int, at: datetime | None) -> None:
        """Set when something has to be done at a table; None for never."""
        earlier = self._by_table.pop(number, None)
        if earlier is not None:
            del self._sorted[bisect_left(self._sorted, (earlier, number))]
        if at is not None:
            self._by_table[number] = at
            insort(self._sorted, (at, number))

    @property
    def upcoming(self) -> list[tuple[datetime, int]]:
        """All deadlines with the numbers of their tables; the next one first."""
        return list(self._sorted)

    def next_after(self, time: datetime) -> datetime | None:
        """Return when something has to be done next after a time; None for never."""
        place = bisect_right(self._sorted, time, key=_time)
        return self._sorted[place][0] if place < len(self._sorted) else None

    def due_by(self, time: datetime) -> list[int]:
        """Return the numbers of the tables where something has to be done by a time."""
        return [number for _, number in self._sorted[: bisect_right(self._sorted, time, key=_time)]]


def _time(deadline: tuple[datetime, int]) -> datetime:
    return deadline[0]
