"""The cheapest way to pair all of an even number of players, where each possible pair has costs.

Costs are tuples of whole numbers: the first is the worst, and no amount of what follows outweighs it.
"""

from collections.abc import Callable, Collection, Mapping
from itertools import combinations
from typing import Final

Costs = tuple[int, ...]
Pair = tuple[int, int]

_FEW: Final = 40
"""Up to this number of players, every pair is considered."""
_NEAREST: Final = 8
"""Of more players, each considers at first this number of the cheapest pairs of each class, up and down the order."""
_CLASSES: Final = 6
"""Of this number of classes, the cheapest."""


def cheapest_pairs(count: int, costs: Callable[[int, int], Costs], *, breaches: int, classed: int) -> list[Pair]:
    """Pair the players 0 to ``count`` - 1, an even number, so that the sum of the costs is the least.

    Of many players, only the cheapest pairs of each are tried: in each class, which is all pairs with the same first
    ``classed`` costs. Twice as many are tried as long as they can't pair all or one of the first ``breaches`` costs is
    not 0, until all were tried. So these are the least of all possible ones, and what follows is nearly the least.
    """
    table = {pair: costs(*pair) for pair in combinations(range(count), 2)}
    weights = _weights(table, count // 2)
    each = _NEAREST if count > _FEW else count
    while True:
        found = _match(_cheapest_of_each(table, weights, count, each, classed))
        is_clean = 2 * len(found) == count and not any(any(table[pair][:breaches]) for pair in found)
        if is_clean or each >= count:
            return sorted(found)
        each *= 2


def _weights(table: Mapping[Pair, Costs], pairs: int) -> dict[Pair, int]:
    """Return each pair's costs as one number, so that sums of ``pairs`` of them compare as the sums of costs do."""
    bases = [max(column) * pairs + 1 for column in zip(*table.values(), strict=True)]

    def weigh(costs: Costs) -> int:
        weight = 0
        for cost, base in zip(costs, bases, strict=True):
            weight = weight * base + cost
        return weight

    return {pair: weigh(costs) for pair, costs in table.items()}


def _cheapest_of_each(
    table: Mapping[Pair, Costs], weights: Mapping[Pair, int], count: int, each: int, classed: int
) -> dict[Pair, int]:
    """Return the pairs that are among the cheapest of one of the two, with their weights."""
    if each >= count:
        return dict(weights)
    kept = set[Pair]()
    for player in range(count):
        pairs = [(min(player, other), max(player, other)) for other in range(count) if other != player]
        classes: dict[tuple[Costs, bool], list[Pair]] = {}
        for pair in sorted(pairs, key=lambda pair: (weights[pair], pair)):
            in_class = classes.setdefault((table[pair][:classed], pair[0] == player), [])
            if len(classes) > _CLASSES * each // _NEAREST:
                break
            if len(in_class) < each:
                in_class.append(pair)
        kept.update(pair for in_class in classes.values() for pair in in_class)
    return {pair: weights[pair] for pair in sorted(kept)}


def _match(weights: Mapping[Pair, int]) -> Collection[Pair]:
    """Return as many pairs as possible, and of these ways the cheapest."""
    from networkx import Graph, max_weight_matching  # it takes long to load, and few moments need it

    graph = Graph()
    most = max(weights.values(), default=0)
    graph.add_weighted_edges_from((*pair, most - weight) for pair, weight in weights.items())
    return {(min(pair), max(pair)) for pair in max_weight_matching(graph, maxcardinality=True)}
