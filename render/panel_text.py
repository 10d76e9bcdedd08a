"""The lines of text in a panel: broken where they are too wide, one below another. Lengths are those of a ``Sheet``."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from render.fonts import BOLD, MEDIUM
from render.panel import HEADLINE_HEIGHT, TEXT_HEIGHT, Text
from render.typeset import width_of

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
