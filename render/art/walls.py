"""City walls with their towers and gates: the top of a wall is lit, its face is shaded."""

import math
from functools import partial
from typing import Final

from render.art import buildings, colours, textures
from render.art.canvas import Canvas
from render.art.curves import OUTWARD, Line, Point, along, beside, length, resampled
from render.art.plan import Gate, WalledArea

RADIUS: Final = 0.024
"""Half the width of a wall."""
FLAT: Final = 0.8
"""The height of a circle on the ground, as a share of its width."""
HEIGHT: Final = 0.046
RISE: Final = HEIGHT / 2
"""How far below its line the foot of a wall is, so that walls of neighbouring tiles meet at the corners."""
STEP: Final = 0.011
_GAP: Final = 0.05
"""So near to a gate's middle there is no wall."""
_POST: Final = 0.066
"""How far from a gate's middle its towers stand."""
_GATE_ROAD: Final = 0.074
_IN_THE_GATE: Final = (172, 146, 108)
"""The street in the shadow of the arch."""


def draw_wall(canvas: Canvas, wall: Line, gates: tuple[Gate, ...]) -> None:
    """Draw a wall along a line; the city lies to the left of the line."""
    walk = resampled(wall, STEP)
    standing = [point for point in walk if all(math.dist(point, gate.point) > _GAP for gate in gates)]
    for x, y in standing:
        canvas.ellipse((x, y + RISE), RADIUS + 0.007, RADIUS * FLAT + 0.007, colours.WALL_LINE)
    for number, point in enumerate(standing):
        canvas.draw_later(point[1] + RISE, partial(_face, canvas, point, number))
        canvas.draw_later(point[1] + RISE + 0.012, partial(_top, canvas, point))
    outer = beside(walk, RADIUS * 0.62)
    every = max(1, round(0.042 / (length(wall) / (len(walk) - 1))))
    for number in range(every // 2, len(walk), every):
        if all(math.dist(walk[number], gate.point) > 0.085 for gate in gates):
            canvas.draw_later(walk[number][1] + RISE + 0.02, partial(_merlon, canvas, outer[number]))
    for share in (0.25, 0.75):
        foot = along(wall, share)
        canvas.draw_later(foot[1] + RISE + 0.03, partial(wall_tower, canvas, foot))


def _face(canvas: Canvas, point: Point, number: int) -> None:
    x, y = point[0], point[1] + RISE
    line = 0.006
    canvas.ellipse((x, y - HEIGHT), RADIUS + line, RADIUS * FLAT + line, colours.WALL_LINE)
    colour = colours.WALL_FACE if number % 7 else (148, 137, 120)
    canvas.box(x - RADIUS, y - HEIGHT, x + RADIUS, y, colour)
    canvas.ellipse((x, y), RADIUS, RADIUS * FLAT, colour)


def _top(canvas: Canvas, point: Point) -> None:
    canvas.ellipse((point[0], point[1] + RISE - HEIGHT), RADIUS, RADIUS * FLAT, colours.WALL_TOP)


def _merlon(canvas: Canvas, point: Point) -> None:
    x, y, half = point[0], point[1] + RISE - HEIGHT, RADIUS * 0.5
    canvas.box(x - half - 0.003, y - half * 2.0, x + half + 0.003, y + half * 0.9, (122, 112, 96))
    canvas.box(x - half, y - half * 2.0, x + half, y + half * 0.2, colours.WALL_LIGHT)


def wall_tower(canvas: Canvas, foot: Point) -> None:
    """Draw a tower of the wall."""
    buildings.round_tower(canvas, (foot[0], foot[1] + RISE), 0.036, 0.078, None)


def draw_gate(canvas: Canvas, area: WalledArea, gate: Gate) -> None:
    """Draw an open gate: the road runs through a gap in the wall between two towers."""
    one, other = sorted(_ends_of_gap(area, gate))
    _pave_gap(canvas, gate)
    if abs(one[0] - other[0]) > abs(one[1] - other[1]):
        low = max(one[1], other[1]) + RISE
        canvas.draw_later(low + 0.034, partial(_archway, canvas, one, other))
        for foot in (one, other):
            canvas.draw_later(low + 0.035, partial(_gate_tower, canvas, foot))
        return
    # Seen from beside, what is high would hide the road: so only the far tower is.
    far, near = sorted((one, other), key=lambda point: point[1])
    canvas.draw_later(far[1] + RISE, partial(_gate_tower, canvas, far))
    canvas.draw_later(near[1] + 2 * RISE, partial(_low_gate_tower, canvas, (near[0], near[1] + 0.018)))


def _ends_of_gap(area: WalledArea, gate: Gate) -> tuple[Point, Point]:
    """Return the points of the wall on both sides of a gate where its towers stand."""
    wall = min(area.outline.walls, key=lambda line: min(math.dist(point, gate.point) for point in line))
    walk = resampled(wall, STEP)
    middle = min(range(len(walk)), key=lambda number: math.dist(walk[number], gate.point))
    before = (point for point in reversed(walk[:middle]) if math.dist(point, gate.point) >= _POST)
    after = (point for point in walk[middle:] if math.dist(point, gate.point) >= _POST)
    return next(before, walk[0]), next(after, walk[-1])


def _pave_gap(canvas: Canvas, gate: Gate) -> None:
    """Lay the road through the wall."""
    (x, y), (dx, dy) = gate.point, OUTWARD[gate.side]
    through = ((x + 0.03 * dx, y + 0.03 * dy), (x - 0.05 * dx, y - 0.05 * dy))
    sand = canvas.mask()
    sand.stroke(through, _GATE_ROAD, 255)
    canvas.cover(sand, textures.road(canvas.side))


def _gate_tower(canvas: Canvas, foot: Point) -> None:
    buildings.round_tower(canvas, (foot[0], foot[1] + RISE), 0.036, 0.088, colours.RED_ROOF)


def _low_gate_tower(canvas: Canvas, foot: Point) -> None:
    buildings.round_tower(canvas, (foot[0], foot[1] + RISE), 0.036, 0.05, None)


def _archway(canvas: Canvas, one: Point, other: Point) -> None:
    """Draw the arch over the road, with the wings of the gate open on both sides."""
    x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2 + RISE
    half = abs(one[0] - other[0]) / 2
    canvas.box(x - half, y - 0.1, x + half, y - 0.034, colours.WALL_LINE)
    canvas.box(x - half, y - 0.094, x + half, y - 0.06, colours.WALL_FACE)
    canvas.box(x - half, y - 0.1, x + half, y - 0.078, colours.WALL_TOP)
    opening = 0.042
    canvas.ellipse((x, y - 0.034), opening, 0.026, _IN_THE_GATE)
    canvas.box(x - opening, y - 0.034, x + opening, y - 0.012, _IN_THE_GATE)
    canvas.ellipse((x, y - 0.008), opening, 0.014, colours.ROAD)
    for side in (-1, 1):
        hinge, edge = x + side * opening, x + side * 0.026
        wing = [(hinge, y - 0.036), (edge, y - 0.024), (edge, y + 0.03), (hinge, y + 0.014)]
        canvas.outline(wing, 0.004, colours.INK)
        canvas.polygon(wing, colours.TIMBER)
