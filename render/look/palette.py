"""Palettes: each theme has a fixed one, with the theme's own colours and the landscape's."""

import threading
from functools import cache
from importlib.resources import files
from typing import Final

from PIL import Image

from carcassonne import Rgb
from render.look.png import indexed_png
from render.look.theme import Theme

LANDSCAPE: Final = 62
"""How many colours a palette has for tiles, and for tiles faded into its table.

``python -m render.make_palette`` writes them, one a line. With more of them files grow, and hardly look better."""

_local = threading.local()


@cache
def colours(theme: Theme, more: tuple[Rgb, ...] = ()) -> tuple[Rgb, ...]:
    """Return the palette of a picture: the reserved colours, those of the landscape, then ``more``.

    ``more`` are colours of pieces that few games have, and of views. Only the pictures that show them have an entry for
    them, so that all other pictures stay as they are.
    """
    lines = (files("render.look") / f"{theme.name}.hex").read_text("ascii").split()
    landscape = [(int(line[:2], 16), int(line[2:4], 16), int(line[4:], 16)) for line in lines]
    return (*theme.reserved, *landscape, *(colour for colour in more if colour not in theme.reserved))


def _palette_image(theme: Theme, more: tuple[Rgb, ...]) -> Image.Image:
    """Return this thread's image with the palette. The image caches the nearest colours that Pillow has looked up."""
    if not hasattr(_local, "images"):
        _local.images = {}
    images: dict[tuple[str, tuple[Rgb, ...]], Image.Image] = _local.images
    if (theme.name, more) not in images:
        image = images[theme.name, more] = Image.new("P", (1, 1))
        image.putpalette([value for colour in colours(theme, more) for value in colour])
    return images[theme.name, more]


def quantized(image: Image.Image, theme: Theme, more: tuple[Rgb, ...] = ()) -> Image.Image:
    """Return an RGB image in the colours of the palette."""
    return image.quantize(palette=_palette_image(theme, more), dither=Image.Dither.NONE)


def png(image: Image.Image, theme: Theme, more: tuple[Rgb, ...] = ()) -> bytes:
    """Return an RGB image as PNG in the colours of the palette."""
    return indexed_png(quantized(image, theme, more), colours(theme, more))
