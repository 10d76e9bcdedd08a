"""The levels of computer players, and the choice of a turn by one of them."""

from collections.abc import Mapping
from dataclasses import astuple, dataclass
from functools import partial
from typing import Final

from carcassonne import Move, Phase, State
from players.evaluation import Weights
from players.policy import Dice, Policy, best, ranked, valued_turns
from players.prospects import Prospects
from players.search import Effort, search

BEGINNER: Final = Weights(growth=0.5, open_sides=0.0, farmed=0.0, farming=0.0, in_hand=0.7, returning=0.0)
"""Sees roads, cities and monasteries, and forgets fields."""

CLUB: Final = Weights()

SLIPS: Final = 4
"""Once in so many turns a beginner takes any of its best three instead of the best."""

_TO_MOVE: Final = {Phase.PLACE, Phase.DEPLOY, Phase.ASK}
"""What a state waits for when a seat is to move."""


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a computer player is."""

    name: str
    policy: Policy


def choose(state: State, level: Level, dice: Dice) -> tuple[Move, ...]:
    """Return the moves that the seat to move makes now: placing, deploying, and answers to what the game asks.

    If chance has to move in between, ask again when it has. Raise ValueError if no seat is to move.
    """
    if state.phase not in _TO_MOVE:
        raise ValueError(f"no seat is to move: {state.phase.name.lower()}")
    return level.policy(state, dice)


def _play_as_beginner(state: State, dice: Dice) -> tuple[Move, ...]:
    turns = valued_turns(state, Prospects(state), astuple(BEGINNER), sees_others=False)
    if dice(SLIPS):
        return best(turns, dice).moves
    few = ranked(turns)[:3]
    return few[dice(len(few))].turn.moves


def _play_one_ply(weights: Weights, state: State, dice: Dice) -> tuple[Move, ...]:
    return best(valued_turns(state, Prospects(state), astuple(weights)), dice).moves


LEVELS: Final[Mapping[str, Level]] = {
    level.name: level
    for level in (
        Level("beginner", _play_as_beginner),
        Level("club", partial(_play_one_ply, CLUB)),
        Level("strong", partial(search, CLUB, Effort(evaluations=4000, candidates=8, replies=1))),
    )
}
"""The levels by name, the weakest first."""
