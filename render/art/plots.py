"""The plots in fields: a church with a bell tower in its yard, and a garden with flower beds round a tree."""

import math
from functools import partial
from typing import Final

from carcassonne import Rgb
from render.art import buildings, colours, textures
from render.art.buildings import LINE
from render.art.canvas import Canvas, blurred
from render.art.colours import INK
from render.art.curves import Point
from render.art.plan import Church, Plan
from render.art.regions import Regions

_HEDGES: Final = 34


def draw_monastery_yard(canvas: Canvas, plan: Plan, _: Regions) -> None:
    """Draw the lawn of the yard, if there is one. It comes before the road that crosses it."""
    if plan.church is None:
        return
    mask, church = canvas.mask(), plan.church
    x, y = church.middle
    mask.ellipse((x, y + 0.02 * church.size), 0.325 * church.size, 0.285 * church.size, 255)
    canvas.shade(blurred(mask, 0.006), colours.LAWN, 0.8)


def draw_church(canvas: Canvas, plan: Plan, _: Regions) -> None:
    """Draw the church and the hedge round it, if there is one."""
    if plan.church is None:
        return
    size, (x, y) = plan.church.size, plan.church.middle
    road = [point for route in plan.roads for point in route.line]
    for number in range(_HEDGES):
        angle = 2 * math.pi * number / _HEDGES
        foot = (x + 0.335 * size * math.cos(angle), y + (0.02 + 0.29 * math.sin(angle)) * size)
        is_inside = 0.02 < foot[0] < 0.98 and 0.05 < foot[1] < 0.985
        if is_inside and all(math.dist(foot, point) > 0.085 for point in road):
            canvas.draw_later(foot[1], partial(buildings.tree, canvas, foot, 0.031 * size, number % 3))
    church = _ChurchDrawing(canvas, plan.church)
    church.cast_shadow()
    canvas.draw_later(y + 0.14 * size, church.draw)


class _ChurchDrawing:
    """Draws the building in coordinates of its own, whose origin is the middle of its foot."""

    def __init__(self, canvas: Canvas, church: Church) -> None:
        self.canvas = canvas
        self.size = church.size
        self.x, self.y = church.middle[0], church.middle[1] + 0.15 * church.size
        self.flip = -1 if church.is_mirrored else 1

    def at(self, *points: Point) -> list[Point]:
        return [(self.x + self.flip * x * self.size, self.y + y * self.size) for x, y in points]

    def shape(self, fill: Rgb, *points: Point) -> None:
        self.canvas.polygon(self.at(*points), fill)

    def box(self, left: float, top: float, right: float, bottom: float, fill: Rgb) -> None:
        self.shape(fill, (left, top), (right, top), (right, bottom), (left, bottom))

    def outline(self, *points: Point) -> None:
        self.canvas.outline(self.at(*points), LINE, INK)

    def draw(self) -> None:
        self._nave()
        self._tower()

    def cast_shadow(self) -> None:
        """Darken the ground to the right of the church."""
        right = self.x + (0.22 if self.flip > 0 else 0.25) * self.size
        top, low, wide = self.y - 0.22 * self.size, self.y, 0.1 * self.size
        mask = self.canvas.mask()
        mask.polygon([(right, low), (right + wide, low - 0.03), (right + wide, top + 0.05), (right, top)], 255)
        self.canvas.shade(blurred(mask, 0.008), colours.TREE_LINE, 0.4)

    def _nave(self) -> None:
        light, dark = colours.RED_ROOF
        self.outline((-0.16, 0), (-0.16, -0.1), (0.23, -0.1), (0.23, 0))
        self.outline((-0.18, -0.09), (-0.14, -0.245), (0.21, -0.245), (0.25, -0.09))
        self.box(-0.16, -0.1, 0.23, 0, colours.PLASTER)
        self.box(-0.16, -0.1, 0.23, -0.076, colours.PLASTER_DARK)
        self.shape(light, (-0.18, -0.09), (-0.14, -0.245), (0.21, -0.245), (0.25, -0.09))
        for row in range(1, 5):
            share = row / 5
            level = -(0.09 + 0.155 * share)
            self.canvas.line(self.at((-0.18 + 0.04 * share, level), (0.25 - 0.04 * share, level)), LINE, dark)
        self.canvas.line(self.at((-0.14, -0.243), (0.21, -0.243)), LINE, buildings.lighter(light, 36))
        for window in range(4):
            left = -0.055 + 0.073 * window
            self.box(left, -0.06, left + 0.03, -0.014, colours.WINDOW)
            self.canvas.ellipse(self.at((left + 0.015, -0.06))[0], 0.015 * self.size, 0.016 * self.size, colours.WINDOW)

    def _tower(self) -> None:
        light, dark = colours.RED_ROOF
        body = ((-0.262, 0.012), (-0.262, -0.245), (-0.112, -0.245), (-0.112, 0.012))
        self.outline(*body)
        self.shape(colours.PLASTER, *body)
        shaded = (-0.15, -0.112) if self.flip > 0 else (-0.262, -0.224)
        self.box(shaded[0], -0.245, shaded[1], 0.012, colours.PLASTER_DARK)
        roof = ((-0.29, -0.237), (-0.187, -0.405), (-0.084, -0.237))
        self.outline(*roof)
        self.shape(light, *roof)
        self.shape(
            dark, (-0.187, -0.405), ((-0.084 if self.flip > 0 else -0.29), -0.237), (-0.187 + self.flip * 0.024, -0.237)
        )
        self.canvas.ellipse(self.at((-0.187, -0.172))[0], 0.03 * self.size, 0.03 * self.size, colours.WINDOW)
        self.box(-0.214, -0.065, -0.16, 0.012, colours.TIMBER)
        self.canvas.ellipse(self.at((-0.187, -0.065))[0], 0.027 * self.size, 0.024 * self.size, colours.TIMBER)
        self.canvas.line(self.at((-0.187, -0.4), (-0.187, -0.472)), 0.012, INK)
        self.canvas.line(self.at((-0.211, -0.446), (-0.163, -0.446)), 0.012, INK)


