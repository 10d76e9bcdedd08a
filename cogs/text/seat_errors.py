"""A sentence for every error of the host about a seat that is to change hands."""

from cogs.text.commands import command_mention
from cogs.text.formatting import safe_labels, safe_name, word_list
from cogs.text.i18n import _
from host.model.table_errors import (
    ComputersSeatError,
    NobodyElseError,
    NoSuchSeatError,
    SeatResignedError,
    SitsThereError,
)


def no_such_seat_text(error: NoSuchSeatError) -> str:
    """Return the seats that the game has."""
    table = error.table
    seats = word_list([f"{number} {label}" for number, label in enumerate(safe_labels(table), 1)])
    text = _("Game #{number} has no seat {seat}. Its seats are {seats}.")
    return text.format(number=table.number, seat=error.seat + 1, seats=seats)


def seat_resigned_text(error: SeatResignedError) -> str:
    """Say that a resigned seat stays so."""
    text = _("{name} resigned from game #{number}, so nobody can take over that seat. Choose another.")
    return text.format(name=safe_labels(error.table)[error.seat.number], number=error.table.number)


def computers_seat_text(error: ComputersSeatError) -> str:
    """Say that a computer plays the seat already."""
    return _("A computer already plays that seat in game #{number}.").format(number=error.table.number)


def nobody_else_text(error: NobodyElseError) -> str:
    """Say that a computer needs somebody to play with."""
    text = _("Nobody else plays in game #{number}, so a computer can't go on there alone.")
    return text.format(number=error.table.number)


def sits_there_text(error: SitsThereError) -> str:
    """Say that the person has, or had, a seat there."""
    match error.is_own, error.table.has_player(error.person.id):
        case True, True:
            text = _("You already have a seat in game #{number}.")
        case True, False:
            text = _("You resigned from game #{number}, so you can't rejoin it. Open another table with {join}.")
        case False, True:
            text = _("{name} already has a seat in game #{number}. Choose someone else.")
        case _:
            text = _("{name} resigned from game #{number} and can't rejoin it. Choose someone else.")
    name, join = safe_name(error.person.name), command_mention("join")
    return text.format(name=name, number=error.table.number, join=join)
