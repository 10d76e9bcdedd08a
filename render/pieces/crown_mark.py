"""The winner's crown."""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.art.curves import Line
from render.look.theme import CROWN, INK

_OVERSAMPLING: Final = 8
_WIDTH: Final = 1.3
"""The width of a crown, in heights of it."""
_OUTLINE: Final = 0.09
_BAND: Final[Line] = ((0.16, 0.98), (0.06, 0.34), (0.36, 0.62), (0.65, 0.14), (0.94, 0.62), (1.24, 0.34), (1.14, 0.98))
"""A band with three points, in heights of the crown."""
_BALLS: Final[Line] = ((0.1, 0.28), (0.65, 0.1), (1.2, 0.28))
_BALL: Final = 0.1


@lru_cache(maxsize=32)
def crown_mark(height: int) -> Image.Image:
    """Return the crown, ``height`` pixels tall, on nothing."""
    side = height * _OVERSAMPLING
    picture = Image.new("RGBA", (round(_WIDTH * side), side), (*INK, 0))
    pen = ImageDraw.Draw(picture)
    line = round(_OUTLINE * side)
    band = [(x * side, y * side - line / 2) for x, y in _BAND]
    pen.polygon(band, CROWN)
    pen.line([*band, *band[:2]], INK, line, joint="curve")
    pen.line([(0.2 * side, 0.8 * side), (1.1 * side, 0.8 * side)], INK, line // 2)
    for x, y in _BALLS:
        radius = (_BALL + _OUTLINE / 2) * side
        middle = min(max(x * side, radius), picture.width - radius - 1), max(y * side, radius)
        box = middle[0] - radius, middle[1] - radius, middle[0] + radius, middle[1] + radius
        pen.ellipse(box, CROWN, INK, line // 2 + 1)
    return picture.reduce(_OVERSAMPLING)
