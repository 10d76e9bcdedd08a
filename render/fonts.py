"""Fonts: Roboto in any size, and texts reduced to what it can show."""

import unicodedata
from functools import lru_cache
from importlib.resources import as_file, files
from typing import Any, Final

from PIL import ImageFont

MEDIUM: Final = "Roboto-Medium.ttf"
BOLD: Final = "Roboto-Bold.ttf"

MAX_NAME_LENGTH: Final = 64
"""How many characters of a name are used at most."""

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
    """Return a font by its size in pixels. It lays out one line, from left to right."""
    with as_file(files("font_roboto") / "files" / face) as path:
        return KeptFont(str(path), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def has_glyph(character: str) -> bool:
    """Say whether the font can show a character."""
    return character.isspace() or _picture(character) != _picture(_NO_GLYPH)


def _picture(character: str) -> tuple[tuple[int, int], bytes]:
    mask = font(20).getmask(character)
    return mask.size, bytes(mask)


def showable_name(name: str, instead: str) -> str:
    """Return the part of a name that can be drawn, or ``instead`` if that is less than half of it.

    Control characters are left out. So are combining marks that do not merge with their letter, because people could
    stack any number of them.
    """
    letters = [
        one for one in unicodedata.normalize("NFKC", name[:MAX_NAME_LENGTH]) if unicodedata.category(one)[0] not in "CM"
    ]
    kept = [one for one in letters if has_glyph(one)]
    shown = " ".join("".join(kept).split())
    wanted = sum(not one.isspace() for one in letters)
    return shown if 2 * len(shown.replace(" ", "")) > wanted else instead


def fitted(text: str, width: float, size: int, face: str = MEDIUM) -> str:
    """Return a text cut, with an ellipsis, so that it is at most ``width`` pixels wide."""
    letters = font(size, face)
    if letters.getlength(text) <= width:
        return text
    while text and letters.getlength(text + "…") > width:
        text = text[:-1]
    return text.rstrip() + "…"
