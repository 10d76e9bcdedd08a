"""Packs images as PNG: the few chunks are written here, and a fast encoder packs the pixels if it is installed."""

import logging
import struct
import zlib
from collections.abc import Sequence
from typing import Final

from PIL import Image

from carcassonne import Rgb

try:
    import deflate as encoder
except ImportError:  # no wheel for this system: the standard library does the same, in three times the time
    encoder = None  # type: ignore[assignment, unused-ignore]

log = logging.getLogger(__name__)

LEVEL: Final = 4
"""How hard the encoder tries. Level 5 takes a seventh longer for 5 % fewer bytes; level 3 gains hardly any time."""

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_EIGHT_BITS: Final = 8
_INDEXED: Final = 3
_NO_FILTER: Final = b"\0"


def packed(content: bytes, level: int = LEVEL) -> bytes:
    """Return bytes in the format of zlib."""
    if encoder:
        try:
            return bytes(encoder.zlib_compress(content, level))
        except Exception as error:  # zlib writes the same, only more slowly
            log.warning("the fast encoder fails (%r), so zlib packs this picture", error)
    return zlib.compress(content, level)


def has_fast_encoder() -> bool:
    """Say whether the fast encoder is installed."""
    return encoder is not None


def indexed_png(image: Image.Image, colours: Sequence[Rgb]) -> bytes:
    """Return an image of mode P as PNG with a palette of 2 to 256 colours."""
    header = struct.pack(">IIBBBBB", image.width, image.height, _EIGHT_BITS, _INDEXED, 0, 0, 0)
    palette = bytes(value for colour in colours for value in colour)
    chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", packed(_lines(image))), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(name, content) for name, content in chunks)


def _lines(image: Image.Image) -> bytes:
    """Return the lines of pixels as PNG wants them, each after the number of its filter.

    Pillow adds an empty byte at the end of each line. Moved to the front, these bytes are the numbers.
    """
    return b"".join((_NO_FILTER, memoryview(image.tobytes("raw", "P", image.width + 1, 1))[:-1]))


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
