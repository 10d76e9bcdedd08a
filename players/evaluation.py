"""What a position is worth to each seat: the parts of an evaluation, and the weights that make one number of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from operator import mul
from typing import Final, TypeAlias

from carcassonne.kinds import ENCLOSED, SURROUNDED, Kind
from carcassonne.modifiers import NO_MODIFIERS
from carcassonne.scoring import merged_modifiers, score_incomplete, touched_cities
from carcassonne.state import CLAIM_SHIFT, OPEN, FinalScorer, Ruleset, State
from players.farms import farmed_cities, is_farm_scorer
from players.prospects import Prospects

Vector: TypeAlias = list[float]
"""The parts of one seat, in the order of the fields of ``Weights``."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What each part counts. Most parts are points, so 1 takes them as they are."""

    points: float = 1.0
    """Points on the board, and what the final scoring would pay now."""
    growth: float = 0.7
    """What features would pay more if they were completed, times the chance that they are."""
    open_sides: float = 0.6
    """Sides at which features that score for the seat can grow."""
    farmed: float = 0.95
    """What complete cities pay farmers now."""
    farming: float = 1.1
    """What open cities would pay farmers, times the chance that they are completed."""
    in_hand: float = 1.0
    """Figures in hand, by how many turns they can still be used (see ``worth_in_hand``)."""
    returning: float = 0.5
    """Figures that may come back, times the chance that they do."""
    outnumbered: float = 0.0
    """Figures on features that score for somebody else alone."""


PARTS: Final = tuple(one.name for one in fields(Weights))
_POINTS, _GROWTH, _OPEN, _FARMED, _FARMING, _HAND, _RETURNING, _OUTNUMBERED = range(len(PARTS))

_FIGURE_POINTS: Final = 4.5
"""What a figure in hand is worth in the middle of a game."""
_TURNS_TO_USE: Final = 12.0
"""With so many turns left a figure has its full worth; with fewer it has less."""


def worth_in_hand(figures: int, turns_left: float) -> float:
    """Return what figures in hand are worth, in points, with so many turns left for each player."""
    return _FIGURE_POINTS * figures * min(1.0, turns_left / _TURNS_TO_USE)


def evaluate(state: State, prospects: Prospects, weights: Sequence[float]) -> list[float]:
    """Return what the position is worth to each seat, in points."""
    return [sum(map(mul, vector, weights)) for vector in parts(state, prospects)]


def margin(values: Sequence[float], seat: int, state: State) -> float:
    """Return a seat's value less the best of the others who still play."""
    others = [value for other, value in enumerate(values) if other != seat and other not in state.resigned]
    return values[seat] - max(others, default=0.0)


def parts(state: State, prospects: Prospects) -> list[Vector]:
    """Return the parts of each seat."""
    vectors = [[float(points), *(0.0,) * (len(PARTS) - 1)] for points in state.scores]
    if state.is_over:
        return vectors
    _add_other_scoring(state, vectors)
    kinds = _kinds(state)
    farms = {root: touched_cities(state, root) for root, kind in kinds.items() if kind is Kind.FIELD}
    completable = {root for root, kind in kinds.items() if kind in ENCLOSED}
    chances = _chances(state, prospects, completable.union(*farms.values()))
    for root, kind in kinds.items():
        if kind in ENCLOSED:
            _add_enclosed(state, root, kind, chances[root], vectors)
        elif kind in SURROUNDED:
            chances[root] = _add_surrounded(state, root, kind, prospects, vectors)
    for city, points, seats in farmed_cities(state, farms):
        is_complete = not state.counters[city] & OPEN
        for seat in seats:
            if is_complete:
                vectors[seat][_FARMED] += points
            else:
                vectors[seat][_FARMING] += points * chances[city]
    _add_figures(state, prospects, chances, vectors)
    return vectors


