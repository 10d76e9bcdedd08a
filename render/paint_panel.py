"""Painting the panel."""

from carcassonne import FOLLOWER, Rgb
from render.art.sprites import faded, sprite
from render.cards import CARD_HEIGHT, PlayerCard
from render.computer_mark import computer_mark
from render.figures import figure_image
from render.fonts import BOLD, MEDIUM
from render.names import showable_name
from render.panel import HEADLINE_HEIGHT, LARGE_TILE, SMALL_TILE, TEXT_HEIGHT, Panel, RotationPreview, TileCard
from render.sheet import Sheet
from render.spots import SpotMark
from render.theme import INK, WHITE, Theme

_NAME_SIZES = (26, 23, 20)
_SCORE_SIZE = 38
_MARK_SIZE = 26
_MARK_GAP = 7


def paint_panel(sheet: Sheet, panel: Panel) -> None:
    """Draw the panel at its place in the picture."""
    theme = sheet.theme
    sheet.box((panel.x, panel.y, panel.x + panel.width - 1, panel.y + panel.height - 1), theme.panel)
    for card in panel.cards:
        _player_card(sheet, card)
    if panel.tile_card:
        _tile_card(sheet, panel.tile_card)
    for text in panel.texts:
        size, face = (HEADLINE_HEIGHT, BOLD) if text.is_strong else (TEXT_HEIGHT, MEDIUM)
        sheet.text((text.x, text.y), text.text, theme.text, size, face)


def _player_card(sheet: Sheet, card: PlayerCard) -> None:
    right, bottom, theme = card.x + card.width - 1, card.y + card.height - 1, sheet.theme
    fill = theme.card_to_move if card.is_to_move else theme.card
    line = theme.accent if card.is_to_move or card.is_winner else None
    sheet.box((card.x, card.y, right, bottom), fill, line, thick=3, radius=10)
    sheet.paste_at_level(figure_image(card.style, sheet.pixels(46)), card.x + 4, card.y + CARD_HEIGHT // 2)
    score = str(card.score)
    level = card.y + CARD_HEIGHT // 2 - (10 if card.total is not None else 0)
    sheet.text((right - 14, level), score, _letters(card, theme), _SCORE_SIZE, BOLD, "rm")
    if card.total is not None:
        level, more = card.y + CARD_HEIGHT - 16, f"+{card.total - card.score}"
        sheet.text((right - 14, level), more, theme.accent, 20, BOLD, "rm")
    left, score_width = card.x + 68, sheet.width_of(score, _SCORE_SIZE, BOLD)
    room = right - 24 - score_width - card.x - 68
    _name(sheet, card, left, room)
    _supply(sheet, card, left, room)
    if card.extra:
        card.extra.paint(sheet, card)


def _letters(card: PlayerCard, theme: Theme) -> Rgb:
    return theme.text if card.resigned is None else theme.text_dim


def _name(sheet: Sheet, card: PlayerCard, left: int, room: float) -> None:
    """Write a name, that of the player to move in bold letters; a long one is smaller. A computer's has a mark."""
    if card.is_computer:
        mark = computer_mark(sheet.pixels(_MARK_SIZE), _letters(card, sheet.theme))
        sheet.paste_at_level(mark, left, card.y + 23)
        left, room = left + _MARK_SIZE + _MARK_GAP, room - _MARK_SIZE - _MARK_GAP
    name, face = (
        showable_name(card.name, f"{card.colour_name} {card.style.number}"),
        BOLD if card.is_to_move else MEDIUM,
    )
    size = sheet.fitting_size(name, room, _NAME_SIZES, face)
    sheet.text((left, card.y + 25), sheet.fitted(name, room, size, face), _letters(card, sheet.theme), size, face)


def _supply(sheet: Sheet, card: PlayerCard, left: int, room: float) -> None:
    """Draw the figures that a player has left, after the number of followers; or write that the player has resigned."""
    if card.resigned is not None:
        text = sheet.fitted(card.resigned, room, TEXT_HEIGHT, MEDIUM)
        sheet.text((left, card.y + 55), text, sheet.theme.text_dim, TEXT_HEIGHT, MEDIUM)
        return
    sheet.text((left, card.y + 55), str(card.supply.get(FOLLOWER, 0)), sheet.theme.text, 20, BOLD)
    pieces = [figure for figure, count in card.supply.items() for _ in range(count)]
    step = min(19.0, (room - 18) / max(1, len(pieces)))
    for number, figure in enumerate(pieces):
        picture = figure_image(card.style, sheet.pixels(17), figure, numbered=False)
        sheet.paste(picture, left + 16 + number * step, card.y + 43)


def _tile_card(sheet: Sheet, card: TileCard) -> None:
    sheet.paste(sprite(card.turned, sheet.pixels(LARGE_TILE)), card.x, card.y)
    for mark in card.spot_marks:
        paint_mark(sheet, mark)
    for preview in card.previews:
        _rotation_preview(sheet, preview)


def paint_mark(sheet: Sheet, mark: SpotMark) -> None:
    """Draw the mark of a spot: a plate if a figure would lie there, otherwise a disc."""
    half = max(13, sheet.width_of(mark.text, 17, BOLD) / 2 + 6)
    box = (mark.x - half, mark.y - 12, mark.x + half, mark.y + 12)
    sheet.box(box, WHITE, INK, thick=2, radius=4 if mark.is_lying else 12)
    sheet.text((mark.x, mark.y), mark.text, INK, 17, BOLD, "mm")


def _rotation_preview(sheet: Sheet, preview: RotationPreview) -> None:
    picture, theme = sprite(preview.turned, sheet.pixels(SMALL_TILE)), sheet.theme
    if not preview.is_legal:
        picture = faded(picture, theme.panel)
    sheet.paste(picture, preview.x, preview.y)
    colour = theme.text if preview.is_legal else theme.faint
    sheet.text(
        (preview.x + SMALL_TILE / 2, preview.y + SMALL_TILE + 12), f"{preview.rotation}°", colour, 17, MEDIUM, "mm"
    )
