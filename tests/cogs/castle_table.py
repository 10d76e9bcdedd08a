"""A table of The Castle that comes quickly to what a test is about: to a question, by players who want it asked."""

import random
from collections.abc import Iterator

from carcassonne import (
    DeployNobody,
    Move,
    Phase,
    PlaceTile,
    State,
    Turn,
    apply,
    apply_all,
    format_turn,
    legal_deployments,
    legal_moves,
    legal_placements,
)
from carcassonne.castle import Asking, castle_state
from host import Person
from tests.cogs.room import Room


async def begin(room: Room) -> None:
    await room.begin(edition="castle")


def turns(state: State) -> Iterator[list[Move]]:
    """Every turn that the player to move could play."""
    for position, rotation in legal_placements(state):
        place: Move = PlaceTile(position, rotation)
        yield from ([place, follower] for follower in legal_deployments(apply(state, place).state))
        yield [place, DeployNobody()]


def best_turn(state: State, wanted: Asking) -> list[Move]:
    """The turn that leads to such a question, else one that scores well; the same for the same turn of a game."""
    dice = random.Random(state.turn)

    def worth(plan: list[Move]) -> float:
        after = apply_all(state, plan).state
        if is_asked(after, wanted):
            return 1_000
        return after.scores[state.seat] + dice.random() * 6

    return max(turns(state), key=worth)


def is_asked(state: State, wanted: Asking) -> bool:
    return state.phase is Phase.ASK and castle_state(state).asking is wanted


def written(plan: list[Move]) -> str:
    """A turn as people write it."""
    place, follower = plan
    assert isinstance(place, PlaceTile)
    assert not isinstance(follower, PlaceTile)
    return format_turn(Turn(place, follower))  # type: ignore[arg-type]


async def play_to(room: Room, asking: Asking) -> list[Move]:
    """Play, without messages, until a turn leads straight to such a question; return that turn, not yet played."""
    while True:
        state = room.state()
        plan = best_turn(state, asking)
        if is_asked(apply_all(state, plan).state, asking):
            await room.bot.host.message_log.mark_announced(1, room.table().ply, None)
            return plan
        await _play(room, plan)
        while room.state().phase is Phase.ASK:
            await _play(room, legal_moves(room.state())[:1])


async def _play(room: Room, moves: list[Move]) -> None:
    seat = room.table().to_move
    assert seat is not None
    await room.bot.host.turns.play(1, Person(seat.person.id, seat.person.name), moves)
