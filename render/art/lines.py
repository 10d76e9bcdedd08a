"""The lines on a tile, by the sides that they reach: of roads, of rivers, and of walls, which enclose an ``Outline``.

Roads and rivers meet a side at right angles, so that they continue in the tile beside it.
"""

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from carcassonne.geometry import SIDES, Side
from render.art.curves import CENTRE_POINT, MIDDLES, Line, Point, along, bezier, mean, smooth, toward, turned

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


def past_middle(side: Side, aside: Point) -> Line:
    """Return the line from a side past the middle, ``aside`` of it, to a farm before the opposite side."""
    _, y = turned([(CENTRE_POINT[0] + aside[0], CENTRE_POINT[1] + aside[1])], 3 - side)[0]
    return turned(smooth([(0, 0.5), (0.16, 0.5 + 0.25 * (y - 0.5)), (0.36, y), (0.64, y), (0.76, y)]), side + 1)


def to_yard(side: Side, middle: Point, reach: float) -> Line:
    """Return the line from a side straight to the yard round a house, which reaches so far from its middle."""
    start = MIDDLES[side]
    return smooth([start, toward(start, middle, 0.4), toward(middle, start, reach / math.dist(start, middle))])


_CAP: Final = smooth([(0, 0), (0.17, 0.125), (0.31, 0.245), (0.5, 0.295), (0.69, 0.245), (0.83, 0.125), (1, 0)])
"""The wall of a city on the north side."""
_DIAGONAL: Final = smooth([(0, 1), (0.125, 0.83), (0.33, 0.64), (0.47, 0.47), (0.64, 0.33), (0.83, 0.125), (1, 0)])
"""The wall of a city on the north and west sides."""
_WHOLE: Final[Line] = ((0, 0), (1, 0), (1, 1), (0, 1))

_FLATTENED: Final = 0.7
"""How deep the wall round one side is beside a closed field, compared with a usual one: so the field has room."""
_DEEPENED: Final = 1.62
"""The same for the wall beyond a closed field, where the city behind it reaches both sides."""
_BENT: Final = -0.09
"""How far the wall of a city in a corner is moved toward that corner, beside a closed field."""
_OF_SPUR: Final = (0.8, -0.06)
"""How deep the one wall is, and how far the other one is moved, where a city of one side is drawn out to a corner."""
_SPUR: Final = 0.22
"""How much of the walls along it the middle line of a spur takes into account."""


@dataclass(frozen=True, slots=True)
class Outline:
    """What walls enclose: ``polygon`` without ``cuts``. It is to the left of each wall, in the wall's direction."""

    polygon: Line
    cuts: tuple[Line, ...]
    walls: tuple[Line, ...]
    spurs: tuple[Line, ...] = ()
    """The middles of what is drawn out to corners of the tile, each from the corner inward."""


@dataclass(frozen=True, slots=True)
class Between:
    """The fields that decide how walled segments are shaped.

    ``corners`` are those to which a segment is drawn out, by its number, because it parts two fields there. A corner
    has the number of the side before it, clockwise. ``apart`` are the segments round a closed field.
    """

    corners: Mapping[int, Collection[Side]]
    apart: Collection[int]


def outlines(areas: Mapping[int, tuple[Side, ...]], between: Between) -> dict[int, Outline]:
    """Return the region of each walled segment by its number, from the sides that it reaches.

    Two that fill opposite corners share one wall, so that nothing is left between them, unless a field is there.
    """
    found: dict[int, Outline] = {}
    for number, sides in sorted(areas.items(), key=lambda area: area[1]):
        if number in between.apart:
            facing = [side for other in between.apart if other != number for side in areas[other]]
            found[number] = _beside_closed_field(sides, facing)
        elif corners := between.corners.get(number):
            found[number] = _drawn_out(sides, corners)
        else:
            beyond = (other for other, taken in areas.items() if other in found and _are_opposite_corners(taken, sides))
            sharing = next(beyond, None)
            found[number] = _outline(sides) if sharing is None else _rest_of(found[sharing])
    return found


def _beside_closed_field(sides: tuple[Side, ...], facing: Collection[Side]) -> Outline:
    """Return what leaves room for a closed field before the segments at the sides that it faces."""
    if len(sides) == 1 or (sides[0] - sides[1]) % 2:
        wall, enclosed = _enclosed(sides, _FLATTENED, _BENT)
        return Outline(enclosed, (), (wall,))
    beyond = (side for side in SIDES if side not in sides)
    return _without(_enclosed([side], _DEEPENED if side in facing else _FLATTENED) for side in beyond)


def _drawn_out(sides: tuple[Side, ...], corners: Collection[Side]) -> Outline:
    """Return a segment drawn out to corners: the tile less the fields."""
    room = _OF_SPUR if len(sides) == 1 else (1.0, 0.0)
    found = _without(_enclosed(fields, *room) for fields in _fields_beside(sides, corners))
    return Outline(found.polygon, found.cuts, found.walls, tuple(_spur(corner, found.walls) for corner in corners))


def _fields_beside(sides: tuple[Side, ...], corners: Collection[Side]) -> list[list[Side]]:
    """Return the sides that a segment does not reach; those of one field are together."""
    fields: list[list[Side]] = []
    first = next(side + 1 for side in sides if (side + 1) % 4 not in sides)
    for side in (number % 4 for number in range(first, first + 4)):
        before = (side - 1) % 4
        if side not in sides:
            if before in sides or before in corners:
                fields.append([])
            fields[-1].append(side)
    return fields


def _spur(corner: Side, walls: Iterable[Line]) -> Line:
    end = turned([(1, 0)], corner)[0]
    there = [wall if wall[0] == end else wall[::-1] for wall in walls if end in (wall[0], wall[-1])]
    return end, mean(along(wall, _SPUR) for wall in there)


def _enclosed(sides: Collection[Side], depth: float, bent: float = 0.0) -> tuple[Line, Line]:
    """Return the wall round one side or two neighbouring ones, and the outline of what is within."""
    match sorted(sides):
        case [side]:
            wall = turned(((x, depth * y) for x, y in _CAP), side)
            return wall, wall
        case [one, other]:
            quarters = _quarters(one, other)
            wall = turned(_bent(_DIAGONAL, bent), quarters)
            return wall, (*wall, *turned([(0, 0)], quarters))
        case _:
            raise ValueError(sides)


def _bent(line: Line, by: float) -> Line:
    """Return a line between two corners with its middle moved at right angles; a negative amount is to its left."""
    shares = ((x + 1 - y) / 2 for x, y in line)
    return tuple((x + 4 * u * (1 - u) * by, y + 4 * u * (1 - u) * by) for (x, y), u in zip(line, shares, strict=True))


def _without(taken: Iterable[tuple[Line, Line]]) -> Outline:
    """Return the whole tile without what some walls enclose."""
    found = tuple(taken)
    return Outline(_WHOLE, tuple(within for _, within in found), tuple(wall[::-1] for wall, _ in found))


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
            quarters = _quarters(one, other)
            wall = turned(_DIAGONAL, quarters)
            return Outline((*wall, *turned([(0, 0)], quarters)), (), (wall,))
        case reached:
            cuts = tuple(turned(_CAP, side) for side in SIDES if side not in reached)
            return Outline(_WHOLE, cuts, tuple(cut[::-1] for cut in cuts))


def _quarters(one: Side, other: Side) -> int:
    """Return how far to turn what is drawn for north and west: until it begins with the later of the two sides."""
    return 0 if (one, other) == (0, 3) else other
