"""The colours of the players' figures: the one table that databases, pictures and texts read."""

from enum import StrEnum
from typing import Final, TypeAlias

Rgb: TypeAlias = tuple[int, int, int]
"""(red, green, blue), each from 0 to 255."""

_DARK: Final[Rgb] = (28, 24, 20)
_LIGHT: Final[Rgb] = (252, 252, 252)


class Colour(StrEnum):
    """A colour of figures. Seats take the colours in this order; databases keep the values.

    The colours differ in lightness and hue, also for people who see fewer hues. A new one is a row here and a name in
    ``screens/text/choices.py``; tests say what else it has to fulfil.
    """

    rgb: Rgb
    """The colour in pictures, in every theme."""
    number_rgb: Rgb
    """The colour of the seat's number on the figure."""
    mark: str
    """The emoji that stands for the colour in texts."""

    RED = "red", (232, 72, 60), _LIGHT, "🔴"
    BLUE = "blue", (16, 60, 152), _LIGHT, "🔵"
    YELLOW = "yellow", (252, 196, 16), _DARK, "🟡"
    BLACK = "black", (20, 20, 28), _LIGHT, "⚫"
    WHITE = "white", (252, 252, 252), _DARK, "⚪"
    PURPLE = "purple", (144, 32, 248), _LIGHT, "🟣"

    def __new__(cls, value: str, rgb: Rgb = _DARK, number_rgb: Rgb = _LIGHT, mark: str = "") -> "Colour":
        """Make a colour from its row. The defaults are never used, but mypy needs them for ``Colour("red")``."""
        colour = str.__new__(cls, value)
        colour._value_ = value
        colour.rgb, colour.number_rgb, colour.mark = rgb, number_rgb, mark
        return colour


BASE_GAME_COLOURS: Final = (Colour.RED, Colour.BLUE, Colour.YELLOW, Colour.BLACK, Colour.WHITE)
"""The colours of the five players of the base game."""


def colours_to_choose_from(most_players: int) -> tuple[Colour, ...]:
    """Return the colours of a game for this many players: those of the base game, and more for more players."""
    return tuple(Colour)[: max(len(BASE_GAME_COLOURS), most_players)]
