"""The colours of views: each view and theme has a palette of its own, in which all that differs is told apart."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from carcassonne import Colour, Rgb
from render.look.theme import INK, WHITE, PieceStyle, Theme
from render.look.views import View

LAND: Final = -1
"""Stands for land that stays grey, in place of the number of a colour."""
GREYS: Final = 8
"""How many greys the land has."""
SHADES: Final = 3
"""How many shades a colour has: itself, what is dark on the land, and the same on lines."""

_SHADE: Final = (0.1, 0.03)
"""How far each shade of a light and of a dark colour is from the one before it, from 0 to 1."""
_DARK: Final = 90
"""Colours whose brightness, from 0 to 255, is below this become lighter in the shade, and have a light outline."""


@dataclass(frozen=True, slots=True)
class ViewColours:
    """The colours of a view: ``land`` from dark to light, and the colours that fill features."""

    land: tuple[Rgb, ...]
    fills: tuple[Rgb, ...]

    def number_of(self, style: PieceStyle) -> int:
        """Return which of ``fills`` is a seat's; the last one is that of all who have resigned."""
        return len(Colour) if style.is_ownerless else list(Colour).index(style.colour)

    @property
    def every(self) -> tuple[Rgb, ...]:
        """All colours with their shades."""
        return (*self.land, *(shade for fill in self.fills for shade in shades(fill)))


def is_dark(colour: Rgb) -> bool:
    """Return whether a colour is so dark that a dark outline would not be seen on it."""
    red, green, blue = colour
    return (299 * red + 587 * green + 114 * blue) / 1000 < _DARK


@cache
def shades(colour: Rgb) -> tuple[Rgb, ...]:
    """Return a colour and its shades, in multiples of four."""
    toward = WHITE if is_dark(colour) else INK
    return tuple(_mixed(colour, toward, number * _SHADE[is_dark(colour)]) for number in range(SHADES))


def _mixed(colour: Rgb, other: Rgb, share: float) -> Rgb:
    red, green, blue = (round((a + (b - a) * share) / 4) * 4 for a, b in zip(colour, other, strict=True))
    return red, green, blue


_LAND: Final = {"evening": (108, 156), "day": (92, 148)}
"""By theme: the darkest and the lightest grey of the land. Black, white and the table are far from both."""
_OWNERLESS: Final[dict[str, Rgb]] = {"evening": (84, 60, 36), "day": (68, 52, 12)}
"""By theme: what is held only by players who have resigned. A grey would be land."""
# Those that most boards need come first; the ones that look like a player's come last.
_FIELDS: Final[dict[str, tuple[Rgb, ...]]] = {
    "evening": (
        (252, 180, 84), (132, 228, 228), (204, 36, 252), (204, 228, 180), (60, 84, 156), (180, 36, 60)
    ),
    "day": (
        (156, 228, 252), (180, 156, 36), (156, 108, 228), (204, 228, 132), (156, 36, 132), (204, 60, 36)
    ),
}  # fmt: skip


@cache
def view_colours(theme: Theme, view: View) -> ViewColours:
    """Return the colours of a view in a theme."""
    darkest, lightest = _LAND[theme.name]
    levels = (round((darkest + (lightest - darkest) * number / (GREYS - 1)) / 4) * 4 for number in range(GREYS))
    land = tuple((level, level, level) for level in levels)
    held = (*(colour.rgb for colour in Colour), _OWNERLESS[theme.name])
    match view:
        case View.CLAIMS | View.SCORE:
            return ViewColours(land, held)
        case View.FIELDS:
            return ViewColours(land, _FIELDS[theme.name])
        case _:
            return ViewColours(land, ())


def picture_colours(theme: Theme, view: View) -> tuple[Rgb, ...]:
    """Return the colours that a picture of a view needs besides those of every picture."""
    return view_colours(theme, view).every if view.is_tinted else ()
