"""The rules of waiting tables: joining, leaving, choosing options, kept seats, and the seats of a game. Pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, assert_never

from carcassonne import Colour, find_ruleset
from host.errors import NotOfferedError
from host.model.clock import NO_PACE
from host.model.controllers import Computer, Controller, Person, is_nameless, unnumbered, with_numbers
from host.model.game import LobbyTable
from host.model.invitation import Invitation, InvitedSeat, Rematch
from host.model.table import BaseTable, ClosedTable, Seat, WaitingTable, shared_fields
from host.model.table_errors import (
    AloneError,
    AlreadySeatedError,
    ColourTakenError,
    NoSeatForComputerError,
    NoSuchComputerError,
    NotAloneError,
    NotInvitedError,
    SuccessorLeftError,
    TableFullError,
    TooManyPlayersError,
    WaitingTableError,
)
from host.model.table_options import CHOICES, SeatOrder, TableOptions, check_options, settings_of_one

SETTING_UP: Final = timedelta(minutes=5)
"""For this long after an organiser's last change of a table, somebody else is asked before they start its game."""


def capacity(table: BaseTable) -> int:
    """Return how many players fit: as many as the edition and its options allow, and no more than are invited."""
    most = find_ruleset(table.edition, table.options).players.stop - 1
    return min(most, len(table.invitation.seats)) if isinstance(table, WaitingTable) and table.invitation else most


def seats_taken(table: WaitingTable) -> int:
    """Return how many seats people and computers have taken at a table."""
    return len(table.people) + len(table.computers)


def has_room(table: WaitingTable) -> bool:
    """Return whether another person can join a table. People come first: a computer makes room for a person."""
    return len(table.people) < capacity(table)


def can_practice(table: WaitingTable) -> bool:
    """Return whether a table offers a practice game: one person sits there, and nobody is asked to a rematch."""
    return seats_taken(table) == 1 and table.invitation is None


def is_set_up_by_another(table: WaitingTable, person_id: int, now: datetime) -> bool:
    """Return whether somebody else has just changed the table as its organiser. A rematch needs no setting up."""
    return table.organiser.id != person_id and table.rematch is None and now - table.moved_at < SETTING_UP


def may_join(table: WaitingTable, person_id: int) -> bool:
    """Return whether a seat is free at a table, and for this person."""
    return seat_refusal(table, person_id) is None


def seat_refusal(table: WaitingTable, person_id: int) -> WaitingTableError | None:
    """Return why somebody can't join a table: NotInvitedError, TableFullError; None if they can."""
    if not _is_kept_for(table, person_id):
        return NotInvitedError(table)
    return None if has_room(table) else TableFullError(table, most=capacity(table))


def with_person(table: WaitingTable, person: Person, colour: Colour | None) -> WaitingTable:
    """Return the table with a person. Somebody who sits there already gets another colour.

    Where they are invited, they get the colour of their seat, and its place in the order. The first is the organiser.
    If every seat is taken, the computer that was added last leaves. Raise AlreadySeatedError if they name no colour;
    NotInvitedError; TableFullError; ColourTakenError.
    """
    if table.has_player(person.id):
        if colour is None:
            raise AlreadySeatedError(table)
        return with_colour(table, person.id, colour)
    if refused := seat_refusal(table, person.id):
        raise refused
    people = tuple(
        one for one in _in_invited_order(table.invitation, (*table.people, person)) if isinstance(one, Person)
    )
    organiser = table.organiser if table.people else person
    computers = table.computers[: capacity(table) - len(people)]
    table = replace(table, organiser=organiser, people=people, computers=computers)
    return with_colour(table, person.id, colour or _kept_colour(table, person.id))


def with_computer(table: WaitingTable, computer: Computer) -> WaitingTable:
    """Return the table with one more computer; raise NotOfferedError for an unknown level, NoSeatForComputerError."""
    if not computer.is_known:
        raise NotOfferedError(str(computer.level))
    if seats_taken(table) >= capacity(table):
        raise NoSeatForComputerError(table)
    return replace(table, computers=(*table.computers, computer))


