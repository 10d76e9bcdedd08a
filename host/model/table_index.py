"""The tables where something can still happen. One is found by its number, channel, server or people at once."""

from bisect import bisect_left, insort
from collections.abc import Collection, Hashable, Iterable
from heapq import merge
from itertools import islice
from typing import Final, Generic, TypeVar

from host.model.table import BaseTable, LiveSummary, SeatedTable, Status, Venue, WaitingTable

KeyT = TypeVar("KeyT", bound=Hashable)

LIVE: Final = frozenset({Status.OPEN, Status.RUNNING})
"""The statuses of the tables that wait or run."""


class NumbersByKey(Generic[KeyT]):
    """Numbers of tables by what they have in common, in order."""

    def __init__(self) -> None:
        self._numbers: dict[KeyT, list[int]] = {}

    def of(self, key: KeyT) -> list[int]:
        """Return the numbers under a key, in order. Whoever gets them must not change them."""
        return self._numbers.get(key, [])

    def add(self, key: KeyT, number: int) -> None:
        """Put a number under a key where it is not yet."""
        insort(self._numbers.setdefault(key, []), number)

    def discard(self, key: KeyT, number: int) -> None:
        """Take a number away that is under a key."""
        numbers = self._numbers[key]
        del numbers[bisect_left(numbers, number)]
        if not numbers:
            del self._numbers[key]


class TableIndex:
    """What is known at once of each table that waits or runs."""

    def __init__(self) -> None:
        self._tables: dict[int, LiveSummary] = {}
        self._by_home = NumbersByKey[tuple[int, Status]]()
        self._by_guild = NumbersByKey[tuple[int, Status]]()
        self._by_person = NumbersByKey[int]()
        self._waiting: set[int] = set()

    def __len__(self) -> int:
        return len(self._tables)

    def put(self, table: LiveSummary) -> None:
        """Keep a table as it is now."""
        before = self._tables.get(table.number)
        if before is None or _keys(before) != _keys(table):
            self.remove(table.number)
            self._add(table)
        self._tables[table.number] = table

    def remove(self, number: int) -> None:
        """Forget a table where nothing can happen any more; nothing happens if it is not kept."""
        table = self._tables.pop(number, None)
        if table is not None:
            self._discard(table)

    def find(self, number: int) -> LiveSummary | None:
        """Return a table; None if it neither waits nor runs."""
        return self._tables.get(number)

    @property
    def all(self) -> list[LiveSummary]:
        """All tables, by number."""
        return self._with_numbers(sorted(self._tables))

    @property
    def waiting(self) -> list[WaitingTable]:
        """The tables that wait for players, by number."""
        return [table for table in self._with_numbers(sorted(self._waiting)) if isinstance(table, WaitingTable)]

    def of_guild(self, guild: int, statuses: Collection[Status] = LIVE, most: int | None = None) -> list[LiveSummary]:
        """Return the tables of a server that have one of these statuses, by number: the first ``most``."""
        return self._with_numbers(islice(merge(*(self._by_guild.of((guild, one)) for one in statuses)), most))

    def of_person(self, person_id: int) -> list[LiveSummary]:
        """Return the tables that name a person, by number: also those organised, left, or that invite them."""
        return self._with_numbers(self._by_person.of(person_id))

    def around(self, venue: Venue, person_id: int | None = None) -> list[LiveSummary]:
        """Return the tables of a channel and its threads, and those that name a person, by number."""
        numbers = {number for one in LIVE for number in self._by_home.of((venue.home, one))}
        return self._with_numbers(
            sorted(numbers if person_id is None else numbers.union(self._by_person.of(person_id)))
        )

    def nameable(
        self, venue: Venue, person_id: int, statuses: Collection[Status] = LIVE, most: int | None = None
    ) -> list[LiveSummary]:
        """Return tables that have one of these statuses, by number.

        They are all that name a person, the first ones around, and the first ones of the same server, ``most`` of each.
        """
        numbers = {table.number for table in self.of_person(person_id) if table.status in statuses}
        for status in statuses:
            numbers.update(self._by_home.of((venue.home, status))[:most])
            if venue.guild is not None:
                numbers.update(self._by_guild.of((venue.guild, status))[:most])
        return self._with_numbers(sorted(numbers))

    def _with_numbers(self, numbers: Iterable[int]) -> list[LiveSummary]:
        return [self._tables[number] for number in numbers]

    def _add(self, table: LiveSummary) -> None:
        home, guild, status, people = _keys(table)
        self._by_home.add((home, status), table.number)
        if guild is not None:
            self._by_guild.add((guild, status), table.number)
        if status is Status.OPEN:
            self._waiting.add(table.number)
        for person_id in people:
            self._by_person.add(person_id, table.number)

    def _discard(self, table: LiveSummary) -> None:
        home, guild, status, people = _keys(table)
        self._by_home.discard((home, status), table.number)
        if guild is not None:
            self._by_guild.discard((guild, status), table.number)
        self._waiting.discard(table.number)
        for person_id in people:
            self._by_person.discard(person_id, table.number)


def people_named(table: BaseTable) -> frozenset[int]:
    """Return the ids of the people whom a table names: also who has resigned, or is invited."""
    seats = table.seats if isinstance(table, SeatedTable) else ()
    seated = [seat.person for seat in seats if seat.person]
    asked = table.invitation.people if table.invitation else ()
    return frozenset(person.id for person in (table.organiser, *table.people, *seated, *asked))


def _keys(table: LiveSummary) -> tuple[int, int | None, Status, frozenset[int]]:
    """Return what a table is found by."""
    return table.venue.home, table.venue.guild, table.status, people_named(table)
