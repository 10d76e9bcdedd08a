"""The mark of whoever is to move: small stars on both sides of the name, as ``**Ann**`` is written in messages."""

from functools import lru_cache
from math import cos, pi, sin
from typing import Final

from PIL import Image, ImageDraw

from carcassonne import Rgb

STARS: Final = 2
"""How many stars are on each side of a name."""
_OVERSAMPLING: Final = 8
_INNER: Final = 0.42
"""The radius of the inner corners, in radii of the outer ones."""


@lru_cache(maxsize=64)
def star_mark(height: int, rgb: Rgb, *, is_upright: bool) -> Image.Image:
    """Return the stars of one side, on nothing: side by side, or one above another if ``is_upright``.

    Each is ``height`` pixels high and wide.
    """
    side = height * _OVERSAMPLING
    size = (side, STARS * side) if is_upright else (STARS * side, side)
    mask = Image.new("L", size)
    pen = ImageDraw.Draw(mask)
    for number in range(STARS):
        middle = side / 2, side / 2 + number * side
        pen.polygon(_corners(middle if is_upright else middle[::-1], side * 0.53), 255)
    small = mask.reduce(_OVERSAMPLING)
    picture = Image.new("RGBA", small.size, (*rgb, 0))
    picture.putalpha(small)
    return picture


def _corners(middle: tuple[float, float], radius: float) -> list[tuple[float, float]]:
    """Return the corners of a star with five points, one of them at the top."""
    return [
        (middle[0] + reach * sin(number * pi / 5), middle[1] + radius * 0.05 - reach * cos(number * pi / 5))
        for number in range(10)
        for reach in (radius * (_INNER if number % 2 else 1),)
    ]
