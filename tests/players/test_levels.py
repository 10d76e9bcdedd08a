"""What every level promises: legal turns in every edition, and a choice that depends only on what is seen."""

import random
from functools import partial
from hashlib import blake2b

import pytest

from carcassonne import DrawTile, State, apply_all, find_ruleset, format_move, new_game
from players import LEVELS, Level, choose, compare
from players.evaluation import margin
from players.search import Effort, search
from players.turns import whole_turns
from players.valuations import LEARNT
from tests.fixtures.cases import slow, slow_but
from tests.players.random_positions import GAMES, positions, some_positions

HURRIED = Level("hurried", partial(search, LEARNT, Effort(candidates=2, tiles=2)))
"""The strong player's search, with less effort."""

CHOICES = {
    "beginner": "77f8319651cd466b",
    "club": "91543194cb14e1aa",
    "strong": "70bcc73fdb246cb6",
    "expert": "bd1d7a720d4c5b9a",
}
"""A hash of what each level has chosen in the same positions since the search was written."""


@pytest.mark.parametrize("level", [LEVELS["beginner"], LEVELS["club"], HURRIED], ids=lambda level: level.name)
@pytest.mark.parametrize(("edition", "options", "seats"), GAMES)
def test_a_level_chooses_legal_moves(level: Level, edition: str, options: str, seats: int) -> None:
    for state in some_positions(edition, options, seats, seed=6, number=4):
        assert apply_all(state, choose(state, level, random.Random(1).randrange)).state.turn >= state.turn


@pytest.mark.parametrize(
    "level", [slow(level) if name in ("expert", "master") else level for name, level in LEVELS.items()], ids=LEVELS
)
def test_the_choice_depends_on_the_tiles_left_and_not_on_their_order(level: Level) -> None:
    state = some_positions("classic", "", 2, seed=8, number=12)[-2]
    other = shuffled_bag(state)
    assert list(other.bag) != list(state.bag)
    chosen = [choose(one, level, random.Random(3).randrange) for one in (state, other, state)]
    assert chosen[0] == chosen[1] == chosen[2]


def shuffled_bag(state: State) -> State:
    """The same state, whose bag was filled in another order."""
    other = state.copy()
    other.bag = dict(reversed(state.bag.items()))
    return other


def test_a_choice_leaves_the_state_as_it_is() -> None:
    state = some_positions("castle", "", 2, seed=9, number=5)[3]
    before = (dict(state.bag), list(state.scores), dict(state.figures), list(state.counters), state.phase)
    choose(state, HURRIED, random.Random(1).randrange)
    assert (dict(state.bag), list(state.scores), dict(state.figures), list(state.counters), state.phase) == before


def test_nobody_chooses_for_chance() -> None:
    with pytest.raises(ValueError, match="no seat is to move"):
        choose(new_game(find_ruleset("classic"), 2), LEVELS["club"], random.Random(1).randrange)


def last_position(edition: str, options: str, seats: int) -> State:
    """The last position of a random game in which each turn ends the game at once."""
    every = [state for seed in (12, 13, 14) for state in list(positions(edition, options, seats, seed))[-1:]]
    return next(state for state in every if all(turn.after.is_over for turn in whole_turns(state)))


@pytest.mark.parametrize("level", [LEVELS["club"], HURRIED], ids=lambda level: level.name)
@pytest.mark.parametrize(("edition", "options", "seats"), GAMES)
def test_the_last_turn_takes_the_most_points(level: Level, edition: str, options: str, seats: int) -> None:
    last = last_position(edition, options, seats)
    most = max(margin(turn.after.scores, last.seat, turn.after) for turn in whole_turns(last))
    after = apply_all(last, choose(last, level, random.Random(1).randrange)).state
    assert margin(after.scores, last.seat, after) == most


@pytest.mark.parametrize(("edition", "options", "seats"), GAMES)
def test_turns_are_compared_and_the_first_is_chosen(edition: str, options: str, seats: int) -> None:
    effort = Effort(candidates=3, tiles=2)
    for state in some_positions(edition, options, seats, seed=5, number=3):
        turns = compare(state, effort, random.Random(2).randrange)
        assert 1 <= len(turns) <= effort.candidates
        assert [one.value for one in turns] == sorted((one.value for one in turns), reverse=True)
        assert all(len(one.by_seat) == seats for one in turns)
        assert turns[0].moves == search(LEARNT, effort, state, random.Random(2).randrange)


@pytest.mark.parametrize(("level", "digest"), slow_but(2, CHOICES.items()))
def test_a_level_chooses_what_it_has_always_chosen(level: str, digest: str) -> None:
    """The same position, level and dice give the same turn. A change here is a change of strength: measure it."""
    texts = []
    for edition, options, seats in GAMES:
        for number, state in enumerate(some_positions(edition, options, seats, seed=21, number=2)):
            moves = choose(state, LEVELS[level], random.Random(number).randrange)
            texts.append("; ".join(map(format_move, moves)))
    assert blake2b("\n".join(texts).encode(), digest_size=8).hexdigest() == digest


def test_a_city_that_can_be_closed_is_closed() -> None:
    state = apply_all(new_game(find_ruleset("classic"), 2), [DrawTile("E")]).state
    after = apply_all(state, choose(state, LEVELS["club"], random.Random(1).randrange)).state
    assert after.scores == [4, 0]
