"""Somebody takes the place of another in a game that runs. Pure; whatever may not be is refused."""

from dataclasses import dataclass, replace
from datetime import datetime

from host.model.table import Computer, Person, RunningTable
from host.model.table_errors import ComputersSeatError, NoSuchSeatError, SeatResignedError, SitsThereError


@dataclass(frozen=True, slots=True)
class Substitution:
    """A seat of a game that changed hands, after so many plies."""

    ply: int
    seat: int
    giver: Person
    taker: Person


def replace_player(
    table: RunningTable, seat: int, taker: Person, now: datetime, *, is_own: bool = False
) -> RunningTable:
    """Give a person the place of whoever has a seat: in a practice game, all the seats.

    What was moved so far stays under the name of who moved; figures and points stay with the seat. A turn that waits
    for it begins anew, and nobody is bound by a predecessor's consent. ``is_own`` says whether it is the taker's wish.

    Raise NoSuchSeatError, ComputersSeatError, SeatResignedError, SitsThereError.
    """
    if not 0 <= seat < len(table.seats):
        raise NoSuchSeatError(table, seat=seat)
    giver = table.seats[seat].controller
    if isinstance(giver, Computer):
        raise ComputersSeatError(table)
    if table.seats[seat].resigned:
        raise SeatResignedError(table, seat=table.seats[seat])
    if table.seats_of(taker.id):
        raise SitsThereError(table, person=taker, is_own=is_own)

    def instead(person: Person) -> Person:
        return taker if person.id == giver.id else person

    return replace(
        table,
        organiser=instead(table.organiser),
        people=tuple(map(instead, table.people)),
        seats=tuple(
            replace(one, controller=taker, is_open=False) if one.is_of(giver.id) else one for one in table.seats
        ),
        colours={taker.id if person == giver.id else person: colour for person, colour in table.colours.items()},
        moved_at=now if table.is_to_move(giver.id) else table.moved_at,
        undo_request=None,
        end_request=None,
    )
