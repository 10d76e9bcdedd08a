"""The names of people as they were last seen: everybody has one name at all tables in memory."""

from dataclasses import replace

from host.model.game import GameT, RunningGame
from host.model.table import FinishedTable, Person, Seat, SeatedT, TableT


class PersonNames:
    """The names by the ids of people."""

    def __init__(self) -> None:
        self._names: dict[int, str] = {}

    def has(self, person: Person) -> bool:
        """Say whether a person is known by this very name."""
        return self._names.get(person.id) == person.name

    def put(self, person: Person) -> None:
        """Note a person's new name."""
        self._names[person.id] = person.name

    def remove(self, person_id: int) -> None:
        """Forget a person's name."""
        self._names.pop(person_id, None)

    def named(self, game: GameT) -> GameT:
        """Return a game in which everybody has the name that was last seen; who is unknown so far keeps theirs."""
        if isinstance(game, RunningGame):
            return replace(game, table=self._seats_named(self._people_named(game.table)))
        if isinstance(game, FinishedTable):
            return self._seats_named(self._people_named(game))
        return self._people_named(game)

    def _people_named(self, table: TableT) -> TableT:
        organiser, people = self._person_named(table.organiser), tuple(map(self._person_named, table.people))
        return replace(table, organiser=organiser, people=people)

    def _seats_named(self, table: SeatedT) -> SeatedT:
        return replace(table, seats=tuple(map(self._seat_named, table.seats)))

    def _seat_named(self, seat: Seat) -> Seat:
        return replace(seat, controller=self._person_named(seat.person)) if seat.person else seat

    def _person_named(self, person: Person) -> Person:
        return Person(person.id, self._names.setdefault(person.id, person.name))
