"""Large buildings that count: an inn at its lake beside a road, and the cathedral of a city."""

from functools import partial
from typing import Final

from carcassonne import Rgb
from render.art import buildings, colours
from render.art.canvas import Canvas, blurred
from render.art.colours import INK
from render.art.curves import Point

_LAKE: Final = (0.14, 0.08)
_REED: Final[Rgb] = (62, 102, 56)


def draw_inn(canvas: Canvas, middle: Point) -> None:
    """Draw an inn at its lake, by the middle of both: the lake lies before the house."""
    x, y = middle
    lake = (x, y + 0.06)
    shore = canvas.mask()
    shore.ellipse(lake, _LAKE[0] + 0.022, _LAKE[1] + 0.02, 255)
    canvas.cover(blurred(shore, 0.005), colours.SHORE)
    canvas.ellipse(lake, _LAKE[0] + 0.008, _LAKE[1] + 0.008, colours.BANK)
    canvas.ellipse(lake, *_LAKE, colours.WATER)
    canvas.ellipse((x + 0.02, y + 0.075), 0.06, 0.02, colours.WATER_LIGHT)
    canvas.draw_later(y + 0.03, partial(_draw_inn_house, canvas, (x - 0.005, y + 0.035)))
    for dx in (-0.118, 0.112):
        canvas.draw_later(y + 0.09, partial(_draw_reeds, canvas, (x + dx, y + 0.095)))


def _draw_inn_house(canvas: Canvas, foot: Point) -> None:
    """Draw the house with two storeys, timbered, and its sign."""
    x, y = foot
    wide, wall, roof = 0.095, 0.085, 0.075
    front = [(x - wide, y), (x - wide, y - wall), (x + wide, y - wall), (x + wide, y)]
    slope = [(x - 1.14 * wide, y - 0.85 * wall), (x - 0.8 * wide, y - wall - roof), (x + 0.8 * wide, y - wall - roof),
             (x + 1.14 * wide, y - 0.85 * wall)]  # fmt: skip
    for shape in (slope, front):
        canvas.outline(shape, 0.008, INK)
    canvas.polygon(front, colours.PLASTER)
    light, dark = colours.RED_ROOF
    canvas.polygon(slope, light)
    canvas.line((slope[0], slope[3]), 0.014, dark)
    canvas.line((slope[1], slope[2]), 0.01, buildings.lighter(light, 36))
    for share in (-0.62, 0.0, 0.62):
        canvas.box(x + share * wide - 0.007, y - 0.85 * wall, x + share * wide + 0.007, y, colours.TIMBER)
    canvas.box(x - wide, y - 0.44 * wall, x + wide, y - 0.3 * wall, colours.TIMBER)
    canvas.box(x + 0.55 * wide, y - wall - roof - 0.035, x + 0.8 * wide, y - wall - 0.3 * roof, INK)
    canvas.box(x + 0.59 * wide, y - wall - roof - 0.028, x + 0.76 * wide, y - wall - 0.3 * roof, dark)


def _draw_reeds(canvas: Canvas, foot: Point) -> None:
    x, y = foot
    for dx, tall in ((-0.014, 0.036), (0.0, 0.05), (0.014, 0.032)):
        canvas.line(((x + dx, y), (x + 1.5 * dx, y - tall)), 0.008, _REED)


_STONE: Final[Rgb] = (226, 218, 200)
_STONE_DARK: Final[Rgb] = (166, 155, 138)
_LINE: Final = 0.009


def draw_cathedral(canvas: Canvas, middle: Point) -> None:
    """Draw a cathedral by its middle: two towers with tall spires, and a nave with a blue roof behind them."""
    x, y = middle
    foot = (x, y + 0.27)
    shadow = canvas.mask()
    shadow.polygon([(x + 0.1, foot[1]), (x + 0.33, foot[1] - 0.04), (x + 0.33, y - 0.02), (x + 0.1, y - 0.1)], 255)
    canvas.shade(blurred(shadow, 0.014), colours.WALL_LINE, 0.45)
    canvas.draw_later(foot[1], partial(_draw_cathedral, canvas, foot))


def _draw_cathedral(canvas: Canvas, foot: Point) -> None:
    x, y = foot
    light, dark = colours.BLUE_ROOF
    nave = [(x - 0.03, y - 0.03), (x - 0.03, y - 0.2), (x + 0.27, y - 0.2), (x + 0.27, y - 0.03)]
    roof = [(x - 0.05, y - 0.19), (x, y - 0.36), (x + 0.23, y - 0.36), (x + 0.29, y - 0.19)]
    _shape(canvas, nave, _STONE_DARK)
    _shape(canvas, roof, light)
    canvas.line((roof[0], roof[3]), 0.016, dark)
    for number in range(3):
        left = x + 0.135 + 0.043 * number
        canvas.box(left, y - 0.15, left + 0.022, y - 0.05, colours.WINDOW)
    front = [(x - 0.11, y), (x - 0.11, y - 0.26), (x, y - 0.37), (x + 0.11, y - 0.26), (x + 0.11, y)]
    _shape(canvas, front, _STONE)
    canvas.ellipse((x, y - 0.22), 0.052, 0.052, INK)
    canvas.ellipse((x, y - 0.22), 0.043, 0.043, colours.WATER)
    canvas.line(((x - 0.04, y - 0.22), (x + 0.04, y - 0.22)), 0.01, INK)
    canvas.line(((x, y - 0.26), (x, y - 0.18)), 0.01, INK)
    canvas.ellipse((x, y - 0.085), 0.034, 0.036, colours.TIMBER)
    canvas.box(x - 0.034, y - 0.085, x + 0.034, y, colours.TIMBER)
    for side in (-1, 1):
        _draw_tower(canvas, x + side * 0.135, y + 0.012)


def _draw_tower(canvas: Canvas, x: float, y: float) -> None:
    light, dark = colours.BLUE_ROOF
    half = 0.058
    _shape(canvas, [(x - half, y), (x - half, y - 0.37), (x + half, y - 0.37), (x + half, y)], _STONE)
    canvas.box(x + 0.35 * half, y - 0.37, x + half, y, _STONE_DARK)
    for level in (0.32, 0.17):
        canvas.box(x - 0.018, y - level, x + 0.014, y - level + 0.075, colours.WINDOW)
    _shape(canvas, [(x - 1.25 * half, y - 0.36), (x, y - 0.6), (x + 1.25 * half, y - 0.36)], light)
    canvas.polygon([(x + 0.25 * half, y - 0.36), (x, y - 0.6), (x + 1.25 * half, y - 0.36)], dark)
    canvas.line(((x, y - 0.67), (x, y - 0.6)), 0.016, INK)
    canvas.line(((x - 0.026, y - 0.645), (x + 0.026, y - 0.645)), 0.016, INK)


def _shape(canvas: Canvas, corners: list[Point], fill: Rgb) -> None:
    canvas.outline(corners, _LINE, INK)
    canvas.polygon(corners, fill)
