"""Players' cards: the figure, the name, the figures left, the score, and rows that an edition adds.

Lengths are those of a ``Sheet``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import Final, Protocol, Self

from carcassonne import FOLLOWER, Figure, Rgb
from render.look.theme import PieceStyle, Theme
from render.panel.holding import Holding
from render.panel.sheet import TEXT_HEIGHT, Sheet
from render.pieces.figures import figure_image
from render.pieces.marks import STARS, computer_mark, star_mark
from render.pieces.plates import plate_image
from render.text.fonts import BOLD, MEDIUM
from render.text.names import showable_name

CARD_GAP: Final = 8
"""The room between two cards."""

_NAME_SIZES: Final = (26, 24, 22, 20)
_NAME_SHARE: Final = 0.39
"""The most height of a name's letters, in heights of the card."""
_LEVELS: Final = (0.28, 0.735)
"""The middle heights of the upper and the lower line, in heights of the card. They are so far apart that nothing in
the lower line reaches into the name, even on the lowest card."""
_MARK_SIZE: Final = 22
_MARK_GAP: Final = 6
_STAR: Final = 11
_STAR_GAP: Final = 4
_PIECE: Final = 17
_HALO: Final = 1.2
"""The width of a figure's picture, in heights of the figure."""
_MAX_FIGURE: Final = 56
_FIGURE_BESIDE_HOLDING: Final = 36
_FIGURE_SHARE: Final = (0.22, 0.62)
"""The most height of the figure, in widths and in heights of the card."""
_SCORES: Final = (44, 40, 36, 32, 28, 24, 20)
_SCORE_SHARE: Final = 0.53
"""The most height of the score, in heights of the card, if it has a line of its own."""
_LEAST_STEP: Final = 9
"""The least distance of pieces in a row; with less room there is one piece of each kind."""
_COUNT_GAP: Final = 3
_GAIN_GAP: Final = 6
"""The room between what a turn has brought and the score."""
_BEFORE_SCORE: Final = 8
"""The room between the score and what stands before it."""
_EDGE: Final = 7
"""The room to the right of everything."""


@dataclass(frozen=True, slots=True)
class Card:
    """What all players' cards have, with the place of the card by its upper left corner.

    ``resigned`` is the word for that, None for all others.
    """

    style: PieceStyle
    name: str
    score: int
    _: KW_ONLY
    is_winner: bool
    is_computer: bool
    resigned: str | None
    x: float = 0
    y: float = 0
    width: float = 0
    height: float = 0

    def at(self, x: float, y: float, width: float, height: float) -> Self:
        """Return the card at a place."""
        return replace(self, x=x, y=y, width=width, height=height)

    def letters(self, theme: Theme) -> Rgb:
        """Return the colour of its letters."""
        return theme.text if self.resigned is None else theme.text_dim

    def paint_mark(self, sheet: Sheet, left: float, level: float, size: int) -> float:
        """Draw the mark of a computer before its name; return how much room it takes, none for people."""
        if not self.is_computer:
            return 0
        sheet.paste_at_level(computer_mark(sheet.pixels(size), self.letters(sheet.theme)), left, level)
        return size + _MARK_GAP


class CardRow(Protocol):
    """A row that an edition adds to a player's card, below what every card has."""

    @property
    def height(self) -> float:
        """How much taller the card is."""

    def paint(self, sheet: Sheet, card: "PlayerCard", top: float) -> None:
        """Paint it onto the card."""


