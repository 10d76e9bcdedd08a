"""A player's card at the end of a game: the score, and a bar that tells what has paid.

Lengths are those of a ``Sheet``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from carcassonne import Kind
from render.look.theme import INK, SCORE_COLOURS
from render.panel.player_card import Card
from render.panel.sheet import TEXT_HEIGHT, Sheet
from render.panel.text_boxes import LINE_ROOM, Entry, KeySign
from render.pieces.figures import figure_image
from render.pieces.marks import crown_mark
from render.text.fonts import BOLD, MEDIUM

RESULT_HEIGHT: Final = 92
"""The height of a card with numbers in its bar."""
LOW_RESULT_HEIGHT: Final = 64
"""The height of one with a thin bar."""
_ROWS_GAP: Final = 6
"""The room below the rows of a card."""

_EDGE: Final = 10
"""The room left and right of everything on a card."""
_NAME_SIZES: Final = (34, 32, 30, 28, 26, 24, 22, 20)
_MARK: Final = 24
_GAP: Final = 6
_CROWN: Final = 0.46
"""The height of a crown, in heights of a figure."""
_CROWNED: Final = 0.94
"""The height of a figure with a crown compared with one without: both have room above the bar."""
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


@dataclass(frozen=True, slots=True)
class ScorePart:
    """What one kind of feature has paid to a player."""

    kind: Kind
    points: int


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A line of a card: what one kind of feature has paid to the player."""

    kind: Kind
    text: str
    points: int


@dataclass(frozen=True, slots=True)
class ResultCard(Card):
    """A player's card at the end.

    ``parts`` are those of the score, None if they are not known. ``most`` is the best score: a bar for it would be as
    wide as the card. Numbers stand in the bar if ``is_tall``. Below the bar are the ``rows``, if there are any.
    """

    parts: tuple[ScorePart, ...] | None
    most: int
    is_tall: bool
    rows: Sequence[ResultRow] = ()
    rows_count: int = 0
    """How many rows the cards of the panel have room for."""

    @property
    def growth(self) -> float:
        """The height compared with the least one."""
        return self.height / result_height(self.rows_count, is_tall=self.is_tall)

    @property
    def head(self) -> float:
        """The height of the upper part, with the name and the bar."""
        return self.growth * result_height(0, is_tall=self.is_tall)

    def row_level(self, number: int) -> float:
        """Return the middle height of a row."""
        return self.y + self.head + self.growth * LINE_ROOM * (number + 0.5)

    def paint(self, sheet: Sheet) -> None:
        """Draw it: a winner's has a crown and a line round it."""
        theme, sizes = sheet.theme, _sizes(self)
        box = self.x, self.y, self.x + self.width - 1, self.y + self.height - 1
        sheet.box(box, theme.card, theme.text if self.is_winner else None, thick=3, radius=10)
        bar_top = self.y + self.head - sizes.bar - 0.8 * _EDGE
        level = (self.y + bar_top) / 2 + 1
        right = _score(sheet, self, sizes.score, level)
        left = _figure(sheet, self, sizes.figure, level)
        _name(sheet, self, sizes.name, (left, level), right - left)
        if self.resigned is not None:
            middle = bar_top + sizes.bar / 2
            text = sheet.fitted(self.resigned, self.width - 2 * _EDGE, TEXT_HEIGHT)
            sheet.text((self.x + _EDGE, middle), text, theme.text_dim, TEXT_HEIGHT)
        elif self.parts is not None:
            _bar(sheet, self, bar_top, sizes.bar)
        for number, row in enumerate(self.rows):
            _row(sheet, self, row, self.row_level(number))


def result_height(rows: int, *, is_tall: bool) -> float:
    """Return the least height of a card with some rows."""
    return (RESULT_HEIGHT if is_tall else LOW_RESULT_HEIGHT) + (_ROWS_GAP + LINE_ROOM * rows if rows else 0)


def _sizes(card: ResultCard) -> _Sizes:
    """Return the heights on a card. On a higher one the bar is larger, on one that is wider too, all of it."""
    sizes, least = (_TALL, RESULT_HEIGHT) if card.is_tall else (_LOW, LOW_RESULT_HEIGHT)
    higher = max(1.0, min(card.head / least, _MOST_GROWTH))
    larger = max(1.0, min(higher, card.width / _WIDE))
    return _Sizes(larger * sizes.figure, int(larger * sizes.name), int(larger * sizes.score), higher * sizes.bar)


def _figure(sheet: Sheet, card: ResultCard, size: float, level: float) -> float:
    """Draw the figure, a winner's with a crown on its head; return where the room beside it begins."""
    size *= _CROWNED if card.is_winner else 1
    left, figure = card.x + _EDGE, figure_image(card.style, sheet.pixels(size))
    wide = figure.width / sheet.scale
    if card.is_winner:
        level += 0.12 * size
        crown = crown_mark(sheet.pixels(_CROWN * size))
        sheet.paste_at_level(figure, left, level)
        sheet.paste_at_level(crown, left + (wide - crown.width / sheet.scale) / 2, level - 0.56 * size)
    else:
        sheet.paste_at_level(figure, left, level)
    return left + wide + _GAP


def _score(sheet: Sheet, card: ResultCard, size: int, level: float) -> float:
    right, text = card.x + card.width - _EDGE, str(card.score)
    sheet.text((right, level), text, card.letters(sheet.theme), size, BOLD, "rm")
    return right - sheet.width_of(text, size, BOLD) - _GAP


def _name(sheet: Sheet, card: ResultCard, most: int, at: tuple[float, float], room: float) -> None:
    """Write the name, a long one smaller or cut. A computer's has a mark."""
    left, level = at
    face, mark = BOLD if card.is_winner else MEDIUM, card.paint_mark(sheet, left, level - 1, _MARK)
    sizes = [size for size in _NAME_SIZES if size <= most]
    text, size = sheet.fitted_in(card.name, room - mark, sizes, face)
    sheet.text((left + mark, level), text, card.letters(sheet.theme), size, face)


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


def _row(sheet: Sheet, card: ResultCard, row: ResultRow, level: float) -> None:
    """Write what a kind of feature has paid: its colour, the word, and the points on the right."""
    left, right, points = card.x + _EDGE, card.x + card.width - _EDGE, str(row.points)
    sheet.text((right, level), points, sheet.theme.text, TEXT_HEIGHT, BOLD, "rm")
    room = right - left - sheet.width_of(points, TEXT_HEIGHT, BOLD) - _GAP
    Entry(left, level, room, colour_sign(row.kind), row.text).paint(sheet)


def colour_sign(kind: Kind) -> KeySign:
    """Return the sign of a kind's colour in the bars."""
    return KeySign((SCORE_COLOURS[kind],))
