"""Turns at a table where turns can be taken back."""

import random

from carcassonne import (
    DeployNobody,
    Move,
    Phase,
    PlaceTile,
    State,
    apply,
    apply_all,
    legal_moves,
    legal_placements,
)
from host.host import Host
from host.model.game import PlayResult
from host.model.table import StartedTable
from tests.host.tables import player

SLOW = 20


async def lay(host: Host, table: StartedTable) -> PlayResult:
    """Play the first legal turn without a follower for the player to move."""
    assert table.to_move is not None
    moves: list[Move] = [PlaceTile(*legal_placements(table.state)[0]), DeployNobody()]
    return await host.turns.play(table.number, player(table.to_move), moves, table.ply)


async def castle_turn(host: Host, table: StartedTable, dice: random.Random) -> PlayResult:
    """Play a complete turn that scores well, with the default answers to questions."""
    assert table.to_move is not None
    person = player(table.to_move)
    played = await host.turns.play(1, person, castle_moves(table.state, dice), table.ply)
    while played.after.state and played.after.to_move and played.after.state.phase in (Phase.DEPLOY, Phase.ASK):
        played = await host.turns.play(1, person, legal_moves(played.after.state)[:1], played.after.ply)
    return played


def castle_moves(state: State, dice: random.Random) -> list[Move]:
    """A turn that scores well, with a follower if possible, up to the first question."""
    places: list[Move] = [PlaceTile(*place) for place in legal_placements(state)]
    turns = [[place, legal_moves(apply(state, place).state)[0]] for place in dice.sample(places, min(12, len(places)))]
    return max(turns, key=lambda turn: sum(apply_all(state, turn).state.scores))
