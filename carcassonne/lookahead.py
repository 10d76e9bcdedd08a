"""Every placement with every follower, without laying the tile: what a computer player asks most often.

The rules stand in ``placing`` and ``rules``; this is the same answer about a tile that does not lie yet, found from
the features that its sides would touch. Tests hold it to what laying the tile says.
"""

from typing import Final, TypeAlias

from carcassonne.geometry import AROUND, STEPS, Position, Rotation, opposite
from carcassonne.matching import must_match
from carcassonne.moves import FigureMove, PlaceTile, Recall
from carcassonne.placing import placements
from carcassonne.rules import apply, legal_deployments, legal_placements
from carcassonne.state import CLAIMED, OPEN, Phase, State
from carcassonne.tiles import Figure, TurnedTile

Touch: TypeAlias = tuple[int, int]
"""A port of the new tile, and the root of the feature that it would touch."""

_SIDES: Final = tuple((step, opposite(side)) for side, step in enumerate(STEPS))

_deployable: dict[tuple[TurnedTile, int, int], tuple[FigureMove | None, ...]] = {}
"""What may be deployed on a tile, by the ports at which it would touch claimed features and the figures in hand."""


def legal_turns(state: State) -> list[tuple[Position, Rotation, FigureMove | None]]:
    """Return every legal (cell, rotation, deployment) for the tile drawn, None for deploying nobody.

    In the order of ``legal_placements``, then of ``legal_deployments`` with nobody first.
    """
    if state.phase is not Phase.PLACE or state.tile is None:
        return []
    if state.ruleset.edges_match is not must_match:
        return _by_laying(state)
    turns: list[tuple[Position, Rotation, FigureMove | None]] = []
    turned, before = state.tile.turned, None
    in_hand = sum(bool(pieces[state.seat]) << figure for figure, pieces in enumerate(state.supply))
    for position, rotation in placements(state, state.tile):
        if position != before:
            before = position
            touched, claimed, is_tangled = _surroundings(state, position)
            recall = [Recall()] if _is_recallable_beside(state, position) else []
        tile = turned[rotation]
        ports = _spread(tile, touched, claimed) if is_tangled else claimed
        found = _deployable.get((tile, ports, in_hand))
        if found is None:
            found = _deployable[tile, ports, in_hand] = _find_deployable(tile, ports, in_hand)
        turns += [(position, rotation, deployment) for deployment in found]
        if recall:
            turns.append((position, rotation, recall[0]))
    return turns


def _by_laying(state: State) -> list[tuple[Position, Rotation, FigureMove | None]]:
    """Where edges that differ may meet, what touches need not join: then lay the tile and see."""
    turns: list[tuple[Position, Rotation, FigureMove | None]] = []
    for position, rotation in legal_placements(state):
        laid = apply(state, PlaceTile(position, rotation)).state
        turns += [(position, rotation, choice) for choice in (None, *legal_deployments(laid))]
    return turns


def _surroundings(state: State, position: Position) -> tuple[list[Touch], int, bool]:
    """Return what a tile would touch there, the ports at claimed features as bits, and whether claims may spread.

    They may where the tile touches one feature at two ports, so that its segments could be joined by way of it.
    """
    cells, parent, counters = state.cells, state.parent, state.counters
    touched: list[Touch] = []
    claimed = 0
    for step, across in _SIDES:
        neighbour = cells.get(position + step)
        if neighbour is None:
            continue
        turned, nodes = neighbour
        for port, number in turned.faces[across]:
            root = nodes[number]
            while (above := parent[root]) != root:
                root = above
            touched.append((port, root))
            if counters[root] >= CLAIMED:
                claimed |= 1 << port
    return touched, claimed, claimed != 0 and len({root for _, root in touched}) < len(touched)


def _spread(tile: TurnedTile, touched: list[Touch], claimed: int) -> int:
    """Return the ports that are claimed once the tile has joined what its segments touch, as bits."""
    ports, before = tile.ports, 0
    while claimed != before:
        before = claimed
        segments = {ports[port] for port, _ in touched if claimed >> port & 1}
        roots = {root for port, root in touched if ports[port] in segments}
        claimed = sum(1 << port for port, root in touched if root in roots)
    return claimed


def _find_deployable(tile: TurnedTile, claimed: int, in_hand: int) -> tuple[FigureMove | None, ...]:
    free = (
        option.move
        for option in tile.deploy_options
        if in_hand >> option.figure & 1 and not any(claimed >> port & 1 for port in tile.segments[option.segment].ports)
    )
    return (None, *free)


def _is_recallable_beside(state: State, position: Position) -> bool:
    """Say whether the abbot could be recalled once a tile lies there: it must leave his place incomplete."""
    if not state.ruleset.supply[Figure.ABBOT] or state.supply[Figure.ABBOT][state.seat]:
        return False
    for ref, placed in state.figures.items():
        if placed.seat == state.seat and placed.figure is Figure.ABBOT and ref.position in state.monasteries:
            return (state.counters[placed.node] & OPEN) > (position - ref.position in AROUND)
    return False
