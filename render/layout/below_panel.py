"""A panel below the board: cards on the left, the tile with the lines on the right.

Lengths are those of a ``Sheet``.
"""

from dataclasses import dataclass
from math import ceil
from typing import Final

from render.layout.panel_content import PanelContent
from render.layout.rotation_previews import DEGREES_ROOM, PREVIEW_GAP, Previews, block_corners
from render.panel.cards import CARD_GAP, TALLEST_CARD
from render.panel.panel import GAP, Panel, Rectangle
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

_CARD_WIDTH: Final = 180
"""The least width of a card."""
_TEXT_WIDTH: Final = 216
"""The width of the lines of text beside the tile."""


@dataclass(frozen=True, slots=True)
class BelowPanel:
    """A form of the panel. ``tile`` is the side of the tile, ``card`` the least height of cards."""

    tile: int
    card: int
    previews: Previews
    has_legend: bool
    is_beside: bool = False

    def least_size(self, content: PanelContent) -> tuple[float, float]:
        """Return the least width and height."""
        columns, rows = self._grid(content)
        cards = rows * self._pitch(content) - CARD_GAP
        lines = wrapped(content.more_lines, _TEXT_WIDTH)
        texts = HEADLINE_ROOM * len(self._headline(content)) + LINE_ROOM * len(lines)
        texts_height = texts + key_height(content.key, _TEXT_WIDTH)
        width = 2 * GAP + columns * (max(_CARD_WIDTH, content.least_card_width) + CARD_GAP)
        tile = self.tile if content.has_tile else 0
        return width + self._tile_width(content) + _TEXT_WIDTH, 2 * GAP + max(cards, tile, texts_height)

    def most_height(self, content: PanelContent) -> float:
        """Return how high it is used well: as high as it must be."""
        return self.least_size(content)[1]

    def lay(self, content: PanelContent, rectangle: Rectangle) -> Panel:
        """Lay out the panel. The cards grow into the room that is left."""
        x, y, width, height = rectangle
        columns, rows = self._grid(content)
        left, top = x + width - GAP - _TEXT_WIDTH, y + GAP
        tile_left = left - self._tile_width(content)
        card_width = (tile_left - x - GAP) / columns - CARD_GAP
        pitch = (height - 2 * GAP + CARD_GAP) / rows
        base = min(pitch - CARD_GAP - content.extra_height, TALLEST_CARD)
        cards = tuple(
            content.card(
                seat,
                x + GAP + seat % columns * (card_width + CARD_GAP),
                top + seat // columns * pitch,
                card_width,
                base,
            )
            for seat in range(content.seats)
        )
        corners = block_corners(tile_left + self.tile + PREVIEW_GAP, top, self._small, len(content.rotations))
        previews = corners if self.previews is Previews.SQUARE else ()
        tile = content.tile_card(tile_left, top, self.tile, previews, self._small)
        headline, lines = self._headline(content), self._lines(content)
        lines_top = top + HEADLINE_ROOM * len(headline)
        shown = lines[: int((y + height - lines_top - key_height(content.key, _TEXT_WIDTH)) // LINE_ROOM)]
        texts = (
            *headline_texts(headline, left, top, _TEXT_WIDTH),
            *line_texts(shown, left, lines_top, _TEXT_WIDTH),
        )
        key = key_entries(content.key, left, lines_top + LINE_ROOM * len(shown), _TEXT_WIDTH)
        return Panel(x, y, width, height, cards, tile, texts, key=tuple(key))

    @property
    def _small(self) -> float:
        return self.tile / 2 - DEGREES_ROOM

    def _pitch(self, content: PanelContent) -> float:
        """Return the distance from one row of cards to the next."""
        return self.card + content.extra_height + CARD_GAP

    def _grid(self, content: PanelContent) -> tuple[int, int]:
        """Return the columns and rows of cards: as many rows as are beside the tile."""
        rows = max(1, (self.tile + CARD_GAP) // self._pitch(content)) if content.has_tile else 1
        columns = ceil(content.seats / min(rows, content.seats))
        return columns, ceil(content.seats / columns)

    def _tile_width(self, content: PanelContent) -> float:
        """Return the width of the tile with its previews, and a gap to the right."""
        if not content.has_tile:
            return 0
        return self.tile + GAP + (2 * (self._small + PREVIEW_GAP) if self.previews is Previews.SQUARE else 0)

    def _headline(self, content: PanelContent) -> tuple[str, ...]:
        return wrapped_headline(content.headline, _TEXT_WIDTH)

    def _lines(self, content: PanelContent) -> tuple[str, ...]:
        return wrapped((*content.lines, *content.more_lines) if self.has_legend else content.more_lines, _TEXT_WIDTH)
