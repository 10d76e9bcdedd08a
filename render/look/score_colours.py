"""The colours of the parts of a score: one for each kind of what pays. Ink can be read on all of them."""

from collections.abc import Mapping
from typing import Final

from carcassonne import Kind, Rgb

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
    Kind.RIVER: _SKY,
}
"""By kind, in the order of a bar. No edition has two kinds with one colour."""

CROWN: Final[Rgb] = (232, 176, 48)
"""The winner's crown. It is not the gold of whoever is to move."""

END_COLOURS: Final[tuple[Rgb, ...]] = (*dict.fromkeys(SCORE_COLOURS.values()), CROWN)
"""The colours that only the picture of a finished game has."""
