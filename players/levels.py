"""The levels of computer players, and the choice of a turn by one of them."""

from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass
from functools import partial
from typing import Final

from carcassonne import Move, State
from players.evaluation import Weights, evaluate, margin
from players.policy import Dice, Policy, ValuedTurn, best, ranked
from players.prospects import Prospects
from players.search import Effort, search
from players.turns import whole_turns

BEGINNER: Final = Weights(growth=0.5, open_sides=0.0, farmed=0.0, farming=0.0, in_hand=0.7, returning=0.0)
"""Sees roads, cities and monasteries, and forgets fields."""

CLUB: Final = Weights()

SLIPS: Final = 4
"""A beginner takes one of its best three turns instead of the best every so many turns."""


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a computer player is."""

    name: str
    policy: Policy


def choose(state: State, level: Level, dice: Dice) -> tuple[Move, ...]:
    """Return the moves that the seat to move makes now: placing, deploying, and answers to what the game asks.

    If chance has to move in between, ask again when it has. Raise ValueError if no seat is to move.
    """
    if next(whole_turns(state), None) is None:
        raise ValueError(f"no seat is to move: {state.phase.name.lower()}")
    return level.policy(state, dice)


def _valued(state: State, weights: Weights, *, sees_others: bool = True) -> Iterator[ValuedTurn]:
    prospects, numbers, seat = Prospects(state), astuple(weights), state.seat
    for turn in whole_turns(state):
        values = evaluate(turn.after, prospects, numbers)
        yield ValuedTurn(margin(values, seat, turn.after) if sees_others else values[seat], turn)


def _play_as_beginner(state: State, dice: Dice) -> tuple[Move, ...]:
    turns = _valued(state, BEGINNER, sees_others=False)
    if dice(SLIPS):
        return best(turns, dice).moves
    few = ranked(turns)[:3]
    return few[dice(len(few))].turn.moves


def _play_one_ply(weights: Weights, state: State, dice: Dice) -> tuple[Move, ...]:
    return best(_valued(state, weights), dice).moves


def _play_by_search(weights: Weights, effort: Effort, state: State, dice: Dice) -> tuple[Move, ...]:
    return search(state, weights, effort, dice)


LEVELS: Final[Mapping[str, Level]] = {
    level.name: level
    for level in (
        Level("beginner", _play_as_beginner),
        Level("club", partial(_play_one_ply, CLUB)),
        Level("strong", partial(_play_by_search, CLUB, Effort(evaluations=4000, candidates=8, replies=1))),
    )
}
"""The levels by name, the weakest first."""
