"""A game in review: luck and skill, what turns cost, and why."""

import random
from collections import Counter
from functools import cache

import pytest

from carcassonne import DrawTile, Move, Phase, Skip, State, apply_all, draws, find_ruleset, new_game
from carcassonne.rules import step
from players import LEVELS, choose
from players.policy import valued_turns
from players.prospects import Prospects
from players.review import EXPLAINED, GameReview, Reason, played_turns, relative, review
from players.search import EXPERT, Search
from players.valuations import LEARNT, valuation_of

Moves = list[Move]

SHORT = 16
"""How many tiles these games have; of those whose turns take longer there are fewer."""
SHORTER = {"castle": 7, "inns traders": 9}


@cache
def played(levels: tuple[str, ...], seed: int = 1, edition: str = "classic", options: str = "") -> tuple[State, Moves]:
    """The start of a short game of levels, and its moves."""
    start, dice = new_game(find_ruleset(edition, options.split()), len(levels)), random.Random(seed)
    tiles = SHORTER.get(options or edition, SHORT)
    start.bag = dict(Counter(dice.sample(sorted(Counter(start.bag).elements()), min(tiles, sum(start.bag.values())))))
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


TWO = ("beginner", "club")


@pytest.mark.parametrize(
    ("levels", "edition", "options"),
    [
        (TWO, "classic", ""),
        (("club", "beginner", "club"), "new-edition", "abbot"),
        (("club", "beginner"), "classic", "inns traders"),
        (("beginner", "beginner"), "castle", ""),
    ],
)
def test_luck_and_skill_add_up_to_the_result(levels: tuple[str, ...], edition: str, options: str) -> None:
    found, seats = reviewed(levels, 1, edition, options), range(len(levels))
    assert len(found.turns) == len({one.number for one in found.turns}) > 5
    for seat in seats:
        assert found.luck(seat) + found.skill(seat) == pytest.approx(found.result(seat))
        assert relative(found.even_scores(), seat) == pytest.approx(found.skill(seat))
        assert found.curve(seat)[-1] == found.result(seat)
    assert sum(found.luck(seat) for seat in seats) == pytest.approx(0)
    assert any(abs(relative(one.luck, 0)) > 0.5 for one in found.turns), "some draws are lucky"


def test_the_worth_before_a_draw_is_the_mean_over_all_tiles() -> None:
    turn = played_turns(*played(TWO))[4]
    found = reviewed(TWO).turns[4]
    prospects = Prospects(turn.before)
    weights = valuation_of(LEARNT, turn.before.ruleset).at(prospects.left)
    worth = dict[str, list[float]]()
    for move in draws(turn.before):
        after = apply_all(turn.before, [move]).state
        if after.phase is Phase.PLACE and after.tile:
            best = max(valued_turns(after, prospects, weights), key=lambda one: one.value)
            worth.setdefault(after.tile.name, []).append(relative(best.by_seat, 0))
    every = [one for values in worth.values() for one in values]
    assert turn.state.tile
    assert relative(found.expected, 0) == pytest.approx(sum(every) / len(every))
    assert relative(found.luck, 0) == pytest.approx(worth[turn.state.tile.name][0] - sum(every) / len(every))


def test_what_expert_plays_costs_nothing_and_is_worth_more_than_the_next_best() -> None:
    found = reviewed(("expert", "beginner"))
    assert found.lost(0) < 0.3 * found.lost(1)
    assert found.best(1, 0)[0].gain > 0


def test_weaker_levels_lose_more() -> None:
    lost = {"beginner": 0.0, "strong": 0.0}
    for levels in (("beginner", "strong"), ("strong", "beginner")):
        found = reviewed(levels, seed=2)
        for seat, level in enumerate(levels):
            lost[level] += found.error_rate(seat)
    assert lost["strong"] < lost["beginner"]


def test_a_turn_is_compared_with_the_best_other_one_that_the_search_finds() -> None:
    turns = played_turns(*played(TWO))
    for turn, one in zip(turns, reviewed(TWO).turns, strict=True):
        search = Search(EXPERT, turn.state, random.Random(turn.state.turn).randrange)
        others = [other for other in search.ranked() if other.moves != turn.moves]
        if others:
            assert one.instead == others[0].moves
            assert one.gain == pytest.approx(search.valued(turn.moves).value - others[0].value)
        else:
            assert (one.instead, one.gain) == ((), 0)
        assert one.loss == max(-one.gain, 0)


def test_a_turn_is_found_in_the_log() -> None:
    _, moves = played(TWO)
    for turn, one in zip(played_turns(*played(TWO)), reviewed(TWO).turns, strict=True):
        assert tuple(moves[one.at : one.at + len(turn.moves)]) == turn.moves
        assert isinstance(moves[one.at - 1], DrawTile)
        assert one.number == turn.state.turn + 1


def test_the_turns_that_cost_most_and_the_best_come_first() -> None:
    found = reviewed(TWO)
    losses, gains = [one.loss for one in found.dearest(99)], [one.gain for one in found.best(99)]
    assert losses == sorted(losses, reverse=True)
    assert gains == sorted(gains, reverse=True)
    assert min(losses) > 0 < min(gains)
    assert {one.seat for one in found.dearest(99, 1)} == {1}
    assert sum(losses) == pytest.approx(found.lost(0) + found.lost(1), abs=0.1)
    assert found.error_rate(0) == pytest.approx(found.lost(0) / sum(one.seat == 0 for one in found.turns))


def margin_of(reasons: tuple[Reason, ...], seat: int) -> float:
    return sum(one.points if one.seat == seat else -one.points for one in reasons)


def test_reasons_make_up_what_lies_between_the_turns() -> None:
    explained = reviewed(TWO).explained()
    assert len(explained) > EXPLAINED
    for one in explained:
        assert margin_of(one.reasons, one.seat) == pytest.approx(
            abs(one.gain), abs=0.5
        )  # far answers are taken over from before
        sizes = [abs(reason.points) for reason in one.reasons]
        assert sizes == sorted(sizes, reverse=True)
    numbers = {one.number for one in explained}
    assert not any(one.reasons for one in reviewed(TWO).turns if one.number not in numbers)


def test_a_turn_that_was_passed_over_is_not_judged() -> None:
    start, moves = played(TWO)
    place = next(at for at, move in enumerate(moves) if at > 20 and isinstance(move, DrawTile))
    state = apply_all(start, moves[: place + 1]).state
    moves = [*moves[: place + 1], Skip(state.seat)]
    state = apply_all(start, moves).state
    while not state.is_over:
        possible = draws(state)
        for move in possible[:1] or choose(state, LEVELS["club"], random.Random(1).randrange):
            step(state, move)
            moves.append(move)
    found = review(start, moves)
    assert len(found.turns) == SHORT - 1
    assert found.luck(0) + found.skill(0) == pytest.approx(found.result(0))


def test_a_game_that_was_not_played_to_its_end_has_no_review() -> None:
    start, moves = played(TWO)
    with pytest.raises(ValueError, match="played to its end"):
        review(start, moves[:-4])
