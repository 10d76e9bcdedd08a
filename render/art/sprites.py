"""A cache of tiles' pictures, each drawn once."""

from functools import lru_cache

from PIL import Image

from carcassonne import Rgb, TurnedTile
from render.art.tile import draw_tile


@lru_cache(maxsize=1024)
def sprite(tile: TurnedTile, size: int) -> Image.Image:
    """Return the picture of a turned tile, ``size`` pixels a side. It is shared: do not draw on it."""
    return draw_tile(tile, size)


def faded(picture: Image.Image, into: Rgb) -> Image.Image:
    """Return a grey picture, blended mostly with the colour of the background."""
    return Image.blend(picture.convert("L").convert("RGB"), Image.new("RGB", picture.size, into), 0.72)
