"""A small map of the whole board, for pictures that show only a part of it.

Lengths are those of a ``Sheet``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from carcassonne import Position, TurnedTile, column_row
from render.art.sprites import seamless_sprite
from render.look.views import Area
from render.panel.boxes import Box, Part
from render.panel.sheet import Sheet

_LINE: Final = 3
_CELL: Final = 8
"""The side of a tile's picture, in pixels. The map is made of them, and reduced."""


@lru_cache(maxsize=512)
def _thumbnail(turned: TurnedTile) -> Image.Image:
    """Return a tiny picture of a tile. It is shared: do not draw on it."""
    return seamless_sprite(turned, _CELL)


class MapTile(NamedTuple):
    """A tile by its cell."""

    position: Position
    turned: TurnedTile


@dataclass(frozen=True, slots=True)
class SmallMap:
    """The tiles of a board, the empty cells where one fits, all its cells, and those that the picture shows large."""

    tiles: Sequence[MapTile]
    slots: Sequence[Position]
    whole: Area
    shown: Area

    def image(self, wide: int, high: int, sheet: Sheet) -> Image.Image:
        """Return the map, as large as it can be within a width and a height in pixels."""
        cell = _CELL
        image = Image.new("RGB", (self.whole.columns * cell, self.whole.rows * cell), sheet.theme.table)
        for tile in self.tiles:
            image.paste(_thumbnail(tile.turned), self._corner(tile.position, cell))
        for slot in self.slots:
            (x, y), inset = self._corner(slot, cell), cell // 4
            image.paste(sheet.theme.slot_line, (x + inset, y + inset, x + cell - inset, y + cell - inset))
        share = min(wide / image.width, high / image.height)
        small = image.resize((int(image.width * share), int(image.height * share)), Image.Resampling.LANCZOS)
        self._frame(small, share * cell, sheet)
        return small

    def _corner(self, position: Position, cell: int) -> tuple[int, int]:
        column, row = column_row(position)
        return (column - self.whole.left) * cell, (row - self.whole.top) * cell

    def _frame(self, image: Image.Image, cell: float, sheet: Sheet) -> None:
        """Draw a line round what is shown large."""
        left, top = self.shown.left - self.whole.left, self.shown.top - self.whole.top
        right, bottom = left + self.shown.columns, top + self.shown.rows
        box = (left * cell, top * cell, min(image.width, right * cell) - 1, min(image.height, bottom * cell) - 1)
        ImageDraw.Draw(image).rectangle(box, None, sheet.theme.text, max(1, sheet.pixels(_LINE)))


@dataclass(frozen=True, slots=True)
class MapBox(Box):
    """A map in the middle of its room."""

    map: SmallMap
    high: float

    def height(self, width: float) -> float:
        return self.high

    def parts(self, left: float, top: float, width: float, height: float) -> Iterator[Part]:
        yield PlacedMap(self.map, left, top, width, height)


@dataclass(frozen=True, slots=True)
class PlacedMap:
    """A map at its place."""

    map: SmallMap
    x: float
    y: float
    width: float
    height: float

    def paint(self, sheet: Sheet) -> None:
        image = self.map.image(sheet.pixels(self.width), sheet.pixels(self.height), sheet)
        sheet.paste(image, self.x + (self.width - image.width / sheet.scale) / 2, self.y)
