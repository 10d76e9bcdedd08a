"""What runs through a tile: rivers, roads with the villages at their crossings, and bridges where both meet."""

import itertools
from functools import partial
from typing import Final

from render.art import buildings, colours, textures
from render.art.canvas import Canvas, blurred
from render.art.colours import ROOFS
from render.art.curves import Line, Point, beside, intersection_of, resampled, shifted
from render.art.plan import Plan, Route
from render.art.regions import Regions

RIVER_WIDTH: Final = 0.18


def draw_rivers(canvas: Canvas, plan: Plan, _: Regions) -> None:
    """Draw the river of a tile, with its spring or lake."""
    if not plan.waters:
        return
    shore, bank, water = canvas.mask(), canvas.mask(), canvas.mask()
    for route in plan.waters:
        shore.stroke(route.line, RIVER_WIDTH + 0.06, 255)
        bank.stroke(route.line, RIVER_WIDTH + 0.026, 255)
        water.stroke(route.line, RIVER_WIDTH, 255)
        if len(route.sides) == 1:
            x, y = route.line[-1]
            shore.ellipse((x, y), 0.2, 0.18, 255)
            bank.ellipse((x, y), 0.18, 0.16, 255)
            water.ellipse((x, y), 0.165, 0.145, 255)
    canvas.cover(blurred(shore, 0.006), colours.SHORE)
    canvas.cover(bank, colours.BANK)
    canvas.cover(water, textures.water(canvas.side))
    for route in plan.waters:
        _draw_ripples(canvas, plan, route)


def _draw_ripples(canvas: Canvas, plan: Plan, route: Route) -> None:
    rng = textures.seeded_random("ripples", plan.shape, route.sides)
    for offset in (-0.05, -0.01, 0.04):
        line = resampled(beside(route.line, offset), 0.05)
        for start, end in itertools.pairwise(line):
            if rng.random() < 0.3:
                canvas.line((start, end), 0.01, colours.WATER_LIGHT)


ROAD_WIDTH: Final = 0.108
EDGE: Final = 0.017
VILLAGE: Final = 0.147
_LANE_WIDTH: Final = 0.084
"""The width of a lane from a village to a gate."""
_BRIDGE_REACH: Final = 0.135
_RAIL: Final = 0.068
"""How far from the middle of a bridge its rails are."""


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
        shadow.stroke(shifted(route.line, 0.006, 0.012), ROAD_WIDTH + 3.4 * EDGE, 255)
        edge.stroke(route.line, ROAD_WIDTH + 2 * EDGE, 255)
        sand.stroke(route.line, ROAD_WIDTH, 255)
    for lane in plan.lanes:
        shadow.stroke(shifted(lane, 0.006, 0.012), _LANE_WIDTH + 3.4 * EDGE, 255)
        edge.stroke(lane, _LANE_WIDTH + 2 * EDGE, 255)
        sand.stroke(lane, _LANE_WIDTH, 255)
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
    """Draw a bridge wherever a road crosses a river or another road, and the farm at the end of such a road."""
    for road in plan.roads:
        below = (other for other in plan.roads if road.number == plan.over != other.number)
        for other in (*plan.waters, *below):
            middle = intersection_of(road.line, other.line)
            if middle:
                _draw_bridge(canvas, road.line, middle)
    if plan.farm:
        _draw_farm(canvas, plan, plan.farm)


def _draw_farm(canvas: Canvas, plan: Plan, farm: Point) -> None:
    """Draw a farmhouse with a shed and trees, before which a road ends."""
    x, y = farm
    canvas.ellipse((x, y), 0.075, 0.06, colours.ROAD_EDGE)
    mask = canvas.mask()
    mask.ellipse((x, y), 0.062, 0.048, 255)
    canvas.cover(mask, textures.road(canvas.side))
    roofs = textures.seeded_random("farm", plan.shape).sample(ROOFS, 2)
    for (dx, dy, width), roof, gabled in zip(_FARM, roofs, (False, True), strict=True):
        foot = (x + dx, y + dy)
        canvas.draw_later(foot[1], partial(buildings.house, canvas, foot, width, roof, gabled=gabled))
    canvas.draw_later(y + 0.05, partial(buildings.tree, canvas, (x + 0.075, y + 0.06), 0.026, "farm"))


_FARM: Final = ((0.03, 0.015, 0.15), (-0.045, 0.085, 0.085))


def _draw_bridge(canvas: Canvas, road: Line, middle: Point) -> None:
    """Draw a stone bridge: its shadow on the water, its deck, and a rail with posts on each side."""
    span = tuple(point for point in resampled(road, 0.02) if _within(point, middle, _BRIDGE_REACH))
    shadow = canvas.mask()
    over_water = tuple(point for point in span if _within(point, middle, _BRIDGE_REACH - 0.055))
    shadow.polygon(shifted(_band(over_water, ROAD_WIDTH / 2 + 0.045), 0.016, 0.026), 255)
    canvas.shade(blurred(shadow, 0.01), colours.BANK, 0.7)
    for dy in (0.022, 0.0):
        canvas.polygon(shifted(_band(span, ROAD_WIDTH / 2 + 0.043), 0, dy), colours.WALL_LINE)
        canvas.polygon(shifted(_band(span, ROAD_WIDTH / 2 + 0.034), 0, dy), colours.WALL_DARK)
    canvas.polygon(_band(span, ROAD_WIDTH / 2), colours.ROAD)
    for rail in sorted((beside(span, -_RAIL), beside(span, _RAIL)), key=lambda line: line[0][1] + line[-1][1]):
        _draw_rail(canvas, rail)


def _band(line: Line, reach: float) -> Line:
    """Return the polygon of all that is so near to a line, beside it."""
    return *beside(line, -reach), *reversed(beside(line, reach))


def _draw_rail(canvas: Canvas, rail: Line) -> None:
    canvas.stroke(shifted(rail, 0, 0.006), 0.034, colours.WALL_LINE)
    canvas.stroke(shifted(rail, 0, 0.002), 0.022, colours.WALL_FACE)
    canvas.stroke(shifted(rail, 0, -0.008), 0.018, colours.WALL_LIGHT)
    for x, y in (rail[0], rail[len(rail) // 2], rail[-1]):
        canvas.box(x - 0.022, y - 0.032, x + 0.022, y + 0.026, colours.WALL_LINE)
        canvas.box(x - 0.016, y - 0.026, x + 0.016, y + 0.02, colours.WALL_FACE)
        canvas.box(x - 0.016, y - 0.026, x + 0.016, y - 0.004, colours.WALL_LIGHT)


def _within(point: Point, middle: Point, reach: float) -> bool:
    return max(abs(point[0] - middle[0]), abs(point[1] - middle[1])) <= reach
