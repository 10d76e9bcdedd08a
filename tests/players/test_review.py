"""A game in review: luck and skill, what turns cost, and why."""

import random
from collections import Counter
from functools import cache

import pytest

from carcassonne import DrawTile, Move, Phase, Skip, State, apply_all, draws, find_ruleset, new_game, parse_move
from carcassonne.rules import step
from players import LEVELS, choose
from players.policy import valued_turns
from players.prospects import Prospects
from players.reasons import Fact
from players.review import EXPLAINED, GameReview, Look, PlayedTurn, ReviewedTurn, look, played_turns, relative, review
from players.review_file import format_review, parse_review
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


@pytest.mark.slow
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


def worth_by_tile(turn: PlayedTurn) -> dict[str, list[float]]:
    """Seat 0's lead with the best turn for each tile that may be drawn, once for each copy."""
    prospects = Prospects(turn.before)
    weights = valuation_of(LEARNT, turn.before).at(prospects.left)
    worth = dict[str, list[float]]()
    for move in draws(turn.before):
        after = apply_all(turn.before, [move]).state
        if after.phase is Phase.PLACE and after.tile:
            best = max(valued_turns(after, prospects, weights), key=lambda one: one.value)
            worth.setdefault(after.tile.name, []).append(relative(best.by_seat, 0))
    return worth


@pytest.mark.slow
def test_the_worth_before_a_draw_is_the_mean_over_all_tiles() -> None:
    turn, found = played_turns(*played(TWO))[0], reviewed(TWO).turns[0]
    worth = worth_by_tile(turn)
    every = [one for values in worth.values() for one in values]
    assert turn.state.tile
    assert relative(found.expected, 0) == pytest.approx(sum(every) / len(every))
    assert relative(found.luck, 0) == pytest.approx(worth[turn.state.tile.name][0] - sum(every) / len(every))


@pytest.mark.slow
def test_the_worth_of_later_draws_is_what_the_search_before_has_found() -> None:
    """It takes far answers over from before, so it's a little off; but the mean of luck over all tiles is still 0."""
    turns = played_turns(*played(TWO))
    assert [turn.follows for turn in turns] == [False] + [True] * (SHORT - 1)
    looks = [look(turn) for turn in turns]
    off = list[float]()
    for seen, turn, found in zip(looks[:-1], turns[1:], reviewed(TWO).turns[1:], strict=True):
        luck, worth = seen.next_luck, worth_by_tile(turn)
        assert luck
        assert turn.state.tile
        assert luck.by_tile.keys() == worth.keys()
        assert (found.expected, found.drawn) == (luck.expected, luck.by_tile[turn.state.tile.name])
        copies = {tile: len(values) for tile, values in worth.items()}
        mean = sum(copies[tile] * relative(values, 0) for tile, values in luck.by_tile.items()) / sum(copies.values())
        assert relative(luck.expected, 0) == pytest.approx(mean)
        off += [abs(relative(luck.by_tile[tile], 0) - values[0]) for tile, values in worth.items()]
    assert sum(off) / len(off) < 0.2


def test_what_expert_plays_costs_nothing_and_is_worth_more_than_the_next_best() -> None:
    found = reviewed(("expert", "beginner"))
    assert found.lost(0) < 0.3 * found.lost(1)
    assert found.best(1, 0)[0].gain > 0


@pytest.mark.slow
def test_weaker_levels_lose_more() -> None:
    lost = {"beginner": 0.0, "strong": 0.0}
    for levels in (("beginner", "strong"), ("strong", "beginner")):
        found = reviewed(levels, seed=2)
        for seat, level in enumerate(levels):
            lost[level] += found.error_rate(seat)
    assert lost["strong"] < lost["beginner"]


@pytest.mark.slow
def test_a_turn_is_compared_with_the_best_other_one_that_the_search_finds() -> None:
    turns = played_turns(*played(TWO))
    for turn, one in zip(turns, reviewed(TWO).turns, strict=True):
        search = Search(EXPERT, turn.state, random.Random(turn.state.turn).randrange)
        others = [other for other in search.ranked() if other.moves != turn.moves]
        if others:
            assert one.instead == others[0].moves
            assert one.gain == pytest.approx(search.weighed(turn.moves).turn.value - others[0].value)
        else:
            assert (one.instead, one.gain) == ((), 0)
        assert one.loss == max(-one.gain, 0)


@pytest.mark.parametrize(("tile", "deployment", "rotations"), [("B", "monk", (0, 90)), ("U", "-", (90, 270))])
def test_a_turn_is_not_compared_with_itself_in_another_rotation(
    tile: str, deployment: str, rotations: tuple[int, int]
) -> None:
    """Who typed the best turn so was never told: what looks the same was the best other one, and worth as much."""
    state = apply_all(new_game(find_ruleset("classic"), 2), [DrawTile(tile)]).state
    looks = list[Look]()
    for rotation in rotations:
        moves = (parse_move(f"place M14 {rotation}"), parse_move(f"deploy {deployment}"))
        looks.append(look(PlayedTurn(1, 0, 1, state, state, moves, follows=True)))
    first, second = looks
    assert first.gain == second.gain > 0
    assert first.turns
    assert second.turns
    assert first.turns[1].turn.moves == second.turns[1].turn.moves


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


def test_turns_that_stand_out_have_reasons_for_the_better_one() -> None:
    explained = reviewed(TWO).explained()
    assert len(explained) > EXPLAINED
    for one in explained:
        assert one.reasons
        assert all((reason.points > 0) == (reason.seat == one.seat) for reason in one.reasons)
        sizes = [abs(reason.points) for reason in one.reasons]
        assert sizes == sorted(sizes, reverse=True)
    numbers = {one.number for one in explained}
    assert not any(one.reasons for one in reviewed(TWO).turns if one.number not in numbers)
    assert any(reason.fact is not Fact.POINTS_MORE and reason.cell for one in explained for reason in one.reasons)


def of_gains(*gains: float) -> GameReview:
    """A review in which the turns of seat 0 gain this much."""
    turns = [ReviewedTurn(number, 0, 1, (0.0, 0.0), (0.0, 0.0), (), gain) for number, gain in enumerate(gains, 1)]
    return GameReview(tuple(turns), (0, 0))


def test_the_same_turns_stand_out_when_a_review_is_read() -> None:
    """Of two that cost the same to two decimals, another one stood out then, and it had no reasons."""
    made = of_gains(-5.0, -4.906, -4.908, -4.907, 2.001, 2.002, 2.003, 2.004)
    read = parse_review(format_review(made))
    assert [one.number for one in made.explained()] == [one.number for one in read.explained()] == [1, 2, 3, 5, 6, 7]


def test_no_turn_stands_out_by_nothing_that_people_can_see() -> None:
    """Such turns were said to have given away 0.0 points, or to be the best by 0.0."""
    found = of_gains(-0.05, -0.04, 0.05, 0.04, 0.01)
    assert [one.number for one in found.explained()] == [1, 3]


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_game_that_was_not_played_to_its_end_has_no_review() -> None:
    start, moves = played(TWO)
    with pytest.raises(ValueError, match="played to its end"):
        review(start, moves[:-4])
