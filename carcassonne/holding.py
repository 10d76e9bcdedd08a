"""Who holds each feature at the moment, and where the points of a final scoring would come from."""

from collections import Counter
from collections.abc import Collection, Iterator

from carcassonne.events import SegmentRef
from carcassonne.farms import farm_groups, farm_payments
from carcassonne.features import Feature, features
from carcassonne.kinds import Kind
from carcassonne.projection import projected_events
from carcassonne.state import CLAIM_SHIFT, State


def holdings(state: State) -> Iterator[tuple[Feature, tuple[int, ...]]]:
    """Yield each feature with a claim on it, and the seats that hold it; several share it, none if a tie is nobody's.

    Where farms are counted city by city, every farmer counts for each city beside its field. So all who have farmers in
    a field hold it, and a complete city belongs to whoever has most farmers around it.
    """
    rules = state.ruleset
    by_city = {group.cities[0]: group.seats for group in farm_groups(state)} if rules.farms.is_by_city else {}
    for feature in features(state):
        root = state.root_at(feature.refs[0])
        if root in by_city:
            yield feature, by_city[root]
        elif any(feature.claims):
            is_together = rules.farms.is_by_city and feature.kind is Kind.FIELD
            majority = rules.majority(state.counters[root] >> CLAIM_SHIFT)
            yield feature, _everybody(feature.claims) if is_together else majority


def _everybody(claims: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat, strength in enumerate(claims) if strength)


def earnings(state: State) -> Counter[tuple[int, SegmentRef]]:
    """Return what would be paid for features if the game ended now, by seat and by the segment that earns it.

    It is a segment with a figure of that seat, if it has one in the feature. Points for no feature are left out.
    """
    earned: Counter[tuple[int, SegmentRef]] = Counter()
    for event in projected_events(state):
        if event.ref is not None and event.kind is not Kind.FIELD:
            for seat in event.seats:
                earned[seat, _earning_segment(state, event.ref, seat, (state.root_at(event.ref),))] += event.points
    for payment in () if state.is_over else farm_payments(state):
        for seat in payment.seats:
            if seat not in state.resigned:
                earned[seat, _earning_segment(state, payment.ref, seat, payment.group.fields)] += payment.points
    return earned


def _earning_segment(state: State, ref: SegmentRef, seat: int, roots: Collection[int]) -> SegmentRef:
    """Return the first segment of these features with a figure of the seat; ``ref`` if it has none there."""
    own = (there for there, placed in state.figures.items() if placed.seat == seat)
    return min((there for there in own if state.root_at(there) in roots), default=ref)
