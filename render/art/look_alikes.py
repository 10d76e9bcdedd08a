"""Turned tiles that look alike: whatever is drawn hangs on a tile's shape alone, not on its name or rotation.

So two rotations of a tile that are one choice to people are one picture too, and two tiles of one shape share a master.
"""

from functools import lru_cache

from carcassonne import Segment, TurnedTile
from carcassonne.tiles import visual_key


def shape_name(tile: TurnedTile) -> str:
    """Return a text that is the same for all turned tiles that look alike, in every process."""
    return repr(visual_key(tile))


@lru_cache(maxsize=512)
def as_drawn(tile: TurnedTile) -> TurnedTile:
    """Return the turned tile with its segments in an order that is the same for all that look alike."""
    order = sorted(range(len(tile.segments)), key=lambda number: _rank(tile.segments[number]))
    if order == list(range(len(order))):
        return tile
    places = {number: place for place, number in enumerate(order)}
    ordered = (tile.segments[number] for number in order)
    return TurnedTile(tile.tile, tile.rotation, tuple(_renumbered(one, places) for one in ordered))


def _rank(segment: Segment) -> tuple[str, tuple[int, ...], tuple[str, ...]]:
    return segment.kind.value, segment.ports, _names(segment)


def _names(segment: Segment) -> tuple[str, ...]:
    return tuple(sorted(modifier.name for modifier in segment.modifiers))


def _renumbered(segment: Segment, places: dict[int, int]) -> Segment:
    touches = tuple(sorted(places[number] for number in segment.touches))
    return Segment(segment.kind, segment.ports, segment.modifiers, touches)
