"""Which part of the board is shown, and how."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from carcassonne import Position, State, column_row, legal_placements, parse_cell

ZOOMS: Final = {1: 11, 2: 9, 3: 7, 4: 5, 5: 3}
"""By zoom level: the columns and rows that it shows, if the board has so many."""
CLOSEST: Final = max(ZOOMS)
"""The level that shows one cell and the cells around it."""


class View(StrEnum):
    """What is shown over the board."""

    NORMAL = "normal"
    FIELDS = "fields"
    CLAIMS = "claims"
    SCORE = "score"
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of cells by column and row; the first and last of each are included."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def columns(self) -> int:
        """How many cells wide."""
        return self.right - self.left + 1

    @property
    def rows(self) -> int:
        """How many cells high."""
        return self.bottom - self.top + 1

    def has(self, position: Position) -> bool:
        """Say whether a cell is in the area."""
        column, row = column_row(position)
        return self.left <= column <= self.right and self.top <= row <= self.bottom


def parse_area(text: str) -> Area:
    """Read ``K10:P15``, or one cell; raise NotationError."""
    first, _, second = text.partition(":")
    return bounding_area((parse_cell(first), parse_cell(second or first)))


def bounding_area(positions: tuple[Position, ...]) -> Area:
    """Return the smallest area that holds all the positions."""
    columns, rows = zip(*map(column_row, positions), strict=True)
    return Area(min(columns), min(rows), max(columns), max(rows))


def visible_area(state: State, zoom: int | None, area: Area | None, beyond: tuple[Position, ...] = ()) -> Area:
    """Return the cells to show.

    Without a zoom level these are the area, or else all of the board with the cells where the tile fits and those in
    ``beyond``. With one they are a part of that, with the area or the last move as near to its middle as possible.
    Raise ValueError for a zoom level that does not exist.
    """
    legal = tuple(position for position, _ in legal_placements(state))
    board = bounding_area(tuple(state.ruleset.bounds or (*state.cells, *legal, *beyond)))
    if zoom is None:
        return area or board
    if zoom not in ZOOMS:
        raise ValueError(zoom)
    middle = area or bounding_area((state.last if state.last is not None else next(iter(state.cells)),))
    reach = ZOOMS[zoom] // 2
    column, row = (middle.left + middle.right) // 2, (middle.top + middle.bottom) // 2
    return _moved_within(Area(column - reach, row - reach, column + reach, row + reach), board)


def _moved_within(area: Area, bounds: Area) -> Area:
    """Return the area moved into the bounds, and cut to their size if it is larger."""
    left = max(bounds.left, min(area.left, bounds.right - area.columns + 1))
    top = max(bounds.top, min(area.top, bounds.bottom - area.rows + 1))
    return Area(left, top, min(bounds.right, left + area.columns - 1), min(bounds.bottom, top + area.rows - 1))
