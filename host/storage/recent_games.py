"""The games that are over and were used last. They are kept, so that they are not replayed again and again."""

from collections import OrderedDict
from typing import Final

from host.model.table import FinishedTable

MOST: Final = 32
"""How many games are kept."""


class RecentGames:
    """The tables of the games that are over, the last ones used.

    A table could change while it is read from the database, and would be kept as it was before. So whoever reads one
    notes the ``version`` first, and the table is kept only if nothing has changed since.
    """

    def __init__(self) -> None:
        self._tables: OrderedDict[int, FinishedTable] = OrderedDict()
        self.version = 0

    def find(self, number: int) -> FinishedTable | None:
        """Return a table; None if it is not kept."""
        if number in self._tables:
            self._tables.move_to_end(number)
        return self._tables.get(number)

    def put(self, table: FinishedTable) -> None:
        """Keep a table as it is now. If there are too many, forget the one that has not been used for longest."""
        self.version += 1
        self._tables[table.number] = table
        self._tables.move_to_end(table.number)
        if len(self._tables) > MOST:
            self._tables.popitem(last=False)

    def put_if_unchanged(self, table: FinishedTable, version: int) -> None:
        """Keep a table that was read at a version, unless something has changed since."""
        if version == self.version:
            self.put(table)

    def remove(self, number: int) -> None:
        """Forget a table, because it has changed."""
        self.version += 1
        self._tables.pop(number, None)

    def clear(self) -> None:
        """Forget all tables."""
        self.version += 1
        self._tables.clear()