_BEDS: Final[tuple[Rgb, ...]] = ((222, 92, 76), (246, 214, 90), (250, 246, 232), (226, 128, 160))
_HEDGE: Final[Rgb] = (66, 110, 50)
_HEDGE_TOP: Final[Rgb] = (98, 148, 66)


def draw_garden(canvas: Canvas, _: Plan, regions: Regions) -> None:
    """Draw the garden, if the tile has one."""
    if regions.garden is None:
        return
    x, y = regions.garden.middle
    half = regions.garden.half - 0.02
    shadow = canvas.mask()
    shadow.box(x - half, y - half + 0.02, x + half + 0.025, y + half + 0.025, 255)
    canvas.shade(blurred(shadow, 0.012), colours.GRASS_SHADE, 0.7)
    canvas.box(x - half, y - half, x + half, y + half, colours.ROAD_EDGE)
    canvas.box(x - half, y - half, x + half, y + half, (232, 216, 180))
    rng = textures.seeded_random("beds", x, y)
    flowers = rng.sample(_BEDS, 4)
    for (across, down), colour in zip(((-1, -1), (1, -1), (-1, 1), (1, 1)), flowers, strict=True):
        _draw_flower_bed(canvas, (x + across * half * 0.5, y + down * half * 0.5), half * 0.3, colour)
    _draw_hedge(canvas, (x, y), half)
    canvas.draw_later(y + 0.03, partial(buildings.tree, canvas, (x, y + 0.03), 0.038, "garden"))


def _draw_flower_bed(canvas: Canvas, middle: Point, half: float, colour: Rgb) -> None:
    x, y = middle
    canvas.box(x - half, y - half, x + half, y + half, (118, 156, 66))
    for row in range(3):
        for column in range(3):
            spot = (x + (column - 1) * half * 0.62, y + (row - 1) * half * 0.62)
            canvas.ellipse(spot, half * 0.24, half * 0.22, colour)


def _draw_hedge(canvas: Canvas, middle: Point, half: float) -> None:
    """Draw the hedge, with gaps for the paths on the left and right."""
    x, y = middle
    thick, gap = 0.014, 0.026
    for level in (y - half, y + half):
        canvas.draw_later(level + 0.004, partial(_draw_hedge_row, canvas, x - half - thick, x + half + thick, level))
    for side in (x - half, x + half):
        canvas.draw_later(y - gap, partial(_draw_hedge_side, canvas, side, y - half, y - gap, thick))
        canvas.draw_later(y + half, partial(_draw_hedge_side, canvas, side, y + gap, y + half, thick))


def _draw_hedge_row(canvas: Canvas, left: float, right: float, level: float) -> None:
    canvas.box(left - 0.005, level - 0.036, right + 0.005, level + 0.013, colours.TREE_LINE)
    canvas.box(left, level - 0.03, right, level + 0.008, _HEDGE)
    canvas.box(left, level - 0.03, right, level - 0.01, _HEDGE_TOP)


def _draw_hedge_side(canvas: Canvas, x: float, top: float, bottom: float, thick: float) -> None:
    canvas.box(x - thick - 0.005, top - 0.036, x + thick + 0.005, bottom + 0.013, colours.TREE_LINE)
    canvas.box(x - thick, top - 0.03, x + thick, bottom + 0.008, _HEDGE)
    canvas.box(x - thick, top - 0.03, x + thick, bottom - 0.01, _HEDGE_TOP)