@dataclass(frozen=True, slots=True)
class PlayerCard(Card):
    """The card of a player in a game that goes on.

    ``total`` is the score if the game ended now. ``supply`` is what the player has left to play with, by kind of
    figure; if the player has resigned, the word for that replaces it. ``gain`` is what the last turn has brought. Of
    ``height``, all but ``base_height`` is for ``rows``; all cards of a panel have as much for them. If there is a
    ``holding``, it fills the lower line, and the score stands beside the name.
    """

    colour_name: str
    total: int | None
    supply: Mapping[Figure, int]
    is_to_move: bool
    rows: tuple[CardRow, ...] = ()
    rows_height: float = 0
    gain: int = 0
    holding: Holding | None = None

    @property
    def base_height(self) -> float:
        """The height without that of the rows."""
        return self.height - self.rows_height

    def paint(self, sheet: Sheet) -> None:
        """Draw it. Only whoever is to move has a golden line and stars."""
        right, bottom, theme = self.x + self.width - 1, self.y + self.height - 1, sheet.theme
        fill = theme.card_to_move if self.is_to_move else theme.card
        line = theme.accent if self.is_to_move else theme.text if self.is_winner else None
        sheet.box((self.x, self.y, right, bottom), fill, line, thick=3, radius=10)
        figure = figure_image(self.style, sheet.pixels(_figure_height(self)))
        sheet.paste_at_level(figure, self.x + 4, self.y + self.base_height / 2)
        left = self.x + _EDGE + figure.width / sheet.scale
        if self.holding is None:
            _name(sheet, self, left, self.x + self.width - _EDGE - left)
            room = _score(sheet, self, left) - left
            _supply(sheet, self, left, room)
        else:
            _name(sheet, self, left, _score(sheet, self, left) - left)
            _hold(sheet, self, self.holding, left)
        top = self.y + self.base_height
        for row in self.rows:
            row.paint(sheet, self, top)
            top += row.height


def _figure_height(card: PlayerCard) -> float:
    most = _MAX_FIGURE if card.holding is None else _FIGURE_BESIDE_HOLDING
    return min(_FIGURE_SHARE[0] * card.width, _FIGURE_SHARE[1] * card.base_height, most)


def _name(sheet: Sheet, card: PlayerCard, left: float, room: float) -> None:
    """Write a name, that of the player to move in bold letters between stars. A computer's has a mark."""
    level = card.y + _LEVELS[0] * card.base_height
    mark = card.paint_mark(sheet, left, level, _MARK_SIZE)
    left, room = left + mark, room - mark
    name = showable_name(card.name, f"{card.colour_name} {card.style.number}")
    sizes = [size for size in _NAME_SIZES if size <= _NAME_SHARE * card.base_height]
    if card.is_to_move:
        _starred_name(sheet, name, (left, level), room, sizes)
    else:
        text, size = sheet.fitted_in(name, room, sizes, MEDIUM)
        sheet.text((left, level), text, card.letters(sheet.theme), size, MEDIUM)


def _starred_name(sheet: Sheet, name: str, at: tuple[float, float], room: float, sizes: Sequence[int]) -> None:
    """Write a name between stars, which are one above another if the name is long."""
    beside, (left, level) = room - 2 * (STARS * _STAR + _STAR_GAP), at
    is_upright = sheet.width_of(name, sizes[-1], BOLD) > beside
    stars = star_mark(sheet.pixels(_STAR), sheet.theme.accent, is_upright=is_upright)
    wide = stars.width / sheet.scale + _STAR_GAP
    text, size = sheet.fitted_in(name, room - 2 * wide, sizes, BOLD)
    sheet.paste_at_level(stars, left, level)
    sheet.text((left + wide, level), text, sheet.theme.text, size, BOLD)
    sheet.paste_at_level(stars, left + wide + sheet.width_of(text, size, BOLD) + _STAR_GAP, level)


def _score(sheet: Sheet, card: PlayerCard, left: float) -> float:
    """Write the score at the right, with what was or would be added to it; return where the room beside it ends.

    To who has resigned nothing would be added, and that word needs the room.
    """
    theme, level, right = sheet.theme, _score_level(card), card.x + card.width - 12
    if card.total is not None and card.resigned is None:
        more = f"+{card.total - card.score}"
        sheet.text((right, level), more, theme.text, TEXT_HEIGHT, BOLD, "rm")
        right -= sheet.width_of(more, TEXT_HEIGHT, BOLD) + 6
    gain = plate_image(f"+{card.gain}", card.style, sheet.pixels(TEXT_HEIGHT)) if card.gain else None
    wide = gain.width / sheet.scale + _GAIN_GAP if gain else 0
    score, room = str(card.score), right - left - _least_beside_score(sheet, card) - wide
    most = _SCORE_SHARE if card.holding is None else _NAME_SHARE
    sizes = [size for size in _SCORES if size <= most * card.base_height] or [_SCORES[-1]]
    size = sheet.fitting_size(score, room, sizes, BOLD)
    sheet.text((right, level), score, card.letters(theme), size, BOLD, "rm")
    right -= sheet.width_of(score, size, BOLD)
    if gain and right - wide > left:  # on the narrowest cards, a high score leaves no room
        right -= wide
        sheet.paste_at_level(gain, right, level)
    return right - _BEFORE_SCORE


