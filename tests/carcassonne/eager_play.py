"""Random games in which builders, pigs and big followers are used as often as they can be, and cities get finished."""

import random
from functools import cache

from carcassonne import (
    Deploy,
    DrawTile,
    Move,
    Phase,
    PlaceTile,
    Resign,
    Skip,
    State,
    apply,
    completed_features,
    drawable,
    find_ruleset,
    legal_moves,
    new_game,
)
from carcassonne.figures import BIG_FOLLOWER, BUILDER, PIG

from .random_play import Ply

TRIED = 12
"""The number of placements among which one is looked for that extends what a builder builds, or finishes something."""
EAGER = frozenset({BIG_FOLLOWER, BUILDER, PIG})


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
    if state.seats - len(state.resigned) > 2 and dice.random() < 0.005:
        return Resign(state.seat)
    match state.phase:
        case Phase.DRAW:
            return DrawTile(dice.choice(drawable(state)))
        case Phase.PLACE if dice.random() < 0.02:
            return Skip(state.seat)
        case Phase.PLACE:
            return _building(state, dice)
    moves = legal_moves(state)
    eager = [move for move in moves if isinstance(move, Deploy) and move.figure in EAGER]
    return dice.choice(eager or moves)


def _building(state: State, dice: random.Random) -> Move:
    moves = dice.sample(found := legal_moves(state), min(TRIED, len(found)))
    return next((move for move in moves if _is_building(state, move)), moves[0])


def _is_building(state: State, move: Move) -> bool:
    """Whether a placement extends what the builder of its player builds, or finishes something."""
    assert isinstance(move, PlaceTile)
    after = apply(state, move).state
    roots = {after.root(node) for node in after.cells[move.position].nodes}
    own = [one.node for one in after.figures.values() if one.figure is BUILDER and one.seat == state.seat]
    return any(after.root(node) in roots for node in own) or bool(list(completed_features(after)))
