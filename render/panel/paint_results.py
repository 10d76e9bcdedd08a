"""Painting a player's card at the end of a game, and what the colours in its bar mean."""

from dataclasses import dataclass
from typing import Final

from carcassonne import Rgb
from render.look.score_colours import SCORE_COLOURS
from render.look.theme import INK, Theme
from render.panel.panel import TEXT_HEIGHT
from render.panel.panel_text import SWATCH, SWATCH_GAP
from render.panel.results import LOW_RESULT_HEIGHT, RESULT_HEIGHT, LegendEntry, ResultCard, ResultRow
from render.panel.sheet import Sheet
from render.pieces.computer_mark import computer_mark
from render.pieces.crown_mark import crown_mark
from render.pieces.figures import figure_image
from render.text.fonts import BOLD, MEDIUM

_EDGE: Final = 10
"""The room left and right of everything on a card."""
_NAME_SIZES: Final = (34, 32, 30, 28, 26, 24, 22, 20)
_MARK: Final = 24
_GAP: Final = 6
_CROWN: Final = 0.46
"""The height of a crown, in heights of a figure."""
_LINE: Final = 2
"""The line round a bar, and between its parts."""


@dataclass(frozen=True, slots=True)
class _Sizes:
    """The heights on a card: of its figure, of letters, of its bar."""

    figure: float
    name: int
    score: int
    bar: float


_TALL: Final = _Sizes(38, 28, 40, 28)
_LOW: Final = _Sizes(27, 26, 28, 14)
_WIDE: Final = 264
"""The width of a card on which all of it may be larger, if it is higher too."""
_MOST_GROWTH: Final = 1.3


def paint_result(sheet: Sheet, card: ResultCard) -> None:
    """Draw a card at its place: a winner's has a crown and a line round it."""
    theme, sizes = sheet.theme, _sizes(card)
    box = card.x, card.y, card.x + card.width - 1, card.y + card.height - 1
    sheet.box(box, theme.card, theme.text if card.is_winner else None, thick=3, radius=10)
    bar_top = card.y + card.head - sizes.bar - 0.8 * _EDGE
    level = (card.y + bar_top) / 2 + 1
    right = _score(sheet, card, sizes.score, level)
    left = _figure(sheet, card, sizes.figure, level)
    _name(sheet, card, sizes.name, (left, level), right - left)
    if card.resigned is not None:
        middle = bar_top + sizes.bar / 2
        text = sheet.fitted(card.resigned, card.width - 2 * _EDGE, TEXT_HEIGHT)
        sheet.text((card.x + _EDGE, middle), text, theme.text_dim, TEXT_HEIGHT)
    elif card.parts is not None:
        _bar(sheet, card, bar_top, sizes.bar)
    for row in card.rows:
        _row(sheet, card, row)


def _sizes(card: ResultCard) -> _Sizes:
    """Return the heights on a card. On a higher one the bar is larger, on one that is wider too, all of it."""
    sizes, least = (_TALL, RESULT_HEIGHT) if card.is_tall else (_LOW, LOW_RESULT_HEIGHT)
    higher = max(1.0, min(card.head / least, _MOST_GROWTH))
    larger = max(1.0, min(higher, card.width / _WIDE))
    return _Sizes(larger * sizes.figure, int(larger * sizes.name), int(larger * sizes.score), higher * sizes.bar)


def _letters(card: ResultCard, theme: Theme) -> Rgb:
    return theme.text if card.resigned is None else theme.text_dim


def _figure(sheet: Sheet, card: ResultCard, size: float, level: float) -> float:
    """Draw the figure, a winner's with a crown on its head; return where the room beside it begins."""
    left, figure = card.x + _EDGE, figure_image(card.style, sheet.pixels(size))
    wide = figure.width / sheet.scale
    if card.is_winner:
        level += 0.14 * size
        crown = crown_mark(sheet.pixels(_CROWN * size))
        sheet.paste_at_level(figure, left, level)
        sheet.paste_at_level(crown, left + (wide - crown.width / sheet.scale) / 2, level - 0.56 * size)
    else:
        sheet.paste_at_level(figure, left, level)
    return left + wide + _GAP


def _score(sheet: Sheet, card: ResultCard, size: int, level: float) -> float:
    """Write the score; return where the room beside it ends."""
    right, text = card.x + card.width - _EDGE, str(card.score)
    sheet.text((right, level), text, _letters(card, sheet.theme), size, BOLD, "rm")
    return right - sheet.width_of(text, size, BOLD) - _GAP


def _name(sheet: Sheet, card: ResultCard, most: int, at: tuple[float, float], room: float) -> None:
    """Write the name, a long one smaller or cut. A computer's has a mark."""
    left, level = at
    letters, face = _letters(card, sheet.theme), BOLD if card.is_winner else MEDIUM
    if card.is_computer:
        sheet.paste_at_level(computer_mark(sheet.pixels(_MARK), letters), left, level - 1)
        left, room = left + _MARK + _GAP, room - _MARK - _GAP
    sizes = [size for size in _NAME_SIZES if size <= most]
    size = sheet.fitting_size(card.name, room, sizes, face)
    sheet.text((left, level), sheet.fitted(card.name, room, size, face), letters, size, face)


def _bar(sheet: Sheet, card: ResultCard, top: float, height: float) -> None:
    """Draw the parts of the score side by side, with their points where there is room."""
    left, room = card.x + _EDGE, card.width - 2 * _EDGE
    each = (room - _LINE) / card.most
    sheet.box((left, top, left + room - 1, top + height - 1), sheet.theme.panel, radius=4)
    if card.parts:
        sheet.box((left, top, left + _LINE + each * card.score - 1, top + height - 1), INK, radius=4)
    x = left + _LINE
    for part in card.parts or ():
        wide = each * part.points
        sheet.box((x, top + _LINE, x + wide - _LINE - 1, top + height - _LINE - 1), SCORE_COLOURS[part.kind], radius=2)
        text = str(part.points)
        if card.is_tall and sheet.width_of(text, TEXT_HEIGHT, BOLD) <= wide - 2 * _LINE:
            sheet.text((x + (wide - _LINE) / 2, top + height / 2), text, INK, TEXT_HEIGHT, BOLD, "mm")
        x += wide


def _row(sheet: Sheet, card: ResultCard, row: ResultRow) -> None:
    """Write what a kind of feature has paid: its colour, the word, and the points on the right."""
    left, right, points = card.x + _EDGE, card.x + card.width - _EDGE, str(row.points)
    sheet.text((right, row.y), points, sheet.theme.text, TEXT_HEIGHT, BOLD, "rm")
    room = right - left - sheet.width_of(points, TEXT_HEIGHT, BOLD) - _GAP
    paint_legend(sheet, LegendEntry(left, row.y, room, row.kind, row.text))


def paint_legend(sheet: Sheet, entry: LegendEntry) -> None:
    """Draw an entry of the legend: a square in the colour, and the word."""
    top = entry.y - SWATCH / 2
    sheet.box((entry.x, top, entry.x + SWATCH - 1, top + SWATCH - 1), SCORE_COLOURS[entry.kind], INK, thick=2, radius=4)
    left = SWATCH + SWATCH_GAP
    text = sheet.fitted(entry.text, entry.room - left, TEXT_HEIGHT, MEDIUM)
    sheet.text((entry.x + left, entry.y), text, sheet.theme.text, TEXT_HEIGHT, MEDIUM)
