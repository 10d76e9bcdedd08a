"""What the signs on a tile mean, for somebody who sees them for the first time."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from carcassonne import Tile
from host.model.table import RunningTable, StartedTable
from screens.text.i18n import N_, _


class _Note(NamedTuple):
    """What a sign means, in full and in one line on a phone. Both are marked for translation."""

    full: str
    short: str


_NOTES: Final[Mapping[str, _Note]] = {
    "inn": _Note(
        N_("Inn: its road scores 2 a tile when finished, and nothing if it never is."),
        N_("Inn: 2 a tile if finished, else nothing."),
    ),
    "cathedral": _Note(
        N_("Cathedral: its city scores 3 a tile when finished, and nothing if it never is."),
        N_("Cathedral: 3 a tile if finished, else nothing."),
    ),
    "wine": _Note(
        N_("Wine: finish the city, and you take it. At the end, the most wine scores 10."),
        N_("Wine: finish the city, and you take it."),
    ),
    "grain": _Note(
        N_("Grain: finish the city, and you take it. At the end, the most grain scores 10."),
        N_("Grain: finish the city, and you take it."),
    ),
    "cloth": _Note(
        N_("Cloth: finish the city, and you take it. At the end, the most cloth scores 10."),
        N_("Cloth: finish the city, and you take it."),
    ),
}
"""The notes for each modifier that the base game doesn't have, by its name."""


def tile_notes(tile: Tile, *, is_short: bool = False) -> Iterator[str]:
    """Yield what each sign on a tile means. The base game's need no words."""
    names = dict.fromkeys(modifier.name for segment in tile.segments for modifier in segment.modifiers)
    notes = [_NOTES[name] for name in names if name in _NOTES]
    yield from (_(note.short if is_short else note.full) for note in notes)


def notes_at(table: StartedTable, *, is_short: bool = False) -> Iterator[str]:
    """Yield what signs on the tile in hand mean; nothing while a turn can still be undone."""
    if isinstance(table, RunningTable) and table.state.tile is not None and not table.pending:
        yield from tile_notes(table.state.tile, is_short=is_short)
