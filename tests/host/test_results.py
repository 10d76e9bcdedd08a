"""The results of a game, worked out from its moves alone."""

import random

import pytest

from carcassonne import (
    EDITIONS,
    Event,
    Kind,
    Move,
    Phase,
    PlaceTile,
    Resign,
    State,
    draws,
    find_ruleset,
    legal_moves,
    legal_placements,
    new_game,
    step,
)
from host.model.results import FeatureTotals, feature_totals, seat_results


def random_game(
    edition: str, seats: int, seed: int, resigning: dict[int, int] | None = None, turns: int = 200
) -> tuple[State, list[Event]]:
    """The last state and the events of a random game. ``resigning`` maps turns to the seats that resign then."""
    dice, events = random.Random(seed), list[Event]()
    state, leaving = new_game(find_ruleset(edition), seats), dict(resigning or {})
    while not state.is_over and state.turn <= turns:
        if state.phase is Phase.PLACE and state.turn in leaving:
            move: Move = Resign(leaving.pop(state.turn))
        elif state.phase is Phase.PLACE:
            move = PlaceTile(*dice.choice(legal_placements(state)))
        else:
            move = dice.choice(draws(state) or legal_moves(state))
        events += step(state, move)
    return state, events


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(3))
def test_what_features_paid_adds_up_to_the_score(edition: str, seed: int) -> None:
    state, events = random_game(edition, 2, seed)
    made = seat_results(state, events)
    assert [one.score for one in made] == state.scores
    assert [sum(paid.points for paid in one.feature_totals.values()) for one in made] == state.scores
    best = max(state.scores)
    assert [one.rank for one in made] == [1 if score == best else 2 for score in state.scores]


def test_who_resigned_is_last_whatever_the_score() -> None:
    made = seat_results(*random_game("classic", 4, 1, {30: 0, 40: 2}))
    assert [made[0].rank, made[2].rank] == [3, 3]
    assert sorted([made[1].rank, made[3].rank]) in ([1, 2], [1, 1])
    assert made[0].score is not None


def test_the_last_one_left_has_won_and_nothing_is_scored() -> None:
    made = seat_results(*random_game("classic", 3, 1, {10: 0, 12: 2}))
    assert [(one.rank, one.score, one.feature_totals) for one in made] == [(2, None, {}), (1, None, {}), (2, None, {})]


def test_a_game_that_broke_off_has_no_winner() -> None:
    state, events = random_game("classic", 2, 1, turns=70)
    assert events
    assert seat_results(state, events) == ()


def test_a_finished_city_and_road_are_counted_with_their_tiles() -> None:
    both = FeatureTotals(10, 1, 10, 4, 4) + FeatureTotals(5, 1, 5, 5, 5)
    assert both == FeatureTotals(points=15, features=2, best=10, best_tiles=4, longest=5)
    assert FeatureTotals() + both == both


def test_nothing_that_paid_nothing_is_counted() -> None:
    assert feature_totals([], 0) == {}
    for one in seat_results(*random_game("classic", 2, 3)):
        assert all(paid.points and paid.features for paid in one.feature_totals.values())
        assert all(paid.longest <= 9 for kind, paid in one.feature_totals.items() if kind is Kind.MONASTERY)
