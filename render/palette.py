"""One fixed palette for every picture: the user interface's own colours, and the landscape's."""

import io
import threading
from functools import cache
from importlib.resources import files
from typing import Final

from PIL import Image

from render import theme
from render.art.colours import Colour

SIZE: Final = 192
COMPRESSION: Final = 4
"""zlib's level for PNG: half the time of 6, for 3 % more bytes."""

_LANDSCAPE: Final = "landscape.hex"
"""Colours of the landscape, one a line; made by ``python -m render.make_palette``."""

_local = threading.local()


@cache
def colours() -> tuple[Colour, ...]:
    """Return the palette, the reserved colours first."""
    lines = (files("render") / _LANDSCAPE).read_text("ascii").split()
    landscape = [(int(line[:2], 16), int(line[2:4], 16), int(line[4:], 16)) for line in lines]
    return (*theme.RESERVED, *landscape)[:SIZE]


def _palette_image() -> Image.Image:
    """Return this thread's image with the palette: it remembers the nearest colours that it has looked up."""
    if not hasattr(_local, "image"):
        _local.image = Image.new("P", (1, 1))
        _local.image.putpalette([value for colour in colours() for value in colour])
    image: Image.Image = _local.image
    return image


def reduced(image: Image.Image) -> Image.Image:
    """Return an RGB image in the colours of the palette."""
    return image.quantize(palette=_palette_image(), dither=Image.Dither.NONE)


def png(image: Image.Image) -> bytes:
    """Return an RGB image as PNG in the colours of the palette."""
    buffer = io.BytesIO()
    reduced(image).save(buffer, "PNG", compress_level=COMPRESSION)
    return buffer.getvalue()
