"""How farmers are paid: which cities pay whom, and the part of the final scoring that pays them."""

from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple

from carcassonne.events import FeatureScored, Item, SegmentRef, Unit
from carcassonne.kinds import Kind
from carcassonne.scoring import claimed_features, pay, touched_cities
from carcassonne.state import CLAIM_SHIFT, OPEN, FarmGroup, FarmRule, Majority, State


def by_farm(
    majority: Majority, claims: Mapping[int, int], touched: Mapping[int, Collection[int]]
) -> Iterator[FarmGroup]:
    """Each farm pays by itself for the cities beside it (the 2000 rulebook, "Farmer scoring")."""
    for field, held in claims.items():
        yield FarmGroup((field,), tuple(touched[field]), majority(held))


def once_a_player(
    majority: Majority, claims: Mapping[int, int], touched: Mapping[int, Collection[int]]
) -> Iterator[FarmGroup]:
    """Each farm pays by itself, but each city pays a player only once (the chat-room rules, 4, "Meadows")."""
    paid: set[tuple[int, int]] = set()
    for field, held in claims.items():
        for seat in majority(held):
            new = tuple([city for city in touched[field] if (seat, city) not in paid])
            paid.update((seat, city) for city in new)
            yield FarmGroup((field,), new, (seat,))


def by_city(
    majority: Majority, claims: Mapping[int, int], touched: Mapping[int, Collection[int]]
) -> Iterator[FarmGroup]:
    """Each city pays once, whoever has most farmers in all the fields that touch it (the chat-room rules, 5)."""
    together: dict[int, int] = {}
    fields: dict[int, tuple[int, ...]] = {}
    for field, held in claims.items():
        for city in touched[field]:
            together[city] = together.get(city, 0) + held
            fields[city] = (*fields.get(city, ()), field)
    for city, held in together.items():
        yield FarmGroup(fields[city], (city,), majority(held))


def _nowhere(_: Majority, __: Mapping[int, int], ___: Mapping[int, Collection[int]]) -> Iterator[FarmGroup]:
    yield from ()


NO_FARMS: Final = FarmRule(_nowhere, 0)
"""For editions without farmers."""


class FarmPayment(NamedTuple):
    """What a group of cities pays some of the seats that hold it."""

    group: FarmGroup
    seats: tuple[int, ...]
    """Those of the group that get the same, perhaps resigned."""
    each: int
    """The points a city."""
    ref: SegmentRef
    """A segment with a farmer in the first of the fields."""

    @property
    def points(self) -> int:
        """Return what each of the seats gets."""
        return len(self.group.cities) * self.each


def points_a_city(state: State, group: FarmGroup, seat: int) -> int:
    """Return what each city of a group pays a seat. Of several fields, the one with the largest bonus counts."""
    rule = state.ruleset.farms
    if not rule.bonuses:
        return rule.points
    return rule.points + max([sum([bonus(state, field, seat) for bonus in rule.bonuses]) for field in group.fields])


def farm_groups(state: State) -> list[FarmGroup]:
    """Return which completed cities would pay whom if the game ended now."""
    rule = state.ruleset.farms
    roots = [root for root, _ in claimed_features(state, {Kind.FIELD})]
    claims = {root: state.counters[root] >> CLAIM_SHIFT for root in roots}
    found = [one for one in rule.groups(state.ruleset.majority, claims, _completed_cities(state, roots)) if one.cities]
    return sorted(found, key=_cities) if rule.is_by_city else found


def _cities(group: FarmGroup) -> tuple[int, ...]:
    return group.cities


def _completed_cities(state: State, fields: list[int]) -> dict[int, list[int]]:
    """Return the roots of the completed cities that each field touches, each once."""
    return {
        field: sorted(city for city in touched_cities(state, field) if not state.counters[city] & OPEN)
        for field in fields
    }


def farm_payments(state: State) -> Iterator[FarmPayment]:
    """Yield what farmers would be paid if the game ended now."""
    refs = dict(claimed_features(state, {Kind.FIELD}))
    for group in farm_groups(state):
        seats_by_points: dict[int, list[int]] = {} if group.seats else {state.ruleset.farms.points: []}
        for seat in group.seats:
            seats_by_points.setdefault(points_a_city(state, group, seat), []).append(seat)
        for each, seats in seats_by_points.items():
            yield FarmPayment(group, tuple(seats), each, refs[group.fields[0]])


def score_farms(state: State) -> Iterator[FeatureScored]:
    """Pay farmers for the completed cities beside their fields, by the ruleset's farm rule."""
    for payment in farm_payments(state):
        item = Item(Unit.CITY, len(payment.group.cities), payment.each)
        seats = pay(state, Kind.FIELD, payment.seats, item.points)
        yield FeatureScored(Kind.FIELD, payment.ref, item.points, seats, (item,), is_final=True)
