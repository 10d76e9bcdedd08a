"""What fields may still pay: the points of each city that they touch, by the way in which a ruleset counts farms."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from carcassonne.scoring import score_cities_once_a_player, score_each_city, score_each_farm
from carcassonne.state import CLAIM_SHIFT, FinalScorer, State


class FarmedCity(NamedTuple):
    """A city that pays farmers: its root, the points that it pays when it is complete, and the seats that get them."""

    city: int
    points: int
    seats: tuple[int, ...]


Farming: TypeAlias = Callable[[int, State, Mapping[int, frozenset[int]]], Iterator[FarmedCity]]
"""Takes the points a city, a state, and the roots of the cities that each claimed field touches."""


def farmed_cities(state: State, fields: Mapping[int, frozenset[int]]) -> Iterator[FarmedCity]:
    """Yield what the cities beside the claimed fields pay, complete or not. ``fields`` holds their roots, by field."""
    for scorer in state.ruleset.final:
        farming, points = _farming(scorer)
        if farming is not None:
            yield from farming(points, state, fields)


def is_farm_scorer(scorer: FinalScorer) -> bool:
    """Say whether a part of the final scoring is one whose prospects are known here."""
    return _farming(scorer)[0] is not None


def _farming(scorer: FinalScorer) -> tuple[Farming | None, int]:
    if isinstance(scorer, partial) and scorer.func in _FARMINGS:
        return _FARMINGS[scorer.func], scorer.args[0]
    return None, 0


def _by_farm(points: int, state: State, fields: Mapping[int, frozenset[int]]) -> Iterator[FarmedCity]:
    for field, cities in fields.items():
        seats = state.ruleset.majority(state.counters[field] >> CLAIM_SHIFT)
        for city in cities:
            yield FarmedCity(city, points, seats)


def _once_a_player(points: int, state: State, fields: Mapping[int, frozenset[int]]) -> Iterator[FarmedCity]:
    paid: set[tuple[int, int]] = set()
    for one in _by_farm(points, state, fields):
        new = tuple([seat for seat in one.seats if (seat, one.city) not in paid])
        paid.update((seat, one.city) for seat in new)
        yield one._replace(seats=new)


def _by_city(points: int, state: State, fields: Mapping[int, frozenset[int]]) -> Iterator[FarmedCity]:
    claims: dict[int, int] = {}
    for field, cities in fields.items():
        for city in cities:
            claims[city] = claims.get(city, 0) + (state.counters[field] >> CLAIM_SHIFT)
    for city, held in claims.items():
        yield FarmedCity(city, points, state.ruleset.majority(held))


_FARMINGS: Final[Mapping[Callable[..., object], Farming]] = {
    score_each_farm: _by_farm,
    score_cities_once_a_player: _once_a_player,
    score_each_city: _by_city,
}
