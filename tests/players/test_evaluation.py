"""The parts of an evaluation, checked against the rules' own final scoring."""

import pytest

from carcassonne import DrawTile, apply_all, find_ruleset, new_game, parse_move, position_at
from carcassonne.projection import projected_scores
from players.evaluation import Evaluation, margin
from players.policy import valued_turns
from players.prospects import Prospects
from players.turns import whole_turns
from players.valuations import LEARNT
from players.weights import PARTS
from tests.players.random_positions import GAMES, some_positions

PAID_NOW = [PARTS.index(part) for part in ("points", "farmed", "edition_points")]


@pytest.mark.parametrize(("edition", "options", "seats"), GAMES)
def test_points_and_farmed_cities_are_what_the_final_scoring_would_pay_now(
    edition: str, options: str, seats: int
) -> None:
    for state in some_positions(edition, options, seats, seed=3, number=12):
        playing = [seat for seat in range(seats) if seat not in state.resigned]
        vectors = Evaluation(state, Prospects(state)).parts
        expected = projected_scores(state)
        assert {seat: sum(vectors[seat][part] for part in PAID_NOW) for seat in playing} == {
            seat: expected[seat] for seat in playing
        }


@pytest.mark.parametrize(("edition", "options", "seats"), GAMES)
def test_a_turn_is_worth_what_the_position_after_it_is(edition: str, options: str, seats: int) -> None:
    """What a figure adds is found without deploying it; it must come to the same."""
    for state in some_positions(edition, options, seats, seed=3, number=4):
        prospects = Prospects(state)
        weights = LEARNT["classic"][0].at(prospects.left)
        valued = {one.moves: one.by_seat for one in valued_turns(state, prospects, weights)}
        assert valued == {
            turn.moves: pytest.approx(Evaluation(turn.after, prospects).values(weights)) for turn in whole_turns(state)
        }


@pytest.mark.parametrize(("edition", "options", "seats"), GAMES)
def test_chances_are_chances(edition: str, options: str, seats: int) -> None:
    for state in some_positions(edition, options, seats, seed=4, number=12):
        prospects = Prospects(state)
        for constraint in state.frontier.values():
            assert all(0 <= chance <= 1 for _, _, chance in prospects.sides[constraint])


def test_the_last_tile_that_closes_a_city_is_counted() -> None:
    """One city is open at one side. Its chance falls with the tiles that close it, and is 0 when none is left."""
    state = apply_all(
        new_game(find_ruleset("classic"), 2), [DrawTile("V"), parse_move("place M14 0"), parse_move("deploy -")]
    ).state
    chances = []
    for copies in (3, 1, 0):
        state.bag = {"E": copies, "U": 5} if copies else {"U": 5}
        [(_, _, chance)] = Prospects(state).sides[state.frontier[position_at(12, 11)]]
        chances.append(chance)
    assert 1 > chances[0] > chances[1] > chances[2] == 0


def test_who_has_resigned_is_nobodys_rival() -> None:
    state = new_game(find_ruleset("classic"), 3)
    state = apply_all(state, [parse_move("resign 2")]).state
    assert margin([5.0, 90.0, 3.0], 0, state) == 2
