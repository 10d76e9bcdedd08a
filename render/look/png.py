"""Packs images as PNG: the few chunks are written here, and fast encoders pack the pixels if they are installed."""

import logging
import struct
import zlib
from collections.abc import Callable, Sequence
from typing import Final

from PIL import Image

from carcassonne import Rgb

try:
    from isal import isal_zlib as quick_encoder
except ImportError:  # no wheel for this system: the other one does the same, in four times the time
    quick_encoder = None  # type: ignore[assignment, unused-ignore]
try:
    import deflate as small_encoder
except ImportError:  # the standard library does the same, in three times the time
    small_encoder = None  # type: ignore[assignment, unused-ignore]

log = logging.getLogger(__name__)

MOST_QUICKLY: Final = 290 << 10
"""A picture of more bytes is packed again by the encoder of smaller files: most pictures don't need its time."""
QUICK_LEVEL: Final = 2
SMALL_LEVEL: Final = 4
"""How hard the encoders try. The levels below take as long. The small encoder's next one takes a seventh longer for 5 %
fewer bytes."""

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
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
