"""The bracket of a knockout: a column of matches for each round, and lines from who wins to the next match."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image

from render.look.look import Look
from render.look.words import BracketHeadings, BracketMatch
from render.panel.sheet import Sheet
from render.text.fonts import BOLD, MEDIUM
from render.text.names import MAX_TITLE_LENGTH, showable_name

WIDTHS: Final = (760, 760, 920, 1100)
"""By the number of rounds: the fewer, the larger the letters where a chat shows the picture."""
MOST_ROUNDS: Final = len(WIDTHS)
"""Of more rounds, the last ones are shown: from the best sixteen on."""
GAP: Final = 10
_TITLE: Final = 54
_HEADINGS: Final = 24
_LINK: Final = 34
"""The room between two columns."""
_LINE: Final = 34
"""The height of a player's line; a match has two."""
_MARGIN: Final = 14
"""The room at both ends of a line."""
_SIZES: Final = (24, 21, 18)
_SMALLEST: Final = 16
"""Names are written this small only where the picture is shown larger."""
_TITLE_SIZES: Final = (32, 28, 24)

Rounds = Sequence[Sequence[BracketMatch]]


class _Names(NamedTuple):
    """How names are written."""

    unreadable: str
    sizes: tuple[int, ...]


def bracket_image(rounds: Rounds, third: BracketMatch | None, headings: BracketHeadings, look: Look) -> Image.Image:
    """Return the picture of a bracket, an RGB image. Each round has half as many matches as the one before; ``third``
    is the match for the third place. The picture has the shape in which a chat shows one.
    """
    columns, labels = rounds[-MOST_ROUNDS:], headings.rounds[-MOST_ROUNDS:]
    names = _Names(headings.unreadable, _SIZES if len(columns) == MOST_ROUNDS else (*_SIZES, _SMALLEST))
    scale, room = look.size.scale, WIDTHS[len(columns) - 1]
    height = room * 7 // 11
    image = Image.new("RGB", (round(room * scale), round(height * scale)), look.theme.panel)
    sheet = Sheet(image, look.theme, scale)
    title = showable_name(headings.title, headings.unreadable, MAX_TITLE_LENGTH)
    title, letters = sheet.fitted_in(title, room - 2 * GAP - 4, _TITLE_SIZES, BOLD)
    sheet.text((GAP + 4, GAP + 18), title, sheet.theme.text, letters, BOLD)
    width, left = (room - 2 * GAP - (len(columns) - 1) * _LINK) // len(columns), GAP
    before = list[int]()
    for matches, label in zip(columns, labels, strict=True):
        _label(sheet, left, _TITLE + _HEADINGS // 2, width, label)
        levels = _levels(len(matches), height)
        for number, (level, match) in enumerate(zip(levels, matches, strict=True)):
            if before:
                _link(sheet, left, level, before[2 * number : 2 * number + 2])
            _match(sheet, left, level, width, match, names)
        before, left = levels, left + width + _LINK
    if third:
        left -= width + _LINK
        top = _match(sheet, left, height - GAP - _LINE, width, third, names)
        _label(sheet, left, top - 14, width, headings.third)
    return image


def _levels(matches: int, height: int) -> list[int]:
    """Return the middle of each match of a column."""
    top = _TITLE + _HEADINGS
    return [round(top + (height - top - GAP) * (number + 0.5) / matches) for number in range(matches)]


def _label(sheet: Sheet, left: int, level: int, width: int, text: str) -> None:
    sheet.text((left + 4, level), sheet.fitted(text, width - 4, 20), sheet.theme.text_dim, 20, MEDIUM)


def _link(sheet: Sheet, left: int, level: int, before: Sequence[int]) -> None:
    """Draw the lines from the two matches of the round before to a match."""
    colour, middle = sheet.theme.slot_line, left - _LINK // 2
    for start in before:
        sheet.box((left - _LINK, start - 1, middle, start + 1), colour)
    sheet.box((middle - 1, before[0], middle + 1, before[-1]), colour)
    sheet.box((middle, level - 1, left, level + 1), colour)


def _match(sheet: Sheet, left: int, level: int, width: int, match: BracketMatch, names: _Names) -> int:
    """Draw a match: a line for each player, and for who has nobody to meet one line alone. Return its top."""
    places = [0 if match.names[0] else 1] if match.is_lone else [0, 1]
    top, right = level - len(places) * _LINE // 2, left + width - 1
    sheet.box((left, top, right, top + len(places) * _LINE - 1), sheet.theme.card, radius=8)
    for number, place in enumerate(places):
        _player(sheet, (left, top + number * _LINE, right), match, place, names)
    return top


def _player(sheet: Sheet, line: tuple[int, int, int], match: BracketMatch, place: int, names: _Names) -> None:
    """Draw a line of a match, given by its left edge, top and right edge."""
    theme, (left, top, right) = sheet.theme, line
    name, result, has_won, level = match.names[place], match.results[place], match.winner == place, top + _LINE // 2
    ink, face = theme.text if has_won or match.winner is None else theme.text_dim, BOLD if has_won else MEDIUM
    if has_won:
        sheet.box((left, top, left + 5, top + _LINE - 1), theme.accent, radius=2)
    if name:
        room = right - left - 2 * _MARGIN - (sheet.width_of(result, _SIZES[0], BOLD) + 10 if result else 0)
        text, letters = sheet.fitted_in(showable_name(name, names.unreadable), room, names.sizes, face)
        sheet.text((left + _MARGIN, level), text, ink, letters, face)
    sheet.text((right - _MARGIN + 2, level), result, ink, _SIZES[0], BOLD, "rm")
