"""Looking ahead: what the next seat makes of the board."""

import pytest

from carcassonne import Phase
from carcassonne.castle.state import castle_state, update
from players.prospects import Prospects
from players.search import Answers
from players.valuations import LEARNT, valuation_of
from tests.players.random_positions import positions


@pytest.mark.slow
def test_the_next_seat_may_not_play_what_the_mover_has_just_taken() -> None:
    """Who is asked something in The Castle may have taken wall tiles in this turn; the next seat has none of them. It
    was believed to have less than none and played one, so strong, expert and master failed, and club played instead.
    """
    looked_at = 0
    for state in list(positions("castle", "", 2, seed=0))[10::6]:
        if state.phase is not Phase.PLACE or not state.bag:
            continue
        hands = tuple((2, 3) if seat == state.seat else () for seat in range(2))
        update(state, taken_this_turn=(2, 3), hands=hands)
        prospects = Prospects(state)
        weights = valuation_of(LEARNT, state).at(prospects.left)
        answers = Answers(state, 1 - state.seat, prospects, weights)
        looked_at += sum(len(answers.to(state.ruleset.tiles[name])) for name in state.bag)
        assert castle_state(state).taken_this_turn == (2, 3), "the state itself stays as it is"
    assert looked_at > 100
