"""Edges: what an empty cell requires of a tile, and in which rotations a tile fits."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from carcassonne.geometry import ROTATIONS, SIDES, Rotation, Side
from carcassonne.kinds import Terrain
from carcassonne.tiles import Tile

EdgeConstraint: TypeAlias = int
"""What an empty cell requires of a tile: four bits a side, north in the lowest; 0 for anything, or a terrain."""

NO_RIVER: Final = 15
"""A side's four bits if it may show anything but a river."""

EdgeRule: TypeAlias = Callable[[Terrain, Terrain], bool]
"""Takes what a neighbour shows and what the tile shows; says whether the two may meet."""

_ROTATIONS_BY_BITS: Final = [
    tuple([one for number, one in enumerate(ROTATIONS) if bits >> number & 1]) for bits in range(16)
]
_TERRAIN: Final = {int(terrain): terrain for terrain in Terrain}


FittingRotations: TypeAlias = dict[str, dict[EdgeConstraint, tuple[Rotation, ...]]]
"""By tile name, then by what a cell requires: the rotations in which the tile fits there."""


class Constraints(dict[EdgeConstraint, EdgeConstraint]):
    """The constraints that have occurred in games of a ruleset, each as one object, by which tables are read faster.

    When a constraint first occurs, the rotations in which each tile meets it are found.
    """

    def __init__(self, tiles: Mapping[str, Tile], edges_match: EdgeRule) -> None:
        super().__init__()
        self.fits: Final[FittingRotations] = {name: {} for name in tiles}
        self._terrain: Final = [tile.turned[one].terrain for tile in tiles.values() for one in ROTATIONS]
        self._edges_match: Final = edges_match
        self._by_side: Final[dict[EdgeConstraint, int]] = {}

    def __missing__(self, constraint: Any) -> Any:  # Any: the key is to be this very object
        fitting = -1  # all bits: no side has refused a tile yet
        for side in SIDES:
            if at_side := constraint & 15 << (4 * side):
                fitting &= self._fitting_at(side, at_side)
        for rotations in self.fits.values():
            rotations[constraint] = _ROTATIONS_BY_BITS[fitting & 15]
            fitting >>= 4
        self[constraint] = constraint
        return constraint

    def _fitting_at(self, side: Side, constraint: EdgeConstraint) -> int:
        """Return which tiles meet a constraint of one side: four bits a tile, its rotations, the first tile lowest."""
        fitting = self._by_side.get(constraint)
        if fitting is None:
            is_met = [not is_broken(constraint, side, terrain[side], self._edges_match) for terrain in self._terrain]
            fitting = self._by_side[constraint] = sum([met << number for number, met in enumerate(is_met)])
        return fitting


def is_broken(constraint: EdgeConstraint, side: Side, have: Terrain, edges_match: EdgeRule) -> bool:
    """Return whether a tile that shows this terrain on a side breaks the constraint there."""
    want = constraint >> (4 * side) & 15
    if not want:
        return False
    return have is Terrain.RIVER if want == NO_RIVER else not edges_match(_TERRAIN[want], have)


def must_match(want: Terrain, have: Terrain) -> bool:
    """Every side must continue what the neighbour shows (the 2000 rulebook, "Placing land tiles")."""
    return have is want


def only_paths_must_match(want: Terrain, have: Terrain) -> bool:
    """A path must continue; all else may stand beside anything (The Castle, "Draw and place a castle tile")."""
    return (want is Terrain.PATH) == (have is Terrain.PATH)
