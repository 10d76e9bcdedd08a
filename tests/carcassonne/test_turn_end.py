"""The end of a turn as parts: several may ask, each is asked in its turn, and what follows waits for the answers."""

from dataclasses import replace

import pytest

from carcassonne import (
    Event,
    IllegalMoveError,
    Move,
    Phase,
    PlayWallTile,
    Reason,
    Resign,
    State,
    apply_all,
    find_ruleset,
    legal_moves,
    new_game,
    parse_move,
)
from carcassonne.state import Questions, TurnStep
from carcassonne.turn import PASS_ON, SCORE

TURN = [parse_move(text) for text in ("draw E", "place M12 180", "deploy knight S")]


def asking(number: int) -> TurnStep:
    """A part that asks for a number; the default is to give none."""

    def ask(state: State) -> list[Event]:
        state.phase = Phase.ASK
        return []

    def legal_answers(_: State) -> list[Move]:
        return [PlayWallTile(None), PlayWallTile(number)]

    def answer(state: State, move: Move) -> list[Event]:
        if move not in legal_answers(state):
            raise IllegalMoveError(Reason.BAD_ANSWER)
        state.phase = Phase.DEPLOY
        return []

    return TurnStep(ask, Questions(legal_answers, answer))


def asked(seats: int = 2) -> State:
    """A state after a turn in which two parts ask, one before the scoring and one after it."""
    rules = replace(find_ruleset("classic"), turn_end=(asking(7), SCORE, asking(8), PASS_ON))
    return apply_all(new_game(rules, seats), TURN).state


def test_each_part_is_answered_before_the_next_begins() -> None:
    state = asked()
    assert (state.seat, state.scores, legal_moves(state)) == (0, [0, 0], [PlayWallTile(None), PlayWallTile(7)])
    done = apply_all(state, [PlayWallTile(7)])
    assert (done.state.seat, done.state.scores) == (0, [4, 0])
    assert legal_moves(done.state) == [PlayWallTile(None), PlayWallTile(8)]
    done = apply_all(done.state, [PlayWallTile(None)])
    assert (done.state.seat, done.state.phase, done.state.step) == (1, Phase.DRAW, 0)


def test_the_answer_to_another_part_is_refused() -> None:
    with pytest.raises(IllegalMoveError) as refused:
        apply_all(asked(), [PlayWallTile(8)])
    assert refused.value.reason is Reason.BAD_ANSWER


def test_who_resigns_answers_with_the_defaults() -> None:
    state = apply_all(asked(seats=3), [Resign(0)]).state
    assert (state.seat, state.phase, state.scores) == (1, Phase.DRAW, [4, 0, 0])


def test_somebody_else_may_resign_while_a_question_is_open() -> None:
    state = apply_all(asked(seats=3), [Resign(1)]).state
    assert (state.seat, state.phase) == (0, Phase.ASK)
    assert apply_all(state, [PlayWallTile(None), PlayWallTile(8)]).state.seat == 2
