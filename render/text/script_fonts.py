"""The fonts of this machine for what Roboto has no letters for: further scripts, symbols, emoji.

They are the Noto fonts, and Symbola. Each is looked for by the name of its file, and opened when a text first needs it.
"""

import contextlib
import os
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from PIL import ImageFont, features

from render.text.fonts import BOLD, KeptFont, font, has_glyph

_FILE: Final = re.compile(r"(Noto(?:Sans|Serif|Emoji)[A-Za-z0-9]*|Symbola)[-_.\[].*(?:ttf|otf|ttc)")
_EAST_ASIAN: Final = ("NotoSansCJK", "NotoSansCJKjp", "NotoSansCJKsc", "NotoSansCJKkr", "NotoSansCJKtc")
_SIGNS: Final = (
    "NotoSans",
    "NotoSansSymbols",
    "NotoSansSymbols2",
    "NotoSansMath",
    "NotoEmoji",
    "Symbola",
    _EAST_ASIAN[0],
)
_SCRIPTS: Final[Mapping[str, Sequence[str]]] = {
    **dict.fromkeys(("BOPOMOFO", "CJK", "HANGUL", "HIRAGANA", "IDEOGRAPHIC", "KATAKANA"), _EAST_ASIAN),
    "KATAKANA-HIRAGANA": _EAST_ASIAN,
    "CANADIAN": ("NotoSansCanadianAboriginal",),
}
"""The families for a script by the first word of its characters' names, where that is no part of the family's name."""
_PACKAGES: Final = ("manimgx_fonts", "manimgx_fonts_cjk")
"""Python packages that have these fonts; see requirements-fonts.txt."""

_OF_THE_SYSTEM: Final = ("/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "C:/Windows/Fonts")
_OF_A_USER: Final = (".local/share/fonts", "Library/Fonts", "AppData/Local/Microsoft/Windows/Fonts")
"""Where fonts are on Linux, macOS and Windows; those of a user are in the home."""

SAMPLES: Final[Mapping[str, str]] = {
    "Arabic": "\u0639", "Chinese": "\u5b89", "Devanagari": "\u0905", "emoji": "\U0001f600", "Hebrew": "\u05e9",
    "Japanese": "\u3042", "Korean": "\uc548", "Thai": "\u0e01",
}  # fmt: skip
"""A character of each script that the health of the bot tells about."""


def usual_folders() -> tuple[Path, ...]:
    """Return where fonts are on this system: those of Python packages, of the system, and of the user."""
    packages = (spec.origin for name in _PACKAGES if (spec := find_spec(name)))
    found = [Path(origin).parent for origin in packages if origin]
    with contextlib.suppress(RuntimeError):  # this user has no home
        found += [Path.home() / folder for folder in _OF_A_USER]
    return (*found, *map(Path, _OF_THE_SYSTEM))


def can_shape() -> bool:
    """Return whether letters that join, turn round or stack can be drawn: Pillow does it with Raqm and FriBiDi."""
    return bool(features.check("raqm"))


class ScriptFonts:
    """The fonts in some folders and below. If letters are not ``shaped``, it has only those that stand alone."""

    def __init__(self, folders: Sequence[Path], *, is_shaped: bool | None = None) -> None:
        self.is_shaped = can_shape() if is_shaped is None else is_shaped
        self._files: dict[str, list[str]] = {}
        self._families: dict[str, str | None] = {}
        for folder in folders:
            for path in sorted(_files_below(folder)):
                if match := _FILE.fullmatch(path.name):
                    self._files.setdefault(match[1], []).append(str(path))

    def family_of(self, character: str) -> str | None:
        """Return the family that has a character; None if there is none here."""
        if character not in self._families:
            self._families[character] = next(
                filter(lambda one: self.has(one, character), self._likely(character)), None
            )
        return self._families[character]

    def font(self, family: str, size: int, face: str) -> ImageFont.FreeTypeFont:
        """Return the font of a family by its size in pixels. It is bold if ``face`` is, and if there is a bold one."""
        for path in (self._path(family, face), self._path(family)):
            with contextlib.suppress(OSError):  # it is damaged, or has gone
                return _opened(path, size, is_bold=face == BOLD, is_shaped=self.is_shaped)
        return font(size, face)

    def _likely(self, character: str) -> Iterator[str]:
        """Yield the families here that may have a character."""
        word, _, _ = unicodedata.name(character, "").partition(" ")
        families = _SCRIPTS.get(word) or (f"NotoSans{word.title()}", f"NotoSerif{word.title()}")
        if not self.is_shaped:
            families = families if families is _EAST_ASIAN else ()
        yield from (family for family in (*families, *_SIGNS) if family in self._files)

    def has(self, family: str, character: str) -> bool:
        """Return whether a family that is here has a character."""
        if not self.is_shaped and unicodedata.bidirectional(character) in ("R", "AL"):
            return False
        try:
            return has_glyph(character, _plain(self._path(family)))
        except OSError:  # the file is damaged, or has gone
            return False

    def _path(self, family: str, face: str = "") -> str:
        """Return the file of a family. It may be variable; otherwise there may be one for each weight."""
        paths = self._files[family]
        wanted = "Bold" if face == BOLD else "Regular"
        return next((path for path in paths if f"-{wanted}." in path), paths[0])


def _files_below(folder: Path) -> Iterator[Path]:
    for place, _, names in os.walk(folder):
        yield from (Path(place) / name for name in names)


@lru_cache(maxsize=32)
def _plain(path: str) -> ImageFont.FreeTypeFont:
    """Return a font that says which characters it has, one by one."""
    return ImageFont.truetype(path, 20, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=64)
def _opened(path: str, size: int, *, is_bold: bool, is_shaped: bool) -> ImageFont.FreeTypeFont:
    layout = ImageFont.Layout.RAQM if is_shaped else ImageFont.Layout.BASIC
    letters = KeptFont(path, size, layout_engine=layout)
    try:
        axes = letters.get_variation_axes()
    except OSError:
        return letters  # it has one weight
    weight = 700 if is_bold else 500
    letters.set_variation_by_axes([weight if axis["name"] == b"Weight" else axis["default"] or 0 for axis in axes])
    return letters


_folders: tuple[Path, ...] | None = None


def look_in(folders: tuple[Path, ...] | None) -> None:
    """Look for fonts only in some folders from now on; with None in the usual ones."""
    global _folders
    _folders = folders


def script_fonts() -> ScriptFonts:
    """Return the fonts of this machine. They are looked for once."""
    return _found(_folders)


def scripts_without_font() -> list[str]:
    """Return the scripts of ``SAMPLES`` in which no name can be drawn."""
    return [script for script, character in SAMPLES.items() if script_fonts().family_of(character) is None]


@cache
def _found(folders: tuple[Path, ...] | None) -> ScriptFonts:
    return ScriptFonts(usual_folders() if folders is None else folders)
