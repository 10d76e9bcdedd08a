"""What grows in the open: crops, trees, flowers, and sheep."""

import math
from functools import partial
from random import Random
from typing import Final

from carcassonne import Kind
from render.art import buildings, textures
from render.art.canvas import Canvas
from render.art.colours import Colour
from render.art.curves import Point
from render.art.plan import Plan
from render.art.regions import Regions

_CROPS: Final[tuple[tuple[Colour, Colour], ...]] = (
    ((214, 194, 98), (188, 164, 74)),
    ((176, 194, 84), (150, 172, 66)),
    ((178, 142, 92), (152, 116, 72)),
)
_FLOWERS: Final[tuple[Colour, ...]] = ((250, 246, 232), (246, 214, 90), (222, 92, 76))


def plant(canvas: Canvas, plan: Plan, regions: Regions) -> None:
    """Fill the fields of a tile."""
    dice = textures.seeded("field", plan.turned.tile.name, plan.turned.rotation)
    taken: list[tuple[Point, float]] = []

    def is_free(point: Point, reach: float) -> bool:
        label = regions.at(point)
        if label >= len(plan.turned.segments) or plan.turned.segments[label].kind is not Kind.FIELD:
            return False
        near_border = min(*point, 1 - point[0], 1 - point[1])
        if regions.depth_at(point) < reach or near_border < reach:
            return False
        return all(math.dist(point, other) > reach + room for other, room in taken)

    spots = [(dice.uniform(0.06, 0.94), dice.uniform(0.09, 0.94)) for _ in range(160)]
    acre = next((spot for spot in spots[:40] if is_free(spot, 0.17)), None)
    if acre and dice.random() < 0.6:
        _sow(canvas, acre, dice)
        taken.append((acre, 0.15))
    groves = 0
    for spot in spots:
        if groves < 6 and is_free(spot, 0.065):
            _grove(canvas, spot, dice)
            taken.append((spot, 0.07))
            groves += 1
    for spot in spots[::-1][:24]:
        if is_free(spot, 0.025):
            _blossom(canvas, spot, dice)
            taken.append((spot, 0.02))


def _grove(canvas: Canvas, spot: Point, dice: Random) -> None:
    for number in range(dice.choice((1, 2, 2, 3))):
        foot = (spot[0] + dice.uniform(-0.034, 0.034), spot[1] + dice.uniform(-0.02, 0.026))
        radius = dice.uniform(0.022, 0.034)
        canvas.stand(foot[1], partial(buildings.tree, canvas, foot, radius, (spot, number)))


def _blossom(canvas: Canvas, spot: Point, dice: Random) -> None:
    colour = dice.choice(_FLOWERS)
    for _ in range(4):
        point = (spot[0] + dice.uniform(-0.022, 0.022), spot[1] + dice.uniform(-0.016, 0.016))
        canvas.ellipse(point, 0.006, 0.005, colour)


def _sow(canvas: Canvas, middle: Point, dice: Random) -> None:
    """Draw an acre with its furrows."""
    bright, dark = dice.choice(_CROPS)
    angle, half_long, half_wide = dice.uniform(-0.5, 0.5), 0.135, 0.085
    along, across = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))

    def at(u: float, v: float) -> Point:
        return middle[0] + along[0] * u + across[0] * v, middle[1] + along[1] * u + across[1] * v

    skew = dice.uniform(-0.03, 0.03)
    corners = [
        at(-half_long, -half_wide),
        at(half_long, -half_wide + skew),
        at(half_long - 0.02, half_wide),
        at(-half_long + 0.02, half_wide - skew),
    ]
    canvas.outline(corners, 0.008, (104, 136, 54))
    canvas.polygon(corners, bright)
    for row in range(-3, 4):
        v = row * half_wide / 4
        canvas.line([at(-half_long + 0.02, v - skew * 0.3), at(half_long - 0.02, v + skew * 0.3)], 0.008, dark)
