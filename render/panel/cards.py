"""The card of a player in the panel: plain values. Lengths are those of a ``Sheet``."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from carcassonne import Figure
from render.look.theme import PieceStyle
from render.panel.sheet import Sheet

CARD_HEIGHT: Final = 70
"""The height of a card without what its edition adds."""
LOWER_CARD_HEIGHT: Final = 56
"""The height of one that leaves room for the rotations of the tile."""
LOW_CARD_HEIGHT: Final = 52
"""The height of one that leaves more room: that of its two lines, the lower one with a plate of points."""
TALLEST_CARD: Final = 100
"""The height of one where there is much room."""
CARD_GAP: Final = 8
"""The room between two cards."""


class CardExtra(Protocol):
    """What an edition adds to a player's card, below what every card has."""

    def paint(self, sheet: Sheet, card: "PlayerCard") -> None:
        """Paint it onto the card, from ``base_height`` below its top."""


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """A player's card by its upper left corner.

    ``total`` is the score if the game ended now. ``supply`` is what the player has left to play with, by kind of
    figure. If ``resigned`` is given, that word replaces it. ``base_height`` is the height without ``extra``. ``gain``
    is what the last turn has brought.
    """

    x: float
    y: float
    width: float
    style: PieceStyle
    name: str
    colour_name: str
    score: int
    total: int | None
    supply: Mapping[Figure, int]
    is_to_move: bool
    is_winner: bool
    resigned: str | None
    height: float
    base_height: float
    extra: CardExtra | None
    is_computer: bool = False
    gain: int = 0
