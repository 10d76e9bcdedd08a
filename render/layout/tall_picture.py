"""The arrangement of a tall picture, for a phone that shows nothing else: the board, and the panel below it.

Both are as wide as the picture, unless the board is so high that it has to be narrower.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from typing import Final

from render.layout.arranged import TILE, Arrangement, PanelNeeds, board_size, least_letters
from render.layout.board_layout import BoardShape
from render.layout.panel_content import PanelContent, PanelForm
from render.look.look import LEAST_LETTERS, PHONE, Format

LEAST_HEIGHT: Final = 4 / 3
MOST_HEIGHT: Final = 16 / 9
"""The least and the most height of a tall picture, in widths of it."""
_PANEL_LETTERS: Final = (0.8, 0.75, 0.7, 0.65, 0.6)
"""The scale of the panel on a phone. With the least, its smallest letters are 12 pixels high there."""
_NEARLY: Final = 0.95
"""A panel that shows more may make the tiles so much smaller."""
_UNSEEN: Final = 0.99
"""Larger letters in the panel may make the tiles so much smaller."""


def tall_arrangement(
    forms: Sequence[PanelForm], content: PanelContent, shape: BoardShape, form: Format, tiles: Sequence[int]
) -> Arrangement:
    """Return the arrangement with the largest of ``tiles`` that fits the format.

    Its panel is the first of ``forms``, which show ever less, that leaves the tiles nearly as large as they can be.
    """
    least = [found for one in forms if (found := _arranged(one, content, shape, form, _PANEL_LETTERS[-1]))]
    most = max(one.shown_tile(PHONE) for one in least)
    chosen = next(one for one in least if one.shown_tile(PHONE) >= _NEARLY * most)
    for letters in _PANEL_LETTERS:
        larger = _arranged(chosen.needs.form, content, shape, form, letters)
        if larger and larger.shown_tile(PHONE) >= _UNSEEN * chosen.shown_tile(PHONE):
            chosen = larger
            break
    for tile in tiles:
        with_tile = _with_tiles(chosen, shape, form, tile)
        if form.fits_size(with_tile.width, with_tile.height):
            break
    return with_tile


def _arranged(
    panel: PanelForm, content: PanelContent, shape: BoardShape, form: Format, scale: float
) -> Arrangement | None:
    """Return the arrangement whose panel has a scale on a phone; None if there is no room for that."""
    width = PHONE.width / scale
    needs = PanelNeeds(replace(panel, width=width), content)
    rest = MOST_HEIGHT - needs.height / width
    if width < panel.width or rest <= 0:
        return None
    letters = LEAST_LETTERS
    for _ in range(3):  # the labels take room, so they depend on the picture's size, and it on them
        board = board_size(shape, form, letters)
        wide = ceil(max(board[0], board[1] / rest))
        found = _laid(needs, board, TILE, letters, wide)
        if (letters := least_letters(found, form)) == found.letters:
            break
    return found


def _laid(needs: PanelNeeds, board: tuple[int, int], tile: int, letters: int, width: int) -> Arrangement:
    """Return an arrangement of a width. A panel that is too low for a tall picture is as high as it must be."""
    scale = width / needs.width
    height = max(ceil(LEAST_HEIGHT * width), board[1] + int(scale * needs.height))
    return Arrangement(needs, tile, scale, letters, board, width, height)


def _with_tiles(chosen: Arrangement, shape: BoardShape, form: Format, tile: int) -> Arrangement:
    """Return an arrangement with tiles of another size."""
    share = tile / chosen.tile
    letters = max(LEAST_LETTERS, ceil(share * chosen.letters))
    board = shape.size(tile, max(form.labels, letters / tile))
    return _laid(chosen.needs, board, tile, letters, max(board[0], ceil(share * chosen.width)))
