"""City walls with their towers and gates: the top of a wall is lit, its face is shaded."""

import math
from functools import partial
from typing import Final

from render.art import buildings, colours
from render.art.canvas import Canvas
from render.art.curves import Line, Point, along, beside, length, resampled
from render.art.plan import Gate, WalledArea

RADIUS: Final = 0.024
"""Half the width of a wall."""
FLAT: Final = 0.8
"""The height of a circle on the ground, as a share of its width."""
HEIGHT: Final = 0.046
RISE: Final = HEIGHT / 2
"""How far below its line the foot of a wall is, so that walls of neighbouring tiles meet at the corners."""
STEP: Final = 0.011


def draw_wall(canvas: Canvas, wall: Line, gates: tuple[Gate, ...]) -> None:
    """Draw a wall along a line; the city lies to the left of the line."""
    walk = resampled(wall, STEP)
    for x, y in walk:
        canvas.ellipse((x, y + RISE), RADIUS + 0.007, RADIUS * FLAT + 0.007, colours.WALL_LINE)
    for number, point in enumerate(walk):
        canvas.draw_later(point[1] + RISE, partial(_face, canvas, point, number))
        canvas.draw_later(point[1] + RISE + 0.012, partial(_top, canvas, point))
    outer = beside(walk, RADIUS * 0.62)
    every = max(1, round(0.042 / (length(wall) / (len(walk) - 1))))
    for number in range(every // 2, len(walk), every):
        if all(math.dist(walk[number], gate.point) > 0.07 for gate in gates):
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
    """Draw a gatehouse, turned to the side that it faces: two roofed towers with the road between them."""
    x, y = gate.point[0], gate.point[1] + RISE
    if gate.side % 2:
        canvas.draw_later(y - 0.045, partial(_gate_tower, canvas, (x, y - 0.062)))
        canvas.draw_later(y + 0.03, partial(_passage_from_beside, canvas, x, y))
        canvas.draw_later(y + 0.075, partial(_gate_tower, canvas, (x, y + 0.062)))
    else:
        canvas.draw_later(y + 0.034, partial(_archway, canvas, x, y))
        canvas.draw_later(y + 0.035, partial(_gate_tower, canvas, (x - 0.068, y + 0.006)))
        canvas.draw_later(y + 0.036, partial(_gate_tower, canvas, (x + 0.068, y + 0.006)))


def _gate_tower(canvas: Canvas, foot: Point) -> None:
    buildings.round_tower(canvas, foot, 0.036, 0.088, colours.RED_ROOF)


def _archway(canvas: Canvas, x: float, y: float) -> None:
    canvas.box(x - 0.058, y - 0.086, x + 0.058, y + 0.022, colours.WALL_LINE)
    canvas.box(x - 0.052, y - 0.08, x + 0.052, y + 0.018, colours.WALL_FACE)
    canvas.box(x - 0.052, y - 0.092, x + 0.052, y - 0.066, colours.WALL_TOP)
    canvas.box(x - 0.034, y - 0.03, x + 0.034, y + 0.022, (84, 62, 44))
    canvas.ellipse((x, y - 0.03), 0.034, 0.03, (84, 62, 44))
    canvas.box(x - 0.022, y - 0.016, x + 0.022, y + 0.022, (132, 102, 66))
    canvas.ellipse((x, y - 0.018), 0.022, 0.018, (132, 102, 66))


def _passage_from_beside(canvas: Canvas, x: float, y: float) -> None:
    canvas.box(x - 0.04, y - 0.05, x + 0.04, y + 0.02, (92, 72, 52))
    canvas.box(x - 0.046, y - 0.1, x + 0.046, y - 0.02, colours.WALL_LINE)
    canvas.box(x - 0.04, y - 0.094, x + 0.04, y - 0.052, colours.WALL_TOP)
    canvas.box(x - 0.04, y - 0.052, x + 0.04, y - 0.026, colours.WALL_FACE)
