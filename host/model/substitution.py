"""Replacing a player in a running game, by a person or by a computer. Pure."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime

from host.errors import NotOfferedError
from host.model.clock import next_round, parse_pace
from host.model.controllers import Computer, Controller, Person, with_number
from host.model.requests import SeatRequest
from host.model.table import OUTDATED_ROUND, RunningTable, Seat, SeatedTable, settled_for_one
from host.model.table_errors import (
    ComputersSeatError,
    NobodyElseError,
    NoSuchSeatError,
    PlaysAloneError,
    SeatResignedError,
    SeatTakenError,
    SitsThereError,
    TurnPendingError,
)


@dataclass(frozen=True, slots=True)
class Substitution:
    """A seat of a game that changed hands."""

    ply: int
    """The ply of the game at that time."""
    seat: int
    giver: Controller
    """Who had it."""
    taker: Controller
    """Who has it from then on."""


def seat_taken(table: RunningTable, seat: int, taker: Person, now: datetime) -> RunningTable:
    """Return the table once somebody has taken a seat that is open or a computer's.

    Raise SeatTakenError, SitsThereError, SeatResignedError, NoSuchSeatError; PlaysAloneError where a person began the
    game alone and has invited nobody; TurnPendingError while the last turn of the seat can be taken back, because that
    is not for the taker.
    """
    after, taken = replace_player(table, seat, taker, now, is_own=True), table.seats[seat]
    if taken.person and not taken.is_open:
        raise SeatTakenError(table, seat=taken)
    if table.is_of_one and not taken.is_open:
        raise PlaysAloneError(table, person=table.humans[0])
    if after.pending and after.can_take_back(taker.id):
        raise TurnPendingError(table, after.pending)
    if after.is_to_move(taker.id) and after.clock:
        return replace(after, clock=next_round(after.clock, parse_pace(after.settings.pace), now))
    return after


def seats_before(seats: Iterable[Seat], substitutions: Sequence[Substitution]) -> tuple[Seat, ...]:
    """Return the seats as they were before their last changes of hands. Colours and points belong to the seats."""
    givers = {one.seat: one.giver for one in reversed(substitutions)}
    return tuple(replace(seat, controller=givers.get(seat.number, seat.controller)) for seat in seats)


def replace_player(
    table: RunningTable, seat: int, taker: Controller, now: datetime, *, is_own: bool = False
) -> RunningTable:
    """Return the table with another player in a seat; in a practice game, in all seats.

    The log keeps the names of those who moved. Figures and points stay with the seat. If the seat is to move, its turn
    begins anew. The message of the turn shows another name, so it counts as outdated. Requests to undo or to end are
    dropped, because a predecessor's consent binds nobody; so is a request for this seat, or of who sits down now.
    ``is_own`` says whether the taker has asked for the seat.
    A computer gets the next number of its level; the others keep theirs.

    Raise NoSuchSeatError, SeatResignedError; SitsThereError for a person, for a computer ComputersSeatError,
    NobodyElseError, and NotOfferedError where there is no such level. A computer takes only a person's seat, where
    another person plays on.
    """
    giver = _giver(table, seat)
    _check_taker(table, giver, taker, is_own=is_own)
    if isinstance(taker, Computer):
        taker = with_number(taker, (one.controller for one in table.seats))
    given = {one.number for one in table.seats_of(giver.id)} if isinstance(giver, Person) else {seat}
    after = replace(
        table,
        seats=tuple(
            replace(one, controller=taker, is_open=False) if one.number in given else one for one in table.seats
        ),
        people=_people_after(table, giver, taker),
        moved_at=now if table.is_solo or (table.to_move and table.to_move.number in given) else table.moved_at,
        shown=table.shown and replace(table.shown, round=OUTDATED_ROUND),
        undo_request=None,
        end_request=None,
        seat_request=_request_after(table.seat_request, given, taker),
        has_changed_hands=True,
    )
    after = _without_choices_of(giver, taker, after) if isinstance(giver, Person) else after
    return settled_for_one(table, after)


def _request_after(request: SeatRequest | None, given: Set[int], taker: Controller) -> SeatRequest | None:
    """Return the request for a seat that still holds when some seats have changed hands."""
    is_over = request is None or request.seat in given or is_person(taker, request.person.id)
    return None if is_over else request


def is_person(controller: Controller, person_id: int) -> bool:
    """Return whether somebody who plays a seat is this person."""
    return isinstance(controller, Person) and controller.id == person_id


def person_of_change(giver: Controller, taker: Controller) -> Person:
    """Return the person whom the others are told about: the taker, or who has left a seat to a computer."""
    return next(one for one in (taker, giver) if isinstance(one, Person))


def leavers(table: SeatedTable, substitutions: Sequence[Substitution]) -> Mapping[Person, bool]:
    """Return the people who left a seat to a computer and have none now: they count as having resigned.

    Return for each whether they were a substitute: they had taken a seat before they ever gave one.
    """
    left = {one.giver for one in substitutions if isinstance(one.taker, Computer) and isinstance(one.giver, Person)}
    first_change: dict[Controller, bool] = {}
    for one in reversed(substitutions):
        first_change |= {one.taker: True, one.giver: False}
    return {person: first_change[person] for person in left if not table.seats_of(person.id)}


def _giver(table: RunningTable, seat: int) -> Controller:
    """Return who has a seat; raise NoSuchSeatError, SeatResignedError if nobody can take it over."""
    if not 0 <= seat < len(table.seats):
        raise NoSuchSeatError(table, seat=seat)
    if table.seats[seat].resigned:
        raise SeatResignedError(table, seat=table.seats[seat])
    return table.seats[seat].controller


def _check_taker(table: RunningTable, giver: Controller, taker: Controller, *, is_own: bool) -> None:
    if isinstance(taker, Person):
        if table.seats_of(taker.id):
            raise SitsThereError(table, person=taker, is_own=is_own)
    elif not taker.is_known:
        raise NotOfferedError(str(taker.level))
    elif isinstance(giver, Computer):
        raise ComputersSeatError(table)
    elif all(person.id == giver.id for person in table.humans):
        raise NobodyElseError(table)


def _people_after(table: RunningTable, giver: Controller, taker: Controller) -> tuple[Person, ...]:
    """Return who sits at a table when a seat has changed hands, the taker in the place of the giver."""
    new = (taker,) if isinstance(taker, Person) else ()
    if isinstance(giver, Computer):
        return (*table.people, *new)
    return tuple(one for person in table.people for one in (new if person.id == giver.id else (person,)))


def _without_choices_of(giver: Person, taker: Controller, table: RunningTable) -> RunningTable:
    """Return a table where the giver is not the organiser and has no colour: the taker instead. If that is a computer,
    one of the people is the organiser.
    """
    colours = {person: colour for person, colour in table.colours.items() if person != giver.id}
    successor = table.humans[0]
    if isinstance(taker, Person):
        successor = taker
        if giver.id in table.colours:
            colours[taker.id] = table.colours[giver.id]
    organiser = successor if table.organiser.id == giver.id else table.organiser
    return replace(table, organiser=organiser, colours=colours)
