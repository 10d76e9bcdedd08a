"""What fields may still pay: the points of each city that they touch, by the way in which a ruleset counts farms."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Final, NamedTuple, TypeAlias

from carcassonne.scoring import score_cities_once_a_player, score_each_city, score_each_farm
from carcassonne.state import FinalScorer, Ruleset


class FarmedCity(NamedTuple):
    """A city that pays farmers: its root, the points that it pays when it is complete, and the seats that get them."""

    city: int
    points: int
    seats: tuple[int, ...]


Claims: TypeAlias = Mapping[int, int]
"""The claims on each field that has figures, by its root."""
Touched: TypeAlias = Mapping[int, frozenset[int]]
"""The roots of the cities that a field touches, by the field's root."""
Farming: TypeAlias = Callable[[int, Ruleset, Claims, Touched], Iterator[FarmedCity]]
"""Takes the points a city, the rules, and the fields."""


def farmed_cities(rules: Ruleset, claims: Claims, touched: Touched) -> Iterator[FarmedCity]:
    """Yield what the cities beside the claimed fields pay, complete or not."""
    for farming, points in _farmings(rules):
        yield from farming(points, rules, claims, touched)


def is_farm_scorer(scorer: FinalScorer) -> bool:
    """Say whether a part of the final scoring is one whose prospects are known here."""
    return isinstance(scorer, partial) and scorer.func in _FARMINGS


@cache
def _farmings(rules: Ruleset) -> tuple[tuple[Farming, int], ...]:
    return tuple(
        (_FARMINGS[scorer.func], scorer.args[0])
        for scorer in rules.final
        if isinstance(scorer, partial) and scorer.func in _FARMINGS
    )


def _by_farm(points: int, rules: Ruleset, claims: Claims, touched: Touched) -> Iterator[FarmedCity]:
    for field, held in claims.items():
        seats = rules.majority(held)
        for city in touched[field]:
            yield FarmedCity(city, points, seats)


def _once_a_player(points: int, rules: Ruleset, claims: Claims, touched: Touched) -> Iterator[FarmedCity]:
    paid: set[tuple[int, int]] = set()
    for one in _by_farm(points, rules, claims, touched):
        new = tuple([seat for seat in one.seats if (seat, one.city) not in paid])
        paid.update((seat, one.city) for seat in new)
        yield one._replace(seats=new)


def _by_city(points: int, rules: Ruleset, claims: Claims, touched: Touched) -> Iterator[FarmedCity]:
    held: dict[int, int] = {}
    for field, claim in claims.items():
        for city in touched[field]:
            held[city] = held.get(city, 0) + claim
    for city, together in held.items():
        yield FarmedCity(city, points, rules.majority(together))


_FARMINGS: Final[Mapping[Callable[..., object], Farming]] = {
    score_each_farm: _by_farm,
    score_cities_once_a_player: _once_a_player,
    score_each_city: _by_city,
}
