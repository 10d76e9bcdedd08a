"""Rivers, from the spring to the lake."""

import itertools
from typing import Final

from render.art import colours, textures
from render.art.canvas import Canvas, blurred
from render.art.curves import beside, resampled
from render.art.plan import Plan, Route
from render.art.regions import Regions

WIDTH: Final = 0.18


def draw_rivers(canvas: Canvas, plan: Plan, _: Regions) -> None:
    """Draw the river of a tile, with its spring or lake."""
    if not plan.waters:
        return
    shore, bank, water = canvas.mask(), canvas.mask(), canvas.mask()
    for route in plan.waters:
        shore.stroke(route.line, WIDTH + 0.06, 255)
        bank.stroke(route.line, WIDTH + 0.026, 255)
        water.stroke(route.line, WIDTH, 255)
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
