"""The names of the figures' colours. A test proves that every colour has one."""

from typing import Final

from carcassonne import Colour
from cogs.text.i18n import _, marked

COLOUR_NAMES: Final = {
    Colour.RED: marked("red"),
    Colour.BLUE: marked("blue"),
    Colour.YELLOW: marked("yellow"),
    Colour.BLACK: marked("black"),
    Colour.WHITE: marked("white"),
    Colour.PURPLE: marked("purple"),
}


def colour_name(colour: Colour) -> str:
    """Return a colour's word: ``red``."""
    return _(COLOUR_NAMES[colour])
