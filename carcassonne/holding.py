"""Who holds each feature at the moment, and where the points of a final scoring would come from."""

from collections import Counter
from collections.abc import Iterator
from functools import partial

from carcassonne.events import FeatureScored, SegmentRef
from carcassonne.features import Feature, features
from carcassonne.kinds import Kind
from carcassonne.projection import projected_events
from carcassonne.scoring import claim, score_each_city
from carcassonne.state import OPEN, Ruleset, State


def holdings(state: State) -> Iterator[tuple[Feature, tuple[int, ...]]]:
    """Yield each feature with a claim on it, and the seats that hold it; several share it, none if a tie is nobody's.

    Where farms are counted city by city, every farmer counts for each city beside its field. So all who have farmers in
    a field hold it, and a complete city belongs to whoever has most farmers around it.
    """
    all_features = features(state)
    by_city = _farmers_by_city(all_features) if _counts_by_city(state.ruleset) else {}
    for feature in all_features:
        if feature.refs[0] in by_city:
            yield feature, _majority(state, by_city[feature.refs[0]])
        elif any(feature.claims):
            is_together = bool(by_city) and feature.kind is Kind.FIELD
            yield feature, _everybody(feature.claims) if is_together else _majority(state, feature.claims)


def earnings(state: State) -> Counter[tuple[int, SegmentRef]]:
    """Return what would be paid for features if the game ended now, by seat and by the segment that earns it.

    It is a segment with a figure of that seat, if it has one in the feature. Points for no feature are left out.
    """
    earned: Counter[tuple[int, SegmentRef]] = Counter()
    for event, fields in _with_fields(state):
        for seat in event.seats:
            if (where := _earning_segment(state, event, seat, fields)) is not None:
                earned[seat, where] += event.points
    return earned


def _with_fields(state: State) -> Iterator[tuple[FeatureScored, frozenset[SegmentRef]]]:
    """Yield each event of the final scoring; where it pays one city, also the segments of the fields that touch it."""
    events = projected_events(state)
    if not _counts_by_city(state.ruleset):
        yield from ((event, frozenset[SegmentRef]()) for event in events)
        return
    fields = [one for one in features(state) if one.kind is Kind.FIELD and any(one.claims)]
    touched = {city for field in fields for city in field.touches if _is_complete(state, city)}
    in_order = iter(sorted(touched, key=state.root_at))  # as ``score_each_city`` pays them
    for event in events:
        city = next(in_order) if event.kind is Kind.FIELD else None
        yield event, frozenset(ref for field in fields if city in field.touches for ref in field.refs)


def _is_complete(state: State, city: SegmentRef) -> bool:
    return not state.counters[state.root_at(city)] & OPEN


def _earning_segment(state: State, event: FeatureScored, seat: int, fields: frozenset[SegmentRef]) -> SegmentRef | None:
    if event.ref is None:
        return None
    root = state.root_at(event.ref)
    own = [ref for ref, placed in state.figures.items() if placed.seat == seat]
    near = [ref for ref in own if ref in fields] if fields else [ref for ref in own if state.root_at(ref) == root]
    return min(near, default=event.ref)


def _counts_by_city(rules: Ruleset) -> bool:
    """Say whether farms are counted city by city (the chat-room rules, 5)."""
    return any(isinstance(scorer, partial) and scorer.func is score_each_city for scorer in rules.final)


def _farmers_by_city(all_features: list[Feature]) -> dict[SegmentRef, tuple[int, ...]]:
    """Return the strength of each seat's farmers around each complete city, by the city's name."""
    complete = {one.refs[0] for one in all_features if one.kind is Kind.CITY and one.is_complete}
    found: dict[SegmentRef, tuple[int, ...]] = {}
    for field in all_features:
        if field.kind is Kind.FIELD and any(field.claims):
            for city in complete.intersection(field.touches):
                before = found.get(city, (0,) * len(field.claims))
                found[city] = tuple(map(sum, zip(before, field.claims, strict=True)))
    return found


def _majority(state: State, claims: tuple[int, ...]) -> tuple[int, ...]:
    return state.ruleset.majority(sum(claim(seat, strength) for seat, strength in enumerate(claims)))


def _everybody(claims: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat, strength in enumerate(claims) if strength)
