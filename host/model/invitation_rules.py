"""The rules of tables that keep seats for those who are invited: who may sit there, and in which order. Pure."""

from collections.abc import Iterable
from dataclasses import replace

from carcassonne import Colour
from host.model.controllers import Computer, Controller, Person, is_nameless
from host.model.invitation import Invitation, Rematch
from host.model.rematch_errors import NotInvitedError
from host.model.table import Seat, WaitingTable


def is_kept_for(table: WaitingTable, person_id: int) -> bool:
    """Return whether a person may sit at a table: everybody may where nobody is invited."""
    return table.invitation is None or any(person.id == person_id for person in table.invitation.people)


def check_kept_for(table: WaitingTable, person_id: int) -> None:
    """Raise NotInvitedError where a table is for other people."""
    if not is_kept_for(table, person_id):
        raise NotInvitedError(table)


def missing_people(table: WaitingTable) -> tuple[Person, ...]:
    """Return the people who are invited and do not sit there yet."""
    asked = table.invitation.people if table.invitation else ()
    return tuple(person for person in asked if not table.has_player(person.id) and not is_nameless(person.id))


def kept_colour(table: WaitingTable, person_id: int) -> Colour | None:
    """Return the colour of the seat that is kept for a person, if nobody has taken it."""
    kept = {_key(seat.controller): seat.colour for seat in table.invitation.seats} if table.invitation else {}
    colour = kept.get(person_id)
    return colour if colour in table.free_colours else None


def in_invited_order(invitation: Invitation | None, players: Iterable[Controller]) -> tuple[Controller, ...]:
    """Return players in the order of the seats that are kept, and the others last; as they are where nobody is invited.

    Computers of one level are alike, so each takes the first of their seats that is left.
    """
    rest = dict(enumerate(_key(seat.controller) for seat in invitation.seats)) if invitation else {}
    ordered: dict[int, Controller] = {}
    others: list[Controller] = []
    for player in players:
        place = next((number for number, key in rest.items() if key == _key(player)), None)
        if place is None:
            others.append(player)
        else:
            del rest[place]
            ordered[place] = player
    return (*(ordered[place] for place in sorted(ordered)), *others)


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


def _key(controller: Controller) -> int | Computer:
    """Return what a player is recognised by, under whatever name."""
    return controller if isinstance(controller, Computer) else controller.id
