"""The colours of everything that is not landscape: those of the pieces, and the themes that one may choose from."""

from collections.abc import Mapping
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
class PieceStyle:
    """What a seat's pieces are known by: its number, from 0, and their paint, which they have lost where nobody plays
    them any more."""

    seat: int
    paint: Paint
    is_ownerless: bool = False

    @property
    def number(self) -> str:
        """The number as it stands on the pieces."""
        return str(self.seat + 1)

    @property
    def colour(self) -> Colour:
        """The colour of the pieces."""
        return OWNERLESS if self.is_ownerless else PLAYERS[self.paint]

    @property
    def ink(self) -> Colour:
        """The colour of the number on them."""
        return INK if self.is_ownerless else ON_PLAYERS[self.paint]


HIGHLIGHT: Final[Colour] = (252, 212, 64)
"""The frame of the last move, with a line of ink on both sides."""
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

OWNERLESS: Final[Colour] = (176, 168, 156)
"""Pieces that nobody plays any more. It has no palette entry of its own, but both themes have a grey near it."""

OVERLAYS: Final[tuple[Colour, ...]] = ((236, 96, 176), (72, 200, 208), (248, 152, 40), (148, 104, 220))
"""Tints of features in the views."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of what lies around the landscape: table, panel and letters, all multiples of four.

    ``shadow`` falls on the table. Cards bear ``text`` and, in ``accent``, what stands out. Tiles used up and ways that
    are not open are written in ``faint``. The three of the castle's floor may merge with
    colours of the landscape. ``name`` is that of its palette.
    """

    name: str
    table: Colour
    panel: Colour
    shadow: Colour
    card: Colour
    card_to_move: Colour
    text: Colour
    text_dim: Colour
    faint: Colour
    slot: Colour
    slot_line: Colour
    accent: Colour
    floor: Colour
    floor_largest: Colour
    floor_joint: Colour
    floor_slot: Colour

    @property
    def reserved(self) -> tuple[Colour, ...]:
        """The colours that have a palette entry of their own."""
        own = (
            self.table, self.panel, self.card, self.card_to_move, self.text, self.text_dim, self.slot, self.faint,
            HIGHLIGHT, INK, WHITE, *PLAYERS, *OVERLAYS, self.shadow, self.slot_line, self.accent,
            self.floor_slot,
        )  # fmt: skip
        return tuple(dict.fromkeys(own))


EVENING: Final = Theme(
    name="evening",
    table=(44, 48, 52),
    panel=(32, 32, 36),
    shadow=(32, 32, 36),
    card=(52, 56, 64),
    card_to_move=(76, 80, 92),
    text=(244, 244, 244),
    text_dim=(180, 184, 192),
    faint=(160, 168, 180),
    slot=(60, 68, 76),
    slot_line=(160, 168, 180),
    accent=HIGHLIGHT,
    floor=(57, 60, 63),
    floor_largest=(70, 72, 75),
    floor_joint=(48, 51, 54),
    floor_slot=(76, 80, 92),
)
"""A dark table, as in the chat room of old."""
DAY: Final = Theme(
    name="day",
    table=(224, 220, 208),
    panel=(244, 240, 232),
    shadow=(172, 164, 148),
    card=(228, 224, 212),
    card_to_move=(252, 240, 204),
    text=(36, 32, 28),
    text_dim=(80, 76, 72),
    faint=(92, 88, 84),
    slot=(240, 236, 228),
    slot_line=(136, 132, 124),
    accent=(140, 80, 0),
    floor=(212, 208, 200),
    floor_largest=(228, 224, 216),
    floor_joint=(184, 180, 172),
    floor_slot=(248, 244, 236),
)
"""A light table, for reading in the sun."""

THEMES: Final[Mapping[str, Theme]] = {theme.name: theme for theme in (EVENING, DAY)}
