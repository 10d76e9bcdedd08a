"""Hints: what expert would play, and what it takes each turn to be worth. Another process can ask for them."""

import random
from typing import Final

from carcassonne import State
from players.policy import ValuedTurn
from players.search import Effort, compare

SHOWN: Final = 3
"""How many turns a hint has."""
_EFFORT: Final = Effort(candidates=8, tiles=24)
"""The effort of expert."""


def hinted_turns(state: State, seed: int) -> tuple[ValuedTurn, ...]:
    """Return expert's best turns of the seat to move, the best first. A value is its margin in points at the end."""
    return tuple(compare(state, _EFFORT, random.Random(seed).randrange)[:SHOWN])  # noqa: S311 (the seed is no secret)