def without_computer(table: WaitingTable, computer: Computer) -> WaitingTable:
    """Return the table without a computer: of several of one level, without the last. Raise NoSuchComputerError."""
    if computer not in table.computers:
        raise NoSuchComputerError(table)
    last = len(table.computers) - 1 - table.computers[::-1].index(computer)
    return replace(table, computers=table.computers[:last] + table.computers[last + 1 :])


def with_colour(table: WaitingTable, person_id: int, colour: Colour | None) -> WaitingTable:
    """Return the table with a colour chosen for a person, or none; raise ColourTakenError."""
    others = {one: chosen for one, chosen in table.colours.items() if one != person_id}
    if colour is not None and colour in others.values():
        raise ColourTakenError(table, colour=colour)
    return replace(table, colours=others if colour is None else {**others, person_id: colour})


def without_person(table: WaitingTable, person_id: int, now: datetime) -> LobbyTable:
    """Return the table without a person, closed if nobody is left, unless it was opened for an occasion. The next who
    joined replaces a lost organiser.
    """
    people = tuple(one for one in table.people if one.id != person_id)
    table = replace(with_colour(table, person_id, None), people=people)
    if not people:
        return table if table.occasion else closed_table(table, now)
    return replace(table, organiser=people[0]) if table.organiser.id == person_id else table


def closed_table(table: WaitingTable, now: datetime) -> ClosedTable:
    return ClosedTable(**{**shared_fields(table, BaseTable), "moved_at": now})


def with_organiser(table: WaitingTable, successor_id: int) -> WaitingTable:
    """Return the table with another organiser; raise SuccessorLeftError if they do not sit there."""
    for person in table.people:
        if person.id == successor_id:
            return replace(table, organiser=person)
    raise SuccessorLeftError(table)


def with_options(table: WaitingTable, table_options: TableOptions) -> WaitingTable:
    """Return the table with other options; those that are None stay.

    Raise TooManyPlayersError; NotOfferedError; NotationError for an edition or option that does not exist.
    """
    check_options(table_options)
    edition = table.edition if table_options.edition is None else table_options.edition
    options = table_options.options
    if options is None:
        options = table.options if edition == table.edition else ()
    rules = find_ruleset(edition, options)
    if (players := seats_taken(table)) >= rules.players.stop:
        raise TooManyPlayersError(table, players=players, most=rules.players.stop - 1)
    chosen = {name: value for name, value in table_options.chosen().items() if name in CHOICES}
    if table_options.pace == NO_PACE:
        chosen["pace"] = ""
    settings = replace(table.settings, **chosen)
    return replace(table, edition=rules.edition, options=rules.options, settings=settings)


def assigned_seats(table: WaitingTable, random_below: Callable[[int], int]) -> tuple[Seat, ...]:
    """Return the seats for the people and the computers at a table; raise AloneError or TooManyPlayersError."""
    players = _in_invited_order(table.invitation, (*table.people, *table.computers))
    if len(players) == 1:
        raise AloneError(table)
    if len(players) > (most := capacity(table)):
        raise TooManyPlayersError(table, players=len(players), most=most)
    kept = list(table.invitation.seats) if table.invitation else []
    ordered = with_numbers(_in_seat_order(players, table.settings.order, random_below))
    return _with_colours(ordered, table.colours, kept)


def seats_as_invited(table: WaitingTable) -> tuple[Seat, ...]:
    """Return the seats in the order of the invitation, which has the order of the seats."""
    return assigned_seats(replace(table, settings=replace(table.settings, order=SeatOrder.JOINED)), lambda _: 0)


def table_of_one(table: WaitingTable, asked: TableOptions) -> WaitingTable:
    """Return the table for a game of one person, alone or with computers. ``asked`` are the options they start it with.

    Nobody has to wait there for a turn to be taken back, because they undo without asking anybody. A time that was
    chosen stays.
    """
    is_chosen = asked.takeback is not None
    return table if is_chosen or is_practice_again(table) else replace(table, settings=settings_of_one(table.settings))


def practice_seats(table: WaitingTable) -> tuple[Seat, ...]:
    """Return the seats of a game that one person plays alone; raise NotAloneError."""
    if len(table.people) > 1:
        raise NotAloneError(table)
    return _with_colours(table.people * find_ruleset(table.edition, table.options).players.start, {})


