"""How likely features are to be completed, and fields to be joined, from the tiles that are really left."""

from typing import Final, NamedTuple

from carcassonne.geometry import STEPS, Port, Rotation, Side, facing, opposite
from carcassonne.kinds import ENCLOSED, TERRAIN_OF, Kind
from carcassonne.matching import NO_RIVER, EdgeConstraint
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

    step: int
    """From the cell to the neighbour that shows the feature."""
    port: Port
    """The neighbour's port there."""
    chance: float
    """The chance (0 to 1) that the feature ends there."""


class SidesByConstraint(dict[EdgeConstraint, tuple[OpenSide, ...]]):
    """The sides of a cell where features go on, by what it requires. An entry is computed when it is first read."""

    def __init__(self, rules: Ruleset, left: dict[Tile, int]) -> None:
        super().__init__()
        self._rules, self._left = rules, left

    def __missing__(self, constraint: EdgeConstraint) -> tuple[OpenSide, ...]:
        fitting = [
            (tile, copies, rotations)
            for tile, copies in self._left.items()
            if (rotations := self._rules.fits[tile.name][constraint])
        ]
        found = self[constraint] = tuple(
            OpenSide(step, 3 * opposite(side) + 1, 1 - MISSED ** _closing(fitting, constraint, side))
            for side, step in enumerate(STEPS)
            if constraint >> (4 * side) & 15 in _LEADS_ON
        )
        return found


class Join(NamedTuple):
    """Two fields beside an empty cell that one tile may join there."""

    step: int
    """From the cell to the neighbour with the first field."""
    port: Port
    """That neighbour's port at the cell."""
    other_step: int
    other_port: Port
    chance: float
    """From 0 to 1."""


class JoinsByConstraint(dict[EdgeConstraint, tuple[Join, ...]]):
    """The fields that may be joined in a cell, by what it requires. An entry is computed when it is first read."""

    def __init__(self, rules: Ruleset, left: dict[Tile, int]) -> None:
        super().__init__()
        self._rules, self._left = rules, left

    def __missing__(self, constraint: EdgeConstraint) -> tuple[Join, ...]:
        joining: dict[tuple[Port, Port], int] = {}
        for tile, copies in self._left.items():
            for pair in self._pairs(tile, constraint):
                joining[pair] = joining.get(pair, 0) + copies
        found = self[constraint] = tuple(
            [
                Join(STEPS[one // 3], facing(one), STEPS[other // 3], facing(other), 1 - MISSED**copies)
                for (one, other), copies in joining.items()
            ]
        )
        return found

    def _pairs(self, tile: Tile, constraint: EdgeConstraint) -> set[tuple[Port, Port]]:
        """Return the ports at neighbours that some field of this tile may join, two by two."""
        pairs: set[tuple[Port, Port]] = set()
        for rotation in self._rules.fits[tile.name][constraint]:
            for segment in tile.turned[rotation].segments:
                if segment.kind is Kind.FIELD:
                    ports = [port for port in segment.ports if constraint >> 4 * (port // 3) & 15 not in (0, NO_RIVER)]
                    pairs |= {(one, other) for one in ports for other in ports if one < other}
        return pairs


class Prospects:
    """The chances of the empty cells of a game, by the tiles that are left in it."""

    def __init__(self, state: State) -> None:
        rules = state.ruleset
        left = {rules.tiles[name]: copies for name, copies in sorted(tiles_to_come(state).items()) if copies}
        number = sum(left.values())
        self.left: Final = number / sum(sum(bag.values()) for bag in rules.bags)
        """The share (0 to 1) of the tiles that are still to come."""
        self.sides: Final = SidesByConstraint(rules, left)
        self.joins: Final = JoinsByConstraint(rules, left)
        self.filled: Final = number / (number + 12)
        """The chance that an empty cell beside a monastery is filled before the game ends."""


def _closing(fitting: list[tuple[Tile, int, tuple[Rotation, ...]]], constraint: EdgeConstraint, side: Side) -> float:
    """Return how many of the tiles that fit into a cell close what lies beside it."""
    return sum(
        copies
        * (1.0 if any(_ends_there(tile.turned[rotation], constraint, side) for rotation in rotations) else EXTENDING)
        for tile, copies, rotations in fitting
    )


def _ends_there(turned: TurnedTile, constraint: EdgeConstraint, side: Side) -> bool:
    """Return whether a tile would close the neighbour's feature at this side, or lead it only to other neighbours."""
    if turned.terrain[side] != constraint >> (4 * side) & 15:
        return True
    segment = turned.segments[turned.ports[3 * side + 1]]
    return all(constraint >> (4 * (port // 3)) & 15 for port in segment.ports if port % 3 == 1)
