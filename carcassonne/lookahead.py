"""All legal turns at once, without placing the tile each time: the question that computer players ask most often.

The rules themselves are in ``placing`` and ``rules``. This module finds the same answer from the features that the tile
would touch. Tests compare it with placing the tile.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from carcassonne.events import SegmentRef
from carcassonne.figures import Figure
from carcassonne.geometry import AROUND, SIDES, STEPS, Position, Rotation, Side, opposite
from carcassonne.kinds import SURROUNDED
from carcassonne.matching import EdgeConstraint, must_match
from carcassonne.moves import FigureMove, PlaceTile, Recall
from carcassonne.placing import placements
from carcassonne.rules import apply, legal_deployments, legal_placements
from carcassonne.state import CLAIMED, OPEN, Phase, PlacedFigure, Ruleset, State
from carcassonne.tiles import TurnedTile

Touch: TypeAlias = tuple[int, int]
"""A port of the new tile, and the root of the feature that it would touch."""

Deployable: TypeAlias = dict[int, tuple[FigureMove | None, ...]]
"""What may be deployed on a tile as it lies, by its ports that would touch claimed features, as bits."""

_NOTHING: Final[list[Touch]] = []

_deployable: dict[tuple[Figure, ...], dict[TurnedTile, Deployable]] = {}
"""What may be deployed: by the figures in hand, then by the tile."""

_occupied: dict[EdgeConstraint, tuple[tuple[int, Side], ...]] = {}
"""By what a cell requires: the step to each tile beside it, and the side of that tile."""


def legal_turns(state: State) -> list[tuple[Position, Rotation, FigureMove | None]]:
    """Return every legal (cell, rotation, deployment) for the tile drawn, None for deploying nobody.

    They are in the order of ``legal_placements``, then of ``legal_deployments`` with nobody first.
    """
    if state.phase is not Phase.PLACE or state.tile is None:
        return []
    in_hand, recallable = state.figures_in_hand, _recallable_figures(state)
    if not _can_look_ahead(state.ruleset, in_hand):
        return _by_placing(state)
    places: list[Any] = placements(state, state.tile)  # as there: not unpacked and packed again
    if not in_hand and not recallable:
        return [(position, rotation, None) for position, rotation in places]
    turns: list[Any] = []
    turned, before = state.tile.turned, None
    tables = _deployable_on(turned, in_hand)
    claimed, touched, recall = 0, _NOTHING, False
    for position, rotation in places:
        if position is not before:  # a cell's rotations follow each other, with the same object
            before = position
            claimed, touched = _surroundings(state, position)
            recall = bool(recallable) and _is_recallable_beside(state, recallable, position)
        ports = _spread(turned[rotation], touched, claimed) if touched else claimed
        table = tables[rotation]
        found = table.get(ports)
        if found is None:
            found = table[ports] = _find_deployable(turned[rotation], ports, in_hand)
        for deployment in found:
            turns.append((position, rotation, deployment))  # noqa: PERF401 (most are one: a list takes longer)
        if recall:
            turns.append((position, rotation, Recall()))
    return turns


def _can_look_ahead(rules: Ruleset, in_hand: tuple[Figure, ...]) -> bool:
    """Return whether touching segments always join, figures are recalled only from features within one tile, and none
    in hand may only join a follower.
    """
    if rules.edges_match is not must_match or not rules.joining.isdisjoint(in_hand):
        return False
    return not rules.recallable or all(figure.roles.keys() <= SURROUNDED for figure in rules.recallable)


def _by_placing(state: State) -> list[tuple[Position, Rotation, FigureMove | None]]:
    """Find the legal turns by placing the tile in each way."""
    turns: list[tuple[Position, Rotation, FigureMove | None]] = []
    for position, rotation in legal_placements(state):
        laid = apply(state, PlaceTile(position, rotation)).state
        turns += [(position, rotation, choice) for choice in (None, *legal_deployments(laid))]
    return turns


def _surroundings(state: State, cell: Any) -> tuple[int, list[Touch]]:
    """Return a tile's ports at claimed features there, as bits, and what it would touch if claims may spread, else [].

    They may if there is a claim, and the tile touches one unclaimed feature at two ports or more, so that this feature
    could join its segments.
    """
    cells, parent, counters = state.cells, state.parent, state.counters
    constraint = state.frontier[cell]
    claimed = unclaimed = 0
    for step, across in _occupied_sides(constraint):
        turned, nodes = cells[cell + step]
        for port, number in turned.faces[across]:
            root = nodes[number]
            while (above := parent[root]) != root:
                root = above
            if counters[root] >= CLAIMED:
                claimed |= 1 << port
            else:
                unclaimed += 1
    if not claimed or unclaimed < 2:
        return claimed, _NOTHING
    touched = _touched(state, cell)
    roots = [root for port, root in touched if not claimed >> port & 1]
    return claimed, touched if len(set(roots)) < len(roots) else _NOTHING


def _touched(state: State, cell: Position) -> list[Touch]:
    """Return what a tile would touch there."""
    touched: list[Touch] = []
    for step, across in _occupied_sides(state.frontier[cell]):
        turned, nodes = state.cells[cell + step]
        touched += [(port, state.root(nodes[number])) for port, number in turned.faces[across]]
    return touched


def _occupied_sides(constraint: EdgeConstraint) -> tuple[tuple[int, Side], ...]:
    """Return the step to each tile beside a cell, and the side of that tile."""
    found = _occupied.get(constraint)
    if found is None:
        found = tuple([(STEPS[side], opposite(side)) for side in SIDES if constraint >> (4 * side) & 15])
        _occupied[constraint] = found
    return found


def _spread(tile: TurnedTile, touched: list[Touch], claimed: int) -> int:
    """Return the ports at claimed features, as bits, after the tile has joined the features that it touches."""
    ports, before = tile.ports, 0
    while claimed != before:
        before = claimed
        for port, root in touched:
            if claimed >> port & 1:
                for other, its_root in touched:
                    if its_root == root or ports[other] == ports[port]:
                        claimed |= 1 << other
    return claimed


def _deployable_on(turned: Mapping[Rotation, TurnedTile], in_hand: tuple[Figure, ...]) -> dict[Rotation, Deployable]:
    """Return the tables of what may be deployed on a tile, by its rotation. Their entries are made when needed."""
    tables = _deployable.get(in_hand)
    if tables is None:
        tables = _deployable[in_hand] = {}
    return {rotation: tables.setdefault(lies, {}) for rotation, lies in turned.items()}


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
    """Return whether one of the figures could still be recalled after a tile there: its feature must stay
    incomplete.
    """
    return any((state.counters[placed.node] & OPEN) > (position - ref.position in AROUND) for ref, placed in figures)
