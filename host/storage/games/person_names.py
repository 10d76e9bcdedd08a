"""The names of people as they were last seen: everybody has one name at all tables in memory."""

from dataclasses import replace
from typing import TypeVar

from host.model.controllers import Person
from host.model.game import GameT, RunningGame
from host.model.invitation import InvitedSeat
from host.model.table import Seat, SeatedTable, TableT

SeatT = TypeVar("SeatT", Seat, InvitedSeat)


class PersonNames:
    """People by their ids, each with the latest name. All tables share these values."""

    def __init__(self) -> None:
        self._people: dict[int, Person] = {}

    @property
    def ids(self) -> frozenset[int]:
        """The ids of all of them."""
        return frozenset(self._people)

    def has(self, person: Person) -> bool:
        """Return whether this is the last known name of a person."""
        return self._people.get(person.id) == person

    def put(self, person: Person) -> None:
        """Remember a person's new name."""
        self._people[person.id] = person

    def remove(self, person_id: int) -> None:
        """Forget a person's name."""
        self._people.pop(person_id, None)

    def with_names(self, game: GameT) -> GameT:
        """Return a game in which everybody has their last known name; people unknown so far keep their names."""
        if isinstance(game, RunningGame):
            return replace(game, table=self.with_table_names(game.table))
        return self.with_table_names(game)

    def with_table_names(self, table: TableT) -> TableT:
        """Return a table in which everybody has their last known name."""
        organiser, people = self._with_name(table.organiser), tuple(map(self._with_name, table.people))
        invitation = table.invitation
        if invitation:
            invitation = replace(invitation, seats=tuple(map(self._with_seat_name, invitation.seats)))
        if isinstance(table, SeatedTable):
            seats = tuple(map(self._with_seat_name, table.seats))
            return replace(table, organiser=organiser, people=people, seats=seats, invitation=invitation)
        return replace(table, organiser=organiser, people=people, invitation=invitation)

    def _with_seat_name(self, seat: SeatT) -> SeatT:
        if not isinstance(seat.controller, Person):
            return seat
        person = self._with_name(seat.controller)
        return seat if person is seat.controller else replace(seat, controller=person)

    def _with_name(self, person: Person) -> Person:
        return self._people.setdefault(person.id, person)
