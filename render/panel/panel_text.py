"""The lines of text in a panel: broken where they are too wide, one below another. Lengths are those of a ``Sheet``.

The entries of legends and keys, a square with a word, stand side by side as far as there is room.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from render.panel.panel import HEADLINE_HEIGHT, TEXT_HEIGHT, KeyEntry, Text
from render.panel.view_key import KeyItem, KeySign
from render.text.fonts import BOLD, MEDIUM
from render.text.typeset import width_of

_SPARE: Final = 0.96
"""The part of the room that is filled at most: in some sizes, letters of whole pixels are a little wider."""
HEADLINE_ROOM: Final = 34
LINE_ROOM: Final = 26


def wrapped(lines: Iterable[str], room: float, height: int = TEXT_HEIGHT, face: str = MEDIUM) -> tuple[str, ...]:
    """Return the lines, broken at spaces where they would be wider than ``room``. ``height`` is that of letters."""
    return tuple(part for line in lines for part in _parts(line, room, height, face))


def wrapped_headline(line: str, room: float) -> tuple[str, ...]:
    """Return a headline, broken as ``wrapped`` does."""
    return wrapped([line], room, HEADLINE_HEIGHT, BOLD)


def headline_texts(lines: Iterable[str], left: float, top: float, room: float) -> Iterator[Text]:
    """Yield the lines of a headline at their places."""
    for number, line in enumerate(lines):
        yield Text(left, top + HEADLINE_ROOM * (number + 0.5), room, line, is_strong=True, height=HEADLINE_HEIGHT)


def line_texts(lines: Iterable[str], left: float, top: float, room: float) -> Iterator[Text]:
    """Yield lines at their places."""
    for number, line in enumerate(lines):
        yield Text(left, top + LINE_ROOM * (number + 0.5), room, line)


SWATCH: Final = 18
"""The side of a square before a word."""
SWATCH_GAP: Final = 7
_ENTRY_GAP: Final = 18


def entry_lines(texts: Sequence[str], room: float) -> list[list[tuple[int, float]]]:
    """Return the entries of a legend line by line: the number of each, and how far to the right it begins."""
    lines: list[list[tuple[int, float]]] = []
    x = 0.0
    for number, text in enumerate(texts):
        wide = _entry_width(text)
        if not lines or x + wide > room:
            lines.append([])
            x = 0.0
        lines[-1].append((number, x))
        x += wide + _ENTRY_GAP
    return lines


def entries_height(texts: Sequence[str], room: float) -> float:
    """Return the height of the entries of a legend."""
    return LINE_ROOM * len(entry_lines(texts, room))


def key_entries(items: Sequence[KeyItem], left: float, top: float, room: float) -> Iterator[KeyEntry]:
    """Yield the key of a view at its place."""
    parts = _key_parts(items, room)
    for line, entries in enumerate(entry_lines([text for _, text in parts], room)):
        for number, x in entries:
            yield KeyEntry(left + x, top + LINE_ROOM * (line + 0.5), room - x, *parts[number])


def key_height(items: Sequence[KeyItem], room: float) -> float:
    """Return the height of the key of a view."""
    return entries_height([text for _, text in _key_parts(items, room)], room)


def _key_parts(items: Sequence[KeyItem], room: float) -> list[tuple[KeySign | None, str]]:
    """Return each sign with its words. What is too wide goes on without a sign in the next line."""
    return [
        (None if number else item.sign, text)
        for item in items
        for number, text in enumerate(wrapped([item.text], room - SWATCH - SWATCH_GAP))
    ]


@lru_cache(maxsize=256)
def _entry_width(text: str) -> float:
    return SWATCH + SWATCH_GAP + width_of(text, TEXT_HEIGHT, MEDIUM)


@lru_cache(maxsize=2048)
def _parts(line: str, room: float, height: int, face: str) -> tuple[str, ...]:
    parts, part = [], ""
    for word in line.split(" "):
        longer = f"{part} {word}" if part else word
        if part and width_of(longer, height, face) > _SPARE * room:
            parts.append(part)
            part = word
        else:
            part = longer
    return (*parts, part)
