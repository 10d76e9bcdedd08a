"""Hints: what expert would play, and what it takes each turn to be worth. Another process can ask for them."""

import random
from typing import Final

from carcassonne import Move, State
from players.policy import ValuedTurn
from players.search import EXPERT, compare

SHOWN: Final = 3
"""How many turns a hint has."""


def hinted_turns(state: State, seed: int) -> tuple[ValuedTurn, ...]:
    """Return expert's best turns of the seat to move, the best first. A value is its margin in points at the end.

    Of turns that differ only in later answers to what the game asks, there is the best one.
    """
    dice = random.Random(seed).randrange  # noqa: S311 (the seed is no secret)
    found: dict[tuple[Move, ...], ValuedTurn] = {}
    for turn in compare(state, EXPERT, dice):
        found.setdefault(turn.moves[:2], turn)
    return tuple(found.values())[:SHOWN]
