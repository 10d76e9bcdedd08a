"""Computers use what Traders & Builders adds: the builder, the pig, the goods. A match counts it."""

import random

import pytest

from carcassonne import BUILDER, FOLLOWER, PIG, Deploy, DrawTile, State, apply_all, find_ruleset, new_game, parse_move
from players import LEVELS, choose
from players.match import COUNTED, Match, play_pairs
from players.strength import strength
from tests.fixtures.cases import thorough

NAMES = tuple(LEVELS)


def position(*moves: str, options: str = "traders") -> State:
    start = new_game(find_ruleset("classic", options.split()), 2)
    return apply_all(start, [parse_move(move) for move in moves]).state


@pytest.mark.parametrize("level", ["club", "strong", "expert", thorough("master")])
def test_a_builder_joins_a_road_that_goes_on(level: str) -> None:
    state = position(
        "draw U", "place N13 90", "deploy thief W", "draw B", "place M14 0", "deploy -", "draw U",
    )  # fmt: skip
    moves = choose(state, LEVELS[level], random.Random(1).randrange)
    [deployed] = [move for move in moves if isinstance(move, Deploy)]
    assert deployed.figure is BUILDER


@pytest.mark.parametrize("level", ["club", "strong", "expert", thorough("master")])
def test_who_has_a_builder_lets_his_road_grow(level: str) -> None:
    state = position(
        *("draw U", "place N13 90", "deploy thief W", "draw B", "place M14 0", "deploy -"),
        *("draw U", "place O13 90", "deploy builder W", "draw B", "place L14 0", "deploy -", "draw U"),
    )
    moves = choose(state, LEVELS[level], random.Random(1).randrange)
    after = apply_all(state, moves).state
    assert after.seat == 0, "the same seat has another turn"


def test_a_pig_joins_a_farmer_beside_finished_cities() -> None:
    """With the last tile, when its player has no follower left."""
    state = position(
        *("draw E", "place M12 180", "deploy farmer NNE", "draw B", "place M14 0", "deploy -"),
        options="traders",
    )
    state.bag = {"B": 1}
    state.supply = {**state.supply, FOLLOWER: (0, 7)}
    drawn = apply_all(state, [DrawTile("B")]).state
    moves = choose(drawn, LEVELS["club"], random.Random(1).randrange)
    figures = [move.figure for move in moves if isinstance(move, Deploy)]
    assert figures == [PIG]


@pytest.mark.slow
def test_a_match_counts_extra_turns_pigs_and_goods() -> None:
    pairs = list(play_pairs(Match("club", "beginner", options=("inns", "traders")), 1, seed=5))
    found = strength(pairs).counted
    assert set(found[0]) | set(found[1]) <= set(COUNTED)
    assert min(one["extra turns"] for one in found) >= 1, "no builder stands idle for a game"
    base = list(play_pairs(Match("club", "beginner"), 1, seed=5))
    assert strength(base).counted == ({}, {})
