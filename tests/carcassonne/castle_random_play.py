"""Games of The Castle, recorded ply by ply. Some are entirely random. In others greedy players often choose what pays
most in one turn, so that they reach corner towers and wall tiles come into play."""

import os
import random
from dataclasses import dataclass
from functools import cache

from carcassonne import (
    Deploy,
    DeployNobody,
    Event,
    Move,
    Phase,
    PlaceTile,
    PlayWallTile,
    State,
    apply,
    draws,
    find_ruleset,
    legal_moves,
    new_game,
    step,
)
from carcassonne.lookahead import legal_turns

SEEDS = int(os.environ.get("RANDOM_GAMES", "1"))
GAMES = [
    *((f"random {seed}", 0.0) for seed in range(4 * SEEDS)),
    *((f"eager {seed}", 0.8) for seed in range(8 * SEEDS)),
]
"""The seed of each game, and the chance that a player chooses the turn that pays most."""

TURNS_CONSIDERED = 24
"""The most turns that a greedy player considers."""


@dataclass(frozen=True, slots=True)
class Ply:
    before: State
    move: Move
    after: State
    events: tuple[Event, ...]


def castle() -> State:
    return new_game(find_ruleset("castle"), 2)


@cache
def play(seed: str, greed: float) -> tuple[Ply, ...]:
    dice = random.Random(seed)
    state, plies, planned = castle(), list[Ply](), list[Move]()
    while not state.is_over:
        if state.phase is Phase.PLACE and dice.random() < greed:
            planned = _plan(state, dice)
        move = planned.pop(0) if planned else _choose(state, dice, greed)
        done = apply(state, move)
        plies.append(Ply(state, move, done.state, done.events))
        state = done.state
    return tuple(plies)


def _choose(state: State, dice: random.Random, greed: float) -> Move:
    if state.phase in (Phase.DRAW, Phase.REVEAL):
        return dice.choice(draws(state))
    moves = legal_moves(state)
    if isinstance(moves[-1], PlayWallTile) and dice.random() < greed:
        return moves[-1]
    return dice.choice(moves)


def _plan(state: State, dice: random.Random) -> list[Move]:
    turns = legal_turns(state)
    plans: list[list[Move]] = [
        [PlaceTile(position, rotation), deployment or DeployNobody()]
        for position, rotation, deployment in dice.sample(turns, min(TURNS_CONSIDERED, len(turns)))
    ]
    return max(plans, key=lambda plan: _value(state, plan, dice))


def _value(state: State, plan: list[Move], dice: random.Random) -> float:
    """The points that the player to move gains on the other. A corner tower or a question counts ten."""
    mine, after = state.seat, state.copy()
    for move in plan:
        step(after, move)
    gain = [after.scores[seat] - state.scores[seat] for seat in range(2)]
    stays = isinstance(plan[1], Deploy) and plan[1].role == "merchant"
    return gain[mine] - gain[1 - mine] + 10 * (after.phase in (Phase.REVEAL, Phase.ASK)) - 0.5 * stays + dice.random()