def _kinds(state: State) -> dict[int, Kind]:
    """Return the kind of each feature that has figures, by its root."""
    kinds: dict[int, Kind] = {}
    parent = state.parent
    for ref, (_, _, _, node) in state.figures.items():
        root = node
        while (above := parent[root]) != root:
            root = above
        if root not in kinds:
            kinds[root] = state.cells[ref.position].turned.segments[ref.segment].kind
    return kinds


def _chances(state: State, prospects: Prospects, roots: Iterable[int]) -> dict[int, float]:
    """Return the chance of each of these features that it is completed; 1 for one that is."""
    chances = dict.fromkeys(roots, 1.0)
    cells, parent = state.cells, state.parent
    for cell, constraint in state.frontier.items():
        for (_, step, port), chance in prospects.sides(constraint):
            turned, nodes = cells[cell + step]
            root = nodes[turned.ports[port]]
            while (above := parent[root]) != root:
                root = above
            if root in chances:
                chances[root] *= chance
    return chances


def _add_enclosed(state: State, root: int, kind: Kind, chance: float, vectors: list[Vector]) -> None:
    rules, counters = state.ruleset, state.counters[root]
    modifiers = merged_modifiers(state, root) if kind in rules.modified_kinds else NO_MODIFIERS
    tiles, open_sides = state.members[root].bit_count(), counters & OPEN
    now = sum(item.points for item in rules.incomplete[kind](tiles, modifiers)) if _pays_incomplete(rules) else 0
    completed = sum(item.points for item in rules.complete[kind](tiles + open_sides, modifiers))
    for seat in rules.majority(counters >> CLAIM_SHIFT):
        vector = vectors[seat]
        vector[_POINTS] += now
        vector[_GROWTH] += chance * (completed - now)
        vector[_OPEN] += open_sides


def _add_surrounded(state: State, root: int, kind: Kind, prospects: Prospects, vectors: list[Vector]) -> float:
    """Add a monastery or garden; return the chance that it is completed."""
    rules, counters = state.ruleset, state.counters[root]
    empty = counters & OPEN
    now = sum(item.points for item in rules.incomplete[kind](9 - empty, NO_MODIFIERS))
    completed = sum(item.points for item in rules.complete[kind](9, NO_MODIFIERS))
    for seat in rules.majority(counters >> CLAIM_SHIFT):
        vectors[seat][_POINTS] += now
        vectors[seat][_GROWTH] += prospects.filled * (completed - now)
    return prospects.filled**empty


def _add_figures(state: State, prospects: Prospects, chances: Mapping[int, float], vectors: list[Vector]) -> None:
    """Add what figures are worth in hand, and on the table where they may come back or stand in vain."""
    turns_left = prospects.turns_left
    in_hand = [sum(pieces[seat] for pieces in state.supply.values()) for seat in range(state.seats)]
    returning = [0.0] * state.seats
    majority = state.ruleset.majority
    for seat, _, _, node in state.figures.values():
        root = state.root(node)
        returning[seat] += chances.get(root, 0.0)
        if seat not in majority(state.counters[root] >> CLAIM_SHIFT):
            vectors[seat][_OUTNUMBERED] += 1
    for seat, vector in enumerate(vectors):
        worth = worth_in_hand(in_hand[seat], turns_left)
        vector[_HAND] = worth
        vector[_RETURNING] = returning[seat] * (worth_in_hand(in_hand[seat] + 1, turns_left) - worth)


def _add_other_scoring(state: State, vectors: list[Vector]) -> None:
    """Add what an edition's own parts of the final scoring would pay now, such as The Castle's keep."""
    scorers = _other_scorers(state.ruleset)
    if not scorers:
        return
    copy = state.copy()
    for scorer in scorers:
        for event in scorer(copy):
            for seat in event.seats:
                vectors[seat][_POINTS] += event.points


@cache
def _other_scorers(rules: Ruleset) -> tuple[FinalScorer, ...]:
    return tuple(one for one in rules.final if one is not score_incomplete and not is_farm_scorer(one))


@cache
def _pays_incomplete(rules: Ruleset) -> bool:
    return score_incomplete in rules.final
