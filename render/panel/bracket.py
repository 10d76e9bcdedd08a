"""The bracket of a knockout: a column of matches for each round, and lines from who wins to the next match."""

from collections.abc import Sequence
from typing import Final

from PIL import Image

from render.look.look import Look
from render.look.words import BracketMatch
from render.panel.sheet import Sheet
from render.text.fonts import BOLD, MEDIUM
from render.text.names import showable_name

WIDTH: Final = 1100
"""Twice the width at which a chat shows it."""
HEIGHT: Final = 700
MOST_ROUNDS: Final = 4
"""Of more rounds, the last ones are shown: from the best sixteen on."""
GAP: Final = 10
_TITLE: Final = 54
_LINK: Final = 34
"""The room between two columns."""
_MATCH: Final = 68
"""The height of a match."""
_RESULT: Final = 40
_SIZES: Final = (24, 21, 18)

Rounds = Sequence[Sequence[BracketMatch]]


def bracket_image(
    title: str, rounds: Rounds, third: BracketMatch | None, third_label: str, unreadable: str, look: Look
) -> Image.Image:
    """Return the picture of a bracket, an RGB image. Each round has half as many matches as the one before; ``third``
    is the match for the third place.
    """
    scale = look.size.scale
    image = Image.new("RGB", (round(WIDTH * scale), round(HEIGHT * scale)), look.theme.panel)
    sheet = Sheet(image, look.theme, scale)
    shown = sheet.fitted(showable_name(title, unreadable), WIDTH - 2 * GAP, 32, BOLD)
    sheet.text((GAP + 4, GAP + 18), shown, sheet.theme.text, 32, BOLD)
    columns = rounds[-MOST_ROUNDS:]
    width = min(340, (WIDTH - 2 * GAP - (len(columns) - 1) * _LINK) // max(len(columns), 1))
    for number, matches in enumerate(columns):
        left = GAP + number * (width + _LINK)
        levels = _levels(len(matches))
        for level, match in zip(levels, matches, strict=True):
            if number:
                _link(sheet, left, level, _levels(len(columns[number - 1])), levels.index(level))
            _match(sheet, left, level, width, match, unreadable)
    if third:
        left, level = GAP + (len(columns) - 1) * (width + _LINK), HEIGHT - GAP - _MATCH // 2
        label = sheet.fitted(third_label, width, 20)
        sheet.text((left + 4, level - _MATCH // 2 - 14), label, sheet.theme.text_dim, 20, MEDIUM)
        _match(sheet, left, level, width, third, unreadable)
    return image


def _levels(matches: int) -> list[int]:
    """Return the middle of each match of a column."""
    room = HEIGHT - _TITLE - GAP
    return [round(_TITLE + room * (number + 0.5) / matches) for number in range(matches)]


def _link(sheet: Sheet, left: int, level: int, before: Sequence[int], number: int) -> None:
    """Draw the lines from the two matches of the round before to a match."""
    colour, middle = sheet.theme.slot_line, left - _LINK // 2
    upper, lower = before[2 * number], before[2 * number + 1]
    for start in (upper, lower):
        sheet.box((left - _LINK, start - 1, middle, start + 1), colour)
    sheet.box((middle - 1, upper, middle + 1, lower), colour)
    sheet.box((middle, level - 1, left, level + 1), colour)


def _match(sheet: Sheet, left: int, level: int, width: int, match: BracketMatch, unreadable: str) -> None:
    theme, top = sheet.theme, level - _MATCH // 2
    sheet.box((left, top, left + width - 1, top + _MATCH - 1), theme.card, radius=8)
    for place, (name, result) in enumerate(zip(match.names, match.results, strict=True)):
        line = top + _MATCH // 4 + place * _MATCH // 2
        has_won = match.winner == place
        ink = theme.text if has_won or match.winner is None else theme.text_dim
        if has_won:
            box = (left, top + place * _MATCH // 2, left + 5, top + (place + 1) * _MATCH // 2 - 1)
            sheet.box(box, theme.accent, radius=2)
        if name:
            face = BOLD if has_won else MEDIUM
            text, letters = sheet.fitted_in(showable_name(name, unreadable), width - _RESULT - 24, _SIZES, face)
            sheet.text((left + 14, line), text, ink, letters, face)
        sheet.text((left + width - 12, line), result, ink, 24, BOLD, "rm")
