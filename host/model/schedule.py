"""What is due, and when: by kind, such as deadlines or daily lists, and by key. A change moves one time and leaves the
others where they are.
"""

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from operator import itemgetter

from host.model.observers import Observers


class Schedule:
    """When something has to be done next, by kind and key: the number of a table, the id of a person. Times are UTC."""

    def __init__(self) -> None:
        self._sorted = defaultdict[str, list[tuple[datetime, int]]](list)
        self._times: dict[tuple[str, int], datetime] = {}
        self.changed = Observers[[]]()
        """Told whenever something has to be done at another time than before."""

    def put(self, kind: str, key: int, at: datetime | None) -> None:
        """Set when something has to be done; None for never."""
        earlier, times = self._times.get((kind, key)), self._sorted[kind]
        if at == earlier:
            return
        if earlier is not None:
            del self._times[kind, key]
            del times[bisect_left(times, (earlier, key))]
        if at is not None:
            self._times[kind, key] = at
            insort(times, (at, key))
        self.changed.notify()

    def at(self, kind: str, key: int) -> datetime | None:
        """Return when something has to be done; None for never."""
        return self._times.get((kind, key))

    def upcoming(self, kind: str) -> list[tuple[datetime, int]]:
        """Return all times of a kind with their keys; the next one first."""
        return list(self._sorted[kind])

    def next_after(self, time: datetime, kinds: Iterable[str]) -> datetime | None:
        """Return when something of these kinds has to be done next after a time; None for never."""
        found: list[tuple[datetime, int]] = []
        for kind in kinds:
            place = self._count_by(time, kind)
            found += self._sorted[kind][place : place + 1]
        return min((at for at, _ in found), default=None)

    def due_by(self, time: datetime, kind: str) -> list[int]:
        """Return the keys of a kind for which something has to be done by a time."""
        return [key for _, key in self._sorted[kind][: self._count_by(time, kind)]]

    def _count_by(self, time: datetime, kind: str) -> int:
        return bisect_right(self._sorted[kind], time, key=itemgetter(0))
