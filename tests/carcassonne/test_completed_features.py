"""What a turn has completed, whether or not anybody has claimed it; and how a game has ended."""

import pytest

from carcassonne import Kind, Outcome, SegmentRef, State, completed_features, feature_at, features

from .random_play import GAMES, play
from .scenario import Game, state_text


def completed_at(state: State) -> list[tuple[Kind, int]]:
    found = [feature_at(state, ref) for ref in completed_features(state)]
    return [(feature.kind, len(feature.tiles)) for feature in found]


def test_an_unclaimed_city_is_among_them() -> None:
    game = Game()
    game.lay("E M12 180")
    assert completed_at(game.state) == [(Kind.CITY, 2)]


def test_one_tile_completes_a_claimed_road_and_an_unclaimed_one() -> None:
    game = Game()
    game.play("1 W N13 0 thief E\n2 A O13 90 -")
    assert completed_at(game.state) == [(Kind.ROAD, 2)]


def test_asking_changes_nothing() -> None:
    game = Game()
    game.lay("E M12 180")
    before = state_text(game.state)
    completed_features(game.state)
    assert state_text(game.state) == before


def complete_names(state: State) -> set[SegmentRef]:
    return {feature.refs[0] for feature in features(state) if feature.is_complete and feature.kind is not Kind.RIVER}


@pytest.mark.parametrize(("edition", "options", "seats", "seed"), GAMES[::3])
def test_they_are_the_features_that_were_not_complete_before(edition: str, options: str, seats: int, seed: int) -> None:
    for ply in play(edition, options, seats, seed):
        if ply.after.turn > ply.before.turn:
            named = [feature_at(ply.after, ref).refs[0] for ref in completed_features(ply.after)]
            before = {feature_at(ply.after, ref).refs[0] for ref in complete_names(ply.before)}
            assert sorted(named) == sorted(complete_names(ply.after) - before)


@pytest.mark.parametrize(("edition", "options", "seats", "seed"), GAMES)
def test_a_state_knows_how_its_game_has_ended(edition: str, options: str, seats: int, seed: int) -> None:
    plies = play(edition, options, seats, seed)
    assert {ply.before.outcome for ply in plies} == {None}
    assert plies[-1].after.outcome is Outcome.SCORED


def test_a_game_that_all_but_one_have_left() -> None:
    game = Game(seats=3)
    game.resign(3)
    assert game.state.outcome is None
    game.resign(1)
    assert game.state.outcome is Outcome.RESIGNED
