"""The views over a board: the fills of features, and their colours.

They show who holds each feature, and which fields belong together.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final, assert_never

from carcassonne import Colour, Feature, Rgb, SegmentRef, State, column_row, features
from carcassonne.holding import holdings
from carcassonne.kinds import OPEN_GROUND
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


@dataclass(frozen=True, slots=True)
class Fill:
    """How the ground of a feature looks: its colours, as stripes if there are several.

    A colour is a number in ``ViewColours.fills``, or LAND for land that stays grey. ``hatching`` is the direction of
    thin lines: 0 for none, 1 for falling, 2 for rising ones.
    """

    colours: tuple[int, ...]
    hatching: int = 0


@dataclass(frozen=True, slots=True)
class Tint:
    """A fill over one segment of a turned tile; ``feature`` tells the features of a board apart."""

    segment: int
    feature: int
    fill: Fill


def tints(
    state: State, view: View, styles: Sequence[PieceStyle], colours: ViewColours
) -> Iterator[tuple[SegmentRef, Tint]]:
    """Yield the filled segments of a view; ``styles`` are those of the seats."""
    filled: Iterator[tuple[Feature, Fill]]
    match view:
        case View.NORMAL | View.DEAD:
            return
        case View.CLAIMS | View.SCORE:
            filled = _by_holders(state, [colours.number_of(style) for style in styles])
        case View.FIELDS:
            filled = _by_field(state, len(colours.fills))
        case _:
            assert_never(view)
    for number, (feature, fill) in enumerate(filled):
        for place in feature.refs:
            yield place, Tint(place.segment, number, fill)


def _by_holders(state: State, colours: Sequence[int]) -> Iterator[tuple[Feature, Fill]]:
    """Fill what is held in the colours of all who hold it, and what figures hold in vain in their colours and grey."""
    for feature, seats in holdings(state):
        if seats:
            yield feature, Fill(tuple(dict.fromkeys(colours[seat] for seat in seats)))
        else:
            there = (colours[seat] for seat, strength in enumerate(feature.claims) if strength)
            yield feature, Fill(tuple(number for colour in there for number in (colour, LAND)))


def _by_field(state: State, count: int) -> Iterator[tuple[Feature, Fill]]:
    fields = [feature for feature in features(state) if feature.kind in OPEN_GROUND]
    for feature, number in zip(fields, field_numbers(state, fields), strict=True):
        rounds, colour = divmod(number, count)
        yield feature, Fill((colour,), 1 + (colour + rounds) % 2)


_CORNERS: Final = ((1, 0), (1, 1), (0, 1), (0, 0))
"""By side: the corner of the tile at the side's end, clockwise, as columns and rows from the tile's upper left."""


def field_numbers(state: State, fields: Sequence[Feature]) -> list[int]:
    """Return a number for each field, from 0. Fields on one tile, or that meet at a corner, have different ones."""
    near = _neighbours(state, fields)
    numbers: dict[int, int] = {}

    def urgency(field: int) -> tuple[int, int, int]:
        return len({numbers[one] for one in near[field] if one in numbers}), len(near[field]), -field

    while len(numbers) < len(fields):
        field = max((one for one in range(len(fields)) if one not in numbers), key=urgency)
        used = {numbers[one] for one in near[field] if one in numbers}
        numbers[field] = next(number for number in range(len(fields)) if number not in used)
    return [numbers[field] for field in range(len(fields))]


def _neighbours(state: State, fields: Sequence[Feature]) -> dict[int, set[int]]:
    meeting: dict[tuple[float, float], set[int]] = defaultdict(set)
    for number, field in enumerate(fields):
        for ref in field.refs:
            for place in _places(state, ref):
                meeting[place].add(number)
    near: dict[int, set[int]] = {number: set() for number in range(len(fields))}
    for there in meeting.values():
        for one, other in combinations(there, 2):
            near[one].add(other)
            near[other].add(one)
    return near


def _places(state: State, ref: SegmentRef) -> Iterator[tuple[float, float]]:
    """Yield the middle of a segment's tile, and the corners that the segment reaches, in tiles."""
    column, row = column_row(ref.position)
    yield column + 0.5, row + 0.5
    for port in state.segment_at(ref).ports:
        side, place = divmod(port, 3)
        if place != 1:
            dx, dy = _CORNERS[side if place else side - 1]
            yield column + dx, row + dy
