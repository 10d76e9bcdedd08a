"""The courts of The Castle: squares at crossings of paths, fountains, markets, and ornaments."""

import math
from functools import partial
from typing import Final

from carcassonne import Kind, Rgb
from render.art import buildings, colours, textures
from render.art.canvas import Canvas, blurred
from render.art.colours import INK
from render.art.curves import Point
from render.art.plan import Plan
from render.art.regions import Regions
from render.art.routes import EDGE

SQUARE: Final = 0.15
FOUNTAIN: Final = 0.125
MARKET_WIDTH: Final = 0.2
_AWNING: Final[tuple[Rgb, Rgb]] = ((206, 64, 48), (252, 248, 236))
_GOODS: Final[tuple[Rgb, ...]] = ((222, 92, 76), (246, 214, 90), (120, 158, 66), (190, 120, 60))

_ORNAMENTS: Final = ("bush", "bush", "tree", "flowers", "flowers", "barrel")


def draw_square(canvas: Canvas, plan: Plan, _: Regions) -> None:
    """Draw the square at the crossing of paths, if there is one: dark paving round a tree."""
    if plan.crossing is None:
        return
    x, y = plan.crossing
    canvas.ellipse((x, y + 0.004), SQUARE + EDGE, SQUARE * 0.96 + EDGE, colours.WALL_LINE)
    canvas.ellipse((x, y), SQUARE + 0.003, SQUARE * 0.96 + 0.003, colours.WALL_LIGHT)
    mask = canvas.mask()
    mask.ellipse((x, y), SQUARE - 0.024, SQUARE * 0.96 - 0.024, 255)
    canvas.cover(mask, textures.offset_texture(textures.flagstones(canvas.side), 0.2))
    canvas.ellipse((x, y + 0.012), 0.062, 0.05, colours.WALL_LINE)
    canvas.ellipse((x, y + 0.006), 0.056, 0.044, colours.WALL_TOP)
    canvas.ellipse((x, y + 0.008), 0.044, 0.034, colours.GRASS_DARK)
    canvas.draw_later(y + 0.02, partial(buildings.tree, canvas, (x, y + 0.016), 0.062, "lime"))


def draw_fountain(canvas: Canvas, middle: Point) -> None:
    """Draw a fountain; its path goes round it on both sides."""
    x, y = middle
    canvas.ellipse((x, y), FOUNTAIN + 0.03 + EDGE, FOUNTAIN * 0.92 + 0.03 + EDGE, colours.ROAD_EDGE)
    canvas.ellipse((x, y), FOUNTAIN + 0.03, FOUNTAIN * 0.92 + 0.03, colours.ROAD)
    canvas.ellipse((x + 0.012, y + 0.022), FOUNTAIN, FOUNTAIN * 0.84, colours.ROAD_WORN)
    for grow, dy, colour in (
        (0.006, 0.014, colours.WALL_LINE), (0.0, 0.014, colours.WALL_FACE), (0.0, -0.004, colours.WALL_LIGHT),
        (-0.022, 0.0, colours.BANK), (-0.027, 0.004, colours.WATER), (-0.06, 0.0, colours.WATER_LIGHT),
        (-0.07, 0.002, colours.WATER),
    ):  # fmt: skip
        canvas.ellipse((x, y + dy), FOUNTAIN - 0.012 + grow, (FOUNTAIN - 0.012) * 0.84 + grow, colour)
    canvas.draw_later(y + 0.01, partial(_draw_jet, canvas, x, y))


def _draw_jet(canvas: Canvas, x: float, y: float) -> None:
    canvas.box(x - 0.02, y - 0.055, x + 0.02, y + 0.02, colours.WALL_LINE)
    canvas.box(x - 0.014, y - 0.055, x + 0.014, y + 0.016, colours.WALL_TOP)
    canvas.ellipse((x, y - 0.055), 0.042, 0.024, colours.WALL_LINE)
    canvas.ellipse((x, y - 0.057), 0.036, 0.018, colours.WATER_LIGHT)
    for side in (-1, 1):
        drops = [(x, y - 0.1), (x + side * 0.03, y - 0.095), (x + side * 0.052, y - 0.05), (x + side * 0.056, y + 0.01)]
        canvas.line(drops, 0.014, colours.SHIELD_WHITE)
    canvas.ellipse((x, y - 0.096), 0.016, 0.02, colours.SHIELD_WHITE)


def draw_market(canvas: Canvas, middle: Point) -> None:
    """Draw a market stall."""
    x, y = middle
    shadow = canvas.mask()
    shadow.ellipse((x + 0.03, y + 0.085), MARKET_WIDTH * 0.62, 0.05, 255)
    canvas.shade(blurred(shadow, 0.014), colours.GRASS_SHADE, 0.8)
    canvas.draw_later(y + 0.08, partial(_draw_stall, canvas, middle, MARKET_WIDTH))


