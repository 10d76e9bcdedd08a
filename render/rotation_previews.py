"""Where the small pictures of a tile's rotations are in a panel. Lengths are those of a ``Sheet``."""

from collections.abc import Iterator
from enum import Enum, auto
from typing import Final

DEGREES_ROOM: Final = 26
"""The room for a rotation below its small picture."""
PREVIEW_GAP: Final = 8


class Previews(Enum):
    """Where they are, seen from the tile."""

    ROW = auto()
    """In a row below it."""
    BLOCK = auto()
    """Two by two, below it."""
    SQUARE = auto()
    """Two by two, to the right of it."""
    NONE = auto()


def square_corners(left: float, top: float, small: float) -> Iterator[tuple[float, float]]:
    """Yield the corners of four small pictures, two by two, each with room for its rotation below."""
    for number in range(4):
        yield left + number % 2 * (small + PREVIEW_GAP), top + number // 2 * (small + DEGREES_ROOM)


def row_corners(left: float, top: float, small: float) -> Iterator[tuple[float, float]]:
    """Yield the corners of four small pictures, side by side."""
    yield from ((left + number * (small + PREVIEW_GAP), top) for number in range(4))
