"""What the signs on a tile mean, for somebody who sees them for the first time."""

from collections.abc import Iterator, Mapping
from typing import Final

from carcassonne import Tile
from screens.text.i18n import N_, _

_NOTES: Final[Mapping[str, str]] = {
    "inn": N_("Inn: its road scores 2 a tile when finished, and nothing if it never is."),
    "cathedral": N_("Cathedral: its city scores 3 a tile when finished, and nothing if it never is."),
    "wine": N_("Wine: finish the city, and you take it. At the end, the most wine scores 10."),
    "grain": N_("Grain: finish the city, and you take it. At the end, the most grain scores 10."),
    "cloth": N_("Cloth: finish the city, and you take it. At the end, the most cloth scores 10."),
}
"""A sentence for each modifier that the base game doesn't have, by its name."""


def tile_notes(tile: Tile) -> Iterator[str]:
    """Yield what each sign on a tile means. The base game's need no words."""
    names = dict.fromkeys(modifier.name for segment in tile.segments for modifier in segment.modifiers)
    yield from (_(_NOTES[name]) for name in names if name in _NOTES)
