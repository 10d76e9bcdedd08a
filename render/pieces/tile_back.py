"""The back of the tiles: a pile that lies face down where the next tile will be shown."""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from carcassonne import Rgb
from render.art.curves import Line

_TIMES: Final = 3
"""How many times larger it is drawn, so that its edges are smooth."""
_PILE: Final = 3
_STEP: Final = 0.022
"""How far a tile in the pile lies beside the one above it, in sides of the picture."""
_RADIUS: Final = 0.05
_FRAME: Final = (0.075, 0.022)
"""Where the frame begins, and its width, in sides of a tile."""
_EDGE: Final[Rgb] = (44, 32, 24)
_GROUND: Final[Rgb] = (124, 72, 52)
_LIGHT: Final[Rgb] = (216, 184, 132)
_CASTLE: Final[tuple[Line, ...]] = (
    ((0.24, 0.74), (0.24, 0.46), (0.76, 0.46), (0.76, 0.74)),
    ((0.2, 0.74), (0.2, 0.4), (0.36, 0.4), (0.36, 0.74)),
    ((0.64, 0.74), (0.64, 0.4), (0.8, 0.4), (0.8, 0.74)),
    ((0.18, 0.4), (0.28, 0.26), (0.38, 0.4)),
    ((0.62, 0.4), (0.72, 0.26), (0.82, 0.4)),
    ((0.4, 0.46), (0.4, 0.34), (0.6, 0.34), (0.6, 0.46)),
    *(((x, 0.34), (x, 0.29), (x + 0.05, 0.29), (x + 0.05, 0.34)) for x in (0.4, 0.475, 0.55)),
)
"""Two round towers with roofs, and a gatehouse with merlons between them, in sides of a tile."""
_GATE: Final[Line] = ((0.43, 0.75), (0.43, 0.62), (0.46, 0.57), (0.5, 0.55), (0.54, 0.57), (0.57, 0.62), (0.57, 0.75))
_WINDOWS: Final = ((0.28, 0.5), (0.72, 0.5))


@lru_cache(maxsize=16)
def tile_back(side: int) -> Image.Image:
    """Return a pile of tiles that lie face down, ``side`` pixels wide and high, with transparency."""
    large = side * _TIMES
    image = Image.new("RGBA", (large, large))
    pen = ImageDraw.Draw(image)
    tile = large * (1 - (_PILE - 1) * _STEP)
    for depth in reversed(range(_PILE)):
        _card(pen, depth * _STEP * large, tile)
    start, wide = (share * tile for share in _FRAME)
    pen.rounded_rectangle((start, start, tile - start, tile - start), tile * _RADIUS, None, _LIGHT, round(wide))
    for polygon in _CASTLE:
        pen.polygon([(x * tile, y * tile) for x, y in polygon], _LIGHT)
    pen.polygon([(x * tile, y * tile) for x, y in _GATE], _GROUND)
    for x, y in _WINDOWS:
        pen.rectangle(((x - 0.015) * tile, y * tile, (x + 0.015) * tile, (y + 0.08) * tile), _GROUND)
    return image.reduce(_TIMES)


def _card(pen: ImageDraw.ImageDraw, offset: float, tile: float) -> None:
    box = (offset, offset, offset + tile - 1, offset + tile - 1)
    pen.rounded_rectangle(box, tile * _RADIUS, _GROUND, _EDGE, round(tile * 0.012))
