"""The names of the figures' colours. A test checks that every colour has one."""

from typing import Final

from carcassonne import Colour
from cogs.text.computers import COMPUTER_MARK
from cogs.text.i18n import N_, _
from host.model.table import Seat

COLOUR_NAMES: Final = {
    Colour.RED: N_("red"),
    Colour.BLUE: N_("blue"),
    Colour.YELLOW: N_("yellow"),
    Colour.BLACK: N_("black"),
    Colour.WHITE: N_("white"),
    Colour.PURPLE: N_("purple"),
}


def seat_mark(seat: Seat) -> str:
    """Return what stands before the name of a player: the colour, and for a computer its own mark."""
    return seat.colour.mark if seat.person else f"{seat.colour.mark}{COMPUTER_MARK}"


def colour_name(colour: Colour) -> str:
    """Return the name of a colour: ``red``."""
    return _(COLOUR_NAMES[colour])
