"""The tile to place, or the tile just laid, with its spots, and the small pictures of its rotations.

Lengths are those of a ``Sheet``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import combinations
from math import dist, inf
from typing import Final, TypeAlias

from carcassonne import DeployOption, Rotation, TurnedTile
from render.art.sprites import faded, sprite
from render.look.theme import INK, WHITE
from render.look.words import Words
from render.panel.boxes import Box, Part
from render.panel.sheet import TEXT_HEIGHT, Sheet
from render.pieces.spots import SpotMark, spot_marks
from render.pieces.tile_back import tile_back
from render.text.fonts import BOLD, MEDIUM

_MARK_HALF: Final = 13
"""Half the height of a spot's mark."""
_LEAST_MARK_HALF: Final = 6
_MARK_GAP: Final = 1
"""The least room between two marks."""
_MOST_SIDE: Final = 300
_LEAST_SHARE: Final = 0.85
"""The side of a tile that has made room for lines, compared with its usual side."""
_DEGREES_ROOM: Final = 26
"""The room for a rotation below its small picture."""
_GAP: Final = 8
"""The room between small pictures."""

Corner: TypeAlias = tuple[float, float]
"""(x, y)."""


class Previews(Enum):
    """Where the small pictures are, seen from the tile."""

    ROW = auto()
    """In a row below it."""
    BLOCK = auto()
    """Two by two, below it."""
    SQUARE = auto()
    """Two by two, to the right of it."""
    NONE = auto()


@dataclass(frozen=True, slots=True)
class RotationPreview:
    """A small picture of the tile at one rotation; grey if it fits nowhere."""

    x: float
    y: float
    side: float
    turned: TurnedTile
    rotation: Rotation
    is_legal: bool

    def paint(self, sheet: Sheet) -> None:
        """Draw it, with the rotation below."""
        picture, theme = sprite(self.turned, sheet.pixels(self.side)), sheet.theme
        if not self.is_legal:
            picture = faded(picture, theme.panel)
        sheet.paste(picture, self.x, self.y)
        colour = theme.text if self.is_legal else theme.faint
        middle, size = (self.x + self.side / 2, self.y + self.side + 13), TEXT_HEIGHT
        sheet.text(middle, f"{self.rotation}°", colour, size, MEDIUM, "mm")


@dataclass(frozen=True, slots=True)
class TileCard:
    """The tile: large, with the spots where figures may be deployed.

    Without ``turned`` nobody has drawn yet, and the tiles lie face down.
    """

    x: float
    y: float
    side: float
    turned: TurnedTile | None
    spot_marks: tuple[SpotMark, ...]
    previews: tuple[RotationPreview, ...]

    def paint(self, sheet: Sheet) -> None:
        """Draw it."""
        side = sheet.pixels(self.side)
        sheet.paste(sprite(self.turned, side) if self.turned else tile_back(side), self.x, self.y)
        paint_marks(sheet, self.spot_marks, (self.x, self.y, self.side))
        for preview in self.previews:
            preview.paint(sheet)


Square: TypeAlias = tuple[float, float, float]
"""A tile: (left, top, side)."""


def paint_marks(sheet: Sheet, marks: Sequence[SpotMark], tile: Square) -> None:
    """Draw the numbers of spots in discs, all of them inside the tile. Where they would touch, they are smaller."""
    half = marks_half(marks, tile)
    for mark in marks:
        x, y = _inside(mark, tile, half)
        sheet.box((x - half, y - half, x + half, y + half), WHITE, INK, thick=2, radius=half)
        sheet.text((x, y), str(mark.number), INK, round(TEXT_HEIGHT * half / _MARK_HALF), BOLD, "mm")


def marks_half(marks: Sequence[SpotMark], tile: Square) -> float:
    """Return half the height of the discs on a tile, with which no two touch."""
    half: float = _MARK_HALF
    while half > _LEAST_MARK_HALF and _nearest(marks, tile, half) < 2 * half + _MARK_GAP:
        half -= 0.5
    return half


