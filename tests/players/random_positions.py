"""Positions of random games, in which a seat is to move."""

import random
from collections.abc import Iterator
from typing import Final

from carcassonne import Phase, Resign, State, draws, find_ruleset, legal_moves, new_game
from carcassonne.rules import step

GAMES: Final = (
    ("classic", "", 2),
    ("travel", "", 3),
    ("chat-room", "", 5),
    ("chat-room-old", "", 4),
    ("new-edition", "river abbot", 3),
    ("castle", "", 2),
)
"""Every edition with its options, and how many play."""


def positions(edition: str, options: str, seats: int, seed: int, *, resigning: bool = False) -> Iterator[State]:
    """Yield each position of a random game in which a seat has drawn a tile or is asked something."""
    dice = random.Random(seed)
    state = new_game(find_ruleset(edition, options.split()), seats)
    while not state.is_over:
        if state.phase in (Phase.PLACE, Phase.ASK):
            yield state.copy()
        if resigning and seats > 2 and state.turn == 20 and not state.resigned:
            step(state, Resign(seats - 1))
            continue
        step(state, dice.choice(draws(state) or legal_moves(state)))


def some_positions(edition: str, options: str, seats: int, seed: int, number: int) -> list[State]:
    """Return this number of positions, spread over a random game in which somebody resigns if more than two play."""
    every = list(positions(edition, options, seats, seed, resigning=True))
    return every[:: max(1, len(every) // number)][:number]