def missing_people(table: WaitingTable) -> tuple[Person, ...]:
    """Return the people who are invited and do not sit there yet."""
    asked = table.invitation.people if table.invitation else ()
    return tuple(person for person in asked if not table.has_player(person.id) and not is_nameless(person.id))


def is_practice_again(table: WaitingTable) -> bool:
    """Return whether a table repeats a practice game, which one person plays alone."""
    return table.rematch is not None and table.invitation is not None and len(table.invitation.seats) == 1


def begun_invitation(invitation: Invitation | None, seats: Iterable[Seat], *, is_practice: bool) -> Invitation | None:
    """Return what a table keeps when its game begins: only a series needs seats, those of the people who play.

    A practice game belongs to no series, nor does a game that begins with a computer.
    """
    if invitation is None:
        return None
    playing, why = {_key(seat.controller) for seat in seats}, invitation.why
    if isinstance(why, Rematch) and (is_practice or any(isinstance(one, Computer) for one in playing)):
        why = replace(why, best_of=None)
    is_in_series = isinstance(why, Rematch) and why.best_of is not None
    kept = tuple(seat for seat in invitation.seats if is_in_series and _key(seat.controller) in playing)
    return Invitation(kept, why)


def _in_seat_order(
    players: tuple[Controller, ...], order: SeatOrder, random_below: Callable[[int], int]
) -> Sequence[Controller]:
    match order:
        case SeatOrder.DRAWN:
            first = random_below(len(players))
            return players[first:] + players[:first]
        case SeatOrder.SHUFFLED:
            rest = list(players)
            return [rest.pop(random_below(len(rest))) for _ in players]
        case SeatOrder.JOINED:
            return players
        case _:
            assert_never(order)


def _with_colours(
    players: Sequence[Controller], colours: Mapping[int, Colour], kept: Sequence[InvitedSeat] = ()
) -> tuple[Seat, ...]:
    """Return the seats. People have the colours that they chose; computers those of the seats ``kept`` for them,
    if nobody chose these. The others get the colours left, in order.
    """
    left = [seat for seat in kept if isinstance(seat.controller, Computer) and seat.colour not in colours.values()]
    chosen = [colours.get(one.id) if isinstance(one, Person) else _take_colour(one, left) for one in players]
    rest = iter([colour for colour in Colour if colour not in {*colours.values(), *chosen}])
    return tuple(
        Seat(number, one, colour or next(rest), resigned=False)
        for number, (one, colour) in enumerate(zip(players, chosen, strict=True))
    )


def _take_colour(computer: Computer, left: list[InvitedSeat]) -> Colour | None:
    """Return the colour of the first seat that is left for a computer, and take the seat out; None if none is left."""
    seat = next((one for one in left if one.controller == unnumbered(computer)), None)
    if seat is not None:
        left.remove(seat)
    return seat.colour if seat else None


def _is_kept_for(table: WaitingTable, person_id: int) -> bool:
    """Return whether a person may sit at a table: everybody may where nobody is invited."""
    return table.invitation is None or any(person.id == person_id for person in table.invitation.people)


def _kept_colour(table: WaitingTable, person_id: int) -> Colour | None:
    """Return the colour of the seat that is kept for a person, if nobody has taken it."""
    kept = {_key(seat.controller): seat.colour for seat in table.invitation.seats} if table.invitation else {}
    colour = kept.get(person_id)
    return colour if colour in table.free_colours else None


def _in_invited_order(invitation: Invitation | None, players: Iterable[Controller]) -> tuple[Controller, ...]:
    """Return players in the order of the seats that are kept, and the others last; as they are where nobody is invited.

    Computers of one level are alike, so each seat takes the first that is left.
    """
    left = list(players)
    ordered: list[Controller] = []
    for seat in invitation.seats if invitation else ():
        player = next((one for one in left if _key(one) == _key(seat.controller)), None)
        if player is not None:
            left.remove(player)
            ordered.append(player)
    return (*ordered, *left)


def _key(controller: Controller) -> int | Computer:
    """Return what a player is recognised by, under whatever name."""
    return controller if isinstance(controller, Computer) else controller.id
