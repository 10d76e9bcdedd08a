"""The panel of a game that goes on: the players' cards, and the tile with what there is to know about it.

Lengths are those of a ``Sheet``.
"""

from collections.abc import Iterator
from functools import partial
from math import ceil, inf
from typing import Final, NamedTuple

from render.layout.panel_content import PanelContent, PanelForm
from render.panel.boxes import GAP, Box, Column, Gap, Grid, LeadingRow, Row
from render.panel.player_card import CARD_GAP
from render.panel.small_map import MapBox, SmallMap
from render.panel.text_boxes import Entries, Heading, Lines, wrapped
from render.panel.tile_card import Previews, TileBox
from render.text.fonts import BOLD

CARD: Final = 70
"""The height of a card without what its edition adds."""
LOWER_CARD: Final = 56
"""The height of one that leaves room for the rotations of the tile."""
LOW_CARD: Final = 53
"""The height of one that leaves more room: that of its two lines, the lower one with a plate of points."""
TALLEST_CARD: Final = 100
"""The height of one where there is much room."""
HEADLINE: Final = 24
"""The height of the letters of a headline."""
_LEADING: Final = 34 / HEADLINE
_CARD_WIDTH: Final = 180
"""The least width of a card in a panel below the board."""
_TEXT_WIDTH: Final = 216
"""The width of the lines of text beside the tile."""


class _Beside(NamedTuple):
    """What a panel beside the board shows: its least width, the least height of cards, and room for lines, if any."""

    width: int
    card: int
    previews: Previews
    lines: int


class _Below(NamedTuple):
    """What a panel below the board shows. ``tile`` is the width of the tile with its small pictures, and its height."""

    tile: tuple[int, int]
    card: int
    previews: Previews
    has_legend: bool


_SHOWN: Final[tuple[_Beside | _Below, ...]] = (
    _Beside(256, CARD, Previews.ROW, lines=2),
    _Beside(172, CARD, Previews.BLOCK, lines=4),
    _Below((300, 168), CARD, Previews.SQUARE, has_legend=True),
    _Beside(240, LOWER_CARD, Previews.ROW, lines=2),
    _Beside(256, CARD, Previews.NONE, lines=2),
    _Beside(256, CARD, Previews.SQUARE, lines=3),
    _Beside(208, CARD, Previews.NONE, lines=3),
    _Beside(172, CARD, Previews.NONE, lines=4),
    _Beside(256, LOW_CARD, Previews.SQUARE, lines=3),
    _Below((144, 144), LOW_CARD, Previews.NONE, has_legend=True),
    _Beside(256, LOW_CARD, Previews.SQUARE, lines=0),
    _Beside(200, LOW_CARD, Previews.NONE, lines=0),
    _Below((114, 114), LOW_CARD, Previews.NONE, has_legend=False),
    _Beside(172, LOW_CARD, Previews.NONE, lines=0),
)
"""From the one that shows most to the one that takes least room."""


def running_forms(content: PanelContent) -> Iterator[PanelForm]:
    """Yield the forms of the panel, from the one that shows most to the one that takes least room."""
    if content.map is not None:
        width = max(_WIDE_CARD, content.least_card_width) + 2 * GAP
        yield PanelForm(partial(_with_map, content.map, 1), is_beside=True, width=width)
        return
    for shown in _SHOWN:
        if isinstance(shown, _Beside):
            width = max(shown.width, content.least_card_width + 2 * GAP)
            yield PanelForm(partial(_beside, shown), is_beside=True, width=width)
        else:
            cards = _columns(shown, content) * (max(_CARD_WIDTH, content.least_card_width) + CARD_GAP) - CARD_GAP
            width = cards + shown.tile[0] + _TEXT_WIDTH + 4 * GAP
            yield PanelForm(partial(_below, shown), is_beside=False, width=width)
    if content.least_card_width >= _WIDE_CARD:
        for shown_beside in _WIDE_SHOWN:
            width = content.least_card_width + 2 * GAP
            yield PanelForm(partial(_tall, shown_beside, 1), is_beside=True, width=width)


_WIDE_CARD: Final = 256
"""The width of cards below which there is room for lines beside a tile."""
_MAP_SIDE: Final = 136
"""The width and height of the tile and of the map beside it."""
_MAP_LINES: Final = 3
_LEAST_TILE: Final = 96
"""The least width of a tile that makes room for the words beside it. The numbers of its spots can still be read."""
_WIDE_SHOWN: Final = (
    _Below((168, 168), LOW_CARD, Previews.NONE, has_legend=True),
    _Below((132, 132), LOW_CARD, Previews.NONE, has_legend=True),
)
"""Beside the board, with the lines beside the tile: what is low enough for many players with wide cards."""

