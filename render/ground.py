"""The ground below the tiles of a board: the named slots for the next tile, and the tiles' shadows."""

import string
from collections.abc import Iterator
from typing import Final

from PIL import Image, ImageDraw

from carcassonne import Rgb
from render.board import Board, BoardExtras, PlacedPicture, Slot
from render.fonts import font
from render.theme import Theme

_NAME_ROOM: Final = 0.8
"""The room for a name in its cell, in tiles."""
_TWO_LINES: Final = 1.62
"""The height of two lines of capitals and digits, in heights of their letters."""


class PlainGround(BoardExtras):
    """A table with nothing but slots and shadows."""

    def paint_ground(self, image: Image.Image, board: Board, theme: Theme) -> None:
        """Paint the slots, then the shadows."""
        pen = ImageDraw.Draw(image)
        paint_slots(pen, board, theme.slot, theme)
        paint_shadows(pen, board, theme)

    def paint_over_tiles(self, image: Image.Image, tile: int) -> None:
        """Paint nothing."""

    def paint_over_figures(self, image: Image.Image, tile: int) -> None:
        """Paint nothing."""

    def pictures(self, board: Board, theme: Theme) -> Iterator[PlacedPicture]:
        """Yield nothing."""
        yield from ()


def paint_shadows(pen: ImageDraw.ImageDraw, board: Board, theme: Theme) -> None:
    """Paint the shadow of each tile on the table, as far as it is seen; the light comes from the upper left."""
    drop, far = max(3, board.tile // 18), board.tile
    for item in board.tiles:
        right, bottom = item.x + far + drop - 1, item.y + far + drop - 1
        pen.rectangle((item.x + far, item.y + drop, right, bottom), theme.shadow)
        pen.rectangle((item.x + drop, item.y + far, right, bottom), theme.shadow)


def paint_slots(pen: ImageDraw.ImageDraw, board: Board, fill: Rgb, theme: Theme) -> None:
    """Paint the cells where the tile in hand fits, each with its name."""
    for slot in board.slots:
        _paint_slot(pen, slot, board, fill, theme)


def _paint_slot(pen: ImageDraw.ImageDraw, slot: Slot, board: Board, fill: Rgb, theme: Theme) -> None:
    size, height = board.tile, board.names
    gap = round(size * 0.06)
    box = (slot.x + gap, slot.y + gap, slot.x + size - gap - 1, slot.y + size - gap - 1)
    pen.rounded_rectangle(box, size * 0.1, fill, theme.slot_line, max(2, size // 40))
    _write_name(pen, slot, size, height, theme)


def _write_name(pen: ImageDraw.ImageDraw, slot: Slot, size: int, height: int, theme: Theme) -> None:
    """Write a cell's name in one line, or in two if it is too wide."""
    x, y, room = slot.x + size / 2, slot.y + size / 2, size * _NAME_ROOM
    if font(height).getlength(slot.name) <= room:
        pen.text((x, y), slot.name, theme.text, font(height), "mm")
        return
    row = slot.name.lstrip("-" + string.ascii_letters)
    column = slot.name.removesuffix(row)
    letters = font(min(height, round(room / _TWO_LINES)))
    pen.text((x, y - letters.size * 0.45), column, theme.text, letters, "mm")
    pen.text((x, y + letters.size * 0.45), row, theme.text, letters, "mm")
