"""The details of fields: crops, trees, flowers, sheep."""

import math
from collections.abc import Callable
from functools import partial
from typing import Final

from carcassonne import Kind, Rgb
from render.art import buildings, textures
from render.art.canvas import Canvas
from render.art.curves import Point
from render.art.plan import Plan
from render.art.regions import Regions

CROPS: Final[tuple[tuple[Rgb, Rgb, Rgb], ...]] = (
    ((214, 202, 108), (190, 174, 82), (150, 150, 66)),
    ((168, 194, 80), (140, 170, 62), (104, 136, 52)),
    ((190, 172, 112), (168, 148, 92), (132, 142, 68)),
)
"""Of a crop field: the ground, the furrows, the edge."""
_LANDMARK: Final = 0.13
"""The room round what lies in a field, such as an inn."""
_FLOWERS: Final[tuple[Rgb, ...]] = ((250, 246, 232), (246, 214, 90), (222, 92, 76))


def draw_field_details(canvas: Canvas, plan: Plan, regions: Regions) -> None:
    """Fill the fields of a tile."""
    _FieldDetails(canvas, plan, regions).fill()


class _FieldDetails:
    """Puts details where there is room for them. ``taken`` marks the places without room."""

    def __init__(self, canvas: Canvas, plan: Plan, regions: Regions) -> None:
        self.canvas, self.regions = canvas, regions
        kinds = [segment.kind for segment in plan.turned.segments]
        self.fields = {number for number, kind in enumerate(kinds) if kind is Kind.FIELD}
        self.rng = textures.seeded_random("field", plan.shape)
        self.taken: list[tuple[Point, float]] = []
        if plan.church:
            self.taken.append((plan.church.middle, 0.37 * plan.church.size))
        for points in regions.modifier_points.values():
            self.taken += [(point, _LANDMARK) for point in points if regions.at(point) in self.fields]
        if plan.farm:
            self.taken.append((plan.farm, _LANDMARK))

    def is_free(self, point: Point, reach: float) -> bool:
        x, y = point
        if self.regions.at(point) not in self.fields or self.regions.depth_at(point) < reach:
            return False
        if min(x, 1 - x, 1 - y) < reach or y < 1.3 * reach:
            return False
        return all(math.dist(point, other) > reach + room for other, room in self.taken)

    def fill(self) -> None:
        if self.rng.random() < 0.72:
            self.scatter(1, 0.16, 60, self.crop_field)
        if self.rng.random() < 0.3:
            self.scatter(1, 0.075, 40, self.sheep)
        self.scatter(6, 0.062, 90, self.trees)
        self.scatter(3, 0.03, 20, self.flowers)

    def scatter(self, count: int, reach: float, tries: int, draw: Callable[[Point], None]) -> None:
        """Draw something at up to ``count`` random points with that much room around them."""
        for _ in range(tries):
            spot = self.rng.uniform(0.04, 0.96), self.rng.uniform(0.07, 0.96)
            if count and self.is_free(spot, reach):
                draw(spot)
                self.taken.append((spot, reach))
                count -= 1

    def trees(self, spot: Point) -> None:
        is_fir = self.rng.random() < 0.22
        for number in range(self.rng.choice((1, 2, 2, 3))):
            foot = (spot[0] + self.rng.uniform(-0.036, 0.036), spot[1] + self.rng.uniform(-0.02, 0.028))
            radius = self.rng.uniform(0.022, 0.034)
            draw = buildings.fir if is_fir else partial(buildings.tree, key=(spot, number))
            self.canvas.draw_later(foot[1], partial(draw, self.canvas, foot, radius))

    def flowers(self, spot: Point) -> None:
        colour = self.rng.choice(_FLOWERS)
        for _ in range(5):
            point = (spot[0] + self.rng.uniform(-0.026, 0.026), spot[1] + self.rng.uniform(-0.018, 0.018))
            self.canvas.ellipse(point, 0.0065, 0.0055, colour)

    def sheep(self, spot: Point) -> None:
        for _ in range(self.rng.choice((2, 3, 3))):
            foot = (spot[0] + self.rng.uniform(-0.05, 0.05), spot[1] + self.rng.uniform(-0.035, 0.035))
            self.canvas.draw_later(
                foot[1], partial(buildings.sheep, self.canvas, foot, faces_left=self.rng.random() < 0.5)
            )

    def crop_field(self, spot: Point) -> None:
        """Draw a field of crops, with a hedge along its far side."""
        ground, furrow, edge = self.rng.choice(CROPS)
        angle = self.rng.uniform(-0.45, 0.45)
        to_border = min(spot[0], 1 - spot[0], spot[1], 1 - spot[1])
        reach = min(0.2, self.regions.depth_at(spot), 0.76 * to_border)
        along, across = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
        skew = self.rng.uniform(-0.3, 0.3)

        def at(u: float, v: float) -> Point:
            u, v = reach * (u + skew * v), reach * 0.62 * v * (1 - 0.14 * u)
            return spot[0] + along[0] * u + across[0] * v, spot[1] + along[1] * u + across[1] * v

        border = [at(-0.9, -0.9), at(0, -1), at(0.9, -0.9), at(1, 0), at(0.9, 0.9), at(0, 1), at(-0.9, 0.9), at(-1, 0)]
        self.canvas.outline(border, 0.009, edge)
        self.canvas.polygon(border, ground)
        for row in range(-3, 4):
            self.canvas.line([at(-0.86, row / 4), at(0, row / 3.8), at(0.86, row / 4)], 0.0085, furrow)
        for number in range(7):
            foot = at(-0.95 + number * 0.27, -1.02)
            self.canvas.draw_later(foot[1], partial(buildings.tree, self.canvas, foot, 0.017, number))
