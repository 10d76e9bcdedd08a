"""Where the number of a spot is drawn on a tile, for every rotation: what people read agrees with what they see.

The bot never loads what draws, so ``python -m render.make_spot_places`` writes the places of all tiles into a file.
"""

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

from carcassonne import TurnedTile, spot_number, spots_of
from carcassonne.geometry import ROTATIONS

PLACES_FILE: Final = Path(__file__).with_name("spot_places.txt")
"""A line for each tile: its name, and for each rotation the places of its spots, in the order of their numbers."""


class SpotPlace(StrEnum):
    """A ninth of a tile as it lies."""

    TOP_LEFT = "nw"
    TOP = "n"
    TOP_RIGHT = "ne"
    LEFT = "w"
    MIDDLE = "c"
    RIGHT = "e"
    BOTTOM_LEFT = "sw"
    BOTTOM = "s"
    BOTTOM_RIGHT = "se"


_NEAR: Final = 0.4
"""How near to a side of the tile a point is in that side's third of the places."""


def place_of(x: float, y: float) -> SpotPlace:
    """Return the place in which a point of a tile lies."""
    row = "n" if y < _NEAR else "s" if y > 1 - _NEAR else ""
    column = "w" if x < _NEAR else "e" if x > 1 - _NEAR else ""
    return SpotPlace(row + column or SpotPlace.MIDDLE)


def side_near(x: float, y: float) -> SpotPlace:
    """Return the side of the tile that is nearest to a point."""
    away = {SpotPlace.TOP: y, SpotPlace.RIGHT: 1 - x, SpotPlace.BOTTOM: 1 - y, SpotPlace.LEFT: x}
    return min(away, key=away.__getitem__)


def places_of(turned: TurnedTile, points: Mapping[int, tuple[float, float]]) -> dict[int, SpotPlace]:
    """Return the place of each segment by its point. Two of a kind in one corner are told apart by its sides."""
    found = {number: place_of(*points[number]) for number in spots_of(turned.tile)}
    shown = Counter((turned.segments[number].kind, place) for number, place in found.items())
    return {
        number: side_near(*points[number]) if shown[turned.segments[number].kind, place] > 1 else place
        for number, place in found.items()
    }


def spot_place(turned: TurnedTile, segment: int) -> SpotPlace | None:
    """Return where the number of a segment is drawn. Return None if the tile is not in the file."""
    places = _all_places().get(turned.tile.name)
    if places is None:
        return None
    return places[ROTATIONS.index(turned.rotation)][spot_number(turned.tile, segment) - 1]


@cache
def _all_places() -> Mapping[str, tuple[tuple[SpotPlace, ...], ...]]:
    """Read the places by tile, rotation and spot."""
    lines = (line.partition(":") for line in PLACES_FILE.read_text("ascii").splitlines())
    return {
        name: tuple(tuple(map(SpotPlace, places.split())) for places in by_rotation.split("|"))
        for name, _, by_rotation in lines
    }