def _least_beside_score(sheet: Sheet, card: PlayerCard) -> float:
    """Return the room that is left beside a score: for a number and two pieces, or for the word of who has resigned."""
    pieces = _count_width(sheet, card) + 2 * _PIECE
    if card.resigned is None or card.holding is not None:
        return pieces
    return max(pieces, sheet.width_of(card.resigned, TEXT_HEIGHT) + _BEFORE_SCORE)


def _score_level(card: PlayerCard) -> float:
    return _lower_level(card) if card.holding is None else card.y + _LEVELS[0] * card.base_height


def _hold(sheet: Sheet, card: PlayerCard, holding: Holding, left: float) -> None:
    """Draw what a player holds; or write that the player has resigned, who holds no figures any more."""
    level, right = _lower_level(card), card.x + card.width - _EDGE
    if card.resigned is None:
        holding.paint_figures(sheet, card.style, left, level)
    else:
        text = sheet.fitted(card.resigned, right - holding.signs_width - left, TEXT_HEIGHT, MEDIUM)
        sheet.text((left, level), text, sheet.theme.text_dim, TEXT_HEIGHT, MEDIUM)
    holding.paint_signs(sheet, card.style, right, level, card.letters(sheet.theme))


def _lower_level(card: PlayerCard) -> float:
    """Return the middle height of the lower line: the followers and the score."""
    return card.y + _LEVELS[1] * card.base_height


def _count_width(sheet: Sheet, card: PlayerCard) -> float:
    return sheet.width_of(str(card.supply.get(FOLLOWER, 0)), TEXT_HEIGHT, BOLD)


def _supply(sheet: Sheet, card: PlayerCard, left: float, room: float) -> None:
    """Draw the figures that a player has left, after the number of followers; or write that the player has resigned."""
    level = _lower_level(card)
    if card.resigned is not None:
        text = sheet.fitted(card.resigned, room, TEXT_HEIGHT, MEDIUM)
        sheet.text((left, level), text, sheet.theme.text_dim, TEXT_HEIGHT, MEDIUM)
        return
    if _count_width(sheet, card) > room:  # what the turn has brought is there
        return
    sheet.text((left, level), str(card.supply.get(FOLLOWER, 0)), sheet.theme.text, TEXT_HEIGHT, BOLD)
    first = _count_width(sheet, card) + _COUNT_GAP
    pieces, step = _pieces(card, room - first - _PIECE * _HALO)
    for number, figure in enumerate(pieces):
        picture = figure_image(card.style, sheet.pixels(_PIECE), figure, numbered=False)
        sheet.paste_at_level(picture, left + first + number * step, level)


_ROUNDING: Final = 1e-6
"""A share of a step. Without it, the last of the pieces that just fit would be left out now and then."""


def _pieces(card: PlayerCard, room: float) -> tuple[list[Figure], float]:
    """Return the pieces to draw, and the distance from one to the next, if the last of them may begin at ``room``."""
    pieces, step = [figure for figure, count in card.supply.items() for _ in range(count)], _PIECE + 2.0
    if len(pieces) > 1:
        step = min(step, room / (len(pieces) - 1))
    if step < _LEAST_STEP:
        pieces, step = [figure for figure, count in card.supply.items() if count], _PIECE + 2.0
    return pieces[: int(room / step + _ROUNDING) + 1] if room >= 0 else [], step
