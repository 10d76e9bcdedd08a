"""Names as far as they can be drawn. People choose them, so anything can be in them."""

import unicodedata
from collections.abc import Iterator
from typing import Final

from render.text.fonts import has_glyph
from render.text.script_fonts import script_fonts

MAX_NAME_LENGTH: Final = 64
"""How many characters of a name are used at most."""
MAX_TITLE_LENGTH: Final = 100
"""How many of a title, in which other words stand beside a name."""
_MAX_READ: Final = 1000
"""How many characters of a name are looked at."""
MAX_MARKS: Final = 3
"""How many marks a letter has at most: people can stack any number of them."""
_INVISIBLE: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
) | frozenset(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Letters and marks that show nothing of their own: fillers, choices of a variant or of the colour of a skin."""


def showable_name(name: str, instead: str, longest: int = MAX_NAME_LENGTH) -> str:
    """Return the part of a name that can be drawn, or ``instead`` if that has less than half of its letters. Of
    longer names, the first ``longest`` characters are used.

    What is invisible is left out: control characters, joiners, the choice between pictures of one emoji. So are marks
    above and below letters that need none, and signs for which there is no font.
    """
    letters = [one for one in _normalized(name[:_MAX_READ])[:_MAX_READ] if not _is_invisible(one)]
    shown = " ".join("".join(_showable(letters)).split())[:longest].rstrip()
    wanted, kept = (sum(map(_is_letter, text)) for text in (letters[:longest], shown))
    return shown if shown and (2 * kept > wanted or not wanted) else instead


def _normalized(name: str) -> str:
    """Return a name in Unicode's form NFKC, but the vowels that it takes apart in Thai and Lao stay whole."""
    return unicodedata.normalize("NFKC", name).replace("\u0e4d\u0e32", "\u0e33").replace("\u0ecd\u0eb2", "\u0eb3")


def _showable(letters: list[str]) -> Iterator[str]:
    """Yield the characters that can be drawn, each mark with the font of its letter, not too many and none twice."""
    family: str | None = None
    marks = set[str]()
    for one in letters:
        if unicodedata.category(one)[0] == "M":
            if family and one not in marks and len(marks) < MAX_MARKS and script_fonts().has(family, one):
                marks.add(one)
                yield one
            continue
        is_plain, marks = has_glyph(one), set()
        family = None if is_plain else script_fonts().family_of(one)
        if is_plain or family:
            yield one


def _is_invisible(character: str) -> bool:
    return unicodedata.category(character)[0] == "C" or character in _INVISIBLE


def _is_letter(character: str) -> bool:
    return unicodedata.category(character)[0] in "LN"
