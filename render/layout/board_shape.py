"""The shape of a part of a board: how many cells, and at which edges it ends. It tells how large the board is drawn."""

from dataclasses import dataclass
from functools import lru_cache

from carcassonne import State
from render.edition_picture import Edge
from render.editions import EDITION_PICTURES
from render.look.views import Area, bounding_area


@dataclass(frozen=True, slots=True)
class BoardShape:
    """``picture`` is that of the ruleset. ``ends`` says whether the board ends in the west, north, east and south."""

    picture: str
    columns: int
    rows: int
    ends: tuple[bool, bool, bool, bool]

    def edges(self, tile: int, labels: float) -> tuple[Edge, ...]:
        """Return the edges in the west, north, east and south. ``labels`` is the height of the labels, in tiles."""
        picture = EDITION_PICTURES[self.picture]
        return tuple(
            picture.edge(tile, labels, is_level=side % 2 == 1, is_end=is_end) for side, is_end in enumerate(self.ends)
        )

    def size(self, tile: int, labels: float) -> tuple[int, int]:
        """Return the width and height with the labels, in pixels."""
        return _size(self, tile, labels)


@lru_cache(maxsize=2048)
def _size(shape: BoardShape, tile: int, labels: float) -> tuple[int, int]:
    west, north, east, south = shape.edges(tile, labels)
    width = shape.columns * tile + west.margin + east.margin
    return width, shape.rows * tile + north.margin + south.margin


def board_shape(state: State, shown: Area) -> BoardShape:
    """Return the shape of the part of a board that is shown."""
    return BoardShape(state.ruleset.picture, shown.columns, shown.rows, _ends(state, shown))


def _ends(state: State, shown: Area) -> tuple[bool, bool, bool, bool]:
    if state.ruleset.bounds is None:
        return False, False, False, False
    bounds = bounding_area(tuple(state.ruleset.bounds))
    return (
        shown.left == bounds.left,
        shown.top == bounds.top,
        shown.right == bounds.right,
        shown.bottom == bounds.bottom,
    )
