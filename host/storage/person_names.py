"""The last known names of people, so that a person has the same name at all tables in memory."""

from dataclasses import replace

from host.model.game import GameT, RunningGame
from host.model.table import FinishedTable, Person, Seat, SeatedT, TableT


class PersonNames:
    """The names by the ids of people."""

    def __init__(self) -> None:
        self._names: dict[int, str] = {}

    def has(self, person: Person) -> bool:
        """Say whether this is the last known name of a person."""
        return self._names.get(person.id) == person.name

    def put(self, person: Person) -> None:
        """Remember a person's new name."""
        self._names[person.id] = person.name

    def remove(self, person_id: int) -> None:
        """Forget a person's name."""
        self._names.pop(person_id, None)

    def with_names(self, game: GameT) -> GameT:
        """Return a game in which everybody has their last known name; people unknown so far keep their names."""
        if isinstance(game, RunningGame):
            return replace(game, table=self._with_seat_names(self._with_people_names(game.table)))
        if isinstance(game, FinishedTable):
            return self._with_seat_names(self._with_people_names(game))
        return self._with_people_names(game)

    def _with_people_names(self, table: TableT) -> TableT:
        organiser, people = self._with_name(table.organiser), tuple(map(self._with_name, table.people))
        return replace(table, organiser=organiser, people=people)

    def _with_seat_names(self, table: SeatedT) -> SeatedT:
        return replace(table, seats=tuple(map(self._with_seat_name, table.seats)))

    def _with_seat_name(self, seat: Seat) -> Seat:
        return replace(seat, controller=self._with_name(seat.person)) if seat.person else seat

    def _with_name(self, person: Person) -> Person:
        return Person(person.id, self._names.setdefault(person.id, person.name))
