"""Random games to draw, with tiles placed as closely as people place them."""

import random

from carcassonne import (
    DeployNobody,
    DrawTile,
    Move,
    Phase,
    PlaceTile,
    State,
    column_row,
    drawable,
    find_ruleset,
    legal_moves,
    legal_placements,
    new_game,
    step,
)
from carcassonne.geometry import AROUND
from render import Words
from render.english import english

NAMES = ("Ann", "Björn", "Дмитрий", "Ζωή", "李小龙", "Fay")


def game(
    turns: int, phase: Phase, *, edition: str = "classic", options: str = "", seats: int = 2, seed: int = 1
) -> State:
    """Play until this number of tiles is laid and the phase is reached, or to the end."""
    return played(new_game(find_ruleset(edition, options.split()), seats), turns, phase, seed)


def played(state: State, turns: int, phase: Phase, seed: int = 1) -> State:
    """Play a state on, in place, until this number of tiles is laid and the phase is reached, or to the end."""
    dice = random.Random(seed)
    while not state.is_over and (state.turn, state.phase) != (turns, phase):
        step(state, _move(state, dice))
    return state


def _move(state: State, dice: random.Random) -> Move:
    match state.phase:
        case Phase.DRAW:
            return DrawTile(dice.choice(drawable(state)))
        case Phase.PLACE:
            return PlaceTile(*max(legal_placements(state), key=lambda one: _value(state, one[0]) + 3 * dice.random()))
        case Phase.DEPLOY:
            return dice.choice([*legal_moves(state), DeployNobody()])
        case _:
            return dice.choice(legal_moves(state))


def _value(state: State, position: int) -> float:
    column, row = column_row(position)
    return sum(position + step in state.cells for step in AROUND) - 0.3 * abs(column - 12) - 0.4 * abs(row - 12)


def words_of(state: State) -> Words:
    """Return English words with players' names."""
    return english(state, NAMES[: state.seats])
