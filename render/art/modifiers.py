"""How modifiers such as a shield look: a table by the modifier's name."""

from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias

from render.art import buildings, colours
from render.art.canvas import Canvas
from render.art.courts import draw_fountain, draw_market
from render.art.curves import Point
from render.art.landmarks import draw_cathedral, draw_inn
from render.art.plan import Plan
from render.art.regions import Regions
from render.art.signs import SIGNS
from render.text.fonts import BOLD, font

DrawModifier: TypeAlias = Callable[[Canvas, Point], None]
"""Draws a modifier by its middle. Room for it was left on the tile."""

SHIELD_WIDTH: Final = 0.155
SIGN_WIDTH: Final = 0.23
ABOVE_ALL: Final = 9.0
"""The foot for things that nothing else on the tile may hide; see ``Canvas.draw_later``."""
_PLATE: Final = 0.075


def _draw_shield(canvas: Canvas, middle: Point) -> None:
    canvas.draw_later(ABOVE_ALL, partial(buildings.shield, canvas, middle, SHIELD_WIDTH))


def _sign(name: str) -> DrawModifier:
    """Return what draws the sign of one of the goods."""

    def draw(canvas: Canvas, middle: Point) -> None:
        canvas.draw_later(ABOVE_ALL, partial(SIGNS[name], canvas, middle, SIGN_WIDTH))

    return draw


MODIFIER_MARKS: Final[dict[str, DrawModifier]] = {
    "emblem": _draw_shield,
    "fountain": draw_fountain,
    "market": draw_market,
    "inn": draw_inn,
    "cathedral": draw_cathedral,
    **{name: _sign(name) for name in SIGNS},
}
"""By the name of a modifier. One without a row is drawn as a plate with its initial."""


def draw_modifiers(canvas: Canvas, plan: Plan, regions: Regions) -> None:
    """Draw the modifiers of all segments."""
    for number, points in regions.modifier_points.items():
        for modifier, point in zip(plan.turned.segments[number].modifiers, points, strict=True):
            draw = MODIFIER_MARKS.get(modifier.name) or partial(_draw_plate, initial=modifier.name[0].upper())
            draw(canvas, point)


def _draw_plate(canvas: Canvas, middle: Point, initial: str) -> None:
    canvas.draw_later(ABOVE_ALL, partial(_paint_plate, canvas, middle, initial))


def _paint_plate(canvas: Canvas, middle: Point, initial: str) -> None:
    for grown, colour in ((0.022, colours.INK), (0.012, colours.SHIELD_WHITE), (0.0, colours.SHIELD)):
        canvas.ellipse(middle, _PLATE + grown, _PLATE + grown, colour)
    letters = font(round(1.3 * _PLATE * canvas.side), BOLD)
    canvas.pen.text(canvas.pixels([middle])[0], initial, colours.SHIELD_WHITE, letters, "mm")
