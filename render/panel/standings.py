"""The table of a tournament: a row for each player, with the result of each round and the row of the opponent."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image

from carcassonne import Rgb
from render.look.look import Look
from render.look.words import RoundCell, StandingsHeadings, StandingsRow
from render.panel.sheet import Sheet
from render.text.fonts import BOLD, MEDIUM
from render.text.names import MAX_TITLE_LENGTH, showable_name

WIDTHS: Final = (760, 1100)
"""The least and the most: a picture with few rounds is narrower, so that a chat shows its letters larger. The most is
twice the width at which a chat shows it, and 16 rows are as high as a chat shows, too.
"""
ROWS: Final = 16
"""The most rows of a page, with the headings among them."""
GAP: Final = 10
TITLE_HEIGHT: Final = 48
HEADINGS_HEIGHT: Final = 26
ROW_HEIGHT: Final = 38

_PLACE: Final = 66
"""The right end of the places; the names follow."""
_NAME: Final = 80
_DECIDER_ROOM: Final = 150
"""The room behind the points where there are numbers that decided."""
_MARGIN: Final = 24
"""The room behind the points where there are none, and between the points and these numbers."""
_POINTS_ROOM: Final = 84
_NAMES: Final = 346
"""The room for names in a picture that isn't of the most width: enough for 32 ordinary letters."""
_FEWEST_NAMES: Final = 230
"""The least room for names."""
_CELL: Final = 88
"""The most room for a round."""
_LEAST_CELL: Final = 61
_OPPONENT_SIZES: Final = (19, 16, 13)
_NAME_SIZES: Final = (26, 23, 20)
_TITLE_SIZES: Final = (32, 28, 25, 22)


class _Columns(NamedTuple):
    """Where the columns of a picture lie."""

    width: int
    """Of the picture."""
    begin: int
    """The left end of the rounds; the names end before it."""
    cell: int
    """The width of a round."""
    first: int
    """The first round that is shown, counted from 0."""
    points: int
    """The right end of the points."""

    @property
    def decider(self) -> int:
        """The left end of the numbers that decided: the first one of each row can be compared."""
        return self.points + _MARGIN

    @property
    def decider_room(self) -> int:
        return self.width - self.decider - GAP


def standings_image(rows: Sequence[StandingsRow], headings: StandingsHeadings, look: Look) -> Image.Image:
    """Return the picture of a table, an RGB image. Of many rounds, it shows the last ones."""
    top, scale = GAP + TITLE_HEIGHT + HEADINGS_HEIGHT, look.size.scale
    height = top + (len(rows) + sum(bool(one.heading) for one in rows)) * ROW_HEIGHT + GAP - 2
    has_decider = bool(headings.decider) or any(one.decider for one in rows)
    columns = _columns(len(headings.rounds), _DECIDER_ROOM if has_decider else _MARGIN)
    image = Image.new("RGB", (round(columns.width * scale), round(height * scale)), look.theme.panel)
    sheet = Sheet(image, look.theme, scale)
    _head(sheet, headings, columns)
    for number, row in enumerate(rows):
        if row.heading:
            sheet.text((GAP + 4, top + ROW_HEIGHT // 2), row.heading, look.theme.text_dim, 22, BOLD)
            top += ROW_HEIGHT
        _row(sheet, top, row, columns, headings.unreadable, number % 2)
        top += ROW_HEIGHT
    return image


def _columns(rounds: int, behind_points: int) -> _Columns:
    """Return the columns of a picture with some rounds, and with a room behind the points."""
    least, most = WIDTHS
    others = _NAME + GAP + _POINTS_ROOM + behind_points
    width = min(max(others + _NAMES + rounds * _CELL, least), most)
    room = width - others + GAP - _FEWEST_NAMES
    shown = min(rounds, room // _LEAST_CELL)
    cell = min(_CELL, room // shown) if shown else 0
    points = width - behind_points
    return _Columns(width, points - _POINTS_ROOM - shown * cell, cell, rounds - shown, points)


def _head(sheet: Sheet, headings: StandingsHeadings, columns: _Columns) -> None:
    title = showable_name(headings.title, headings.points, MAX_TITLE_LENGTH)
    title, letters = sheet.fitted_in(title, columns.width - 2 * GAP - 4, _TITLE_SIZES, BOLD)
    sheet.text((GAP + 4, GAP + TITLE_HEIGHT // 2), title, sheet.theme.text, letters, BOLD)
    level = GAP + TITLE_HEIGHT + HEADINGS_HEIGHT // 2 - 2
    for number, heading in enumerate(headings.rounds[columns.first :]):
        middle = columns.begin + (number + 0.5) * columns.cell
        sheet.text((middle, level), heading, sheet.theme.text_dim, 20, MEDIUM, "mm")
    points = sheet.fitted(headings.points, _POINTS_ROOM, 20)
    sheet.text((columns.points, level), points, sheet.theme.text_dim, 20, MEDIUM, "rm")
    decider, letters = sheet.fitted_in(headings.decider, columns.decider_room, (20, 18, 16))
    sheet.text((columns.decider, level), decider, sheet.theme.text_dim, letters, MEDIUM)


def _row(sheet: Sheet, top: int, row: StandingsRow, columns: _Columns, unreadable: str, is_odd: int) -> None:
    theme, level = sheet.theme, top + ROW_HEIGHT // 2
    if not is_odd:
        sheet.box((GAP, top, columns.width - GAP - 1, top + ROW_HEIGHT - 1), theme.card, radius=6)
    sheet.text(
        (_PLACE, level), row.label or str(row.place), theme.accent if row.place == 1 else theme.text_dim, 24, BOLD, "rm"
    )
    name = showable_name(row.name, unreadable.format(rank=row.place))
    text, letters = sheet.fitted_in(name, columns.begin - _NAME - GAP, _NAME_SIZES)
    sheet.text((_NAME, level), text, theme.text_dim if row.is_gone else theme.text, letters)
    for number, cell in enumerate(row.cells[columns.first :]):
        if cell:
            _cell(sheet, columns.begin + number * columns.cell, top, columns.cell, cell)
    sheet.text((columns.points, level), row.points, theme.text, 28, BOLD, "rm")
    decider, letters = sheet.fitted_in(row.decider, columns.decider_room, (22, 19, 17))
    sheet.text((columns.decider, level), decider, theme.text_dim, letters, MEDIUM)


def _cell(sheet: Sheet, left: int, top: int, width: int, cell: RoundCell) -> None:
    """Draw the result of a round: a win is a filled box, so it is seen without colours, too."""
    theme, level, middle = sheet.theme, top + ROW_HEIGHT // 2, left + width // 2
    fill: Rgb | None = theme.slot_line if cell.share == 1 else theme.slot if cell.share > 0 else None
    if fill:
        sheet.box((middle - 28, top + 5, middle + 3, top + ROW_HEIGHT - 6), fill, radius=6)
    ink = theme.panel if cell.share == 1 else theme.text
    sheet.text((middle - 12, level), sheet.fitted(cell.result, 34, 21), ink, 21, BOLD, "mm")
    if cell.opponent:
        opponent, letters = sheet.fitted_in(cell.opponent, width // 2 - 8, _OPPONENT_SIZES)
        sheet.text((middle + 8, level + 4), opponent, theme.text_dim, letters, MEDIUM, "lm")