def _nearest(marks: Sequence[SpotMark], tile: Square, half: float) -> float:
    """Return the least distance between the middles of two discs; ``inf`` if there are no two."""
    return min((dist(*pair) for pair in combinations([_inside(mark, tile, half) for mark in marks], 2)), default=inf)


def _inside(mark: SpotMark, tile: Square, half: float) -> Corner:
    """Return the middle of a disc that is all inside the tile."""
    left, top, side = tile
    return min(max(mark.x, left + half), left + side - half), min(max(mark.y, top + half), top + side - half)


@dataclass(frozen=True, slots=True)
class ShownTile:
    """A tile that a panel shows, its spots, and each of its rotations: whether it fits anywhere."""

    turned: TurnedTile | None
    spots: tuple[DeployOption, ...]
    rotations: Sequence[tuple[TurnedTile, Rotation, bool]]


@dataclass(frozen=True, slots=True)
class TileBox(Box):
    """The tile, as wide as the box, and the small pictures below it or beside it."""

    shown: ShownTile
    words: Words
    previews: Previews

    def height(self, width: float) -> float:
        """Return the height with the tile's usual side."""
        side, small = self._sides(width)
        rows = {Previews.ROW: 1, Previews.BLOCK: 2}.get(self.previews, 0)
        return side + (_GAP + rows * (small + _DEGREES_ROOM) if rows else 0)

    def bounds(self, width: float) -> tuple[float, float]:
        """Return the height with a smaller tile, and the usual one."""
        share = 1 if self.previews is Previews.SQUARE else _LEAST_SHARE
        height = self.height(width)
        return height - (1 - share) * self._sides(width)[0], height

    def parts(self, left: float, top: float, width: float, height: float) -> Iterator[Part]:
        """Yield the tile. It's as large as its usual side, or less if there is less room."""
        usual, small = self._sides(width)
        side, count = usual - max(0, self.height(width) - height), len(self.shown.rotations)
        x, below = left + (width - side) / 2, top + side + _GAP
        corners: Sequence[Corner] = ()
        match self.previews:
            case Previews.ROW:
                corners = _row_corners(left, below, width, small, count)
            case Previews.BLOCK:
                corners = _block_corners(left, below, small, count)
            case Previews.SQUARE:
                x, corners = left, _block_corners(left + usual + _GAP, top, small, count)
            case Previews.NONE:
                pass
        turned = self.shown.turned
        marks = tuple(spot_marks(turned, self.shown.spots, (x, top), side)) if turned else ()
        previews = tuple(
            RotationPreview(px, py, small, *one) for one, (px, py) in zip(self.shown.rotations, corners, strict=False)
        )
        yield TileCard(x, top, side, turned, marks, previews)

    def _sides(self, width: float) -> tuple[float, float]:
        """Return the usual side of the tile, and that of the small pictures."""
        match self.previews:
            case Previews.ROW:
                return min(width, _MOST_SIDE), (width - 3 * _GAP) / 4
            case Previews.BLOCK:
                return min(width, _MOST_SIDE), (width - _GAP) / 2
            case Previews.SQUARE:  # two of them, with their rotations, are as high as the tile
                side = (width - 2 * _GAP + 2 * _DEGREES_ROOM) / 2
                return side, side / 2 - _DEGREES_ROOM
            case Previews.NONE:
                return min(width, _MOST_SIDE), 0


def _row_corners(left: float, top: float, room: float, small: float, count: int) -> list[Corner]:
    """Return the upper left corners of small pictures side by side, in the middle of ``room``."""
    first = left + (room - count * small - (count - 1) * _GAP) / 2
    return [(first + number * (small + _GAP), top) for number in range(count)]


def _block_corners(left: float, top: float, small: float, count: int) -> list[Corner]:
    """Return those of pictures two by two, each with room for its rotation below. Few are in the middle of that."""
    room, pitch = 2 * small + _GAP, small + _DEGREES_ROOM
    if count <= 2:
        return _row_corners(left, top + pitch / 2, room, small, count)
    upper, lower = (_row_corners(left, top + row * pitch, room, small, 2) for row in range(2))
    return [*upper, *lower]
