"""What an edition is: a value made of parts. The editions themselves stand in ``carcassonne/editions.py``."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

from carcassonne.events import Event, FeatureScored, Item
from carcassonne.geometry import ROTATIONS, Position, Rotation
from carcassonne.moves import Move
from carcassonne.tiles import Kind, Terrain, Tile

if TYPE_CHECKING:
    from carcassonne.state import State

Demand: TypeAlias = int
"""What an empty cell asks of a tile: four bits a side, from north in the lowest: 0 anything, or a terrain."""

NO_RIVER: Final = 15
"""A demand on a side beside the terrains: anything but a river."""

Clashes: TypeAlias = Callable[[Terrain, Terrain], bool]
"""From what a neighbour shows and what the tile shows to whether they may not meet."""

Majority: TypeAlias = Callable[[int], tuple[int, ...]]
"""From the claims on a feature (see ``state``) to the seats that hold it."""

Scorer: TypeAlias = Callable[[int, int], tuple[Item, ...]]
"""From a feature's tiles and emblems to the terms of its score."""

FinalScorer: TypeAlias = Callable[["State"], Iterator[FeatureScored]]
OpenCells: TypeAlias = Callable[["State", Tile], Mapping[Position, Demand]]


class Fits(dict[Demand, tuple[Rotation, ...]]):
    """The rotations in which a tile meets a demand, worked out when first asked for."""

    def __init__(self, tile: Tile, clashes: Clashes) -> None:
        super().__init__()
        self._tile = tile
        self._clashes = clashes

    def __missing__(self, demand: Demand) -> tuple[Rotation, ...]:
        rotations = tuple(
            rotation
            for rotation in ROTATIONS
            if not any(mismatches(demand, self._tile.turned[rotation].terrain, self._clashes))
        )
        self[demand] = rotations
        return rotations


def mismatches(demand: Demand, terrain: tuple[Terrain, ...], clashes: Clashes) -> Iterator[bool]:
    """Say for each side whether a tile with these terrains breaks the demand."""
    for side, have in enumerate(terrain):
        want = demand >> (4 * side) & 15
        yield have is Terrain.RIVER if want == NO_RIVER else bool(want) and clashes(Terrain(want), have)


def unlike(want: Terrain, have: Terrain) -> bool:
    """Every side must continue what the neighbour shows (the 2000 rulebook, "Placing land tiles")."""
    return have is not want


def only_paths_must_go_on(want: Terrain, have: Terrain) -> bool:
    """A path must continue; all else may stand beside anything (The Castle, "Draw and place a castle tile")."""
    return (want is Terrain.PATH) != (have is Terrain.PATH)


@dataclass(frozen=True, eq=False)
class Ruleset:
    """An edition with its options chosen. Compared by identity: ask ``find_ruleset`` for it.

    ``layers`` are the bags drawn from one after the other, tile names and copies. ``supply`` is how many pieces of
    each ``Figure`` a player has. ``terms`` names, for the words shown to people, what this edition calls things.
    """

    edition: str
    options: tuple[str, ...]
    players: range
    tiles: Mapping[str, Tile]
    layers: tuple[Mapping[str, int], ...]
    start: tuple[tuple[Position, str, Rotation], ...]
    supply: tuple[int, ...]
    bounds: frozenset[Position] | None
    """The cells where tiles may lie; None for an endless table."""
    clashes: Clashes
    open_cells: OpenCells
    majority: Majority
    complete: Mapping[Kind, Scorer]
    incomplete: Mapping[Kind, Scorer]
    final: tuple[FinalScorer, ...]
    settle: Callable[["State"], list[Event]]
    """What follows the deployment, until the next seat draws or the state waits for an answer. In place."""
    choices: Callable[["State"], list[Move]]
    """The answers to the question that the state waits for, the default first; or what chance may turn over."""
    decide: Callable[["State", Move], list[Event]]
    """Go on with an answer, or with what chance turned over. In place."""
    extras: object
    """What the edition keeps beside the table when the game begins."""
    terms: Mapping[str, str]
    picture: str
    """The format in which its pictures come: a key for whoever draws them."""
    fits: Mapping[str, Fits] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "fits", {name: Fits(tile, self.clashes) for name, tile in self.tiles.items()})
