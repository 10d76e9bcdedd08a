"""A panel to the right of the board: cards at the top, the tile and the lines at the bottom.

Lengths are those of a ``Sheet``.
"""

from dataclasses import dataclass
from typing import Final

from render.layout.panel_content import PanelContent
from render.layout.rotation_previews import DEGREES_ROOM, PREVIEW_GAP, Previews, block_corners, row_corners
from render.panel.cards import CARD_GAP, TALLEST_CARD
from render.panel.panel import GAP, Panel, Rectangle, TileCard
from render.panel.panel_text import (
    HEADLINE_ROOM,
    LINE_ROOM,
    headline_texts,
    key_entries,
    key_height,
    line_texts,
    wrapped,
    wrapped_headline,
)

_MAX_TILE: Final = 300
_LEAST_TILE: Final = 0.85
"""The side of a tile that has made room for lines, compared with its usual side."""
_TILE_AND_PREVIEWS: Final = 0.56
"""The part of the width that a tile has beside its previews."""


@dataclass(frozen=True, slots=True)
class BesidePanel:
    """A form of the panel. ``width`` is its least width, ``card`` the least height of cards.

    It has room for ``lines`` about the tile, so that most tiles need no more. For further ones, the tile is smaller;
    those that still have no room are left out.
    With 0 there are none.
    """

    width: int
    card: int
    previews: Previews
    lines: int
    is_beside: bool = True

    def least_size(self, content: PanelContent) -> tuple[float, float]:
        """Return the least width and height."""
        width = max(self.width, content.least_card_width + 2 * GAP)
        return width, 2 * GAP + self._cards_height(content) + self._lower_height(content, width - 2 * GAP)

    def most_height(self, content: PanelContent) -> float:
        """Return how high it is used well: as high as it must be."""
        return self.least_size(content)[1]

    def lay(self, content: PanelContent, rectangle: Rectangle) -> Panel:
        """Lay out the panel. The cards grow into the room that is left."""
        x, y, width, height = rectangle
        left, inner = x + GAP, width - 2 * GAP
        lines = self._lines(content, inner)
        side, lower = self._side(content, inner), self._lower_height(content, inner)
        if not content.lines:  # the cards and the tile take their room
            lower -= LINE_ROOM * self._tile_lines(content)
        spare = max(0, height - 2 * GAP - self._cards_height(content) - lower)
        more = LINE_ROOM * max(0, len(lines) - self._reserved_lines(content, inner))
        least = side if self.previews is Previews.SQUARE else side * _LEAST_TILE
        smaller = min(max(0, more - spare), side - least)
        lower += min(more - smaller, spare)
        pitch = min((height - 2 * GAP - lower + CARD_GAP) / content.seats, self._pitch(content, TALLEST_CARD))
        base = pitch - CARD_GAP - content.extra_height
        cards = tuple(content.card(seat, left, y + GAP + seat * pitch, inner, base) for seat in range(content.seats))
        top = y + height - lower
        headline = wrapped_headline(content.headline, inner)
        tile_top = top + HEADLINE_ROOM * len(headline)
        tile = self._tile_card(content, left, tile_top, inner, side - smaller)
        lines_top = tile_top + self._tile_height(content, inner, side - smaller)
        room = y + height - lines_top - key_height(content.key, inner)
        shown = self._lines(content, inner, most=int(room // LINE_ROOM))
        texts = (*headline_texts(headline, left, top, inner), *line_texts(shown, left, lines_top, inner))
        key = key_entries(content.key, left, lines_top + LINE_ROOM * len(shown), inner)
        return Panel(x, y, width, height, cards, tile, texts, key=tuple(key))

    def _cards_height(self, content: PanelContent) -> float:
        return content.seats * self._pitch(content, self.card) - CARD_GAP

    def _pitch(self, content: PanelContent, height: int) -> int:
        """Return the distance from one card to the next, for cards of a height."""
        return height + content.extra_height + CARD_GAP

    def _lower_height(self, content: PanelContent, inner: float) -> float:
        """Return the height below the cards, with a gap above."""
        headline = HEADLINE_ROOM * len(wrapped_headline(content.headline, inner))
        tile = self._tile_height(content, inner, self._side(content, inner))
        return GAP + headline + tile + LINE_ROOM * self._reserved_lines(content, inner) + key_height(content.key, inner)

    def _reserved_lines(self, content: PanelContent, inner: float) -> int:
        return len(wrapped(content.more_lines, inner)) + self._tile_lines(content)

    def _tile_lines(self, content: PanelContent) -> int:
        """Return for how many lines about the tile there is room."""
        is_needed = self.lines and content.has_tile
        return max(self.lines, content.usual_lines) if is_needed else 0

    def _lines(self, content: PanelContent, inner: float, most: int = 99) -> tuple[str, ...]:
        """Return as many lines as there may be. Those about the tile are left out first: the tile shows it, too."""
        more = wrapped(content.more_lines, inner)
        return (*(wrapped(content.lines, inner) if self.lines else ())[: max(0, most - len(more))], *more)

    def _side(self, content: PanelContent, inner: float) -> float:
        """Return the usual side of the tile."""
        if not content.has_tile:
            return 0
        return inner * _TILE_AND_PREVIEWS if self.previews is Previews.SQUARE else min(inner, _MAX_TILE)

    def _small(self, inner: float, side: float) -> float:
        """Return the side of the small pictures."""
        if self.previews is Previews.ROW:
            return (inner - 3 * PREVIEW_GAP) / 4
        if self.previews is Previews.BLOCK:
            return (inner - PREVIEW_GAP) / 2
        return side * (1 / _TILE_AND_PREVIEWS - 1) / 2 - PREVIEW_GAP

    def _tile_height(self, content: PanelContent, inner: float, side: float) -> float:
        """Return the height of the tile with its previews, and a gap below."""
        if not content.has_tile:
            return 0
        small = self._small(inner, side) + DEGREES_ROOM
        match self.previews:
            case Previews.ROW:
                return side + PREVIEW_GAP + small + GAP
            case Previews.BLOCK:
                return side + PREVIEW_GAP + 2 * small + GAP
            case Previews.SQUARE:
                return max(side, 2 * small) + GAP
            case Previews.NONE:
                return side + GAP

    def _tile_card(self, content: PanelContent, left: float, top: float, inner: float, side: float) -> TileCard | None:
        small, below = self._small(inner, side), top + side + PREVIEW_GAP
        middle, count = left + (inner - side) / 2, len(content.rotations)
        match self.previews:
            case Previews.ROW:
                return content.tile_card(middle, top, side, row_corners(left, below, inner, small, count), small)
            case Previews.BLOCK:
                return content.tile_card(middle, top, side, block_corners(left, below, small, count), small)
            case Previews.SQUARE:
                corners = block_corners(left + inner - 2 * small - PREVIEW_GAP, top, small, count)
                return content.tile_card(left, top, side, corners, small)
            case Previews.NONE:
                return content.tile_card(middle, top, side, (), small)
