"""The ground below the tiles of a board: the named slots for the next tile, and the tiles' shadows."""

import string
from typing import Final

from PIL import Image, ImageDraw

from carcassonne import Rgb
from render.board.board import Board, BoardExtras, Slot
from render.look.theme import Theme
from render.text.fonts import font

_NAME_ROOM: Final = 0.84
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


def paint_shadows(pen: ImageDraw.ImageDraw, board: Board, theme: Theme) -> None:
    """Paint the shadow of each tile on the table, as far as it is seen; the light comes from the upper left."""
    drop, far = max(3, board.tile // 18), board.tile
    for item in board.tiles:
        right, bottom = item.x + far + drop - 1, item.y + far + drop - 1
        pen.rectangle((item.x + far, item.y + drop, right, bottom), theme.shadow)
        pen.rectangle((item.x + drop, item.y + far, right, bottom), theme.shadow)


def paint_slots(pen: ImageDraw.ImageDraw, board: Board, fill: Rgb, theme: Theme) -> None:
    """Paint the cells where the tile in hand fits, each with its name. If one name needs two lines, all have two."""
    letters, room = font(board.names), board.tile * _NAME_ROOM
    has_two_lines = any(letters.getlength(slot.name) > room for slot in board.slots)
    for slot in board.slots:
        _paint_slot(pen, slot, board, fill, theme)
        if has_two_lines:
            _write_two_lines(pen, slot, board, theme)
        else:
            pen.text(_middle(slot, board), slot.name, theme.text, letters, "mm")


def _paint_slot(pen: ImageDraw.ImageDraw, slot: Slot, board: Board, fill: Rgb, theme: Theme) -> None:
    size = board.tile
    gap = round(size * 0.06)
    box = (slot.x + gap, slot.y + gap, slot.x + size - gap - 1, slot.y + size - gap - 1)
    pen.rounded_rectangle(box, size * 0.1, fill, theme.slot_line, max(2, size // 40))


def _middle(slot: Slot, board: Board) -> tuple[float, float]:
    return slot.x + board.tile / 2, slot.y + board.tile / 2


def _write_two_lines(pen: ImageDraw.ImageDraw, slot: Slot, board: Board, theme: Theme) -> None:
    """Write a cell's column, and its row below."""
    x, y = _middle(slot, board)
    row = slot.name.lstrip("-" + string.ascii_letters)
    column = slot.name.removesuffix(row)
    letters = font(min(board.names, round(board.tile * _NAME_ROOM / _TWO_LINES)))
    pen.text((x, y - letters.size * 0.45), column, theme.text, letters, "mm")
    pen.text((x, y + letters.size * 0.45), row, theme.text, letters, "mm")
