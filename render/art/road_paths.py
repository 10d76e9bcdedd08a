"""The lines of roads and rivers: at right angles to the tile's sides, so that they run on into the neighbours."""

from typing import Final

from carcassonne.geometry import Side
from render.art.curves import CENTRE_POINT, MIDDLES, Line, Point, bezier, smooth, toward, turned

BEND: Final = 0.55
"""How far the control points of a curve lie on the way from the side to the centre."""


def bend(one: Side, other: Side) -> Line:
    """Return the way between two neighbouring sides."""
    start, end = MIDDLES[one], MIDDLES[other]
    return bezier(start, toward(start, CENTRE_POINT, BEND), toward(end, CENTRE_POINT, BEND), end)


def straight(side: Side) -> Line:
    """Return the shortest way from a side to the opposite one."""
    return turned(smooth([(0, 0.5), (0.33, 0.5), (0.66, 0.5), (1, 0.5)]), side + 1)


def winding(side: Side) -> Line:
    """Return a way from a side to the opposite one that swings a little."""
    knots = [(0, 0.5), (0.16, 0.495), (0.36, 0.465), (0.64, 0.535), (0.84, 0.505), (1, 0.5)]
    return turned(smooth(knots), side + 1)


def bowed(side: Side, swerve: float) -> Line:
    """Return a way from a side to the opposite one that swerves at its middle, to the left as one comes in."""
    half = [(0.0, 0.5), (0.15, 0.5 - 0.04 * swerve), (0.34, 0.5 - 0.7 * swerve), (0.5, 0.5 - swerve)]
    return turned(smooth([*half, *((1 - x, y) for x, y in half[-2::-1])]), side + 1)


def ending(side: Side, end: Point) -> Line:
    """Return the way from a side to a point on the tile."""
    start = MIDDLES[side]
    return bezier(start, toward(start, CENTRE_POINT, 0.5), toward(start, end, 0.8), end)


def river_end(side: Side) -> Line:
    """Return the water between a side and the spring, or the lake, in the middle of the tile."""
    return turned(smooth([(0.5, 0), (0.5, 0.14), (0.53, 0.3), (0.49, 0.46)]), side)


def to_door(side: Side, door: Point) -> Line:
    """Return the road from a side to a door that looks south; from the north it leads round the house on the left."""
    start, (x, y) = MIDDLES[side], door
    if side == 0:
        return smooth([start, (0.49, 0.08), (0.33, 0.2), (0.17, 0.36), (0.15, 0.56), (0.24, 0.72), door])
    return bezier(start, toward(start, CENTRE_POINT, 0.4), (x, y + (0.12 if side == 2 else 0.16)), door)


def over_bridge_to_door(side: Side, middle: Point, door: Point) -> Line:
    """Return the road across a river to a house on the far bank, or to its back where the door looks away."""
    start = MIDDLES[side]
    if side == 2:
        return bezier(start, toward(start, CENTRE_POINT, 0.8), (door[0], door[1] + 0.14), door)
    end = toward(middle, start, 0.08)
    return bezier(start, toward(start, CENTRE_POINT, 0.8), end, end)
