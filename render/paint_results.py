"""Painting a player's card at the end of a game, and what the colours in its bar mean."""

from typing import Final

from carcassonne import Rgb
from render.computer_mark import computer_mark
from render.crown_mark import crown_mark
from render.end_forms import SWATCH
from render.figures import figure_image
from render.fonts import BOLD, MEDIUM
from render.panel import TEXT_HEIGHT
from render.results import LegendEntry, ResultCard
from render.score_colours import SCORE_COLOURS
from render.sheet import Sheet
from render.theme import INK

_EDGE: Final = 10
"""The room left and right of everything on a card."""
_NAME_SIZES: Final = (28, 26, 24, 22, 20)
_SCORE: Final = 40
_LOW_SCORE: Final = 32
_FIGURE: Final = 42
_LOW_FIGURE: Final = 32
_CROWN: Final = 0.46
"""The height of a crown, in heights of a figure."""
_MARK: Final = 24
_GAP: Final = 6
_BAR: Final = 28
_LOW_BAR: Final = 14
_LINE: Final = 2
"""The line round a bar, and between its parts."""


def paint_result(sheet: Sheet, card: ResultCard) -> None:
    """Draw a card at its place: a winner's has a crown and a line round it."""
    theme = sheet.theme
    box = card.x, card.y, card.x + card.width - 1, card.y + card.height - 1
    sheet.box(box, theme.card, theme.text if card.is_winner else None, thick=3, radius=10)
    bar = 0 if card.parts is None else _BAR if card.is_tall else _LOW_BAR
    level = card.y + (card.height - bar) / 2 + (0 if bar else 2)
    left, right = card.x + _EDGE, card.x + card.width - _EDGE
    left = _figure(sheet, card, left, level)
    letters = theme.text if card.resigned is None else theme.text_dim
    right = _score(sheet, card, right, level, letters)
    _name(sheet, card, left, level, right - left, letters)
    if bar:
        _bar(sheet, card, card.y + card.height - bar - _EDGE * 0.8, bar)


def _figure(sheet: Sheet, card: ResultCard, left: float, level: float) -> float:
    """Draw the figure, a winner's with a crown on its head; return where it ends."""
    size = _FIGURE if card.is_tall else _LOW_FIGURE
    figure = figure_image(card.style, sheet.pixels(size))
    wide = figure.width / sheet.scale
    if card.is_winner:
        crown = crown_mark(sheet.pixels(_CROWN * size))
        level += 0.26 * _CROWN * size
        sheet.paste_at_level(figure, left, level)
        head = level - size / 2
        sheet.paste_at_level(crown, left + (wide - crown.width / sheet.scale) / 2, head - 0.1 * size)
    else:
        sheet.paste_at_level(figure, left, level)
    return left + wide + _GAP


def _score(sheet: Sheet, card: ResultCard, right: float, level: float, letters: Rgb) -> float:
    """Write the score; return where the room beside it ends."""
    size = _SCORE if card.is_tall else _LOW_SCORE
    sheet.text((right, level), str(card.score), letters, size, BOLD, "rm")
    return right - sheet.width_of(str(card.score), size, BOLD) - _GAP


def _name(sheet: Sheet, card: ResultCard, left: float, level: float, room: float, letters: Rgb) -> None:
    """Write the name, a long one smaller or cut, and below it that its player has resigned."""
    if card.is_computer:
        sheet.paste_at_level(computer_mark(sheet.pixels(_MARK), letters), left, level - 1)
        left, room = left + _MARK + _GAP, room - _MARK - _GAP
    face = BOLD if card.is_winner else MEDIUM
    text = card.name if card.resigned is None else f"{card.name} ({card.resigned})"
    size = sheet.fitting_size(text, room, _NAME_SIZES, face)
    sheet.text((left, level), sheet.fitted(text, room, size, face), letters, size, face)


def _bar(sheet: Sheet, card: ResultCard, top: float, height: int) -> None:
    """Draw the parts of the score side by side, with their points where there is room."""
    left, room = card.x + _EDGE, card.width - 2 * _EDGE
    each = (room - _LINE) / card.most
    end = left + _LINE + each * max(0, card.score)
    sheet.box((left, top, left + room - 1, top + height - 1), sheet.theme.panel, radius=4)
    if card.parts:
        sheet.box((left, top, end - 1, top + height - 1), INK, radius=4)
    x = left + _LINE
    for part in card.parts or ():
        wide = each * part.points
        sheet.box((x, top + _LINE, x + wide - _LINE - 1, top + height - _LINE - 1), SCORE_COLOURS[part.kind], radius=2)
        text = str(part.points)
        if card.is_tall and sheet.width_of(text, TEXT_HEIGHT, BOLD) <= wide - 2 * _LINE:
            sheet.text((x + (wide - _LINE) / 2, top + height / 2), text, INK, TEXT_HEIGHT, BOLD, "mm")
        x += wide


def paint_legend(sheet: Sheet, entry: LegendEntry) -> None:
    """Draw an entry of the legend: a square in the colour, and the word."""
    top = entry.y - SWATCH / 2
    sheet.box((entry.x, top, entry.x + SWATCH - 1, top + SWATCH - 1), SCORE_COLOURS[entry.kind], INK, thick=2, radius=4)
    left = SWATCH + 7
    text = sheet.fitted(entry.text, entry.room - left, TEXT_HEIGHT, MEDIUM)
    sheet.text((entry.x + left, entry.y), text, sheet.theme.text, TEXT_HEIGHT, MEDIUM)
