"""What a player holds in a game of many kinds of figures, or of goods: small pictures in the lower line of the card.

Lengths are those of a ``Sheet``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from carcassonne import Figure, Rgb
from render.art.signs import sign_image
from render.look.theme import PieceStyle
from render.panel.sheet import TEXT_HEIGHT, Sheet
from render.pieces.figures import figure_image
from render.pieces.plates import plate_image
from render.text.fonts import BOLD

_PIECE: Final = 14
_PIECE_ROOM: Final = 24
"""The room for a figure of one kind; it stays empty while the figure is on the board."""
_COUNT_ROOM: Final = 15
"""The room for the number of those of which a player has several."""
_SIGN: Final = 22
_SIGN_ROOM: Final = 38
"""The room for a sign with a number of one digit."""
_PAID_ROOM: Final = 76
"""The room for a sign with a plate beside it that tells what it would pay."""
_NUMBER_GAP: Final = 1
_BESIDE: Final = 58
"""The room on a card beside all of this, which is mostly the player's figure."""


class Sign(NamedTuple):
    """How many a player has of what a sign stands for, and what that would pay if the game ended now.

    ``name`` is that of its row in ``signs.SIGNS``.
    """

    name: str
    number: int
    pays: int = 0


@dataclass(frozen=True, slots=True)
class Holding:
    """The figures in hand by kind, the usual ones first, and signs with their numbers.

    If it ``tells_pay``, what a sign would pay stands there for its number, and takes the room of the figures.
    """

    figures: Sequence[tuple[Figure, int]]
    signs: Sequence[Sign]
    tells_pay: bool = False

    @property
    def card_width(self) -> int:
        """The least width of the card."""
        return _BESIDE + _COUNT_ROOM + _PIECE_ROOM * len(self.figures) + _SIGN_ROOM * len(self.signs)

    @property
    def signs_width(self) -> int:
        return self._sign_room * len(self.signs)

    @property
    def _sign_room(self) -> int:
        return _PAID_ROOM if self.tells_pay else _SIGN_ROOM

    def paint_figures(self, sheet: Sheet, style: PieceStyle, left: float, level: float) -> None:
        """Draw a figure of each kind that is in hand, and before the first how many there are."""
        for number, (figure, count) in enumerate(() if self.tells_pay else self.figures):
            if number == 0:
                sheet.text((left, level), str(count), sheet.theme.text, TEXT_HEIGHT, BOLD)
                left += _COUNT_ROOM
            if count:
                piece = figure_image(style, sheet.pixels(_PIECE), figure, numbered=False)
                sheet.paste_at_level(piece, left + (_PIECE_ROOM - piece.width / sheet.scale) / 2, level)
            left += _PIECE_ROOM

    def paint_signs(self, sheet: Sheet, style: PieceStyle, right: float, level: float, letters: Rgb) -> None:
        """Draw the signs with their numbers; they end at ``right``."""
        left = right - self.signs_width
        for number, sign in enumerate(self.signs):
            x = left + number * self._sign_room
            sheet.paste_at_level(sign_image(sign.name, sheet.pixels(_SIGN)), x, level)
            beside = x + _SIGN + _NUMBER_GAP
            if self.tells_pay and sign.pays:
                sheet.paste_at_level(plate_image(f"+{sign.pays}", style, sheet.pixels(TEXT_HEIGHT)), beside, level)
                continue
            rgb = letters if sign.number else sheet.theme.text_dim
            sheet.text((beside, level), str(sign.number), rgb, TEXT_HEIGHT, BOLD)
