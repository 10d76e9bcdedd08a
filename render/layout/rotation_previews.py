"""Where the small pictures of a tile's rotations are in a panel. Lengths are those of a ``Sheet``."""

from enum import Enum, auto
from typing import Final, TypeAlias

Corner: TypeAlias = tuple[float, float]
"""(x, y)."""

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


def row_corners(left: float, top: float, room: float, small: float, count: int) -> list[Corner]:
    """Return the upper left corners of small pictures side by side, in the middle of ``room``."""
    first = left + (room - count * small - (count - 1) * PREVIEW_GAP) / 2
    return [(first + number * (small + PREVIEW_GAP), top) for number in range(count)]


def block_corners(left: float, top: float, small: float, count: int) -> list[Corner]:
    """Return those of pictures two by two, each with room for its rotation below. Few are in the middle of that."""
    room, pitch = 2 * small + PREVIEW_GAP, small + DEGREES_ROOM
    if count <= 2:
        return row_corners(left, top + pitch / 2, room, small, count)
    upper, lower = (row_corners(left, top + row * pitch, room, small, 2) for row in range(2))
    return [*upper, *lower]
