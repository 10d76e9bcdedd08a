"""Pictures as browsers load them: small files, by a name that no other picture has."""

import hashlib
import io
from typing import Final

from PIL import Image, features

from render.share.live_values import DrawnPicture

QUALITY: Final = 84
"""The quality of WebP, from 0 to 100."""
LIVE_QUALITY: Final = 72
"""The same for a page that loads each picture by itself: its tiles are larger."""
_FEW_COLOURS: Final = 256
"""A picture of at most this many colours, such as letters and hatching, is smaller without loss, and sharper."""
_NAME_LENGTH: Final = 24


def picture_file(image: Image.Image, *, is_exact: bool = False, quality: int = QUALITY) -> tuple[bytes, str]:
    """Return an image as a file, and its form: ``webp``, or where Pillow cannot write that, ``png``.

    One of few colours loses nothing, nor does one that ``is_exact``.
    """
    buffer, form = io.BytesIO(), "webp" if features.check("webp") else "png"
    is_exact = is_exact or image.getcolors(_FEW_COLOURS) is not None
    image.save(buffer, form, quality=quality, method=4, lossless=is_exact)
    return buffer.getvalue(), form


def drawn_picture(image: Image.Image, *, is_exact: bool = False) -> DrawnPicture:
    """Return an image as a file whose name follows from what it holds."""
    data, _ = picture_file(image, is_exact=is_exact, quality=LIVE_QUALITY)
    return named_picture(data, image.size)


def named_picture(data: bytes, size: tuple[int, int]) -> DrawnPicture:
    """Return a file of a picture, width and height in pixels, with its name."""
    return DrawnPicture(hashlib.sha256(data).hexdigest()[:_NAME_LENGTH], *size, data)
