"""All legal turns at once, without placing the tile each time: the question that computer players ask most often.

The rules themselves are in ``placing`` and ``rules``. This module finds the same answer from the features that the tile
would touch. Tests compare it with placing the tile.
"""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from carcassonne.events import SegmentRef
from carcassonne.figures import Figure
from carcassonne.geometry import AROUND, STEPS, Position, Rotation, opposite
from carcassonne.kinds import SURROUNDED
from carcassonne.matching import must_match
from carcassonne.moves import FigureMove, PlaceTile, Recall
from carcassonne.placing import placements
from carcassonne.rules import apply, legal_deployments, legal_placements
from carcassonne.state import CLAIMED, OPEN, Phase, PlacedFigure, Ruleset, State
from carcassonne.tiles import TurnedTile

Touch: TypeAlias = tuple[int, int]
"""A port of the new tile, and the root of the feature that it would touch."""

_SIDES: Final = tuple((step, opposite(side)) for side, step in enumerate(STEPS))

_deployable: dict[tuple[Figure, ...], dict[tuple[TurnedTile, int], tuple[FigureMove | None, ...]]] = {}
"""What may be deployed: by the figures in hand, then by the tile and its ports that would touch claimed features."""


def legal_turns(state: State) -> list[tuple[Position, Rotation, FigureMove | None]]:
    """Return every legal (cell, rotation, deployment) for the tile drawn, None for deploying nobody.

    They are in the order of ``legal_placements``, then of ``legal_deployments`` with nobody first.
    """
    if state.phase is not Phase.PLACE or state.tile is None:
        return []
    if not _can_look_ahead(state.ruleset):
        return _by_placing(state)
    turns: list[tuple[Position, Rotation, FigureMove | None]] = []
    turned, before = state.tile.turned, None
    in_hand = state.figures_in_hand
    deployable = _deployable.setdefault(in_hand, {})
    recallable = _recallable_figures(state)
    position: Any  # as in ``placements``: not unpacked and packed again
    rotation: Any
    for position, rotation in placements(state, state.tile):
        if position != before:
            before = position
            touched, claimed, is_tangled = _surroundings(state, position)
            recall = recallable and _is_recallable_beside(state, recallable, position)
        tile = turned[rotation]
        ports = _spread(tile, touched, claimed) if is_tangled else claimed
        found = deployable.get((tile, ports))
        if found is None:
            found = deployable[tile, ports] = _find_deployable(tile, ports, in_hand)
        turns += [(position, rotation, deployment) for deployment in found]
        if recall:
            turns.append((position, rotation, Recall()))
    return turns


def _can_look_ahead(rules: Ruleset) -> bool:
    """Say whether touching segments always join, and figures are recalled only from features within one tile."""
    return rules.edges_match is must_match and all(figure.roles.keys() <= SURROUNDED for figure in rules.recallable)


def _by_placing(state: State) -> list[tuple[Position, Rotation, FigureMove | None]]:
    """Find the legal turns by placing the tile in each way."""
    turns: list[tuple[Position, Rotation, FigureMove | None]] = []
    for position, rotation in legal_placements(state):
        laid = apply(state, PlaceTile(position, rotation)).state
        turns += [(position, rotation, choice) for choice in (None, *legal_deployments(laid))]
    return turns


def _surroundings(state: State, position: Position) -> tuple[list[Touch], int, bool]:
    """Return what a tile would touch there, its ports at claimed features as bits, and whether claims may spread.

    They may if the tile touches one feature at two ports, so that this feature could join its segments.
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
    """Return the ports at claimed features, as bits, after the tile has joined the features that it touches."""
    ports, before = tile.ports, 0
    while claimed != before:
        before = claimed
        segments = {ports[port] for port, _ in touched if claimed >> port & 1}
        roots = {root for port, root in touched if ports[port] in segments}
        claimed = sum(1 << port for port, root in touched if root in roots)
    return claimed


def _find_deployable(tile: TurnedTile, claimed: int, in_hand: tuple[Figure, ...]) -> tuple[FigureMove | None, ...]:
    free = (
        option.move
        for option in tile.deploy_options[in_hand]
        if not any(claimed >> port & 1 for port in tile.segments[option.segment].ports)
    )
    return (None, *free)


def _recallable_figures(state: State) -> list[tuple[SegmentRef, PlacedFigure]]:
    """Return the figures on the table that the seat to act may recall, if their features are incomplete."""
    recallable, seat = state.ruleset.recallable, state.seat
    if not recallable:
        return []
    return [(ref, one) for ref, one in state.figures.items() if one.seat == seat and one.figure in recallable]


def _is_recallable_beside(state: State, figures: Sequence[tuple[SegmentRef, PlacedFigure]], position: Position) -> bool:
    """Say whether one of the figures could still be recalled after a tile there: its feature must stay incomplete."""
    return any((state.counters[placed.node] & OPEN) > (position - ref.position in AROUND) for ref, placed in figures)
