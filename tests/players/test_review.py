"""A game in review: luck and skill, and what turns cost."""

import random
from collections import Counter
from functools import cache

import pytest

from carcassonne import DrawTile, Move, Phase, State, apply_all, draws, find_ruleset, new_game
from carcassonne.rules import step
from players import LEVELS, choose
from players.policy import valued_turns
from players.prospects import Prospects
from players.review import GameReview, one_ply_difference, relative, review
from players.search import Effort, compare
from players.valuations import LEARNT, valuation_of

Moves = list[Move]

SHORT = 16
"""How many tiles these games have."""


@cache
def played(levels: tuple[str, ...], seed: int = 1, edition: str = "classic", options: str = "") -> tuple[State, Moves]:
    """The start of a short game of levels, and its moves."""
    start, dice = new_game(find_ruleset(edition, options.split()), len(levels)), random.Random(seed)
    start.bag = dict(Counter(dice.sample(sorted(Counter(start.bag).elements()), min(SHORT, sum(start.bag.values())))))
    state, moves = start.copy(), Moves()
    while not state.is_over:
        possible = draws(state)
        chosen = [dice.choice(possible)] if possible else choose(state, LEVELS[levels[state.seat]], dice.randrange)
        for move in chosen:
            step(state, move)
            moves.append(move)
    return start, moves


@cache
def reviewed(levels: tuple[str, ...], seed: int = 1, edition: str = "classic", options: str = "") -> GameReview:
    return review(*played(levels, seed, edition, options))


@pytest.mark.parametrize(
    ("levels", "edition", "options"),
    [
        (("beginner", "club"), "classic", ""),
        (("club", "beginner", "club"), "new-edition", "abbot"),
        (("club", "beginner"), "classic", "inns traders"),
        (("beginner", "beginner"), "castle", ""),
    ],
)
def test_luck_and_skill_add_up_to_the_result(levels: tuple[str, ...], edition: str, options: str) -> None:
    found = reviewed(levels, 1, edition, options)
    assert len(found.turns) == len({one.number for one in found.turns}) > 5
    for seat in range(len(levels)):
        assert found.luck(seat) + found.skill(seat) == pytest.approx(found.result(seat))
        assert found.with_even_luck(seat) == pytest.approx(found.skill(seat))
        assert found.lost(seat) >= 0
        assert found.curve(seat)[-1] == found.result(seat)
    assert sum(found.luck(seat) for seat in range(len(levels))) == pytest.approx(0)
    assert any(abs(relative(one.luck, 0)) > 0.5 for one in found.turns), "some draws are lucky"


def test_the_worth_before_a_draw_is_the_mean_over_all_tiles() -> None:
    start, moves = played(("beginner", "club"))
    turn = reviewed(("beginner", "club")).turns[4]
    state = before_turn(start, moves, turn.number)
    prospects = Prospects(state)
    weights = valuation_of(LEARNT, state.ruleset).at(prospects.left)
    worth = dict[str, list[float]]()
    for move in draws(state):
        after = apply_all(state, [move]).state
        if after.phase is Phase.PLACE and after.tile:
            best = max(valued_turns(after, prospects, weights), key=lambda one: one.value)
            worth.setdefault(after.tile.name, []).append(relative(best.by_seat, 0))
    every = [one for values in worth.values() for one in values]
    assert relative(turn.expected, 0) == pytest.approx(sum(every) / len(every))
    assert relative(turn.luck, 0) == pytest.approx(worth[turn.tile][0] - sum(every) / len(every))


def before_turn(start: State, moves: Moves, number: int) -> State:
    """The position before the draw of a turn."""
    state, before = start.copy(), start
    for move in moves:
        before = state.copy() if isinstance(move, DrawTile) else before
        step(state, move)
        number -= state.phase is Phase.PLACE
        if not number:
            return before
    raise AssertionError


def test_what_expert_plays_costs_nothing() -> None:
    found = reviewed(("expert", "beginner"))
    assert found.lost(0) < 0.3 * found.lost(1)
    assert [one.loss for one in found.turns if one.played == one.best] == pytest.approx(
        [0] * sum(one.played == one.best for one in found.turns)
    )


def test_weaker_levels_lose_more() -> None:
    lost = {"beginner": 0.0, "strong": 0.0}
    for seed in (2, 3):
        for levels in (("beginner", "strong"), ("strong", "beginner")):
            found = reviewed(levels, seed)
            for seat, level in enumerate(levels):
                lost[level] += found.error_rate(seat)
    assert lost["strong"] < lost["beginner"]


def test_a_loss_is_what_the_search_says() -> None:
    start, moves = played(("beginner", "club"))
    [turn, *_] = reviewed(("beginner", "club")).dearest(1)
    state = apply_all(before_turn(start, moves, turn.number), [DrawTile(turn.tile)]).state
    found = compare(state, Effort(candidates=8, tiles=24), random.Random(1 + turn.number).randrange)
    assert found[0].moves == turn.best
    worth = {one.moves: one.value for one in found}
    if turn.played in worth:
        assert found[0].value - worth[turn.played] == pytest.approx(turn.loss)
    assert turn.loss > 0


def test_reasons_are_the_difference_of_the_evaluation() -> None:
    start, moves = played(("beginner", "club"))
    checked = 0
    for turn in reviewed(("beginner", "club")).turns:
        before = before_turn(start, moves, turn.number)
        state, prospects = apply_all(before, [DrawTile(turn.tile)]).state, Prospects(before)
        weights = valuation_of(LEARNT, state.ruleset).at(prospects.left)
        worth = {one.moves: one.value for one in valued_turns(state, prospects, weights)}
        if turn.reasons and turn.played in worth and turn.best in worth:
            difference = one_ply_difference(turn.reasons, turn.seat, state)
            assert difference == pytest.approx(worth[turn.best] - worth[turn.played], abs=0.1)
            checked += 1
    assert checked > 3


def test_a_game_that_was_not_played_to_its_end_has_no_review() -> None:
    start, moves = played(("beginner", "club"))
    with pytest.raises(ValueError, match="played to its end"):
        review(start, moves[:-4])
