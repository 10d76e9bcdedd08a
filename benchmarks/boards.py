"""Full boards of random games, to draw them."""

import random

from carcassonne import (
    DrawTile,
    Phase,
    PlaceTile,
    State,
    drawable,
    find_ruleset,
    legal_moves,
    legal_placements,
    new_game,
    step,
)
from carcassonne.geometry import AROUND

NAMES = ("Ann", "Bob", "Cid", "Dan")


def full_board(edition: str = "classic", options: tuple[str, ...] = (), seats: int = 4, seed: int = 7) -> State:
    """Play a random game, with tiles placed as closely as people do; return its last position before the end."""
    dice = random.Random(seed)  # noqa: S311 (no secret)
    state = last = new_game(find_ruleset(edition, options), seats)
    while not state.is_over:
        last = state.copy()
        match state.phase:
            case Phase.DRAW:
                step(state, DrawTile(dice.choice(drawable(state))))
            case Phase.PLACE:
                closest = max(legal_placements(state), key=lambda one: _neighbours(state, one[0]) + 3 * dice.random())
                step(state, PlaceTile(*closest))
            case _:
                step(state, dice.choice(legal_moves(state)))
    return last


def _neighbours(state: State, position: int) -> int:
    return sum(position + near in state.cells for near in AROUND)
