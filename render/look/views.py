"""Which part of the board is shown, and how."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from carcassonne import Position, SegmentRef, State, column_row, parse_cell, position_at
from carcassonne.projection import dead_cells
from render.look.look import DEFAULT_LOOK, Look

ZOOMS: Final = {1: 11, 2: 9, 3: 7, 4: 5, 5: 3}
"""By zoom level: the columns and rows that it shows, if the board has that many."""
CLOSEST: Final = max(ZOOMS)
"""The level that shows one cell and the cells around it."""


class View(StrEnum):
    """What is shown over the board."""

    NORMAL = "normal"
    FIELDS = "fields"
    CLAIMS = "claims"
    SCORE = "score"
    DEAD = "dead"

    @property
    def is_tinted(self) -> bool:
        """Whether land is grey and some features are filled."""
        return self in (View.FIELDS, View.CLAIMS, View.SCORE)


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

    @property
    def corners(self) -> tuple[Position, Position]:
        """The cells in the north-west and in the south-east."""
        return position_at(self.left, self.top), position_at(self.right, self.bottom)

    def with_ring(self) -> "Area":
        """Return the area with one more cell on each side."""
        return Area(self.left - 1, self.top - 1, self.right + 1, self.bottom + 1)

    def has(self, position: Position) -> bool:
        """Return whether a cell is in the area."""
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


def whole_area(state: State, beyond: tuple[Position, ...] = ()) -> Area:
    """Return the whole board: all tiles with one ring of cells around them, and the cells in ``beyond``.

    So it stays the same until a tile extends the board. There is no ring where the board ends, or once the game is
    over.
    """
    if state.ruleset.bounds is not None:
        return bounding_area(tuple(state.ruleset.bounds))
    laid = bounding_area(tuple(state.cells))
    corners = () if state.is_over else laid.with_ring().corners
    return bounding_area((*laid.corners, *corners, *beyond))


def visible_area(state: State, zoom: int | None, area: Area | None, beyond: tuple[Position, ...] = ()) -> Area:
    """Return the cells to show.

    Without a zoom level these are the area, or else the whole board with the cells in ``beyond``. With one they are a
    part of that, with the area or the last move as near to its middle as possible. Nothing is shown beyond the end of
    a board. Raise ValueError for a zoom level that does not exist.
    """
    board = whole_area(state, beyond)
    if zoom is None:
        return board if area is None else _within_bounds(state, area)
    if zoom not in ZOOMS:
        raise ValueError(zoom)
    middle = area or bounding_area((state.last if state.last is not None else next(iter(state.cells)),))
    reach = ZOOMS[zoom] // 2
    column, row = (middle.left + middle.right) // 2, (middle.top + middle.bottom) // 2
    return _moved_within(Area(column - reach, row - reach, column + reach, row + reach), board)


_MANY_TILES: Final = 100


def is_large_game(state: State) -> bool:
    """Return whether a game has so many tiles that its board can become too large for the usual ways to show it."""
    return len(state.ruleset.start) + sum(sum(bag.values()) for bag in state.ruleset.bags) > _MANY_TILES


PART: Final = 13
"""The columns of the part that is shown of a board too large to be read, and the rows that it has at least."""


def part_that_matters(state: State, whole: Area, rows: int = PART) -> Area:
    """Return the part to show of a board: the last move and what is around it, without room beyond the board."""
    middle = state.last if state.last is not None else next(iter(state.cells))
    column, row = column_row(middle)
    left, top = column - PART // 2, row - rows // 2
    return _moved_within(Area(left, top, left + PART - 1, top + rows - 1), whole)


def _within_bounds(state: State, area: Area) -> Area:
    """Return an area, moved or cut if it reaches beyond the end of the board."""
    bounds = state.ruleset.bounds
    return area if bounds is None else _moved_within(area, bounding_area(tuple(bounds)))


def _moved_within(area: Area, bounds: Area) -> Area:
    """Return the area moved into the bounds, and cut to their size if it is larger."""
    left = max(bounds.left, min(area.left, bounds.right - area.columns + 1))
    top = max(bounds.top, min(area.top, bounds.bottom - area.rows + 1))
    return Area(left, top, min(bounds.right, left + area.columns - 1), min(bounds.bottom, top + area.rows - 1))


@dataclass(frozen=True, slots=True)
class DrawOptions:
    """What a picture shows of a state, and how. ``recent`` is how many of the last moves are framed.

    ``shows_spots`` says whether the tile in hand has the numbers of its spots and its rotations.
    ``winners`` are given for a game that is over, even if its state could be played on; None leaves it to the state.
    ``spot`` has its number beside the figure that stands there.
    """

    view: View = View.NORMAL
    zoom: int | None = None
    area: Area | None = None
    tile: int | None = None
    recent: int = 1
    winners: frozenset[int] | None = None
    look: Look = DEFAULT_LOOK
    spot: SegmentRef | None = None
    shows_spots: bool = True


@dataclass(frozen=True, slots=True)
class BoardWindow:
    """The cells that are shown, and those of the whole board."""

    shown: Area
    whole: Area

    @property
    def is_whole(self) -> bool:
        """Return whether nothing of the board is left out."""
        return self.shown == self.whole

    @property
    def middle(self) -> Position:
        """The cell in the middle of those that are shown."""
        return position_at((self.shown.left + self.shown.right) // 2, (self.shown.top + self.shown.bottom) // 2)

    def moved(self, east: int, south: int) -> Position | None:
        """Return the middle of the window after it has moved by half of itself; None if it is at the edge already.

        ``east`` and ``south`` say where: 1, 0 or -1.
        """
        shown, whole = self.shown, self.whole
        left = _moved(shown.left, east, shown.columns, whole.left, whole.right)
        top = _moved(shown.top, south, shown.rows, whole.top, whole.bottom)
        if (left, top) == (shown.left, shown.top):
            return None
        return position_at(left + shown.columns // 2, top + shown.rows // 2)


def board_window(state: State, view: View, zoom: int | None, area: Area | None) -> BoardWindow:
    """Return the window of a picture with these options; see ``render.draw``. Raise ValueError for an unknown zoom."""
    beyond = dead_cells(state) if view is View.DEAD else ()
    return BoardWindow(visible_area(state, zoom, area, beyond), visible_area(state, None, None, beyond))


def _moved(first: int, direction: int, length: int, least: int, most: int) -> int:
    """Return the first of ``length`` cells moved by half of that, within the least and the most."""
    return max(least, min(first + direction * max(1, length // 2), most - length + 1))
