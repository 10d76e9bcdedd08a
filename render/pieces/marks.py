"""The marks on cards: the head of a robot for a computer, a crown for a winner, stars for whoever is to move."""

from functools import lru_cache
from math import cos, pi, sin
from typing import Final

from PIL import Image, ImageDraw

from carcassonne import Rgb
from render.art.curves import Line
from render.look.theme import CROWN, INK

_OVERSAMPLING: Final = 8

_Box = tuple[float, float, float, float]
"""(left, top, right, bottom), in heights of the mark."""

_AERIAL: Final[tuple[_Box, ...]] = ((0.4, 0.0, 0.6, 0.2), (0.46, 0.15, 0.54, 0.32))
"""A ball, and its stem."""
_EARS: Final[tuple[_Box, ...]] = ((0.0, 0.5, 0.1, 0.78), (0.9, 0.5, 1.0, 0.78))
_HEAD: Final[_Box] = (0.14, 0.28, 0.86, 1.0)
_EYES: Final[tuple[_Box, ...]] = ((0.27, 0.45, 0.45, 0.63), (0.55, 0.45, 0.73, 0.63))
_MOUTH: Final[_Box] = (0.32, 0.77, 0.68, 0.86)


@lru_cache(maxsize=64)
def computer_mark(height: int, rgb: Rgb) -> Image.Image:
    """Return the mark of a computer, in the colour of the letters beside it. Eyes and mouth show what is behind it."""
    side = height * _OVERSAMPLING
    mask = Image.new("L", (side, side))
    pen = ImageDraw.Draw(mask)

    def pixels(box: _Box) -> _Box:
        left, top, right, bottom = (length * side for length in box)
        return left, top, right - 1, bottom - 1

    ball, stem = map(pixels, _AERIAL)
    pen.ellipse(ball, 255)
    pen.rectangle(stem, 255)
    for ear in _EARS:
        pen.rounded_rectangle(pixels(ear), 0.05 * side, 255)
    pen.rounded_rectangle(pixels(_HEAD), 0.16 * side, 255)
    for eye in _EYES:
        pen.ellipse(pixels(eye), 0)
    pen.rectangle(pixels(_MOUTH), 0)
    return _in_colour(mask.resize((height, height), Image.Resampling.LANCZOS), rgb)


def _in_colour(mask: Image.Image, rgb: Rgb) -> Image.Image:
    picture = Image.new("RGBA", mask.size, (*rgb, 0))
    picture.putalpha(mask)
    return picture


_CROWN_WIDTH: Final = 1.3
"""The width of a crown, in heights of it."""
_CROWN_LINE: Final = 0.09
_BAND: Final[Line] = ((0.16, 0.98), (0.06, 0.34), (0.36, 0.62), (0.65, 0.14), (0.94, 0.62), (1.24, 0.34), (1.14, 0.98))
"""A band with three points, in heights of the crown."""
_BALLS: Final[Line] = ((0.1, 0.28), (0.65, 0.1), (1.2, 0.28))
_BALL: Final = 0.1


@lru_cache(maxsize=32)
def crown_mark(height: int) -> Image.Image:
    """Return a crown, ``height`` pixels tall, on nothing."""
    side = height * _OVERSAMPLING
    picture = Image.new("RGBA", (round(_CROWN_WIDTH * side), side), (*INK, 0))
    pen = ImageDraw.Draw(picture)
    line = round(_CROWN_LINE * side)
    band = [(x * side, y * side - line / 2) for x, y in _BAND]
    pen.polygon(band, CROWN)
    pen.line([*band, *band[:2]], INK, line, joint="curve")
    pen.line([(0.2 * side, 0.8 * side), (1.1 * side, 0.8 * side)], INK, line // 2)
    for x, y in _BALLS:
        radius = (_BALL + _CROWN_LINE / 2) * side
        middle = min(max(x * side, radius), picture.width - radius - 1), max(y * side, radius)
        box = middle[0] - radius, middle[1] - radius, middle[0] + radius, middle[1] + radius
        pen.ellipse(box, CROWN, INK, line // 2 + 1)
    return picture.reduce(_OVERSAMPLING)


STARS: Final = 2
"""How many stars are on each side of a name, as ``**Ann**`` is written in messages."""
_INNER: Final = 0.42
"""The radius of the inner corners of a star, in radii of the outer ones."""


@lru_cache(maxsize=64)
def star_mark(height: int, rgb: Rgb, *, is_upright: bool) -> Image.Image:
    """Return the stars of one side, on nothing: side by side, or one above another if ``is_upright``.

    Each is ``height`` pixels high and wide.
    """
    side = height * _OVERSAMPLING
    mask = Image.new("L", (side, STARS * side) if is_upright else (STARS * side, side))
    pen = ImageDraw.Draw(mask)
    for number in range(STARS):
        middle = side / 2, side / 2 + number * side
        pen.polygon(_corners(middle if is_upright else middle[::-1], side * 0.53), 255)
    return _in_colour(mask.reduce(_OVERSAMPLING), rgb)


def _corners(middle: tuple[float, float], radius: float) -> list[tuple[float, float]]:
    """Return the corners of a star with five points, one of them at the top."""
    return [
        (middle[0] + reach * sin(number * pi / 5), middle[1] + radius * 0.05 - reach * cos(number * pi / 5))
        for number in range(10)
        for reach in (radius * (_INNER if number % 2 else 1),)
    ]
