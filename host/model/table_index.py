"""The tables where something can still happen. One is found by its number, channel, server or people at once."""

from collections.abc import Iterable

from host.model.table import BaseTable, LiveSummary, SeatedTable, Venue, WaitingTable


class TableIndex:
    """What is known at once of each table that waits or runs."""

    def __init__(self) -> None:
        self._tables: dict[int, LiveSummary] = {}
        self._by_home: dict[int, set[int]] = {}
        self._by_guild: dict[int, set[int]] = {}
        self._by_person: dict[int, set[int]] = {}
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
        return self._with_numbers(self._tables)

    @property
    def waiting(self) -> list[WaitingTable]:
        """The tables that wait for players, by number."""
        return [table for table in self._with_numbers(self._waiting) if isinstance(table, WaitingTable)]

    @property
    def waiting_count(self) -> int:
        """How many tables wait for players."""
        return len(self._waiting)

    def of_guild(self, guild: int) -> list[LiveSummary]:
        """Return the tables of a server, by number."""
        return self._with_numbers(self._by_guild.get(guild, ()))

    def of_person(self, person_id: int) -> list[LiveSummary]:
        """Return the tables that name a person, by number: also those that the person organises or has left."""
        return self._with_numbers(self._by_person.get(person_id, ()))

    def around(self, venue: Venue, person_id: int | None = None) -> list[LiveSummary]:
        """Return the tables of a channel and its threads, and those that name a person, by number."""
        numbers = self._by_home.get(venue.home, set())
        return self._with_numbers(numbers if person_id is None else numbers | self._by_person.get(person_id, set()))

    def nameable(self, venue: Venue, person_id: int) -> list[LiveSummary]:
        """Return the tables around, and those of the same server, by number."""
        near = {table.number for table in self.around(venue, person_id)}
        return self._with_numbers(near if venue.guild is None else near | self._by_guild.get(venue.guild, set()))

    def _with_numbers(self, numbers: Iterable[int]) -> list[LiveSummary]:
        return [self._tables[number] for number in sorted(numbers)]

    def _add(self, table: LiveSummary) -> None:
        home, guild, is_waiting, people = _keys(table)
        self._by_home.setdefault(home, set()).add(table.number)
        if guild is not None:
            self._by_guild.setdefault(guild, set()).add(table.number)
        if is_waiting:
            self._waiting.add(table.number)
        for person_id in people:
            self._by_person.setdefault(person_id, set()).add(table.number)

    def _discard(self, table: LiveSummary) -> None:
        home, guild, _, people = _keys(table)
        _discard(self._by_home, home, table.number)
        if guild is not None:
            _discard(self._by_guild, guild, table.number)
        self._waiting.discard(table.number)
        for person_id in people:
            _discard(self._by_person, person_id, table.number)


def people_named(table: BaseTable) -> frozenset[int]:
    """Return the ids of the people whom a table names, even of one who has resigned."""
    seats = table.seats if isinstance(table, SeatedTable) else ()
    seated = [seat.person for seat in seats if seat.person]
    return frozenset(person.id for person in (table.organiser, *table.people, *seated))


def _keys(table: LiveSummary) -> tuple[int, int | None, bool, frozenset[int]]:
    """Return what a table is found by."""
    return table.venue.home, table.venue.guild, isinstance(table, WaitingTable), people_named(table)


def _discard(numbers: dict[int, set[int]], key: int, number: int) -> None:
    numbers[key].discard(number)
    if not numbers[key]:
        del numbers[key]
