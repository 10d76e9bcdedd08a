"""The table of a tournament: a row for each player, with the result of each round and the row of the opponent."""

from collections.abc import Sequence
from typing import Final

from PIL import Image

from carcassonne import Rgb
from render.look.look import Look
from render.look.words import RoundCell, StandingsHeadings, StandingsRow
from render.panel.sheet import Sheet
from render.text.fonts import BOLD, MEDIUM
from render.text.names import showable_name

WIDTH: Final = 1100
"""Twice the width at which a chat shows it. 16 rows are as high as a chat shows, too."""
ROWS: Final = 16
"""The most rows of a page, with the headings among them."""
GAP: Final = 10
TITLE_HEIGHT: Final = 48
HEADINGS_HEIGHT: Final = 26
ROW_HEIGHT: Final = 38

_PLACE: Final = 66
"""The right end of the places; the names follow."""
_NAME: Final = 80
_POINTS: Final = WIDTH - 150
"""The right end of the points; the numbers that decided follow."""
_DECIDER: Final = _POINTS + 24
"""The left end of these numbers: the first one of each row can be compared."""
_POINTS_ROOM: Final = 84
_FEWEST_NAMES: Final = 230
"""The least room for names."""
_CELL: Final = 88
"""The most room for a round."""
_LEAST_CELL: Final = 62
_OPPONENT_SIZES: Final = (19, 16, 13)
_NAME_SIZES: Final = (26, 23, 20)


def standings_image(rows: Sequence[StandingsRow], headings: StandingsHeadings, look: Look) -> Image.Image:
    """Return the picture of a table, an RGB image. Of many rounds, it shows the last ones."""
    top, scale = GAP + TITLE_HEIGHT + HEADINGS_HEIGHT, look.size.scale
    height = top + (len(rows) + sum(bool(one.heading) for one in rows)) * ROW_HEIGHT + GAP - 2
    image = Image.new("RGB", (round(WIDTH * scale), round(height * scale)), look.theme.panel)
    sheet = Sheet(image, look.theme, scale)
    room = _POINTS - _POINTS_ROOM - _NAME - _FEWEST_NAMES
    shown = min(len(headings.rounds), room // _LEAST_CELL)
    width = min(_CELL, room // shown) if shown else 0
    first = len(headings.rounds) - shown
    begin = _POINTS - _POINTS_ROOM - shown * width
    _head(sheet, headings, first, begin, width)
    for number, row in enumerate(rows):
        if row.heading:
            sheet.text((GAP + 4, top + ROW_HEIGHT // 2), row.heading, look.theme.text_dim, 22, BOLD)
            top += ROW_HEIGHT
        _row(sheet, top, row, row.cells[first:], begin, width, headings.unreadable, number % 2)
        top += ROW_HEIGHT
    return image


def _head(sheet: Sheet, headings: StandingsHeadings, first: int, begin: int, width: int) -> None:
    title = sheet.fitted(showable_name(headings.title, headings.points), WIDTH - 2 * GAP, 32, BOLD)
    sheet.text((GAP + 4, GAP + TITLE_HEIGHT // 2), title, sheet.theme.text, 32, BOLD)
    level = GAP + TITLE_HEIGHT + HEADINGS_HEIGHT // 2 - 2
    for number, heading in enumerate(headings.rounds[first:]):
        sheet.text((begin + (number + 0.5) * width, level), heading, sheet.theme.text_dim, 20, MEDIUM, "mm")
    points = sheet.fitted(headings.points, _POINTS_ROOM, 20)
    sheet.text((_POINTS, level), points, sheet.theme.text_dim, 20, MEDIUM, "rm")
    decider, letters = sheet.fitted_in(headings.decider, WIDTH - _DECIDER - GAP, (20, 18, 16))
    sheet.text((_DECIDER, level), decider, sheet.theme.text_dim, letters, MEDIUM)


def _row(
    sheet: Sheet,
    top: int,
    row: StandingsRow,
    cells: Sequence[RoundCell | None],
    begin: int,
    width: int,
    unreadable: str,
    is_odd: int,
) -> None:
    theme, level = sheet.theme, top + ROW_HEIGHT // 2
    if not is_odd:
        sheet.box((GAP, top, WIDTH - GAP - 1, top + ROW_HEIGHT - 1), theme.card, radius=6)
    sheet.text(
        (_PLACE, level), row.label or str(row.place), theme.accent if row.place == 1 else theme.text_dim, 24, BOLD, "rm"
    )
    name = showable_name(row.name, unreadable.format(rank=row.place))
    text, letters = sheet.fitted_in(name, begin - _NAME - GAP, _NAME_SIZES)
    sheet.text((_NAME, level), text, theme.text_dim if row.is_gone else theme.text, letters)
    for number, cell in enumerate(cells):
        if cell:
            _cell(sheet, begin + number * width, top, width, cell)
    sheet.text((_POINTS, level), row.points, theme.text, 28, BOLD, "rm")
    decider, letters = sheet.fitted_in(row.decider, WIDTH - _DECIDER - GAP, (22, 19, 17))
    sheet.text((_DECIDER, level), decider, theme.text_dim, letters, MEDIUM)


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
