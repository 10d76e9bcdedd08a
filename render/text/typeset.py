"""Lines of text in any script: each part in the font that has its letters, in the order in which it is seen."""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal

from PIL import ImageDraw, ImageFont

from carcassonne import Rgb
from render.text.bidi import mirrored, visual_runs
from render.text.fonts import MEDIUM, font, has_glyph
from render.text.script_fonts import script_fonts

_SIDES: Final = {"l": 0.0, "m": 0.5, "r": 1.0}
"""By the first letter of an anchor: how much of a line is to the left of its point."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a line in one font; ``direction`` is None if the font only writes from left to right."""

    text: str
    letters: ImageFont.FreeTypeFont
    direction: Literal["ltr", "rtl"] | None

    @property
    def width(self) -> float:
        return self.letters.getlength(self.text, direction=self.direction)


def width_of(text: str, size: int, face: str = MEDIUM) -> float:
    """Return how many pixels wide a line of text is."""
    if _is_plain(text):
        return font(size, face).getlength(text)
    return sum(part.width for part in _parts(text, size, face))


def write(
    pen: ImageDraw.ImageDraw, at: tuple[float, float], text: str, colour: Rgb, size: int, face: str, anchor: str
) -> None:
    """Write a line of text; ``anchor`` says which part of it is at the given point, as in Pillow."""
    main = font(size, face)
    if _is_plain(text):
        pen.text(at, text, colour, main, anchor)
        return
    x, y = at
    x -= width_of(text, size, face) * _SIDES[anchor[0]]
    if anchor[1] == "m":
        ascent, descent = main.getmetrics()
        y += (ascent - descent) / 2
    for part in _parts(text, size, face):
        pen.text((x, y), part.text, colour, part.letters, "ls", direction=part.direction)
        x += part.width


def fitted(text: str, width: float, size: int, face: str = MEDIUM) -> str:
    """Return a text cut, with an ellipsis, so that it is at most ``width`` pixels wide. Letters keep their marks."""
    if width_of(text, size, face) <= width:
        return text
    kept = bisect_right(range(len(text)), width, key=lambda length: width_of(text[:length] + "…", size, face)) - 1
    while kept > 0 and unicodedata.category(text[kept])[0] == "M":
        kept -= 1
    return text[: max(0, kept)].rstrip() + "…"


def _is_plain(text: str) -> bool:
    """Return whether the main font has all of a text."""
    return text.isascii() or all(has_glyph(one) and not _is_unseen(one) for one in text)


def _is_unseen(character: str) -> bool:
    """Return whether a character only says how others are written, such as a mark of a direction."""
    return unicodedata.category(character) == "Cf"


def _parts(text: str, size: int, face: str) -> Iterator[_Part]:
    """Yield the parts of a line, from left to right. What no font has is left out."""
    fonts = script_fonts()
    for run in visual_runs(text):
        groups = [(family, "".join(letters)) for family, letters in groupby(run.text, _Families())]
        for family, letters in reversed(groups) if run.is_right_to_left else groups:
            if family:
                direction: Literal["ltr", "rtl"] = "rtl" if run.is_right_to_left else "ltr"
                yield _Part(letters, fonts.font(family, size, face), direction if fonts.is_shaped else None)
            elif family is not None:
                yield _Part(mirrored(letters) if run.is_right_to_left else letters, font(size, face), None)


class _Families:
    """Tells for one character after the other the family that has it: "" for the main font, None if none has it.

    A mark stays with its letter.
    """

    def __init__(self) -> None:
        self._last: str | None = ""

    def __call__(self, character: str) -> str | None:
        if _is_unseen(character):
            return None
        if not self._last or unicodedata.category(character)[0] != "M":
            self._last = "" if has_glyph(character) else script_fonts().family_of(character)
        return self._last