def _draw_stall(canvas: Canvas, middle: Point, width: float) -> None:
    x, y = middle
    half, line = width / 2, 0.009
    for side in (-0.9, 0.9):
        canvas.box(x + side * half - 0.014, y - 0.03, x + side * half + 0.014, y + 0.095, INK)
        canvas.box(x + side * half - 0.007, y - 0.03, x + side * half + 0.007, y + 0.09, colours.TIMBER)
    canvas.box(x - half * 0.96, y + 0.026, x + half * 0.96, y + 0.086, INK)
    canvas.box(x - half * 0.9, y + 0.034, x + half * 0.9, y + 0.079, (166, 118, 70))
    for number in range(6):
        spot = (x - half * 0.72 + number * half * 0.29, y + 0.026 - 0.006 * (number % 2))
        canvas.ellipse(spot, 0.02, 0.02, INK)
        canvas.ellipse(spot, 0.015, 0.015, _GOODS[number % len(_GOODS)])
    top, low, ridge = y - 0.11, y - 0.012, half * 0.74
    roof = [(x - ridge, top), (x + ridge, top), (x + half * 1.16, low), (x - half * 1.16, low)]
    canvas.outline(roof, line, INK)
    stripes = 6
    for number in range(stripes):
        left, right = (number / stripes * 2 - 1), ((number + 1) / stripes * 2 - 1)
        colour = _AWNING[number % 2]
        canvas.polygon(
            [(x + left * ridge, top), (x + right * ridge, top), (x + right * half * 1.16, low),
             (x + left * half * 1.16, low)], colour,
        )  # fmt: skip
        scallop = x + (left + right) / 2 * half * 1.16
        canvas.ellipse((scallop, low), half * 1.16 / stripes + line * 0.5, 0.026 + line * 0.5, INK)
        canvas.ellipse((scallop, low - 0.004), half * 1.16 / stripes - 0.001, 0.026, colour)


def draw_court_ornaments(canvas: Canvas, plan: Plan, regions: Regions) -> None:
    """Fill the courts of a tile with clipped bushes, flowers and barrels."""
    kinds = [segment.kind for segment in plan.turned.segments]
    rng = textures.seeded_random("court", plan.shape)
    taken = [(x, y, 0.2) for points in regions.modifier_points.values() for x, y in points]
    wanted = 12
    for _ in range(150):
        spot = rng.uniform(0.05, 0.95), rng.uniform(0.09, 0.94)
        number, reach = regions.at(spot), 0.05
        if number >= len(kinds) or kinds[number] is not Kind.COURT or regions.depth_at(spot) < reach:
            continue
        if min(*spot, 1 - spot[0], 1 - spot[1]) < reach or any(math.dist(spot, t[:2]) < reach + t[2] for t in taken):
            continue
        taken.append((*spot, reach))
        _draw_ornament(canvas, spot, rng.choice(_ORNAMENTS), rng.choice(_GOODS[:2]))
        wanted -= 1
        if not wanted:
            return


def _draw_ornament(canvas: Canvas, spot: Point, what: str, colour: Rgb) -> None:
    x, y = spot
    match what:
        case "bush":
            for dx in (-0.022, 0.022):
                canvas.draw_later(y, partial(buildings.tree, canvas, (x + dx, y), 0.02, (spot, dx)))
        case "tree":
            canvas.draw_later(y, partial(buildings.tree, canvas, (x, y), 0.034, spot))
        case "flowers":
            canvas.ellipse(spot, 0.036, 0.026, colours.TREE_LINE)
            canvas.ellipse((x, y - 0.003), 0.032, 0.021, (98, 148, 66))
            for dx, dy in ((-0.017, 0.0), (0.0, -0.011), (0.017, 0.0), (0.0, 0.008)):
                canvas.ellipse((x + dx, y + dy - 0.003), 0.0075, 0.0065, colour)
        case _:
            canvas.draw_later(y, partial(_draw_barrel, canvas, x, y))


def _draw_barrel(canvas: Canvas, x: float, y: float) -> None:
    canvas.ellipse((x + 0.014, y), 0.026, 0.012, colours.GRASS_SHADE)
    canvas.box(x - 0.023, y - 0.044, x + 0.023, y + 0.004, INK)
    canvas.box(x - 0.017, y - 0.04, x + 0.017, y, (166, 118, 70))
    canvas.box(x - 0.017, y - 0.026, x + 0.017, y - 0.018, colours.TIMBER)
    canvas.ellipse((x, y - 0.042), 0.023, 0.011, INK)
    canvas.ellipse((x, y - 0.042), 0.016, 0.006, (214, 184, 134))
