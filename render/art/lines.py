"""The lines on a tile, by the sides that they reach: of roads, of rivers, and of walls, which enclose an ``Outline``.

Roads and rivers meet a side at right angles, so that they continue in the tile beside it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from carcassonne.geometry import SIDES, Side
from render.art.curves import CENTRE_POINT, MIDDLES, Line, Point, bezier, smooth, toward, turned

_BEND: Final = 0.55
"""How far from the side the control points of a curve are, as a share of the distance to the centre."""


def bend(one: Side, other: Side) -> Line:
    """Return the line between two neighbouring sides."""
    start, end = MIDDLES[one], MIDDLES[other]
    return bezier(start, toward(start, CENTRE_POINT, _BEND), toward(end, CENTRE_POINT, _BEND), end)


def straight(side: Side) -> Line:
    """Return the straight line from a side to the opposite one."""
    return turned(smooth([(0, 0.5), (0.33, 0.5), (0.66, 0.5), (1, 0.5)]), side + 1)


def winding(side: Side) -> Line:
    """Return a line from a side to the opposite one that winds a little."""
    knots = [(0, 0.5), (0.16, 0.495), (0.36, 0.465), (0.64, 0.535), (0.84, 0.505), (1, 0.5)]
    return turned(smooth(knots), side + 1)


def swerving(side: Side, swerve: float) -> Line:
    """Return a line from a side to the opposite one whose middle swerves to the left, seen from the side."""
    half = [(0.0, 0.5), (0.15, 0.5 - 0.04 * swerve), (0.34, 0.5 - 0.7 * swerve), (0.5, 0.5 - swerve)]
    return turned(smooth([*half, *((1 - x, y) for x, y in half[-2::-1])]), side + 1)


def ending(side: Side, end: Point) -> Line:
    """Return the line from a side to a point on the tile."""
    start = MIDDLES[side]
    return bezier(start, toward(start, CENTRE_POINT, 0.5), toward(start, end, 0.8), end)


def spring_or_lake(side: Side) -> Line:
    """Return the line from a side to the spring, or the lake, in the middle of the tile."""
    return turned(smooth([(0.5, 0), (0.5, 0.14), (0.53, 0.3), (0.49, 0.46)]), side)


def to_door(side: Side, door: Point) -> Line:
    """Return the line from a side to a door in the south of a house; from the north it goes round the house."""
    start, (x, y) = MIDDLES[side], door
    if side == 0:
        return smooth([start, (0.49, 0.08), (0.33, 0.2), (0.17, 0.36), (0.15, 0.56), (0.24, 0.72), door])
    return bezier(start, toward(start, CENTRE_POINT, 0.4), (x, y + (0.12 if side == 2 else 0.16)), door)


def over_bridge_to_door(side: Side, middle: Point, door: Point) -> Line:
    """Return the line across a river to the door of a house on the far bank, or to the back of the house."""
    start = MIDDLES[side]
    if side == 2:
        return bezier(start, toward(start, CENTRE_POINT, 0.8), (door[0], door[1] + 0.14), door)
    end = toward(middle, start, 0.08)
    return bezier(start, toward(start, CENTRE_POINT, 0.8), end, end)


_CAP: Final = smooth([(0, 0), (0.17, 0.125), (0.31, 0.245), (0.5, 0.295), (0.69, 0.245), (0.83, 0.125), (1, 0)])
"""The wall of a city on the north side."""
_DIAGONAL: Final = smooth([(0, 1), (0.125, 0.83), (0.33, 0.64), (0.47, 0.47), (0.64, 0.33), (0.83, 0.125), (1, 0)])
"""The wall of a city on the north and west sides."""
_WHOLE: Final[Line] = ((0, 0), (1, 0), (1, 1), (0, 1))


@dataclass(frozen=True, slots=True)
class Outline:
    """What walls enclose: ``polygon`` without ``cuts``. It is to the left of each wall, in the wall's direction."""

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
        found[number] = _outline(sides) if facing is None else _rest_of(found[facing])
    return found


def _are_opposite_corners(one: tuple[Side, ...], other: tuple[Side, ...]) -> bool:
    return len(one) == len(other) == 2 and (one[0] - one[1]) % 2 == 1 and not set(one) & set(other)


def _rest_of(taken: Outline) -> Outline:
    return Outline(_WHOLE, (taken.polygon,), tuple(wall[::-1] for wall in taken.walls))


def _outline(sides: tuple[Side, ...]) -> Outline:
    match sorted(sides):
        case [side]:
            wall = turned(_CAP, side)
            return Outline(wall, (), (wall,))
        case [one, other] if (other - one) % 2:
            # _DIAGONAL is drawn for west and north, so it is turned until it begins with the later of the two sides.
            quarters = 0 if (one, other) == (0, 3) else other
            wall = turned(_DIAGONAL, quarters)
            return Outline((*wall, *turned([(0, 0)], quarters)), (), (wall,))
        case reached:
            cuts = tuple(turned(_CAP, side) for side in SIDES if side not in reached)
            return Outline(_WHOLE, cuts, tuple(cut[::-1] for cut in cuts))
