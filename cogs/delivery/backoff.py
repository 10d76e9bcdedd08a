"""When to try again to show a game whose channel refuses it: ever more rarely, and not at all where there is none."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from host import StartedTable, Table, Venue

LONGEST: Final = 144
"""Rounds that lie between two attempts at the most: a day, where there is one every ten minutes."""


@dataclass(slots=True)
class _Trouble:
    """A table's at a ply; counted in rounds, of which there may be no end."""

    venue: Venue
    ply: int
    pause: float
    left: float


class RetrySchedule:
    """Counts the rounds that a table sits out. Nothing is stored: after a restart everything is tried once."""

    def __init__(self) -> None:
        self._troubles: dict[int, _Trouble] = {}

    def due(self, tables: Iterable[StartedTable]) -> list[StartedTable]:
        """Begin a round: return those of all tables with something to show that are tried in it."""
        waiting = {table.number: table for table in tables}
        self._troubles = {number: one for number, one in self._troubles.items() if number in waiting}
        for trouble in self._troubles.values():
            trouble.left -= 1
        return [table for table in waiting.values() if self._is_due(table)]

    def failed(self, table: Table, *, is_hopeless: bool) -> None:
        """Note that it could not be shown: next time it waits for twice as long, or until there is hope again."""
        earlier = self._troubles.get(table.number)
        earlier_pause = earlier.pause if earlier and not math.isinf(earlier.pause) else 0.5
        pause = math.inf if is_hopeless else min(2 * earlier_pause, LONGEST)
        self._troubles[table.number] = _Trouble(table.venue, table.ply, pause, pause)

    def is_hopeless(self, number: int) -> bool:
        """Say whether a table is not tried at all, for the time being."""
        trouble = self._troubles.get(number)
        return trouble is not None and trouble.pause == math.inf

    def hope(self, concerns: Callable[[Venue], bool]) -> bool:
        """Forget what failed in certain places, where something is different now; say whether there was anything."""
        concerned = [number for number, trouble in self._troubles.items() if concerns(trouble.venue)]
        for number in concerned:
            del self._troubles[number]
        return bool(concerned)

    def _is_due(self, table: Table) -> bool:
        """What is hopeless is so until the game goes on: the next turn may be told."""
        trouble = self._troubles.get(table.number)
        if trouble is None or trouble.left <= 0:
            return True
        return math.isinf(trouble.pause) and trouble.ply != table.ply
