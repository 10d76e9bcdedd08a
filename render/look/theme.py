"""The colours of everything except the landscape: of pieces, and of the themes that people choose from.

The landscape's colours (grass, roads, cities, water) are in ``render/art/colours.py``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from carcassonne import BASE_GAME_COLOURS, Colour, Kind, Rgb


def hex_colour(rgb: Rgb) -> str:
    """Return a colour as CSS writes it."""
    return "#" + bytes(rgb).hex()


@dataclass(frozen=True, slots=True)
class PieceStyle:
    """How a seat's pieces look: the seat's number, from 0, and its colour.

    ``is_ownerless`` says that nobody plays with them any more; then they lose their colour.
    """

    seat: int
    colour: Colour
    is_ownerless: bool = False

    @property
    def number(self) -> str:
        """The number as it stands on the pieces."""
        return str(self.seat + 1)

    @property
    def rgb(self) -> Rgb:
        """The colour of the pieces in the picture."""
        return OWNERLESS if self.is_ownerless else self.colour.rgb

    @property
    def number_rgb(self) -> Rgb:
        """The colour of the number on them."""
        return INK if self.is_ownerless else self.colour.number_rgb

    @property
    def plate_rgb(self) -> Rgb:
        """The colour behind their number where it stands alone, so that it can be read."""
        return self.rim_rgb or self.rgb

    @property
    def rim_rgb(self) -> Rgb | None:
        """The colour of the rim inside their outline, for a colour that some people cannot tell from grass."""
        return None if self.is_ownerless else RIMS.get(self.colour)


HIGHLIGHT: Final[Rgb] = (252, 212, 64)
"""Gold: who is to move. Nothing else on a board or card has this colour."""
INK: Final[Rgb] = (28, 24, 20)
WHITE: Final[Rgb] = (252, 252, 252)

RIMS: Final[Mapping[Colour, Rgb]] = {Colour.RED: (140, 12, 20)}
"""The colours of pieces whose rim tells them from the grass: red and green look alike to many people."""

OWNERLESS: Final[Rgb] = (176, 168, 156)
"""The colour of pieces whose player has resigned. It has no palette entry, but each theme has a similar grey."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of everything around the landscape: table, panel and letters. All are multiples of four.

    ``shadow`` falls on the table. ``text`` is for names and points on cards, ``text_dim`` for labels at the border,
    headings and small lines, ``accent`` for what stands out, ``faint`` for what is used up or closed. The three colours
    of the castle's floor may merge with colours of the landscape. ``name`` is the name of the palette.
    """

    name: str
    table: Rgb
    panel: Rgb
    shadow: Rgb
    card: Rgb
    card_to_move: Rgb
    text: Rgb
    text_dim: Rgb
    faint: Rgb
    slot: Rgb
    slot_line: Rgb
    accent: Rgb
    floor: Rgb
    floor_largest: Rgb
    floor_joint: Rgb
    floor_slot: Rgb

    @property
    def reserved(self) -> tuple[Rgb, ...]:
        """The colours that have a palette entry of their own in every picture; see ``png.colours``."""
        pieces = (colour.rgb for colour in BASE_GAME_COLOURS)
        own = (
            self.table, self.panel, self.card, self.card_to_move, self.text, self.text_dim, self.slot, self.faint,
            HIGHLIGHT, INK, WHITE, *pieces, *RIMS.values(), self.shadow, self.slot_line, self.accent,
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
"""A dark table, as in the original chat room."""
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


_ROOFS: Final[Rgb] = (200, 132, 84)
_GRAVEL: Final[Rgb] = (244, 236, 212)
_SLATE: Final[Rgb] = (128, 136, 248)
_BLOSSOM: Final[Rgb] = (212, 176, 188)
_MEADOW: Final[Rgb] = (160, 220, 44)
_SKY: Final[Rgb] = (92, 208, 252)

SCORE_COLOURS: Final[Mapping[Kind, Rgb]] = {
    Kind.CITY: _ROOFS,
    Kind.HOUSE: _ROOFS,
    Kind.ROAD: _GRAVEL,
    Kind.PATH: _GRAVEL,
    Kind.MONASTERY: _SLATE,
    Kind.TOWER: _SLATE,
    Kind.GARDEN: _BLOSSOM,
    Kind.KEEP: _BLOSSOM,
    Kind.FIELD: _MEADOW,
    Kind.COURT: _MEADOW,
    Kind.WALL: _SKY,
    Kind.GOODS: _SKY,
    Kind.RIVER: _SKY,
}
"""By kind, in the order of a bar. No edition has two kinds with one colour."""

CROWN: Final[Rgb] = (232, 176, 48)
"""The winner's crown. It is not the gold of whoever is to move."""

END_COLOURS: Final[tuple[Rgb, ...]] = (*dict.fromkeys(SCORE_COLOURS.values()), CROWN)
"""The colours that only the picture of a finished game has."""
