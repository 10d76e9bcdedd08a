"""Random games with the toy fair in which masons and shepherds are used as often as they can be."""

import random
from functools import cache

from carcassonne import (
    DrawTile,
    Move,
    Phase,
    PlaceTile,
    Resign,
    Skip,
    State,
    apply,
    drawable,
    find_ruleset,
    format_move,
    legal_moves,
    new_game,
)
from tests.carcassonne.random_play import Ply
from tests.expansion.second_toy import MASON

TRIED = 12
"""The number of placements among which one is looked for that extends what a mason builds."""


@cache
def play(edition: str, options: str, seats: int, seed: int) -> tuple[Ply, ...]:
    """Play one game to its end. In games for three or more, somebody may resign."""
    dice = random.Random(f"{edition} {options} {seats} {seed}")
    state = new_game(find_ruleset(edition, options.split()), seats)
    plies = []
    while not state.is_over:
        move = _choose(state, dice)
        done = apply(state, move)
        plies.append(Ply(state, move, done.state, done.events))
        state = done.state
    return tuple(plies)


def _choose(state: State, dice: random.Random) -> Move:
    if seats_left(state) > 2 and dice.random() < 0.005:
        return Resign(state.seat)
    match state.phase:
        case Phase.DRAW:
            return DrawTile(dice.choice(drawable(state)))
        case Phase.PLACE if dice.random() < 0.02:
            return Skip(state.seat)
        case Phase.PLACE:
            return _extending(state, dice)
    moves = legal_moves(state)
    eager = [move for move in moves if "mason" in format_move(move) or "shepherd" in format_move(move)]
    return dice.choice(eager or moves)


def seats_left(state: State) -> int:
    return state.seats - len(state.resigned)


def _extending(state: State, dice: random.Random) -> Move:
    moves = dice.sample(found := legal_moves(state), min(TRIED, len(found)))
    return next((move for move in moves if _is_extending(state, move)), moves[0])


def _is_extending(state: State, move: Move) -> bool:
    assert isinstance(move, PlaceTile)
    after = apply(state, move).state
    roots = {after.root(node) for node in after.cells[move.position].nodes}
    own = [one.node for one in after.figures.values() if one.figure is MASON and one.seat == state.seat]
    return any(after.root(node) in roots for node in own)
