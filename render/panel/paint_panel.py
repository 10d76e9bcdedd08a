"""Painting the panel."""

from typing import Final

from render.art.sprites import faded, sprite
from render.look.theme import INK, WHITE
from render.panel.paint_card import paint_card
from render.panel.paint_key import paint_key_entry
from render.panel.paint_results import paint_legend, paint_result
from render.panel.panel import TEXT_HEIGHT, Panel, RotationPreview, TileCard
from render.panel.sheet import Sheet
from render.pieces.spots import SpotMark
from render.pieces.tile_back import tile_back
from render.text.fonts import BOLD, MEDIUM

_MARK_HALF: Final = 13
"""Half the height of a spot's mark."""


def paint_panel(sheet: Sheet, panel: Panel) -> None:
    """Draw the panel at its place in the picture."""
    theme = sheet.theme
    sheet.box((panel.x, panel.y, panel.x + panel.width - 1, panel.y + panel.height - 1), theme.panel)
    for card in panel.cards:
        paint_card(sheet, card)
    for result in panel.results:
        paint_result(sheet, result)
    for entry in panel.legend:
        paint_legend(sheet, entry)
    for one in panel.key:
        paint_key_entry(sheet, one)
    if panel.tile_card:
        _tile_card(sheet, panel.tile_card)
    for text in panel.texts:
        face = BOLD if text.is_strong else MEDIUM
        sheet.text(
            (text.x, text.y), sheet.fitted(text.text, text.room, text.height, face), theme.text, text.height, face
        )


def _tile_card(sheet: Sheet, card: TileCard) -> None:
    side = sheet.pixels(card.side)
    sheet.paste(sprite(card.turned, side) if card.turned else tile_back(side), card.x, card.y)
    for mark in card.spot_marks:
        paint_mark(sheet, mark, (card.x, card.y, card.side))
    for preview in card.previews:
        _rotation_preview(sheet, preview)


def paint_mark(sheet: Sheet, mark: SpotMark, tile: tuple[float, float, float]) -> None:
    """Draw the mark of a spot: a plate if a figure would lie there, otherwise a disc.

    The whole mark is inside the tile at (left, top, side).
    """
    left, top, side = tile
    half = max(_MARK_HALF, sheet.width_of(mark.text, TEXT_HEIGHT, BOLD) / 2 + 5)
    x = min(max(mark.x, left + half), left + side - half)
    y = min(max(mark.y, top + _MARK_HALF), top + side - _MARK_HALF)
    box = (x - half, y - _MARK_HALF, x + half, y + _MARK_HALF)
    sheet.box(box, WHITE, INK, thick=2, radius=4 if mark.is_lying else 12)
    sheet.text((x, y), mark.text, INK, TEXT_HEIGHT, BOLD, "mm")


def _rotation_preview(sheet: Sheet, preview: RotationPreview) -> None:
    picture, theme = sprite(preview.turned, sheet.pixels(preview.side)), sheet.theme
    if not preview.is_legal:
        picture = faded(picture, theme.panel)
    sheet.paste(picture, preview.x, preview.y)
    colour = theme.text if preview.is_legal else theme.faint
    middle, size = (preview.x + preview.side / 2, preview.y + preview.side + 13), TEXT_HEIGHT
    sheet.text(middle, f"{preview.rotation}°", colour, size, MEDIUM, "mm")
