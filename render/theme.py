"""The colours of everything that is not landscape. All are multiples of four and have a palette entry of their own."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from render.art.colours import Colour


class Paint(IntEnum):
    """The colours of figures, in the order in which seats take them."""

    RED = 0
    BLUE = 1
    YELLOW = 2
    BLACK = 3
    WHITE = 4


@dataclass(frozen=True, slots=True)
class Livery:
    """What a seat's pieces are known by: its number, from 0, and their paint."""

    seat: int
    paint: Paint

    @property
    def number(self) -> str:
        """The number as it stands on the pieces."""
        return str(self.seat + 1)

    @property
    def colour(self) -> Colour:
        """The colour of the pieces."""
        return PLAYERS[self.paint]

    @property
    def ink(self) -> Colour:
        """The colour of the number on them."""
        return ON_PLAYERS[self.paint]


TABLE: Final[Colour] = (44, 48, 52)
PANEL: Final[Colour] = (32, 32, 36)
CARD: Final[Colour] = (52, 56, 64)
CARD_TO_MOVE: Final[Colour] = (76, 80, 92)
TEXT: Final[Colour] = (244, 244, 244)
TEXT_DIM: Final[Colour] = (180, 184, 192)
SLOT: Final[Colour] = (60, 68, 76)
SLOT_LINE: Final[Colour] = (160, 168, 180)
HIGHLIGHT: Final[Colour] = (252, 212, 64)
INK: Final[Colour] = (28, 24, 20)
WHITE: Final[Colour] = (252, 252, 252)

PLAYERS: Final[tuple[Colour, ...]] = (
    (232, 72, 60),
    (16, 60, 152),
    (248, 196, 44),
    (20, 20, 28),
    (252, 252, 252),
)
"""By paint: red, blue, yellow, black, white. Far apart in lightness, also for those who see fewer colours."""
ON_PLAYERS: Final[tuple[Colour, ...]] = (WHITE, WHITE, INK, WHITE, INK)
"""By paint: the colour of the number on the figures."""

OVERLAYS: Final[tuple[Colour, ...]] = ((236, 96, 176), (72, 200, 208), (248, 152, 40), (148, 104, 220))
"""Tints of features in the views."""

RESERVED: Final = (
    TABLE, PANEL, CARD, CARD_TO_MOVE, TEXT, TEXT_DIM, SLOT, SLOT_LINE, HIGHLIGHT, INK, WHITE, *PLAYERS, *OVERLAYS,
)  # fmt: skip
