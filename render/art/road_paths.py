"""The lines of roads and rivers. They meet a tile's sides at right angles, so that they continue in neighbours."""

from typing import Final

from carcassonne.geometry import Side
from render.art.curves import CENTRE_POINT, MIDDLES, Line, Point, bezier, smooth, toward, turned

BEND: Final = 0.55
"""How far from the side the control points of a curve are, as a share of the distance to the centre."""


def bend(one: Side, other: Side) -> Line:
    """Return the line between two neighbouring sides."""
    start, end = MIDDLES[one], MIDDLES[other]
    return bezier(start, toward(start, CENTRE_POINT, BEND), toward(end, CENTRE_POINT, BEND), end)


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
