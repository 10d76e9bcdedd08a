"""Small plates with points on the board, in the colour of the seat that gets them."""

from functools import lru_cache
from math import ceil
from typing import Final

from PIL import Image, ImageDraw

from render.look.theme import INK, WHITE, PieceStyle
from render.text.fonts import BOLD, font

_OVERSAMPLING: Final = 4
_PADDING: Final = 0.2
"""The room on both sides of the text, in heights of its letters."""
_HEIGHT: Final = 0.96
"""The height of a plate, in heights of its letters, which are digits without anything below the line."""
_LINE: Final = 0.06
"""The width of the dark outline, and of the white halo round it, in heights of the letters."""


def plate_size(text: str, letters: int) -> tuple[int, int]:
    """Return the width and height of a plate with its halo, for letters of a height in pixels."""
    lines = 4 * _LINE * letters
    wide = max(font(letters, BOLD).getlength(text) + 2 * _PADDING * letters, _HEIGHT * letters)
    return ceil(wide + lines), ceil(_HEIGHT * letters + lines)


@lru_cache(maxsize=256)
def plate_image(text: str, style: PieceStyle, letters: int) -> Image.Image:
    """Return the picture of a plate, with transparency."""
    width, height = plate_size(text, letters)
    large = Image.new("RGBA", (width * _OVERSAMPLING, height * _OVERSAMPLING))
    pen, line = ImageDraw.Draw(large), _LINE * letters * _OVERSAMPLING
    for number, colour in enumerate((WHITE, INK, style.plate_rgb)):
        inset = number * line
        box = (inset, inset, large.width - 1 - inset, large.height - 1 - inset)
        pen.rounded_rectangle(box, (large.height - 2 * inset) * 0.3, colour)
    middle = (large.width / 2, large.height / 2)
    pen.text(middle, text, style.number_rgb, font(letters * _OVERSAMPLING, BOLD), "mm")
    return large.reduce(_OVERSAMPLING)
