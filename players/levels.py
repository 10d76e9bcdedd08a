"""The levels of computer players, and the choice of a turn by one of them."""

from collections.abc import Mapping
from dataclasses import astuple, dataclass
from functools import partial
from typing import Final

from carcassonne import Move, Phase, State
from players.policy import Dice, Policy, best, own_value, ranked, valued_turns
from players.prospects import Prospects
from players.search import Effort, search
from players.weights import Valuation, Weights

BEGINNER: Final = Weights(
    cities=0.5, roads=0.5, monasteries=0.5, city_sides=0, road_sides=0, farmed=0, farming=0, in_hand=3, returning=0
)
"""Sees roads, cities and monasteries, and forgets fields."""

CLUB: Final = Valuation(first=Weights(), last=Weights(in_hand=0))

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
    turns = valued_turns(state, Prospects(state), astuple(BEGINNER), own_value)
    if dice(SLIPS):
        return best(turns, dice)
    few = ranked(turns)[:3]
    return few[dice(len(few))].moves


def _play_one_ply(valuation: Valuation, state: State, dice: Dice) -> tuple[Move, ...]:
    prospects = Prospects(state)
    return best(valued_turns(state, prospects, valuation.at(prospects.left)), dice)


LEVELS: Final[Mapping[str, Level]] = {
    level.name: level
    for level in (
        Level("beginner", _play_as_beginner),
        Level("club", partial(_play_one_ply, CLUB)),
        Level("strong", partial(search, CLUB, Effort(candidates=6, tiles=10))),
    )
}
"""The levels by name, the weakest first."""
