"""Lines of text in a panel, broken where they are too wide, and colours with their meanings.

Lengths are those of a ``Sheet``.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final, TypeAlias

from PIL import Image

from carcassonne import Rgb
from render.look.theme import INK
from render.panel.boxes import Box, Part
from render.panel.brought import ModifierSign, SeatSign
from render.panel.sheet import TEXT_HEIGHT, Sheet
from render.text.fonts import BOLD, MEDIUM
from render.text.typeset import width_of

LINE_ROOM: Final = 26
_SPARE: Final = 0.96
"""The part of the room that is filled at most: in some sizes, letters of whole pixels are a little wider."""
_SMALLER: Final = 0.9
"""How much smaller the letters of a line may be before it is cut."""
SWATCH: Final = 18
"""The side of a square before a word."""
SWATCH_GAP: Final = 7
_ENTRY_GAP: Final = 18
_LINE: Final = 2
"""The width of the line round a sign."""
_LEAST_STRIPES: Final = 4
NO_BREAK: Final = "\u00a0"
"""A space that holds words together."""
_MOST_WITH_MORE: Final = 2
"""How many lines about a tile there are at most where an edition adds lines."""


def wrapped(lines: Iterable[str], room: float, height: int = TEXT_HEIGHT, face: str = MEDIUM) -> tuple[str, ...]:
    """Return the lines, broken at spaces where they would be wider than ``room``. ``height`` is that of letters."""
    return tuple(part for line in lines for part in _parts(line, room, height, face))


def _is_wider(text: str, room: float, height: int = TEXT_HEIGHT, face: str = MEDIUM) -> bool:
    return width_of(text, height, face) > _SPARE * room


@lru_cache(maxsize=2048)
def _parts(line: str, room: float, height: int, face: str) -> tuple[str, ...]:
    parts, part = [], ""
    for word in line.split(" "):
        longer = f"{part} {word}" if part else word
        if part and _is_wider(longer, room, height, face):
            parts.append(part)
            part = word
        else:
            part = longer
    return (*parts, part)


def _letters(height: int) -> Sequence[int]:
    """Return the heights of letters to choose from: in small pictures, a line may be wider than ``_SPARE`` foresees."""
    return height, round(_SMALLER * height)


def _apart(words: str, room: float) -> str:
    """Return words that are held together, apart from the beginning on as long as the rest is too wide."""
    first, held, rest = words.partition(NO_BREAK)
    return f"{first} {_apart(rest, room)}" if held and _is_wider(words, room) else words


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text by its left end and middle height. One wider than ``room`` is a little smaller, or cut."""

    x: float
    y: float
    room: float
    text: str
    is_strong: bool = False
    height: int = TEXT_HEIGHT
    """The height of its letters."""

    def paint(self, sheet: Sheet) -> None:
        face = BOLD if self.is_strong else MEDIUM
        text, height = sheet.fitted_in(self.text, self.room, _letters(self.height), face)
        sheet.text((self.x, self.y), text, sheet.theme.text, height, face)


HeadingLines: TypeAlias = Callable[[float], tuple[Sequence[str], int]]
"""From a width to the lines that fit into it, and the height of their letters."""


@dataclass(frozen=True, slots=True)
class Heading(Box):
    """A heading. ``leading`` is the distance from one line to the next, in heights of its letters."""

    lines: HeadingLines
    leading: float

    def height(self, width: float) -> float:
        lines, letters = self.lines(width)
        return self.leading * letters * len(lines)

    def fits(self, width: float, height: float) -> bool:
        lines, letters = self.lines(width)
        return not any(_is_wider(line, width, letters, BOLD) for line in lines)

    def parts(self, left: float, top: float, width: float, height: float) -> Iterator[Part]:
        lines, letters = self.lines(width)
        for number, line in enumerate(lines):
            level = top + self.leading * letters * (number + 0.5)
            yield Text(left, level, width, line, is_strong=True, height=letters)


