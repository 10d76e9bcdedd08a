"""The outlines of walled segments: which part of the tile is inside the walls."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from carcassonne.geometry import SIDES, Side
from render.art.curves import Line, smooth, turned

CAP: Final = smooth([(0, 0), (0.17, 0.125), (0.31, 0.245), (0.5, 0.295), (0.69, 0.245), (0.83, 0.125), (1, 0)])
"""The wall of a city on the north side."""
DIAGONAL: Final = smooth([(0, 1), (0.125, 0.83), (0.33, 0.64), (0.47, 0.47), (0.64, 0.33), (0.83, 0.125), (1, 0)])
"""The wall of a city on the north and west sides."""
WHOLE: Final[Line] = ((0, 0), (1, 0), (1, 1), (0, 1))


@dataclass(frozen=True, slots=True)
class Outline:
    """A region: ``polygon`` without ``cuts``. It is to the left of each of its ``walls``, in the wall's direction."""

    polygon: Line
    cuts: tuple[Line, ...]
    walls: tuple[Line, ...]


def outlines(areas: Mapping[int, tuple[Side, ...]]) -> dict[int, Outline]:
    """Return the region of each walled segment by its number, from the sides that it reaches.

    Two that fill opposite corners share one wall, so that nothing is left between them.
    """
    found: dict[int, Outline] = {}
    for number, sides in sorted(areas.items(), key=lambda area: area[1]):
        beyond = (other for other, taken in areas.items() if other in found and _are_opposite_corners(taken, sides))
        facing = next(beyond, None)
        found[number] = outline(sides) if facing is None else _rest_of(found[facing])
    return found


def _are_opposite_corners(one: tuple[Side, ...], other: tuple[Side, ...]) -> bool:
    return len(one) == len(other) == 2 and (one[0] - one[1]) % 2 == 1 and not set(one) & set(other)


def _rest_of(taken: Outline) -> Outline:
    return Outline(WHOLE, (taken.polygon,), tuple(wall[::-1] for wall in taken.walls))


def outline(sides: tuple[Side, ...]) -> Outline:
    """Return the region of a walled segment that reaches these sides."""
    match sorted(sides):
        case [side]:
            wall = turned(CAP, side)
            return Outline(wall, (), (wall,))
        case [one, other] if (other - one) % 2:
            # DIAGONAL is drawn for west and north, so it is turned until it begins with the later of the two sides.
            quarters = 0 if (one, other) == (0, 3) else other
            wall = turned(DIAGONAL, quarters)
            return Outline((*wall, *turned([(0, 0)], quarters)), (), (wall,))
        case reached:
            cuts = tuple(turned(CAP, side) for side in SIDES if side not in reached)
            return Outline(WHOLE, cuts, tuple(cut[::-1] for cut in cuts))
