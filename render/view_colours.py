"""The colours of views: grey land, and on it what a view shows. All of them have entries in a view's palette."""

from collections.abc import Iterator
from typing import Final

from carcassonne import Colour, Rgb

FIELDS: Final[tuple[Rgb, ...]] = ((0, 176, 112), (196, 252, 176), (104, 56, 28), (8, 212, 252), (60, 0, 72))
"""The colours of fields. All eyes tell them from each other and from grey land."""
NOBODY: Final[Rgb] = (84, 72, 56)
"""What only somebody who has resigned holds, and what a tie leaves to nobody."""
OUTLINE_ON_DARK: Final[Rgb] = (168, 172, 180)
"""The outline round what is filled in a colour so dark that ink can't be seen on it."""

LAND: Final = (64, 0.46)
"""How land becomes grey: the lightness that black gets, and the share of all lightness that is kept."""
MIDDLE: Final = 133
"""The lightness of grass after that."""
RELIEF: Final = 0.35
"""How much of the land's light and shade is kept where it is filled with a colour."""
HATCH: Final = 0.7
"""The lightness of hatching, compared with what it is on."""

_GREYS: Final = range(64, 184, 8)
_SHADES: Final = (-16, -8, 0, 8, 16)


def view_palette() -> tuple[Rgb, ...]:
    """Return the palette entries that pictures of views need in addition to those of every picture."""
    return tuple(dict.fromkeys(_entries()))


def hatching(colour: Rgb) -> Rgb:
    """Return the colour of the hatching on a colour."""
    red, green, blue = (round(HATCH * value) for value in colour)
    return red, green, blue


def _entries() -> Iterator[Rgb]:
    yield from ((grey, grey, grey) for grey in _GREYS)
    yield OUTLINE_ON_DARK
    for colour in (*(one.rgb for one in Colour), NOBODY):
        yield from (_moved(colour, by) for by in _SHADES)
    for colour in FIELDS:
        yield from (_moved(one, by) for one in (colour, hatching(colour)) for by in _SHADES[::2])


def _moved(colour: Rgb, by: int) -> Rgb:
    red, green, blue = (min(252, max(0, value + by)) // 4 * 4 for value in colour)
    return red, green, blue
