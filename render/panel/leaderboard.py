"""The leaderboard: a card for each player, like that in a board's panel, with a rating instead of a score."""

from collections.abc import Sequence
from typing import Final

from PIL import Image

from carcassonne import BASE_GAME_COLOURS, Colour
from render.look.look import Look
from render.look.theme import PieceStyle
from render.look.words import LeaderboardHeadings, LeaderboardRow
from render.panel.sheet import Sheet
from render.pieces.figures import figure_image
from render.text.fonts import BOLD, MEDIUM
from render.text.names import showable_name

WIDTH: Final = 640
GAP: Final = 10
CARD_HEIGHT: Final = 66
TITLE_HEIGHT: Final = 44
HEADINGS_HEIGHT: Final = 26

_INNER: Final = 14
"""The padding of a card."""
_RANK: Final = 58
"""The right end of the ranks; the figures follow."""
_NAME: Final = 116
_GAMES, _WINS, _RATING = 432, 512, WIDTH - GAP - _INNER
"""The right ends of the columns."""
_COLUMN: Final = 74
"""The room for a number, or the heading of a column."""

_NAME_SIZES: Final = (26, 23, 20)
_FIGURE: Final = 38


def leaderboard_image(rows: Sequence[LeaderboardRow], headings: LeaderboardHeadings, look: Look) -> Image.Image:
    """Return the picture of a leaderboard, an RGB image."""
    top, scale = GAP + TITLE_HEIGHT + HEADINGS_HEIGHT, look.size.scale
    height = top + len(rows) * (CARD_HEIGHT + GAP)
    image = Image.new("RGB", (round(WIDTH * scale), round(height * scale)), look.theme.panel)
    sheet = Sheet(image, look.theme, scale)
    _head(sheet, headings)
    for place, row in enumerate(rows):
        colour = BASE_GAME_COLOURS[place % len(BASE_GAME_COLOURS)]
        _card(sheet, top + place * (CARD_HEIGHT + GAP), row, colour, headings.unreadable)
    return image


def _head(sheet: Sheet, headings: LeaderboardHeadings) -> None:
    title = sheet.fitted(showable_name(headings.title, headings.rating), WIDTH - 2 * GAP, 28, BOLD)
    sheet.text((GAP + 2, GAP + TITLE_HEIGHT // 2 - 2), title, sheet.theme.text, 28, BOLD)
    level = GAP + TITLE_HEIGHT + HEADINGS_HEIGHT // 2 - 4
    for right, heading in ((_GAMES, headings.games), (_WINS, headings.wins), (_RATING, headings.rating)):
        room = _COLUMN if right != _RATING else _RATING - _WINS - GAP
        sheet.text((right, level), sheet.fitted(heading, room, 19), sheet.theme.text_dim, 19, MEDIUM, "rm")


def _card(sheet: Sheet, top: int, row: LeaderboardRow, colour: Colour, unreadable: str) -> None:
    theme = sheet.theme
    fill, line = (theme.card_to_move, theme.accent) if row.is_marked else (theme.card, None)
    sheet.box((GAP, top, WIDTH - GAP - 1, top + CARD_HEIGHT - 1), fill, line, thick=3, radius=10)
    level = top + CARD_HEIGHT // 2
    sheet.paste_at_level(figure_image(PieceStyle(0, colour), sheet.pixels(_FIGURE), numbered=False), _RANK + 4, level)
    name = showable_name(row.name, unreadable.format(rank=row.rank))
    text, letters = sheet.fitted_in(name, _GAMES - _COLUMN - _NAME, _NAME_SIZES)
    sheet.text((_NAME, level), text, theme.text, letters)
    for right, number, size, rgb in (
        (_RANK, row.rank, 26, theme.text if row.is_marked else theme.text_dim),
        (_GAMES, row.games, 24, theme.text),
        (_WINS, row.wins, 24, theme.text),
        (_RATING, row.rating, 36, theme.text),
    ):
        sheet.text((right, level), str(number), rgb, size, BOLD, "rm")
