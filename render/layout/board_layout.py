"""The layout of a board: its shape tells how large it is, and a state becomes a ``Board``, in pixels of the picture."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from carcassonne import Position, State, TurnedTile, column_row, format_cell, legal_placements, position_at
from carcassonne.projection import dead_cells
from render.art.plan import WITH_BATTLEMENTS, plan_of
from render.board.board import Board, BoardPart, Box, Label, Plate, Slot, TileItem
from render.board.figures_on_board import FiguresOnBoard
from render.edition_picture import Edge
from render.editions import EDITION_PICTURES, edition_picture
from render.look.look import Format
from render.look.overlays import Tint, tints, view_colours
from render.look.theme import PieceStyle
from render.look.views import Area, DrawOptions, View, bounding_area


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


_LETTERS: Final = 15
"""The height of the smallest letters on a board that nobody reduces, in pixels."""


def format_of(state: State, options: DrawOptions) -> Format:
    """Return the format of a state's edition in the size of the look."""
    return options.look.size.formats[edition_picture(state).format]


class BoardLayout:
    """Lays out a part of the board with tiles of a size, its upper left corner at ``corner``.

    No letters are smaller than ``letters``, unless they would not fit their cell.
    """

    def __init__(
        self,
        state: State,
        shown: Area,
        size: int,
        options: DrawOptions,
        styles: Sequence[PieceStyle],
        corner: tuple[int, int] = (0, 0),
        letters: int = _LETTERS,
    ) -> None:
        self.state, self.shown, self.size, self.options, self.styles = state, shown, size, options, styles
        self.letters, self.form = letters, format_of(state, options)
        shape, labels = board_shape(state, shown), max(self.form.labels, letters / size)
        self.edges, self.whole = shape.edges(size, labels), shape.size(size, labels)
        self.left, self.top = corner[0] + self.edges[0].margin, corner[1] + self.edges[1].margin

    def board(self) -> Board:
        """Return the place in the picture of everything on the board."""
        cells = {position: laid.turned for position, laid in self.state.cells.items() if self._is_seen(position)}
        part = BoardPart(self.shown, self.corner_of, self.size, self.letters, self.clip())
        figures = FiguresOnBoard(self.state, self.styles, part)
        return Board(
            self.size,
            max(self.letters, round(self.size * self.form.names)),
            max(self.letters, round(self.size * self.form.labels)),
            self.letters,
            *self.whole,
            tuple(TileItem(position, turned, *self.corner_of(position)) for position, turned in sorted(cells.items())),
            tuple(self._joints(cells)),
            self.options.view,
            tuple(self._tints(cells)),
            tuple(self._slots(sorted({position for position, _ in legal_placements(self.state)}))),
            tuple(figures.frames(self.options.recent)),
            tuple(figures.returned()) if self.options.view is View.NORMAL else (),
            tuple(self._plates(figures)),
            tuple(figures.standing()),
            tuple(self._slots(dead_cells(self.state) if self.options.view is View.DEAD else ())),
            tuple(self._labels()),
            edition_picture(self.state).board_extras(self.state, self.styles, part),
            figures.chosen_spot(self.options.spot),
        )

    def corner_of(self, position: Position) -> tuple[int, int]:
        """Return the upper left corner of a cell."""
        column, row = column_row(position)
        return self.left + (column - self.shown.left) * self.size, self.top + (row - self.shown.top) * self.size

    def _is_seen(self, position: Position) -> bool:
        """Return whether a cell is shown, and within the board: start spaces in a wall are not."""
        bounds = self.state.ruleset.bounds
        return self.shown.has(position) and (bounds is None or position in bounds)

    def clip(self) -> Box:
        """Return the box of the cells shown, with what the edition draws beyond the edges."""
        west, north, east, south = (edge.clip for edge in self.edges)
        right, bottom = self.left + self.shown.columns * self.size, self.top + self.shown.rows * self.size
        return self.left - west, self.top - north, right + east, bottom + south

    def _joints(self, cells: dict[Position, TurnedTile]) -> list[tuple[int, int]]:
        corners = {
            (x + round(px) * self.size, y + round(py) * self.size)
            for position, turned in cells.items()
            for x, y in [self.corner_of(position)]
            for area in plan_of(turned).areas
            if area.segment.kind in WITH_BATTLEMENTS
            for wall in area.outline.walls
            for px, py in (wall[0], wall[-1])
        }
        return sorted(corners, key=lambda corner: (corner[1], corner[0]))

    def _tints(self, cells: dict[Position, TurnedTile]) -> Iterator[tuple[int, int, TurnedTile, Tint]]:
        view = self.options.view
        for place, tint in tints(self.state, view, self.styles, view_colours(self.options.look.theme, view)):
            if place.position in cells:
                yield (*self.corner_of(place.position), cells[place.position], tint)

    def _slots(self, positions: Iterable[Position]) -> Iterator[Slot]:
        for position in positions:
            if self.shown.has(position):
                yield Slot(*self.corner_of(position), format_cell(position))

    def _plates(self, figures: FiguresOnBoard) -> Iterable[Plate]:
        """Return what the last turn has paid, or what each figure would bring."""
        match self.options.view:
            case View.NORMAL:
                return figures.paid()
            case View.SCORE:
                return figures.earnings()
            case _:
                return ()

    def _labels(self) -> Iterator[Label]:
        west, north, east, south = (edge.label for edge in self.edges)
        bottom, right = self.top + self.shown.rows * self.size, self.left + self.shown.columns * self.size
        for column in range(self.shown.left, self.shown.right + 1):
            x = self.left + (column - self.shown.left) * self.size + self.size // 2
            text = format_cell(position_at(column, 0)).removesuffix("1")
            yield from (Label(text, x, self.top - north), Label(text, x, bottom + south))
        for row in range(self.shown.top, self.shown.bottom + 1):
            y = self.top + (row - self.shown.top) * self.size + self.size // 2
            text = format_cell(position_at(0, row)).removeprefix("A")
            yield from (Label(text, self.left - west, y), Label(text, right + east, y))
