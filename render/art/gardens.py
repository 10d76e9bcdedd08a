"""Gardens: flower beds round a tree, within a low hedge."""

from functools import partial
from typing import Final

from carcassonne import Rgb
from render.art import buildings, colours, textures
from render.art.canvas import Canvas, blurred
from render.art.curves import Point
from render.art.plan import Plan
from render.art.regions import Regions

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
