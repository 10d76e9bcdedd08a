"""The mark beside the name of a computer: the head of a robot, in the colour of the letters."""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from carcassonne import Rgb

_OVERSAMPLING: Final = 8
_WIDTH: Final = 1.0
"""The width of the mark, in heights of it."""

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
    """Return the mark, ``height`` pixels tall, on nothing: eyes and mouth show what is behind it."""
    side = height * _OVERSAMPLING
    mask = Image.new("L", (round(side * _WIDTH), side))
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
    small = mask.resize((round(height * _WIDTH), height), Image.Resampling.LANCZOS)
    picture = Image.new("RGBA", small.size, (*rgb, 0))
    picture.putalpha(small)
    return picture
