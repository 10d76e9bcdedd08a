"""Roads, the villages at crossings, and bridges over rivers."""

import itertools
from functools import partial
from typing import Final

from render.art import buildings, colours, textures
from render.art.canvas import Canvas, blurred
from render.art.colours import ROOFS
from render.art.curves import Line, Point, beside, intersection_of, resampled, shifted
from render.art.plan import Plan, Route
from render.art.regions import Regions

WIDTH: Final = 0.108
EDGE: Final = 0.017
VILLAGE: Final = 0.147


def draw_roads_and_village(canvas: Canvas, plan: Plan, regions: Regions) -> None:
    """Draw all roads of a tile, and the village at their crossing."""
    draw_roads(canvas, plan, regions)
    if plan.crossing:
        _draw_village(canvas, plan, plan.crossing)


def draw_roads(canvas: Canvas, plan: Plan, _: Regions) -> None:
    """Draw the roads or paths of a tile, without a village."""
    if not plan.roads:
        return
    shadow, edge, sand = canvas.mask(), canvas.mask(), canvas.mask()
    for route in plan.roads:
        shadow.stroke(shifted(route.line, 0.006, 0.012), WIDTH + 3.4 * EDGE, 255)
        edge.stroke(route.line, WIDTH + 2 * EDGE, 255)
        sand.stroke(route.line, WIDTH, 255)
    canvas.shade(blurred(shadow, 0.011), (70, 90, 30), 0.45)
    canvas.cover(edge, colours.ROAD_EDGE)
    canvas.cover(sand, textures.road(canvas.side))
    for route in plan.roads:
        _draw_ruts(canvas, plan, route)


def _draw_ruts(canvas: Canvas, plan: Plan, route: Route) -> None:
    """Draw the ruts of carts, with gaps."""
    rng = textures.seeded_random("ruts", plan.shape, route.sides)
    for offset in (-0.022, 0.022):
        rut = resampled(beside(route.line, offset), 0.03)
        for start, end in itertools.pairwise(rut):
            if rng.random() < 0.55:
                canvas.line((start, end), 0.008, colours.ROAD_WORN)


def _draw_village(canvas: Canvas, plan: Plan, crossing: Point) -> None:
    x, y = crossing
    canvas.ellipse((x, y + 0.004), VILLAGE + EDGE, VILLAGE * 0.96 + EDGE, colours.ROAD_EDGE)
    mask = canvas.mask()
    mask.ellipse((x, y + 0.004), VILLAGE, VILLAGE * 0.96, 255)
    canvas.cover(mask, textures.offset_texture(textures.grass(canvas.side), 0.31))
    rng = textures.seeded_random("village", plan.shape)
    roofs = rng.sample(ROOFS, 3)
    for (dx, dy, width), roof, gabled in zip(_HOUSES, roofs, (True, False, True), strict=True):
        foot = (x + dx, y + dy)
        canvas.draw_later(foot[1], partial(buildings.house, canvas, foot, width, roof, gabled=gabled))
    canvas.draw_later(y + 0.1, partial(buildings.tree, canvas, (x + 0.075, y + 0.1), 0.03, "village"))


_HOUSES: Final = ((-0.066, 0.0, 0.112), (0.062, 0.026, 0.104), (-0.03, 0.118, 0.116))


def draw_bridges(canvas: Canvas, plan: Plan, _: Regions) -> None:
    """Draw a bridge wherever a road crosses a river."""
    for road in plan.roads:
        for water in plan.waters:
            middle = intersection_of(road.line, water.line)
            if middle:
                _draw_bridge(canvas, road.line, middle)


def _draw_bridge(canvas: Canvas, road: Line, middle: Point) -> None:
    span = tuple(point for point in resampled(road, 0.02) if _within(point, middle, 0.14))
    for offset in (-0.068, 0.068):
        rail = beside(span, offset)
        canvas.stroke(rail, 0.04, colours.WALL_LINE)
    canvas.stroke(span, WIDTH, colours.ROAD)
    for offset in (-0.068, 0.068):
        rail = beside(span, offset)
        canvas.stroke(shifted(rail, 0, 0.004), 0.028, colours.WALL_FACE)
        canvas.stroke(shifted(rail, 0, -0.008), 0.026, colours.WALL_TOP)


def _within(point: Point, middle: Point, reach: float) -> bool:
    return max(abs(point[0] - middle[0]), abs(point[1] - middle[1])) <= reach
