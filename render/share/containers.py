"""Writes animations as GIF and as animated PNG, change by change, so that no two frames are in memory at once."""

import struct
import zlib
from collections.abc import Iterable, Iterator
from typing import Final

from PIL import GifImagePlugin, Image

from render.share.changes import UNCHANGED, Change

_FOR_EVER: Final = 0
_KEEP: Final = 1
"""The disposal of a frame in GIF: the next one is drawn over it."""
_ZLIB_LEVEL: Final = 6
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_INDEXED: Final = 3
"""The colour type of PNG for a palette."""
_OVER: Final = 1
"""How a frame of PNG is put onto the one before: transparent pixels change nothing."""


def gif(size: tuple[int, int], palette: bytes, changes: Iterable[Change]) -> Iterator[bytes]:
    """Yield the parts of a GIF. ``palette`` has 256 colours."""
    yield b"GIF89a" + struct.pack("<HHBBB", *size, 0b1111_0111, UNCHANGED, 0) + palette
    yield b"\x21\xff\x0bNETSCAPE2.0" + struct.pack("<BBHB", 3, 1, _FOR_EVER, 0)
    for change in changes:
        image = Image.frombytes("P", change.image.size, change.image.tobytes())
        hundredths = round(100 * change.seconds)
        yield b"\x21\xf9" + struct.pack("<BBHBB", 4, _KEEP << 2 | 1, hundredths, UNCHANGED, 0)
        yield from GifImagePlugin.getdata(image, (change.x, change.y), include_color_table=False)
    yield b";"


def apng(size: tuple[int, int], palette: bytes, changes: Iterable[Change], frames: int) -> Iterator[bytes]:
    """Yield the parts of an animated PNG of this many frames. ``palette`` has 256 colours."""
    yield _SIGNATURE + _chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, _INDEXED, 0, 0, 0))
    yield _chunk(b"PLTE", palette) + _chunk(b"tRNS", b"\xff" * UNCHANGED + b"\0")
    yield _chunk(b"acTL", struct.pack(">II", frames, _FOR_EVER))
    number = 0
    for change in changes:
        box = (*change.image.size, change.x, change.y)
        milliseconds = round(1000 * change.seconds)
        control = struct.pack(">IIIIIHHBB", number, *box, milliseconds, 1000, 0, _OVER)
        yield _chunk(b"fcTL", control)
        data = zlib.compress(_rows(change.image), _ZLIB_LEVEL)
        if number == 0:
            yield _chunk(b"IDAT", data)
            number += 1
        else:
            yield _chunk(b"fdAT", struct.pack(">I", number + 1) + data)
            number += 2
    yield _chunk(b"IEND", b"")


def _rows(image: Image.Image) -> bytes:
    """Return the rows of an image, each after the number of the filter that PNG has for none."""
    width, values = image.width, image.tobytes()
    return b"".join(b"\0" + values[start : start + width] for start in range(0, len(values), width))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
