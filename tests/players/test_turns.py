"""Whole turns are all that the rules allow, each once for people's eyes."""

import pytest

from carcassonne import DeployNobody, Phase, PlaceTile, apply_all, legal_moves
from carcassonne.lookahead import legal_turns
from carcassonne.tiles import visual_key
from players.turns import whole_turns
from tests.carcassonne.castle_questions import order_question
from tests.players.random_positions import GAMES, positions, some_positions


@pytest.mark.parametrize(("edition", "options", "seats"), GAMES)
def test_each_legal_turn_is_there_once(edition: str, options: str, seats: int) -> None:
    for state in some_positions(edition, options, seats, seed=1, number=6):
        if state.phase is not Phase.PLACE or state.tile is None:
            continue
        turned = state.tile.turned
        legal = {
            (there, visual_key(turned[rotation]), deployment or DeployNobody())
            for there, rotation, deployment in legal_turns(state)
        }
        found = [turn.moves[:2] for turn in whole_turns(state)]
        assert {
            (place.position, visual_key(turned[place.rotation]), deployment)
            for place, deployment in found
            if isinstance(place, PlaceTile)
        } == legal
        if edition != "castle":  # there the answers belong to a turn
            assert len(set(found)) == len(found)


@pytest.mark.parametrize(("edition", "options", "seats"), GAMES)
def test_the_state_after_a_turn_is_what_the_rules_say(edition: str, options: str, seats: int) -> None:
    for state in some_positions(edition, options, seats, seed=2, number=4):
        for turn in list(whole_turns(state))[:10]:
            after = apply_all(state, turn.moves).state
            assert (after.scores, after.phase, after.seat, after.figures) == (
                turn.after.scores, turn.after.phase, turn.after.seat, turn.after.figures,
            )  # fmt: skip
            assert after.phase is not Phase.ASK


def test_what_the_game_asks_is_answered_in_the_turn() -> None:
    state = order_question().state
    assert state.phase is Phase.ASK
    answers = {turn.moves[0] for turn in whole_turns(state)}
    assert answers == set(legal_moves(state))
    assert len(answers) == 2


def test_nobody_moves_when_chance_does_or_the_game_is_over() -> None:
    [*_, last] = positions("classic", "", 2, seed=1)
    over = apply_all(last, next(whole_turns(last)).moves).state
    assert over.is_over or over.phase is Phase.DRAW
    assert list(whole_turns(over)) == []
