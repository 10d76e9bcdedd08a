"""Houses, towers, trees, sheep and shields. Each stands on its foot; the light comes from the left."""

import math
from typing import Final

from carcassonne import Rgb
from render.art import colours
from render.art.canvas import Fill, Layer
from render.art.colours import INK
from render.art.curves import Line, Point, bezier
from render.art.textures import seeded_random

Roof = tuple[Rgb, Rgb]
LINE: Final = 0.0065
"""The width of outlines."""


def lighter(colour: Rgb, by: int) -> Rgb:
    """Return a colour made lighter, or darker by a negative amount."""
    red, green, blue = (max(0, min(255, value + by)) for value in colour)
    return red, green, blue


def tree(layer: Layer, foot: Point, radius: float, key: object) -> None:
    """Draw a leafy tree or bush."""
    dark, light = seeded_random("tree", key).choice(colours.TREES)
    x, y = foot
    layer.ellipse((x + radius * 0.35, y + radius * 0.2), radius * 1.15, radius * 0.45, colours.GRASS_SHADE)
    layer.ellipse((x, y - radius * 0.6), radius + LINE * 0.8, radius * 1.05 + LINE * 0.8, colours.TREE_LINE)
    layer.ellipse((x, y - radius * 0.6), radius, radius * 1.05, dark)
    layer.ellipse((x - radius * 0.2, y - radius * 0.82), radius * 0.68, radius * 0.7, light)
    layer.ellipse((x - radius * 0.34, y - radius * 1.02), radius * 0.3, radius * 0.28, lighter(light, 26))


def fir(layer: Layer, foot: Point, radius: float) -> None:
    """Draw a fir."""
    x, y = foot
    tall, wide = radius * 3.4, radius * 1.05
    layer.ellipse((x + radius * 0.4, y), radius * 1.1, radius * 0.4, colours.GRASS_SHADE)
    layer.box(x - radius * 0.16, y - radius * 0.5, x + radius * 0.16, y + radius * 0.1, colours.TIMBER)
    crown = [(x - wide, y - radius * 0.3), (x, y - tall), (x + wide, y - radius * 0.3)]
    layer.outline(crown, LINE * 0.8, colours.TREE_LINE)
    layer.polygon(crown, (58, 98, 58))
    layer.polygon([crown[0], crown[1], (x - wide * 0.1, y - radius * 0.3)], (86, 130, 74))


def sheep(layer: Layer, foot: Point, *, faces_left: bool) -> None:
    """Draw a sheep."""
    x, y = foot
    head = -0.017 if faces_left else 0.017
    layer.ellipse((x + 0.004, y + 0.002), 0.022, 0.008, colours.GRASS_SHADE)
    layer.ellipse((x, y - 0.011), 0.0215, 0.0165, INK)
    layer.ellipse((x, y - 0.0115), 0.0165, 0.012, (250, 246, 232))
    layer.ellipse((x + head, y - 0.015), 0.009, 0.009, INK)


def house(layer: Layer, foot: Point, width: float, roof: Roof, *, gabled: bool) -> None:
    """Draw a house that shows its gable, or else its eaves."""
    x, y = foot
    _cast_shadow(layer, foot, width)
    if gabled:
        _gabled(layer, x, y, width, roof)
    else:
        _eaved(layer, x, y, width, roof)


def _cast_shadow(layer: Layer, foot: Point, width: float) -> None:
    x, y = foot
    edge = x + width * 0.55
    layer.polygon(
        [
            (edge, y),
            (edge + width * 0.3, y - width * 0.06),
            (edge + width * 0.3, y - width * 0.5),
            (edge, y - width * 0.8),
        ],
        (158, 124, 80),
    )


def _gabled(layer: Layer, x: float, y: float, width: float, roof: Roof) -> None:
    light, dark = roof
    wall, gable, deep, half = width * 0.36, width * 0.42, width * 0.4, width / 2
    eave, top = y - wall + width * 0.07, y - wall - gable
    front = [(x - half, y), (x - half, y - wall), (x, top), (x + half, y - wall), (x + half, y)]
    left = [(x - width * 0.6, eave), (x, top - 0.004), (x, top - deep), (x - width * 0.6, eave - deep)]
    right = [(2 * x - px, py) for px, py in left]
    for shape in (left, right, front):
        layer.outline(shape, LINE, colours.HOUSE_LINE)
    layer.polygon(front, colours.PLASTER)
    layer.polygon(
        [(x + half * 0.45, y), (x + half * 0.45, y - wall), (x + half, y - wall), (x + half, y)], colours.PLASTER_DARK
    )
    layer.polygon(left, light)
    layer.polygon(right, dark)
    layer.line([(x, top - deep), (x, top)], LINE, lighter(light, 34))
    layer.box(x - width * 0.11, y - wall * 0.74, x + width * 0.11, y, colours.TIMBER)


