"""A table of The Castle whose players aim at a question, so that a test comes to it quickly."""

import math
import random

from carcassonne import (
    DeployNobody,
    Move,
    Phase,
    PlaceTile,
    State,
    apply,
    apply_all,
    legal_deployments,
    legal_moves,
    legal_placements,
)
from carcassonne.castle import Asking, castle_state
from host.model.fingerprint import fingerprint
from tests.cogs.room import Room


async def begin(room: Room) -> None:
    await room.begin(edition="castle")


_best_turns: dict[tuple[str, Asking], list[Move]] = {}
"""The results of ``best_turn``, kept because many tests begin with the same game."""


def best_turn(state: State, wanted: Asking) -> list[Move]:
    """A turn that leads to such a question, else one that scores well. The same state always gives the same turn."""
    key = fingerprint(state), wanted
    if key not in _best_turns:
        _best_turns[key] = _find_best_turn(state, wanted)
    return _best_turns[key]


def _find_best_turn(state: State, wanted: Asking) -> list[Move]:
    dice = random.Random(state.turn)
    best, most = list[Move](), -math.inf
    for position, rotation in legal_placements(state):
        place = PlaceTile(position, rotation)
        laid = apply(state, place).state
        for follower in (*legal_deployments(laid), DeployNobody()):
            after = apply(laid, follower).state
            worth = 1_000 if is_asked(after, wanted) else after.scores[state.seat] + dice.random() * 6
            if worth > most:
                best, most = [place, follower], worth
    return best


def is_asked(state: State, wanted: Asking) -> bool:
    return state.phase is Phase.ASK and castle_state(state).asking is wanted


async def play_to(room: Room, asking: Asking) -> list[Move]:
    """Play on until the next turn leads to such a question; return that turn, which is not played yet."""

    def leads_there(state: State) -> bool:
        return state.phase is Phase.PLACE and is_asked(apply_all(state, best_turn(state, asking)).state, asking)

    def choose(state: State) -> list[Move]:
        return best_turn(state, asking) if state.phase is Phase.PLACE else legal_moves(state)[:1]

    await room.fast_forward(until=leads_there, choose=choose)
    return best_turn(room.state(), asking)
