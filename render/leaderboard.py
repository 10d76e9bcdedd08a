"""A leaderboard: a card for everybody, as in a board's panel, with the rating where the score stands there."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from render import theme
from render.figures import figure
from render.fonts import BOLD, MEDIUM, fitted, font, showable_name
from render.theme import Livery, Paint

WIDTH: Final = 640
GAP: Final = 10
CARD_HEIGHT: Final = 66
TITLE_HEIGHT: Final = 44
HEADINGS_HEIGHT: Final = 26

_INNER: Final = 14
"""From a card's edge to what stands on it."""
_RANK: Final = 58
"""The right end of the ranks; the figures follow."""
_NAME: Final = 116
_GAMES, _WINS, _RATING = 432, 512, WIDTH - GAP - _INNER
"""The right ends of the columns."""
_COLUMN: Final = 74
"""The room for a number, or the heading of a column."""

_NAME_SIZES: Final = (26, 23, 20)
_FIGURE: Final = 38


@dataclass(frozen=True, slots=True)
class Row:
    """Somebody's line; the one who is ``marked`` stands out."""

    rank: int
    name: str
    games: int
    wins: int
    rating: int
    is_marked: bool = False


@dataclass(frozen=True, slots=True)
class Headings:
    """What a leaderboard says besides names and numbers; ``unreadable`` stands for a name that the font lacks."""

    title: str
    games: str
    wins: str
    rating: str
    unreadable: str


def leaderboard_image(rows: Sequence[Row], headings: Headings) -> Image.Image:
    """Return the picture of a leaderboard, an RGB image."""
    top = GAP + TITLE_HEIGHT + HEADINGS_HEIGHT
    image = Image.new("RGB", (WIDTH, top + len(rows) * (CARD_HEIGHT + GAP)), theme.PANEL)
    pen = ImageDraw.Draw(image)
    _head(pen, headings)
    for place, row in enumerate(rows):
        _card(image, pen, top + place * (CARD_HEIGHT + GAP), row, Paint(place % len(Paint)), headings.unreadable)
    return image


def _head(pen: ImageDraw.ImageDraw, headings: Headings) -> None:
    title = fitted(showable_name(headings.title, headings.rating), WIDTH - 2 * GAP, 28, BOLD)
    pen.text((GAP + 2, GAP + TITLE_HEIGHT // 2 - 2), title, theme.TEXT, font(28, BOLD), "lm")
    level = GAP + TITLE_HEIGHT + HEADINGS_HEIGHT // 2 - 4
    for right, heading in ((_GAMES, headings.games), (_WINS, headings.wins), (_RATING, headings.rating)):
        room = _COLUMN if right != _RATING else _RATING - _WINS - GAP
        pen.text((right, level), fitted(heading, room, 19), theme.TEXT_DIM, font(19), "rm")


def _card(image: Image.Image, pen: ImageDraw.ImageDraw, top: int, row: Row, paint: Paint, unreadable: str) -> None:
    fill, line = (theme.CARD_TO_MOVE, theme.HIGHLIGHT) if row.is_marked else (theme.CARD, None)
    pen.rounded_rectangle((GAP, top, WIDTH - GAP - 1, top + CARD_HEIGHT - 1), 10, fill, line, 3)
    level = top + CARD_HEIGHT // 2
    picture = figure(Livery(0, paint), _FIGURE, numbered=False)
    image.paste(picture, (_RANK + 4, level - picture.height // 2), picture)
    _number(pen, (_RANK, level), row.rank, 26, theme.TEXT_DIM)
    _name(pen, (_NAME, level), showable_name(row.name, unreadable))
    _number(pen, (_GAMES, level), row.games, 24, theme.TEXT)
    _number(pen, (_WINS, level), row.wins, 24, theme.TEXT)
    _number(pen, (_RATING, level), row.rating, 36, theme.TEXT)


def _number(
    pen: ImageDraw.ImageDraw, at: tuple[int, int], number: int, size: int, colour: tuple[int, int, int]
) -> None:
    pen.text(at, str(number), colour, font(size, BOLD), "rm")


def _name(pen: ImageDraw.ImageDraw, at: tuple[int, int], name: str) -> None:
    """Long names get smaller, then they are cut."""
    room = _GAMES - _COLUMN - at[0]
    size = next((size for size in _NAME_SIZES if font(size, MEDIUM).getlength(name) <= room), _NAME_SIZES[-1])
    pen.text(at, fitted(name, room, size), theme.TEXT, font(size, MEDIUM), "lm")
