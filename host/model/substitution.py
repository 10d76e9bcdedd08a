"""Replacing a player in a running game. Pure."""

from dataclasses import dataclass, replace
from datetime import datetime

from host.model.table import OUTDATED_ROUND, Computer, Person, RunningTable
from host.model.table_errors import ComputersSeatError, NoSuchSeatError, SeatResignedError, SitsThereError


@dataclass(frozen=True, slots=True)
class Substitution:
    """A seat of a game that changed hands."""

    ply: int
    """The ply of the game at that time."""
    seat: int
    """The number of the seat."""
    giver: Person
    """Who had it."""
    taker: Person
    """Who has it from then on."""


def replace_player(
    table: RunningTable, seat: int, taker: Person, now: datetime, *, is_own: bool = False
) -> RunningTable:
    """Return the table with another person in a seat; in a practice game, in all seats.

    The log keeps the names of those who moved. Figures and points stay with the seat. If the seat is to move, its turn
    begins anew. The message of the turn shows another name, so it counts as outdated. Requests to undo or to end are
    dropped, because a predecessor's consent binds nobody. ``is_own`` says whether the taker has asked for the seat.

    Raise NoSuchSeatError, ComputersSeatError, SeatResignedError, SitsThereError.
    """
    giver = _giver(table, seat)
    if table.seats_of(taker.id):
        raise SitsThereError(table, person=taker, is_own=is_own)

    def instead(person: Person) -> Person:
        return taker if person.id == giver.id else person

    return replace(
        table,
        organiser=instead(table.organiser),
        people=tuple(map(instead, table.people)),
        seats=tuple(
            replace(one, controller=taker, is_open=False) if one.is_played_by(giver.id) else one for one in table.seats
        ),
        colours={taker.id if person == giver.id else person: colour for person, colour in table.colours.items()},
        moved_at=now if table.is_to_move(giver.id) else table.moved_at,
        shown=table.shown and replace(table.shown, round=OUTDATED_ROUND),
        undo_request=None,
        end_request=None,
    )


def _giver(table: RunningTable, seat: int) -> Person:
    """Return who has a seat; raise NoSuchSeatError, ComputersSeatError, SeatResignedError if nobody can give it up."""
    if not 0 <= seat < len(table.seats):
        raise NoSuchSeatError(table, seat=seat)
    giver = table.seats[seat].controller
    if isinstance(giver, Computer):
        raise ComputersSeatError(table)
    if table.seats[seat].resigned:
        raise SeatResignedError(table, seat=table.seats[seat])
    return giver
