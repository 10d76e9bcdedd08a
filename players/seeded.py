"""Choices that another process can make: everything they need is plain data."""

import random

from carcassonne import Move, State
from players.levels import LEVELS, choose


def choose_with_seed(state: State, level: str, seed: int) -> tuple[Move, ...]:
    """Return what ``choose`` returns for the level of a name, with dice that follow from a seed."""
    return choose(state, LEVELS[level], random.Random(seed).randrange)  # noqa: S311 (whoever chooses has drawn the seed)
