"""The end of a turn: scoring, the next seat, the next draw, the end of the game."""

from carcassonne.errors import IllegalMoveError, Reason
from carcassonne.events import Event, GameEnded
from carcassonne.moves import Move
from carcassonne.scoring import score_completed
from carcassonne.state import Phase, State


def score_and_end_turn(state: State) -> list[Event]:
    """Score what the turn has completed and let the next seat draw, in place. Most editions end a turn so."""
    scored, after = score_completed(state), end_turn(state)
    return [*scored, *after] if scored else after


def no_answers(_: State) -> list[Move]:
    """Return no answers: this edition asks nothing."""
    return []


def refuse_answer(state: State, _: Move) -> list[Event]:
    """Refuse every answer: this edition asks nothing."""
    reason = Reason.AFTER_END if state.is_over else Reason.WRONG_PHASE
    raise IllegalMoveError(reason, expected=state.phase.name.lower())


def end_turn(state: State) -> list[Event]:
    """Let the next seat draw, or end the game, in place."""
    state.seat = next_seat(state)
    return open_bag(state)


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
    state.phase = Phase.OVER
    return [*(event for scorer in state.ruleset.final for event in scorer(state)), GameEnded(is_scored=True)]
