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
        self._tiles, self._edges_match = tiles, edges_match

    def __missing__(self, constraint: Any) -> Any:  # Any: the key is to be this very object
        for name, tile in self._tiles.items():
            fitting = [one for one in ROTATIONS if _fits(constraint, tile.turned[one].terrain, self._edges_match)]
            self.fits[name][constraint] = tuple(fitting)
        self[constraint] = constraint
        return constraint


def _fits(constraint: EdgeConstraint, terrain: tuple[Terrain, ...], edges_match: EdgeRule) -> bool:
    return all(not is_broken(constraint, side, terrain[side], edges_match) for side in SIDES)


def is_broken(constraint: EdgeConstraint, side: Side, have: Terrain, edges_match: EdgeRule) -> bool:
    """Say whether a tile that shows this terrain on a side breaks the constraint there."""
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
