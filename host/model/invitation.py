"""For whom the seats of a table are kept, and why, as immutable values."""

from collections.abc import Mapping
from dataclasses import dataclass

from carcassonne import Colour
from host.model.controllers import Computer, Controller, Person


@dataclass(frozen=True, slots=True)
class InvitedSeat:
    """A seat that is kept at a table."""

    controller: Controller
    colour: Colour
    """The colour of its figures, unless its player chooses another."""
    wins: int = 0
    """The games of the series that the player had won before this game."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """Why a table was opened: its people play a game again."""

    previous: int
    """The number of the game before."""
    best_of: int | None = None
    """The length of the series that the new game belongs to; None where it belongs to none."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """Why a table was opened: something was planned, for which no other table is opened."""

    kind: str
    """One word."""
    key: int


@dataclass(frozen=True, slots=True)
class Invitation:
    """For whom the seats of a table are kept, and why."""

    seats: tuple[InvitedSeat, ...]
    """In the order of the new game. After its start: those of a series, none for anything else."""
    why: Rematch | Occasion

    @property
    def people(self) -> tuple[Person, ...]:
        return tuple(seat.controller for seat in self.seats if isinstance(seat.controller, Person))

    @property
    def wins(self) -> Mapping[int, int]:
        """The games of the series that each person had won before, by their ids."""
        return {seat.controller.id: seat.wins for seat in self.seats if isinstance(seat.controller, Person)}

    @property
    def computers(self) -> tuple[Computer, ...]:
        return tuple(seat.controller for seat in self.seats if isinstance(seat.controller, Computer))
