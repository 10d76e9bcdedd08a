"""The tables where something can still happen. One is found by its number, channel, server or people at once."""

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from heapq import merge
from itertools import islice
from typing import Final, NamedTuple

from host.model.table import BaseRunningTable, BaseTable, LiveSummary, SeatedTable, Status, Venue, WaitingTable

LIVE: Final = frozenset({Status.OPEN, Status.RUNNING})


class _Key(NamedTuple):
    """What tables are found by: they have all of these that are not None."""

    status: Status | None = None
    home: int | None = None
    guild: int | None = None
    person_id: int | None = None


class TableIndex:
    """What is known at once of each table that waits or runs."""

    def __init__(self) -> None:
        self._tables: dict[int, LiveSummary] = {}
        self._numbers = defaultdict[_Key, list[int]](list)
        """The numbers of the tables that each key finds, in order."""

    def __len__(self) -> int:
        return len(self._tables)

    def put(self, table: LiveSummary) -> None:
        """Keep a table as it is now."""
        before = self._tables.get(table.number)
        if before is None or list(_keys(before)) != list(_keys(table)):
            self.remove(table.number)
            for key in _keys(table):
                insort(self._numbers[key], table.number)
        self._tables[table.number] = table

    def remove(self, number: int) -> None:
        """Forget a table where nothing can happen any more; nothing happens if it is not kept."""
        table = self._tables.pop(number, None)
        for key in _keys(table) if table else ():
            numbers = self._numbers[key]
            del numbers[bisect_left(numbers, number)]
            if not numbers:
                del self._numbers[key]

    def find(self, number: int) -> LiveSummary | None:
        """Return a table; None if it neither waits nor runs."""
        return self._tables.get(number)

    @property
    def all(self) -> list[LiveSummary]:
        return self._with_numbers(sorted(self._tables))

    @property
    def waiting(self) -> list[WaitingTable]:
        found = self._with_numbers(self._found(_Key(Status.OPEN)))
        return [table for table in found if isinstance(table, WaitingTable)]

    def of_guild(self, guild: int, statuses: Collection[Status] = LIVE, most: int | None = None) -> list[LiveSummary]:
        """Return the tables of a server that have one of these statuses, by number: the first ``most``."""
        found = merge(*(self._found(_Key(status, guild=guild)) for status in statuses))
        return self._with_numbers(islice(found, most))

    def of_person(self, person_id: int) -> list[LiveSummary]:
        """Return the tables that name a person, by number: also those organised, left, or that invite them."""
        return self._with_numbers(self._found(_Key(person_id=person_id)))

    def around(self, venue: Venue, person_id: int | None = None) -> list[LiveSummary]:
        """Return the tables of a channel and its threads, and those that name a person, by number."""
        numbers = {number for status in LIVE for number in self._found(_Key(status, home=venue.home))}
        if person_id is not None:
            numbers.update(self._found(_Key(person_id=person_id)))
        return self._with_numbers(sorted(numbers))

    def nameable(
        self, venue: Venue, person_id: int, statuses: Collection[Status] = LIVE, most: int | None = None
    ) -> list[LiveSummary]:
        """Return tables that have one of these statuses, by number.

        They are all that name a person, the first ones around, and the first ones of the same server, ``most`` of each.
        """
        numbers = {table.number for table in self.of_person(person_id) if table.status in statuses}
        for status in statuses:
            numbers.update(self._found(_Key(status, home=venue.home))[:most])
            if venue.guild is not None:
                numbers.update(self._found(_Key(status, guild=venue.guild))[:most])
        return self._with_numbers(sorted(numbers))

    def _found(self, key: _Key) -> list[int]:
        return self._numbers.get(key, [])

    def _with_numbers(self, numbers: Iterable[int]) -> list[LiveSummary]:
        return [self._tables[number] for number in numbers]


def people_named(table: BaseTable) -> frozenset[int]:
    """Return the ids of the people whom a table names: also who has resigned, is invited, or asks for a seat."""
    seats = table.seats if isinstance(table, SeatedTable) else ()
    request = table.seat_request if isinstance(table, BaseRunningTable) else None
    seated = [seat.person for seat in seats if seat.person]
    asked = table.invitation.people if table.invitation else ()
    asking = (request.person,) if request else ()
    return frozenset(person.id for person in (table.organiser, *table.people, *seated, *asked, *asking))


def _keys(table: LiveSummary) -> Iterator[_Key]:
    yield _Key(table.status)
    if not table.is_private:  # a channel does not show it
        yield _Key(table.status, home=table.venue.home)
    if table.venue.guild is not None:
        yield _Key(table.status, guild=table.venue.guild)
    for person_id in people_named(table):
        yield _Key(person_id=person_id)
