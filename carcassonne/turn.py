"""The end of a turn: its parts one after another, the next seat, the next draw, the end of the game."""

from typing import Final

from carcassonne.errors import IllegalMoveError, Reason
from carcassonne.events import Event, GameEnded
from carcassonne.moves import Move
from carcassonne.scoring import score_completed
from carcassonne.state import Outcome, Phase, Questions, State, TurnStep

ASKING: Final = (Phase.ASK, Phase.REVEAL)
"""What a state waits for if a part of the turn's end has asked."""


def end_turn(state: State, first: int = 0) -> list[Event]:
    """Do the parts of the turn's end from the one with this number, until one asks; in place."""
    events: list[Event] = []
    steps = state.ruleset.turn_end
    for step in steps[first:]:
        done = step.do(state)
        if done:
            events += done
        if step.questions is not None and state.phase in ASKING:
            state.step = steps.index(step)
            break
    return events


def legal_answers(state: State) -> list[Move]:
    """Return the answers to the current question, the default first, or what chance may reveal; else nothing."""
    asked = _asked(state)
    return asked.legal_answers(state) if asked is not None else []


def answer(state: State, move: Move) -> list[Event]:
    """Go on with an answer, or with what chance has revealed; in place. Raise IllegalMoveError if it does not fit."""
    asked = _asked(state)
    if asked is None:
        reason = Reason.AFTER_END if state.is_over else Reason.WRONG_PHASE
        raise IllegalMoveError(reason, expected=state.phase.name.lower())
    events = asked.answer(state, move)
    if state.phase in ASKING:
        return events
    following, state.step = state.step + 1, 0
    return [*events, *end_turn(state, following)]


def _asked(state: State) -> Questions | None:
    return state.ruleset.turn_end[state.step].questions if state.phase in ASKING else None


def pass_on(state: State) -> list[Event]:
    """Let whoever follows draw, or end the game, in place."""
    begin_turn(state)
    return open_bag(state)


def begin_turn(state: State) -> None:
    """Give the turn to whoever follows, in place."""
    state.seat = state.ruleset.follows(state)
    forget_turn(state)


def forget_turn(state: State) -> None:
    """Let parts of the rules forget what mattered in a turn, in place: another one begins."""
    for name, new_turn in state.ruleset.renewals:
        before = state.extras[name]
        after = new_turn(before)
        if after is not before:
            state.set_extra(name, after)


def next_seat(state: State) -> int:
    """Return the next seat that still plays."""
    seat = (state.seat + 1) % state.seats
    while seat in state.resigned:
        seat = (seat + 1) % state.seats
    return seat


def open_bag(state: State) -> list[Event]:
    """Wait for the next draw. If no tile is left anywhere, the game ends with the final scoring. In place."""
    while not state.bag and state.bags_left:
        state.bag, state.bags_left = dict(state.ruleset.bags[state.bags_left[0]]), state.bags_left[1:]
    if state.bag:
        state.phase = Phase.DRAW
        return []
    state.phase, state.outcome = Phase.OVER, Outcome.SCORED
    return [*(event for scorer in state.ruleset.final for event in scorer(state)), GameEnded(is_scored=True)]


SCORE: Final = TurnStep(score_completed)
"""What the turn has completed is paid, and its figures come back."""
PASS_ON: Final = TurnStep(pass_on)
"""Whoever follows draws. It is the last part of every turn."""
