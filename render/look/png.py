"""Packs images as PNG in the palette of their theme, which has its own colours and the landscape's.

The few chunks are written here, and fast encoders pack the pixels if they are installed.
"""

import logging
import struct
import threading
import zlib
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from PIL import Image

from carcassonne import Rgb
from render.look.theme import Theme

try:
    from isal import isal_zlib as quick_encoder
except ImportError:  # no wheel for this system: the other one does the same, in four times the time
    quick_encoder = None  # type: ignore[assignment, unused-ignore]
try:
    import deflate as small_encoder
except ImportError:  # the standard library does the same, in three times the time
    small_encoder = None  # type: ignore[assignment, unused-ignore]

log = logging.getLogger(__name__)

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
    written = (files("render.look") / f"{theme.name}.hex").read_text("ascii").split()
    landscape = [(int(one[:2], 16), int(one[2:4], 16), int(one[4:], 16)) for one in written]
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


MOST_QUICKLY: Final = 290 << 10
"""A picture of more bytes is packed again by the encoder of smaller files: most pictures don't need its time."""
QUICK_LEVEL: Final = 2
SMALL_LEVEL: Final = 4
"""How hard the encoders try. The levels below take as long. The small encoder's next one takes a seventh longer for 5 %
fewer bytes."""

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_EIGHT_BITS: Final = 8
_INDEXED: Final = 3
_NO_FILTER: Final = b"\0"


def packed(content: bytes) -> bytes:
    """Return bytes in the format of zlib."""
    quickly = _tried(quick_encoder.compress, content, QUICK_LEVEL) if quick_encoder else None
    if quickly is not None and len(quickly) <= MOST_QUICKLY:
        return quickly
    small = _tried(small_encoder.zlib_compress, content, SMALL_LEVEL) if small_encoder else None
    return small or quickly or zlib.compress(content, SMALL_LEVEL)


def _tried(encode: Callable[[bytes, int], bytes | bytearray], content: bytes, level: int) -> bytes | None:
    """Return what an encoder packs, None if it fails: another one does the same."""
    try:
        return bytes(encode(content, level))
    except Exception as error:
        log.warning("an encoder fails (%r), so another one packs this picture", error)
        return None


def missing_encoders() -> tuple[str, ...]:
    """Return the names of the encoders' packages that aren't installed."""
    encoders = {"isal": quick_encoder, "deflate": small_encoder}
    return tuple(name for name, encoder in encoders.items() if encoder is None)


def indexed_png(image: Image.Image, colours: Sequence[Rgb]) -> bytes:
    """Return an image of mode P as PNG with a palette of 2 to 256 colours."""
    palette = bytes(value for colour in colours for value in colour)
    chunks = ((b"PLTE", palette), (b"IDAT", packed(lines(image))), (b"IEND", b""))
    return SIGNATURE + header(image.size) + b"".join(chunk(name, content) for name, content in chunks)


def header(size: tuple[int, int]) -> bytes:
    """Return the first chunk of a PNG with a palette, by its width and height."""
    return chunk(b"IHDR", struct.pack(">IIBBBBB", *size, _EIGHT_BITS, _INDEXED, 0, 0, 0))


def lines(image: Image.Image) -> bytes:
    """Return the lines of an image of mode P as PNG wants them, each after the number of its filter.

    Pillow adds an empty byte at the end of each line. Moved to the front, these bytes are the numbers.
    """
    return b"".join((_NO_FILTER, memoryview(image.tobytes("raw", "P", image.width + 1, 1))[:-1]))


def chunk(name: bytes, content: bytes) -> bytes:
    """Return a chunk of a PNG."""
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
