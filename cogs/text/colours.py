"""The colours of the figures: a mark and a word for each. A test proves that every colour has both."""

from typing import Final

from cogs.text.i18n import _, marked
from host import Colour

MARKS: Final = {
    Colour.RED: "🔴",
    Colour.BLUE: "🔵",
    Colour.YELLOW: "🟡",
    Colour.BLACK: "⚫",
    Colour.WHITE: "⚪",
}
COLOUR_NAMES: Final = {
    Colour.RED: marked("red"),
    Colour.BLUE: marked("blue"),
    Colour.YELLOW: marked("yellow"),
    Colour.BLACK: marked("black"),
    Colour.WHITE: marked("white"),
}


def colour_name(colour: Colour) -> str:
    """Return a colour's word: ``red``."""
    return _(COLOUR_NAMES[colour])
