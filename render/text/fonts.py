"""The font of all pictures: Roboto in any size. What it has no letters for is in ``script_fonts.py``."""

import logging
from functools import lru_cache
from importlib.resources import as_file, files
from typing import Any, Final

from PIL import ImageFont

log = logging.getLogger(__name__)

PACKAGE: Final = "font_roboto"
MEDIUM: Final = "Roboto-Medium.ttf"
BOLD: Final = "Roboto-Bold.ttf"

_NO_GLYPH: Final = "\U0010ffff"
"""A character that no font has. Its picture is the box that fonts draw for a missing glyph."""


class KeptFont(ImageFont.FreeTypeFont):
    """A font that keeps the pictures of the texts it has written, because most of them come again."""

    def getmask2(self, text: str | bytes, *arguments: Any, **options: Any) -> Any:
        """Return the picture of a text, and where it begins. Nobody may draw on it."""
        return _written(self, text, arguments, tuple(options.items()))

    def write(self, text: str | bytes, *arguments: Any, **options: Any) -> Any:
        """Write a text anew, with the arguments of ``getmask2``."""
        return super().getmask2(text, *arguments, **options)


@lru_cache(maxsize=1024)
def _written(
    face: KeptFont, text: str | bytes, arguments: tuple[Any, ...], options: tuple[tuple[str, Any], ...]
) -> Any:
    return face.write(text, *arguments, **dict(options))


@lru_cache(maxsize=64)
def font(size: int, face: str = MEDIUM) -> ImageFont.FreeTypeFont:
    """Return a font by its size in pixels. It lays out one line, from left to right.

    If Roboto is missing or damaged, it is the one that comes with Pillow, and the log says so.
    """
    try:
        with as_file(files(PACKAGE) / "files" / face) as path:
            return KeptFont(str(path), size, layout_engine=ImageFont.Layout.BASIC)
    except (ModuleNotFoundError, OSError) as error:
        log.warning("the font %s cannot be opened (%s), so pictures have Pillow's own", face, error)
    instead = ImageFont.load_default(size)
    assert isinstance(instead, ImageFont.FreeTypeFont)  # noqa: S101 (Pillow's wheels have FreeType)
    return instead


@lru_cache(maxsize=4096)
def has_glyph(character: str, letters: ImageFont.FreeTypeFont | None = None) -> bool:
    """Return whether a font can show a character; without ``letters``, whether Roboto can."""
    return character.isspace() or _picture(character, letters) != _picture(_NO_GLYPH, letters)


def _picture(character: str, letters: ImageFont.FreeTypeFont | None) -> tuple[tuple[int, int], bytes]:
    mask = (letters or font(20)).getmask(character)
    return mask.size, bytes(mask)