_TALL_SHOWN: Final = (
    _Below((300, 168), CARD, Previews.SQUARE, has_legend=True),
    _Below((300, 168), LOW_CARD, Previews.SQUARE, has_legend=True),
    _Below((144, 144), LOW_CARD, Previews.NONE, has_legend=True),
)
"""Below the board of a tall picture, from the one that shows most to the one that takes least room."""
_TALL_COLUMNS: Final = 2
"""In how many columns the cards are there."""


def tall_forms(content: PanelContent) -> Iterator[PanelForm]:
    """Yield the forms of the panel of a tall picture, from the one that shows most to the one that takes least room."""
    columns = min(_TALL_COLUMNS, content.seats)
    if content.map is not None:
        width = columns * (max(_CARD_WIDTH, content.least_card_width) + CARD_GAP) - CARD_GAP + 2 * GAP
        yield PanelForm(partial(_with_map, content.map, columns), is_beside=False, width=width)
        return
    cards = columns * (max(_CARD_WIDTH, content.least_card_width) + CARD_GAP) - CARD_GAP
    for shown in _TALL_SHOWN:
        width = max(cards, shown.tile[0] + GAP + _TEXT_WIDTH) + 2 * GAP
        yield PanelForm(partial(_tall, shown, columns), is_beside=False, width=width)


def _tall(shown: _Below, columns: int, content: PanelContent) -> Box:
    """Return a panel with the cards at the top, the tile and the lines beside it at the bottom."""
    tile = TileBox(content.shown, content.words, shown.previews)
    lines = Lines(content.lines, content.more_lines, 0, Entries(content.key))
    beside = Column((_headline(content), lines))
    least = _LEAST_TILE if shown.previews is Previews.NONE else inf
    row = LeadingRow(shown.tile[0], tile, beside, GAP, least)
    return Column((_cards(content, shown.card, columns), Gap(GAP, inf), row))


def _with_map(small_map: SmallMap, columns: int, content: PanelContent) -> Box:
    """Return a panel with the cards at the top, the tile and the map beside it, and the lines at the bottom."""
    tile = TileBox(content.shown, content.words, Previews.NONE)
    return Column(
        (
            _cards(content, LOW_CARD, columns),
            Gap(GAP, inf),
            _headline(content),
            LeadingRow(_MAP_SIDE, tile, MapBox(small_map, _MAP_SIDE), GAP),
            Gap(GAP),
            Lines(content.lines, content.more_lines, _MAP_LINES, Entries(content.key)),
        )
    )


def _beside(shown: _Beside, content: PanelContent) -> Box:
    """Return a panel with the cards at the top, the tile and the lines at the bottom."""
    reserved = max(shown.lines, content.usual_lines) if shown.lines else 0
    return Column(
        (
            _cards(content, shown.card),
            Gap(GAP, inf),
            _headline(content),
            TileBox(content.shown, content.words, shown.previews),
            Gap(GAP),
            Lines(content.lines if shown.lines else (), content.more_lines, reserved, Entries(content.key)),
        )
    )


def _below(shown: _Below, content: PanelContent) -> Box:
    """Return a panel with the cards on the left, as many rows as beside the tile, and the lines on the right."""
    tile = TileBox(content.shown, content.words, shown.previews)
    lines = Lines(content.lines if shown.has_legend else (), content.more_lines, 0, Entries(content.key))
    others = ((shown.tile[0], tile), (_TEXT_WIDTH, Column((_headline(content), lines))))
    return Row(_cards(content, shown.card, _columns(shown, content)), others, GAP)


def _columns(shown: _Below, content: PanelContent) -> int:
    """Return in how many columns the cards are: as many rows as are beside the tile."""
    rows = max(1, int((shown.tile[1] + CARD_GAP) // (shown.card + content.rows_height + CARD_GAP)))
    return ceil(content.seats / min(rows, content.seats))


def _cards(content: PanelContent, height: int, columns: int = 1) -> Box:
    more = content.rows_height
    return Grid(content.cards, height + more, TALLEST_CARD + more, CARD_GAP, columns)


def _headline(content: PanelContent) -> Heading:
    return Heading(lambda width: (wrapped([content.headline], width, HEADLINE, BOLD), HEADLINE), _LEADING)
