"""The levels of computer players, and the choice of a turn by one of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from carcassonne import Move, Phase, State
from players.halving import MASTER, play_on
from players.policy import Dice, Policy, best, own_value, ranked, valued_turns
from players.prospects import Prospects
from players.search import EXPERT, Effort, search
from players.valuations import BEGINNER, CLUB, LEARNT, OF_MASTER, STRONG, Valuations, valuation_of

SLIPS: Final = 3
"""Once in this many turns a beginner takes any of its best few instead of the best."""
FEW: Final = 4

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
    prospects = Prospects(state)
    weights = valuation_of(BEGINNER, state).at(prospects.left)
    turns = valued_turns(state, prospects, weights, own_value)
    if dice(SLIPS):
        return best(turns, dice)
    few = ranked(turns)[:FEW]
    return few[dice(len(few))].moves


def play_one_ply(valuations: Valuations, state: State, dice: Dice) -> tuple[Move, ...]:
    """Return the moves of the turn after which the position is worth most. With valuations bound to it, a policy."""
    prospects = Prospects(state)
    return best(valued_turns(state, prospects, valuation_of(valuations, state).at(prospects.left)), dice)


LEVELS: Final[Mapping[str, Level]] = {
    level.name: level
    for level in (
        Level("beginner", _play_as_beginner),
        Level("club", partial(play_one_ply, CLUB)),
        Level("strong", partial(search, STRONG, Effort(candidates=4, tiles=6))),
        Level("expert", partial(search, LEARNT, EXPERT)),
        Level("master", partial(play_on, OF_MASTER, MASTER)),
    )
}
"""The levels by name, the weakest first. A game stores a level by its place here, so the order never changes."""
