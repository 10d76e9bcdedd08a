"""What a picture's arrangement is: the panel's form, the side of a tile, and how large everything is."""

from collections.abc import Iterable
from math import ceil
from typing import Final, NamedTuple

from render.layout.board_layout import BoardShape
from render.layout.panel_content import PanelContent, PanelForm
from render.look.look import LEAST_LETTERS, Format, Place
from render.panel.boxes import GAP, Panel, Rectangle, panel_of
from render.panel.sheet import TEXT_HEIGHT

LEAST_SCALE: Final = LEAST_LETTERS / TEXT_HEIGHT
TILE: Final = 128
"""The side of the tiles for which an arrangement is chosen. With smaller ones, all of it is smaller."""


_SPARE: Final = 1.03
"""How much higher than it must be a panel with larger letters is. So there is room for further lines."""


class PanelNeeds:
    """A form of the panel, with the least width and height that it needs to show a state."""

    def __init__(self, form: PanelForm, content: PanelContent) -> None:
        self.form, self.is_beside, self.width = form, form.is_beside, form.width
        self._box = form.box(content)
        self.height = self._box.height(self.width - 2 * GAP) + 2 * GAP

    @property
    def most_height(self) -> float:
        """How high it can be at the least width without empty room."""
        return self._box.bounds(self.width - 2 * GAP)[1] + 2 * GAP

    def most_scale(self, board: tuple[int, int], width: float, height: float) -> float:
        """Return the scale with which the panel and a board are nearly as wide or as high as a picture may be."""
        if self.is_beside:
            return min((width - board[0]) / self.width, height / (_SPARE * self.height))
        return min(width / self.width, (height - board[1]) / self.height)


class Arrangement(NamedTuple):
    """How a picture is arranged. All lengths are pixels; one length of the panel is ``scale`` of them.

    ``tile`` is the side of a tile, ``letters`` the height of the smallest letters on the board.
    """

    needs: PanelNeeds
    tile: int
    scale: float
    letters: int
    board: tuple[int, int]
    width: int
    height: int

    def shown_tile(self, place: Place) -> float:
        """Return the side of a tile where the picture is shown."""
        return self.tile * self.share([place])

    def share(self, places: Iterable[Place]) -> float:
        """Return by how much the picture is reduced in the smallest of some places."""
        return min([place.share(self.width, self.height) for place in places])

    def shown_letters(self, places: Iterable[Place]) -> float:
        """Return the height of the smallest letters in the panel, in the smallest of some places."""
        return TEXT_HEIGHT * self.scale * self.share(places)

    @property
    def board_at(self) -> tuple[int, int]:
        """The upper left corner of the board."""
        if self.needs.is_beside:
            return 0, (self.height - self.board[1]) // 2
        return (self.width - self.board[0]) // 2, 0

    def panel(self, content: PanelContent) -> Panel:
        """Lay out the panel of a state."""
        return panel_of(self.needs.form.box(content), self.rectangle)

    @property
    def rectangle(self) -> Rectangle:
        """The place of the panel, in lengths of a ``Sheet``."""
        left, top = (self.board[0], 0) if self.needs.is_beside else (0, self.board[1])
        rectangle = (left, top, self.width - left, self.height - top)
        x, y, width, height = (length / self.scale for length in rectangle)
        return x, y, width, height

    @property
    def empty(self) -> float:
        """How much of the height of a panel beside the board is more than it can fill."""
        return 1 - self.needs.most_height * self.scale / self.height if self.needs.is_beside else 0.0

    @property
    def empty_rows(self) -> int:
        """How many rows more a board beside the panel could have."""
        return (self.height - self.board[1]) // self.tile if self.needs.is_beside else 0


def board_size(shape: BoardShape, form: Format, letters: int) -> tuple[int, int]:
    return shape.size(TILE, max(form.labels, letters / TILE))


def least_letters(one: Arrangement, form: Format) -> int:
    return ceil(LEAST_LETTERS / one.share(form.places))


def with_tiles(chosen: Arrangement, shape: BoardShape, form: Format, tile: int) -> Arrangement:
    """Return an arrangement with tiles of another size. Its letters can be read even if nobody reduces it."""
    share = tile / chosen.tile
    scale, letters = max(LEAST_SCALE, share * chosen.scale), max(LEAST_LETTERS, ceil(share * chosen.letters))
    board = shape.size(tile, max(form.labels, letters / tile))
    return arranged(chosen.needs, board, tile, scale, letters)


def arranged(needs: PanelNeeds, board: tuple[int, int], tile: int, scale: float, letters: int) -> Arrangement:
    width, height = ceil(needs.width * scale), ceil(needs.height * scale)
    if needs.is_beside:
        return Arrangement(needs, tile, scale, letters, board, board[0] + width, max(board[1], height))
    return Arrangement(needs, tile, scale, letters, board, max(board[0], width), board[1] + height)
