"""A fixed palette for each theme: the colours of its own, and the landscape's."""

import io
import threading
from functools import cache
from importlib.resources import files
from typing import Final

from PIL import Image

from render.art.colours import Colour
from render.theme import Theme

LANDSCAPE: Final = 172
"""How many colours a palette has for tiles, and for tiles gone grey on its table: ``python -m render.make_palette``
writes them, one a line. With more, files grow faster than what is seen gets better."""
COMPRESSION: Final = 4
"""zlib's level for PNG: half the time of 6, for 3 % more bytes."""

_local = threading.local()


@cache
def colours(theme: Theme) -> tuple[Colour, ...]:
    """Return the palette, the reserved colours first."""
    lines = (files("render") / f"{theme.name}.hex").read_text("ascii").split()
    landscape = [(int(line[:2], 16), int(line[2:4], 16), int(line[4:], 16)) for line in lines]
    return (*theme.reserved, *landscape)


def _palette_image(theme: Theme) -> Image.Image:
    """Return this thread's image with the palette: it remembers the nearest colours that it has looked up."""
    if not hasattr(_local, "images"):
        _local.images = {}
    images: dict[str, Image.Image] = _local.images
    if theme.name not in images:
        images[theme.name] = Image.new("P", (1, 1))
        images[theme.name].putpalette([value for colour in colours(theme) for value in colour])
    return images[theme.name]


def quantized(image: Image.Image, theme: Theme) -> Image.Image:
    """Return an RGB image in the colours of the palette."""
    return image.quantize(palette=_palette_image(theme), dither=Image.Dither.NONE)


def png(image: Image.Image, theme: Theme) -> bytes:
    """Return an RGB image as PNG in the colours of the palette."""
    buffer = io.BytesIO()
    quantized(image, theme).save(buffer, "PNG", compress_level=COMPRESSION)
    return buffer.getvalue()
