"""The names of the figures' colours. A test checks that every colour has one."""

from typing import Final

from carcassonne import Colour
from cogs.text.i18n import N_, _

COLOUR_NAMES: Final = {
    Colour.RED: N_("red"),
    Colour.BLUE: N_("blue"),
    Colour.YELLOW: N_("yellow"),
    Colour.BLACK: N_("black"),
    Colour.WHITE: N_("white"),
    Colour.PURPLE: N_("purple"),
}


def colour_name(colour: Colour) -> str:
    """Return the name of a colour: ``red``."""
    return _(COLOUR_NAMES[colour])
