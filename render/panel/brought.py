"""The signs in a line with what inns or cathedrals have brought: a part of a tile that shows one, and players' figures.

Lengths are those of a ``Sheet``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image

from carcassonne import TurnedTile
from render.art.regions import regions_of
from render.art.sprites import seamless_sprite
from render.look.theme import INK, PieceStyle
from render.panel.sheet import Sheet
from render.pieces.figures import figure_image

_SIDE: Final = 22
"""The side of a sign, with the line round it."""
_FIGURE: Final = 19
_LINE: Final = 2
_PARTS: Final[Mapping[str, tuple[float, float]]] = {"inn": (0.32, 0.0), "cathedral": (0.54, -0.14)}
"""By the name of a modifier: the side of the part, and how far below the modifier's point its middle is; in tiles."""
_PART: Final = (0.4, 0.0)


@dataclass(frozen=True, slots=True)
class ModifierSign:
    """The sign of the first of a tile's modifiers that has this name."""

    name: str
    turned: TurnedTile

    @property
    def width(self) -> float:
        """How wide it is."""
        return _SIDE

    def paint(self, sheet: Sheet, x: float, level: float) -> None:
        """Draw it by its left edge and middle height."""
        top = level - _SIDE / 2
        sheet.box((x, top, x + _SIDE - 1, top + _SIDE - 1), INK, radius=3)
        side = sheet.pixels(x + _SIDE - _LINE) - sheet.pixels(x + _LINE)
        sheet.paste(_part(self.name, self.turned, side), x + _LINE, top + _LINE)


@dataclass(frozen=True, slots=True)
class SeatSign:
    """The figure of a player, with the number."""

    style: PieceStyle

    @property
    def width(self) -> float:
        """How wide it is."""
        return _SIDE

    def paint(self, sheet: Sheet, x: float, level: float) -> None:
        """Draw it in the middle of its width, by its left edge and middle height."""
        figure = figure_image(self.style, sheet.pixels(_FIGURE))
        sheet.paste_at_level(figure, x + (_SIDE - figure.width / sheet.scale) / 2, level)


@lru_cache(maxsize=64)
def _part(name: str, turned: TurnedTile, side: int) -> Image.Image:
    """Return the part of a tile, ``side`` pixels wide and high. It is shared: do not draw on it."""
    share, below = _PARTS.get(name, _PART)
    x, y = next(
        point
        for number, points in regions_of(turned).modifier_points.items()
        for modifier, point in zip(turned.segments[number].modifiers, points, strict=True)
        if modifier.name == name
    )
    tile = seamless_sprite(turned, round(side / share))
    left, top = (round(tile.width * (middle - share / 2)) for middle in (x, y + below))
    left, top = (min(max(0, corner), tile.width - side) for corner in (left, top))
    return tile.crop((left, top, left + side, top + side))
