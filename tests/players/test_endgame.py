"""The last tiles: a search through every turn finds the same, and the points are those of the final scoring."""

import pytest

from carcassonne import DrawTile, Phase, State, apply, apply_all, find_ruleset, new_game
from players.endgame import Breadth, compare_to_the_end, is_end
from players.evaluation import margin
from players.turns import whole_turns
from players.valuations import LEARNT
from tests.players.random_positions import GAMES, positions

EVERYTHING = Breadth(tiles=3, first=1000, answers=1000)
NARROW = Breadth(tiles=3, first=4, answers=2)


def with_tiles(edition: str, options: str, seats: int, tiles: int) -> State:
    """A position of a random game with this many tiles left, one of them in hand."""
    every = (one for seed in (31, 32, 33) for one in positions(edition, options, seats, seed))
    return next(one for one in every if one.phase is Phase.PLACE and one.tiles_left == tiles)


def points(state: State) -> list[float]:
    """What each seat will have if all play as well as they can: found without any evaluation."""
    if state.is_over:
        return [float(one) for one in state.scores]
    if state.phase is Phase.PLACE:
        return max((points(turn.after) for turn in whole_turns(state)), key=lambda one: margin(one, state.seat, state))
    assert state.phase is Phase.DRAW
    left, total = sum(state.bag.values()), [0.0] * state.seats
    for tile, copies in state.bag.items():
        drawn = points(apply(state, DrawTile(tile)).state)
        total = [so_far + copies / left * one for so_far, one in zip(total, drawn, strict=True)]
    return total


@pytest.mark.parametrize(("edition", "options", "seats"), [("classic", "", 2), ("new-edition", "river abbot", 3)])
def test_the_last_two_tiles_are_played_as_well_as_can_be(edition: str, options: str, seats: int) -> None:
    state = with_tiles(edition, options, seats, tiles=2)
    best = compare_to_the_end(state, EVERYTHING, LEARNT)[0]
    assert best.value == pytest.approx(margin(points(state), state.seat, state))


@pytest.mark.parametrize(("edition", "options", "seats"), GAMES)
@pytest.mark.parametrize("tiles", [1, 2, 3])
def test_the_turns_come_with_what_they_lead_to(edition: str, options: str, seats: int, tiles: int) -> None:
    state = with_tiles(edition, options, seats, tiles)
    turns = compare_to_the_end(state, NARROW, LEARNT)
    assert [one.value for one in turns] == sorted((one.value for one in turns), reverse=True)
    assert len(turns) <= NARROW.first
    for one in turns:
        assert one.value == margin(one.by_seat, state.seat, state)
        if (after := apply_all(state, one.moves).state).is_over:
            assert one.by_seat == after.scores


def test_the_end_begins_with_three_tiles() -> None:
    assert is_end(with_tiles("classic", "", 2, tiles=3), EVERYTHING)
    assert not is_end(with_tiles("classic", "", 2, tiles=4), EVERYTHING)
    assert not is_end(new_game(find_ruleset("new-edition", ["river"]), 2), EVERYTHING)
