"""Who holds a feature, and where the points of a final scoring would come from."""

from collections import Counter

import pytest

from carcassonne import EDITIONS, FeatureScored, Kind, Phase, Resign, State, apply, feature_at
from carcassonne.farms import farm_groups
from carcassonne.holding import earnings, holdings
from carcassonne.projection import projected_events
from tests.render.games import game

OLD_SCORING = "chat-room-old"


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(3))
def test_the_labels_of_a_seat_are_what_it_would_get(edition: str, seed: int) -> None:
    state = game(40, Phase.PLACE, edition=edition, seed=seed)
    for_no_feature = Counter(
        {seat: event.points for event in projected_events(state) if event.ref is None for seat in event.seats}
    )
    by_event: Counter[int] = Counter()
    for event in projected_events(state):
        by_event.update(dict.fromkeys(event.seats, event.points) if event.ref is not None else {})
    by_label: Counter[int] = Counter()
    for (seat, _), points in earnings(state).items():
        by_label[seat] += points
    assert by_label == by_event
    assert edition == "castle" or not for_no_feature


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_label_stands_at_a_figure_of_its_seat(edition: str) -> None:
    state = game(50, Phase.PLACE, edition=edition)
    keeps = {event.ref for event in projected_events(state) if event.kind is Kind.KEEP}
    labels = [key for key in earnings(state) if key[1] not in keeps]
    assert labels
    assert all(state.figures[ref].seat == seat for seat, ref in labels)


def test_what_several_cities_pay_one_farmer_is_one_label() -> None:
    """Three labels "+4" stood on one spot, where the card says +12."""
    for seed in range(20):
        state = game(60, Phase.PLACE, edition=OLD_SCORING, seats=3, seed=seed)
        farms = [event for event in projected_events(state) if event.kind is Kind.FIELD]
        labels = [points for (_, ref), points in earnings(state).items() if state.segment_at(ref).kind is Kind.FIELD]
        if len(labels) < sum(len(event.seats) for event in farms):
            assert max(labels) > 4
            assert sum(labels) == sum(event.points * len(event.seats) for event in farms)
            return
    pytest.fail("no game had a farmer beside several complete cities")


def test_a_label_of_old_scoring_stands_in_a_field_beside_the_city_that_pays() -> None:
    state = game(60, Phase.PLACE, edition=OLD_SCORING, seats=3, seed=2)
    fields = [
        (seat, ref, points)
        for (seat, ref), points in earnings(state).items()
        if state.segment_at(ref).kind is Kind.FIELD
    ]
    assert fields
    for _, ref, points in fields:
        assert 4 <= points <= 4 * feature_at(state, ref).complete_cities


def test_who_has_resigned_has_no_label() -> None:
    state = game(40, Phase.PLACE, edition="chat-room", seats=3)
    assert any(seat == 1 for seat, _ in earnings(state))
    assert not any(seat == 1 for seat, _ in earnings(apply(state, Resign(1)).state))


@pytest.mark.parametrize("edition", sorted(set(EDITIONS) - {OLD_SCORING}))
def test_who_holds_a_feature_is_whoever_it_would_pay(edition: str) -> None:
    state = game(45, Phase.PLACE, edition=edition)
    held = {feature.refs[0]: seats for feature, seats in holdings(state)}
    for event in _paid_features(state):
        assert event.ref is not None
        assert set(event.seats) <= set(held[feature_at(state, event.ref).refs[0]])


def test_where_cities_are_counted_a_complete_city_is_of_who_farms_around_it() -> None:
    state = game(60, Phase.PLACE, edition=OLD_SCORING, seats=3, seed=2)
    cities = {feature.refs[0]: seats for feature, seats in holdings(state) if feature.kind is Kind.CITY}
    complete = Counter(seats for name, seats in cities.items() if feature_at(state, name).is_complete)
    paid = Counter(event.seats for event in projected_events(state) if event.kind is Kind.FIELD)
    assert complete == paid != Counter()


def test_where_cities_are_counted_all_farmers_hold_their_field() -> None:
    state = game(60, Phase.PLACE, edition=OLD_SCORING, seats=3, seed=2)
    for feature, seats in holdings(state):
        if feature.kind is Kind.FIELD:
            assert seats == tuple(seat for seat, strength in enumerate(feature.claims) if strength)


def test_where_cities_are_counted_all_farmers_hold_their_field_before_any_city_is_complete() -> None:
    """Whoever had most of them there held it alone, until the first city anywhere was complete."""
    state = game(16, Phase.PLACE, edition=OLD_SCORING, seed=104)
    assert not farm_groups(state)
    fields = {feature.claims: seats for feature, seats in holdings(state) if feature.kind is Kind.FIELD}
    assert fields[2, 1] == (0, 1)


def _paid_features(state: State) -> list[FeatureScored]:
    return [event for event in projected_events(state) if event.ref is not None and event.kind is not Kind.KEEP]
