"""Hints: what expert would play."""

import random

import pytest

from carcassonne import apply_all
from players import LEVELS, choose, hinted_turns
from players.hints import SHOWN
from tests.fixtures.cases import slow_but
from tests.players.random_positions import GAMES, some_positions

SEED = 3


@pytest.mark.parametrize(("edition", "options", "seats"), slow_but(3, GAMES))
def test_the_first_hint_is_what_expert_plays(edition: str, options: str, seats: int) -> None:
    state = some_positions(edition, options, seats, seed=6, number=3)[1]
    hints = hinted_turns(state, SEED)
    expected = choose(state, LEVELS["expert"], random.Random(SEED).randrange)
    assert hints[0].moves == expected
    assert 0 < len(hints) <= SHOWN
    assert [one.value for one in hints] == sorted((one.value for one in hints), reverse=True)
    for one in hints:
        assert apply_all(state, one.moves).state.turn >= state.turn
    assert len({one.moves[:2] for one in hints}) == len(hints), "each turn is another one in the picker"


def test_the_same_position_has_the_same_hints() -> None:
    state = some_positions("classic", "", 2, seed=8, number=3)[1]
    assert hinted_turns(state, SEED) == hinted_turns(state.copy(), SEED)
