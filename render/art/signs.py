"""The signs of goods: grapes, a sheaf and a roll of cloth. They differ in shape, so that nobody needs their colours.

Each fits into a square of ``width``, and has a dark outline with a light halo, as a shield has.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

from PIL import Image

from carcassonne import Rgb
from render.art.buildings import lighter
from render.art.canvas import Fill, Layer
from render.art.colours import INK, SHIELD_WHITE
from render.art.curves import Line, Point

DrawSign: TypeAlias = Callable[[Layer, Point, float], None]
"""Draws a sign by its middle and its width."""

GRAPE: Final[Rgb] = (116, 36, 132)
GRAPE_LIGHT: Final[Rgb] = (172, 92, 188)
WHEAT: Final[Rgb] = (236, 196, 72)
WHEAT_DARK: Final[Rgb] = (168, 116, 28)
CLOTH: Final[Rgb] = (20, 132, 128)
CLOTH_LIGHT: Final[Rgb] = (108, 196, 188)
_LEAF: Final[Rgb] = (84, 120, 44)
_HALO: Final = 0.13
_OUTLINE: Final = 0.075
"""How far the halo and the outline reach beyond a sign, in widths of it."""

_Outline: TypeAlias = Callable[[float, Fill], None]
"""Fills a sign's silhouette, grown by a share of its width."""


def _framed(draw: _Outline) -> None:
    for grown, colour in ((_HALO, SHIELD_WHITE), (_OUTLINE, INK)):
        draw(grown, colour)


_BERRIES: Final[Line] = tuple(
    ((column - (count - 1) / 2) * 0.27, level)
    for count, level in ((3, -0.16), (2, 0.08), (1, 0.32))
    for column in range(count)
)
_BERRY: Final = 0.15


def draw_grapes(layer: Layer, middle: Point, width: float) -> None:
    """Draw a bunch of grapes: broad above, pointed below, with a leaf."""
    x, y = middle

    def grapes(grown: float, fill: Fill) -> None:
        for dx, dy in _BERRIES:
            radius = (_BERRY + grown) * width
            layer.ellipse((x + dx * width, y + dy * width), radius, radius, fill)

    def leaf(grown: float, fill: Fill) -> None:
        layer.ellipse((x + 0.02 * width, y - 0.37 * width), (0.24 + grown) * width, (0.1 + grown) * width, fill)

    def both(grown: float, fill: Fill) -> None:
        grapes(grown, fill)
        leaf(grown, fill)

    _framed(both)
    grapes(0.0, GRAPE)
    for dx, dy in _BERRIES:
        layer.ellipse((x + (dx - 0.05) * width, y + (dy - 0.05) * width), 0.06 * width, 0.06 * width, GRAPE_LIGHT)
    leaf(0.0, _LEAF)


_EARS: Final = (-0.37, -0.19, 0.0, 0.19, 0.37)
"""How far to the side the tips of the ears are, in widths. The stalks spread as far, but less."""


def draw_sheaf(layer: Layer, middle: Point, width: float) -> None:
    """Draw a sheaf of grain: tied in the middle, spread above and below."""
    x, y = middle

    def sheaf(grown: float, fill: Fill) -> None:
        for side in _EARS:
            ear = (x + side * width, y - (0.3 - 0.3 * abs(side)) * width)
            foot = (x + 0.85 * side * width, y + 0.45 * width)
            tie = (x + 0.15 * side * width, y + 0.14 * width)
            layer.stroke((ear, tie, foot), (0.1 + 2 * grown) * width, fill)
            layer.ellipse(ear, (0.105 + grown) * width, (0.18 + grown) * width, fill)

    _framed(sheaf)
    sheaf(0.0, WHEAT)
    for side in _EARS:
        ear, tie = (x + side * width, y - (0.36 - 0.3 * abs(side)) * width), (x + 0.2 * side * width, y + 0.06 * width)
        layer.line((ear, tie), 0.05 * width, WHEAT_DARK)
    layer.box(x - 0.15 * width, y + 0.07 * width, x + 0.15 * width, y + 0.2 * width, INK)
    layer.box(x - 0.12 * width, y + 0.095 * width, x + 0.12 * width, y + 0.175 * width, WHEAT_DARK)


def draw_roll(layer: Layer, middle: Point, width: float) -> None:
    """Draw a roll of cloth that lies, with its end to the left: broad and low."""
    x, y = middle
    left, right, radius = x - 0.33 * width, x + 0.46 * width, 0.2 * width

    def roll(grown: float, fill: Fill) -> None:
        more = grown * width
        layer.ellipse((left, y), 0.17 * width + more, radius + more, fill)
        layer.box(left, y - radius - more, right + more, y + radius + more, fill)
        layer.polygon(
            [
                (x - 0.1 * width - more, y), (right + more, y),
                (right + more, y + 0.32 * width + more), (x - 0.1 * width - more, y + 0.32 * width + more),
            ],
            fill,
        )  # fmt: skip

    _framed(roll)
    roll(0.0, CLOTH)
    layer.box(left, y - radius, right, y - 0.4 * radius, lighter(CLOTH, 24))
    for stripe in (0.04, 0.26):
        layer.box(x + stripe * width, y - radius, x + (stripe + 0.085) * width, y + 0.32 * width, SHIELD_WHITE)
    layer.box(x - 0.1 * width, y + radius, right, y + radius + 0.035 * width, INK)
    for share, colour in ((1.0, INK), (0.86, CLOTH_LIGHT), (0.56, INK), (0.4, CLOTH_LIGHT)):
        layer.ellipse((left, y), 0.17 * share * width, radius * share, colour)


SIGNS: Final[Mapping[str, DrawSign]] = {"wine": draw_grapes, "grain": draw_sheaf, "cloth": draw_roll}
"""By the name of a modifier, and of its unit of points."""
ALL_SIGN_COLOURS: Final[tuple[Rgb, ...]] = (GRAPE, GRAPE_LIGHT, WHEAT, WHEAT_DARK, CLOTH, CLOTH_LIGHT)
"""The colours for which a picture that shows signs needs palette entries."""

_TIMES: Final = 6
_SHARE: Final = 1 / (1 + 2 * _HALO)
"""The width of a sign without its halo, as a share of its picture's."""


@lru_cache(maxsize=64)
def sign_image(name: str, side: int) -> Image.Image:
    """Return the picture of a sign with its halo, ``side`` pixels wide and high, with transparency."""
    large = Image.new("RGBA", (side * _TIMES,) * 2, (*SHIELD_WHITE, 0))
    SIGNS[name](Layer(large), (0.5, 0.5), _SHARE)
    return large.reduce(_TIMES)
