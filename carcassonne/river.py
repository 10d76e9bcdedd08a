"""Where the river may go on (the new edition's supplementary rules)."""

from collections.abc import Mapping

from carcassonne.geometry import STEPS, Position, Side, opposite
from carcassonne.matching import NO_RIVER, EdgeConstraint
from carcassonne.state import State
from carcassonne.tiles import Kind, Terrain, Tile


def along_river(state: State, tile: Tile) -> Mapping[Position, EdgeConstraint]:
    """Return the one cell at the open end for a river tile, and every cell beside a tile for another.

    River tiles come before all others, so the river's head is the tile laid last. Where the head is a bend, the next
    tile must not turn the same way: its water may not leave by that side.
    """
    if not tile.has(Kind.RIVER):
        return state.frontier
    head = next(reversed(state.cells))
    outlet, turn = _flow(state, head)
    end = head + STEPS[outlet]
    constraint = state.frontier[end]
    banned = (outlet + turn) % 4
    if turn and not constraint >> (4 * banned) & NO_RIVER:
        constraint |= NO_RIVER << (4 * banned)
    return {end: constraint}


def _flow(state: State, head: Position) -> tuple[Side, int]:
    """Return the side by which the river leaves its head, and its turn there: 0 straight on, 1 right, 3 left."""
    terrain = state.cells[head].turned.terrain
    wet = [side for side in range(4) if terrain[side] is Terrain.RIVER]
    outlet = next(side for side in wet if head + STEPS[side] not in state.cells)
    inlet = next((side for side in wet if side != outlet), opposite(outlet))
    return outlet, (outlet - opposite(inlet)) % 4
