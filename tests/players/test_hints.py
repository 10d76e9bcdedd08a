"""Hints: what expert would play."""

import random
from collections.abc import Callable

import pytest

from carcassonne import Position, State, apply_all
from players import LEVELS, choose, hinted_turns
from players.hints import SHOWN
from tests.players.random_positions import EDITIONS, position_of

SEED = 3


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_first_hint_is_what_expert_plays(edition: str) -> None:
    state = position_of(edition)
    hints = hinted_turns(state, SEED)
    expected = choose(state, LEVELS["expert"], random.Random(SEED).randrange)
    assert hints[0].moves == expected
    assert 0 < len(hints) <= SHOWN
    assert [one.value for one in hints] == sorted((one.value for one in hints), reverse=True)
    for one in hints:
        assert apply_all(state, one.moves).state.turn >= state.turn
    assert len({one.moves[:2] for one in hints}) == len(hints), "each turn is another one in the picker"


def test_the_same_position_has_the_same_hints() -> None:
    state = position_of("classic")
    assert hinted_turns(state, SEED) == hinted_turns(state.copy(), SEED)