def _eaved(layer: Layer, x: float, y: float, width: float, roof: Roof) -> None:
    light, dark = roof
    wall, deep, half = width * 0.34, width * 0.5, width * 0.6
    front = [(x - half, y), (x - half, y - wall), (x + half, y - wall), (x + half, y)]
    eave, ridge = y - wall * 0.88, y - wall - deep
    slope = [(x - half * 1.1, eave), (x - half * 0.92, ridge), (x + half * 0.92, ridge), (x + half * 1.1, eave)]
    for shape in (slope, front):
        layer.outline(shape, LINE, colours.HOUSE_LINE)
    layer.polygon(front, colours.PLASTER_DARK)
    layer.polygon(slope, light)
    lower = y - wall * 0.88 - (deep + wall * 0.12) * 0.36
    layer.polygon(
        [slope[0], (slope[0][0] + half * 0.06, lower), (slope[3][0] - half * 0.06, lower), slope[3]],
        lighter(light, -22),
    )
    layer.line([(slope[0][0] + half * 0.08, lower), (slope[3][0] - half * 0.08, lower)], LINE * 0.8, dark)
    layer.line([slope[1], slope[2]], LINE, lighter(light, 36))
    for window in (-0.36, 0.2):
        layer.box(x + width * window, y - wall * 0.66, x + width * (window + 0.17), y - wall * 0.2, colours.WINDOW)


def round_tower(
    layer: Layer, foot: Point, radius: float, height: float, roof: Roof | None, *, shadow: Fill = (112, 126, 64)
) -> None:
    """Draw a round tower, with a pointed roof, or with battlements if ``roof`` is None."""
    x, y = foot
    flat = radius * 0.5
    layer.ellipse((x + radius * 0.7, y + flat * 0.4), radius * 1.1, flat * 1.05, shadow)
    layer.ellipse(foot, radius + LINE, flat + LINE, colours.WALL_LINE)
    layer.box(x - radius - LINE, y - height, x + radius + LINE, y, colours.WALL_LINE)
    _shaft(layer, x, y, radius, height, flat)
    layer.box(x - radius * 0.16, y - height * 0.62, x + radius * 0.16, y - height * 0.3, (74, 62, 52))
    if roof:
        _cone(layer, x, y - height, radius * 1.24, radius * 2.0, roof)
    else:
        _crown(layer, x, y - height, radius * 1.12, flat)


def _shaft(layer: Layer, x: float, y: float, radius: float, height: float, flat: float) -> None:
    bands = 6
    for band in range(bands):
        share = band / (bands - 1)
        shade = (
            round(222 - 92 * share),
            round(212 - 93 * share),
            round(192 - 90 * share),
        )
        left, right = x - radius + 2 * radius * band / bands, x - radius + 2 * radius * (band + 1) / bands
        off = ((left + right) / 2 - x) / radius
        layer.box(left, y - height, right, y + flat * math.sqrt(max(0.0, 1 - off * off)), shade)


def _cone(layer: Layer, x: float, y: float, radius: float, tall: float, roof: Roof) -> None:
    light, dark = roof
    flat = radius * 0.38
    layer.polygon([(x - radius - LINE, y + LINE), (x, y - tall - 2 * LINE), (x + radius + LINE, y + LINE)], INK)
    layer.ellipse((x, y), radius + LINE, flat + LINE, INK)
    layer.ellipse((x, y), radius, flat, light)
    layer.polygon([(x - radius, y), (x, y - tall), (x + radius, y)], light)
    layer.polygon(
        [(x + radius * 0.12, y + flat * 0.9), (x, y - tall), (x + radius, y), (x + radius * 0.7, y + flat * 0.6)], dark
    )
    layer.polygon([(x - radius * 0.62, y), (x, y - tall), (x - radius * 0.34, y + flat * 0.3)], lighter(light, 30))


def _crown(layer: Layer, x: float, y: float, radius: float, flat: float) -> None:
    layer.ellipse((x, y), radius + LINE, flat + LINE + 0.006, colours.WALL_LINE)
    layer.ellipse((x, y + 0.004), radius, flat, colours.WALL_FACE)
    layer.ellipse((x, y - 0.006), radius, flat, colours.WALL_LIGHT)
    layer.ellipse((x, y - 0.004), radius * 0.66, flat * 0.62, (140, 128, 110))


def shield(layer: Layer, middle: Point, width: float) -> None:
    """Draw a city's emblem."""
    x, y = middle
    layer.polygon(_shield_outline(x + width * 0.07, y + width * 0.09, width * 1.24), (128, 98, 62))
    layer.polygon(_shield_outline(x, y, width * 1.24), INK)
    layer.polygon(_shield_outline(x, y, width * 1.13), colours.SHIELD_WHITE)
    layer.polygon(_shield_outline(x, y, width * 0.96), colours.SHIELD)
    layer.polygon(_shield_outline(x, y, width * 0.96)[:1] + _shield_outline(x, y, width * 0.96)[14:], (58, 116, 196))
    layer.box(x - width * 0.085, y - width * 0.58, x + width * 0.085, y + width * 0.54, colours.SHIELD_WHITE)
    layer.box(x - width * 0.46, y - width * 0.24, x + width * 0.46, y - width * 0.07, colours.SHIELD_WHITE)


def _shield_outline(x: float, y: float, width: float) -> Line:
    half, tall = width * 0.5, width * 0.62
    corner = (x + half, y - tall)
    right = bezier(corner, (x + half, y + tall * 0.35), (x + half * 0.55, y + tall * 0.75), (x, y + tall * 1.05), 10)
    left = tuple((2 * x - px, py) for px, py in reversed(right))
    return ((x - half, y - tall), *right, *left)
