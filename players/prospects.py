"""How likely features are to be completed, from the tiles that are really left."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from carcassonne.geometry import STEPS, Rotation, Side, opposite
from carcassonne.kinds import ENCLOSED, TERRAIN_OF
from carcassonne.matching import EdgeConstraint
from carcassonne.projection import tiles_to_come
from carcassonne.state import Ruleset, State
from carcassonne.tiles import Tile, TurnedTile

MISSED: Final = 0.93
"""The chance that a tile which would close a feature at one side is laid elsewhere. It fits best what was counted in 30
games at one ply, of 19,000 cities and roads: 0.93 and 0.94 for cities, 0.91 and 0.96 for roads, free and claimed."""

EXTENDING: Final = 0.35
"""What a tile counts that fits beside a feature but leads it on, against one that closes it there."""

_LEADS_ON: Final = frozenset(TERRAIN_OF[kind] for kind in ENCLOSED)


class OpenSide(NamedTuple):
    """A side of an empty cell where a feature would go on."""

    side: Side
    step: int
    """From the cell to the neighbour that shows the feature."""
    port: int
    """The neighbour's port there."""


class Prospects:
    """The chances of the empty cells of a game, by the tiles that are left in it."""

    def __init__(self, state: State) -> None:
        self.rules: Final[Ruleset] = state.ruleset
        self.left: Final = {self.rules.tiles[name]: copies for name, copies in tiles_to_come(state).items() if copies}
        self.number: Final = sum(self.left.values())
        self.players: Final = state.seats - len(state.resigned)
        self._sides: Final[dict[EdgeConstraint, tuple[tuple[OpenSide, float], ...]]] = {}
        self.filled: Final = self.number / (self.number + 12)
        """The chance that an empty cell beside a monastery is filled before the game ends."""

    @property
    def turns_left(self) -> float:
        """How many turns each player still has."""
        return self.number / self.players

    def sides(self, constraint: EdgeConstraint) -> tuple[tuple[OpenSide, float], ...]:
        """Return the sides of a cell where a feature goes on, each with the chance (0 to 1) that it ends there."""
        found = self._sides.get(constraint)
        if found is None:
            found = self._sides[constraint] = tuple(
                (one, 1 - MISSED ** self._closing(constraint, one.side)) for one in _open_sides(constraint)
            )
        return found

    def _closing(self, constraint: EdgeConstraint, side: Side) -> float:
        """Return how many tiles fit into the cell and close what lies beside it."""
        return sum(copies * self._weight(tile, constraint, side) for tile, copies in self.left.items())

    def _weight(self, tile: Tile, constraint: EdgeConstraint, side: Side) -> float:
        rotations: tuple[Rotation, ...] = self.rules.fits[tile.name][constraint]
        if not rotations:
            return 0.0
        closes = any(_ends_there(tile.turned[rotation], constraint, side) for rotation in rotations)
        return 1.0 if closes else EXTENDING


def _open_sides(constraint: EdgeConstraint) -> Iterator[OpenSide]:
    for side, step in enumerate(STEPS):
        if constraint >> (4 * side) & 15 in _LEADS_ON:
            yield OpenSide(side, step, 3 * opposite(side) + 1)


def _ends_there(turned: TurnedTile, constraint: EdgeConstraint, side: Side) -> bool:
    """Say whether a tile would close the neighbour's feature at this side, or lead it only to other neighbours."""
    if turned.terrain[side] != constraint >> (4 * side) & 15:
        return True
    segment = turned.segments[turned.ports[3 * side + 1]]
    return all(constraint >> (4 * (port // 3)) & 15 for port in segment.ports if port % 3 == 1)