@dataclass(frozen=True, slots=True)
class KeySign:
    """A square that looks as the board does, with stripes if it has several colours. ``text`` is written on it."""

    colours: tuple[Rgb, ...]
    text: str = ""
    text_rgb: Rgb | None = None

    @property
    def width(self) -> float:
        """How wide it is."""
        return SWATCH

    def paint(self, sheet: Sheet, x: float, level: float) -> None:
        """Draw it by its left edge and middle height."""
        top = level - SWATCH / 2
        sheet.box((x, top, x + SWATCH - 1, top + SWATCH - 1), self.colours[0], INK, thick=_LINE, radius=4)
        if len(self.colours) > 1:
            wide, high = (sheet.pixels(start + SWATCH - 1 - _LINE) - sheet.pixels(start + _LINE) for start in (x, top))
            sheet.paste(self._stripes(wide, high), x + _LINE, top + _LINE)
        if self.text and self.text_rgb:
            sheet.text((x + SWATCH / 2, level), self.text, self.text_rgb, TEXT_HEIGHT, BOLD, "mm")

    def _stripes(self, wide: int, high: int) -> Image.Image:
        """Return the stripes of a sign. They rise to the right, as on the board."""
        image, count = Image.new("RGB", (wide, high)), len(self.colours)
        stripe = max(2, round(2 * wide / max(_LEAST_STRIPES, count)))
        for x, y in product(range(wide), range(high)):
            image.putpixel((x, y), self.colours[(x + y) // stripe % count])
        return image


ShownSign: TypeAlias = KeySign | ModifierSign | SeatSign


@dataclass(frozen=True, slots=True)
class KeyItem:
    """A sign and what it means, in words."""

    sign: ShownSign
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A sign with its meaning, by its left end and middle height. Without a sign, its words go on."""

    x: float
    y: float
    room: float
    sign: ShownSign | None
    text: str

    def paint(self, sheet: Sheet) -> None:
        """Draw the sign, and write what it means."""
        if self.sign is not None:
            self.sign.paint(sheet, self.x, self.y)
        left = (self.sign.width if self.sign else SWATCH) + SWATCH_GAP
        text, height = sheet.fitted_in(self.text, self.room - left, _letters(TEXT_HEIGHT), MEDIUM)
        sheet.text((self.x + left, self.y), text, sheet.theme.text, height, MEDIUM)


@dataclass(frozen=True, slots=True)
class Entries(Box):
    """Signs with their meanings, side by side as far as there is room."""

    items: Sequence[KeyItem]
    gap: float = _ENTRY_GAP

    def height(self, width: float) -> float:
        return LINE_ROOM * len(self._lines(width))

    def fits(self, width: float, height: float) -> bool:
        room = width - SWATCH - SWATCH_GAP
        return not any(_is_wider(text, room) for _, text in self._broken(width))

    def parts(self, left: float, top: float, width: float, height: float) -> Iterator[Part]:
        for number, line in enumerate(self._lines(width)):
            for x, sign, text in line:
                yield Entry(left + x, top + LINE_ROOM * (number + 0.5), width - x, sign, text)

    def _lines(self, width: float) -> list[list[tuple[float, ShownSign | None, str]]]:
        """Return the entries line by line, each with its distance from the left."""
        lines: list[list[tuple[float, ShownSign | None, str]]] = []
        x = 0.0
        for sign, text in self._broken(width):
            wide = (sign.width if sign else SWATCH) + SWATCH_GAP + width_of(text, TEXT_HEIGHT, MEDIUM)
            if not lines or x + wide > width:
                lines.append([])
                x = 0.0
            lines[-1].append((x, sign, text))
            x += wide + self.gap
        return lines

    def _broken(self, width: float) -> Iterator[tuple[ShownSign | None, str]]:
        """Yield each sign with its words. What is too wide goes on without a sign in the next line."""
        for item in self.items:
            for number, text in enumerate(wrapped([item.text], width - SWATCH - SWATCH_GAP)):
                yield None if number else item.sign, text


@dataclass(frozen=True, slots=True)
class Lines(Box):
    """Lines about the tile, then ``more`` lines, then a key.

    There is room for ``reserved`` lines about the tile. Further ones are shown if there is room. They are left out
    first: the tile shows the same.
    """

    lines: Sequence[str]
    more: Sequence[str]
    reserved: int
    key: Entries

    def height(self, width: float) -> float:
        """Return the height with the lines that are reserved."""
        return LINE_ROOM * (self.reserved + len(wrapped(self.more, width))) + self.key.height(width)

    def bounds(self, width: float) -> tuple[float, float]:
        """Return the height with the lines that are reserved, none without lines, and the height with all lines."""
        spare = LINE_ROOM * (len(self._about_tile(width)) - self.reserved)
        least = self.height(width) - (0 if self.lines else LINE_ROOM * self.reserved)
        return least, max(least, self.height(width) + spare)

    def _about_tile(self, width: float) -> Sequence[str]:
        """Return the lines about the tile: at most two if there are more lines, so that the panel stays short.

        The numbers of spots go on in the next line where they don't fit beside their word.
        """
        lines = [" ".join(_apart(words, width) for words in line.split(" ")) for line in self.lines]
        return wrapped(lines, width)[: _MOST_WITH_MORE if self.more else None]

    def fits(self, width: float, height: float) -> bool:
        """Return whether no line is too wide, and no words that are held together are broken apart."""
        shown, held = self._shown(width, height), " ".join([*self.lines, *self.more]).split(" ")
        is_whole = all(words in held for line in shown for words in line.split(" "))
        return is_whole and not any(_is_wider(line, width) for line in shown) and self.key.fits(width, height)

    def _shown(self, width: float, height: float) -> Sequence[str]:
        """Return the lines for which there is room."""
        more = wrapped(self.more, width)
        room = round((height - self.key.height(width)) / LINE_ROOM, 3)
        return (*self._about_tile(width)[: max(0, int(room) - len(more))], *more)

    def parts(self, left: float, top: float, width: float, height: float) -> Iterator[Part]:
        """Yield the lines for which there is room, and the key."""
        shown = self._shown(width, height)
        for number, line in enumerate(shown):
            yield Text(left, top + LINE_ROOM * (number + 0.5), width, line)
        yield from self.key.parts(left, top + LINE_ROOM * len(shown), width, height)
