"""Random games of every registered edition, recorded ply by ply. Sometimes a player is skipped or resigns."""

import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from carcassonne import (
    EDITIONS,
    CarcassonneError,
    DrawTile,
    Event,
    Move,
    Phase,
    Resign,
    Skip,
    State,
    apply,
    drawable,
    find_ruleset,
    legal_moves,
    new_game,
)

SEEDS = int(os.environ.get("RANDOM_GAMES", "1"))
"""The games for each edition, set of options and number of players. With 1, each has only two games: one
for two players, and one for another number in turn; several options together have one, for each number in turn.
"""


@dataclass(frozen=True, slots=True)
class Ply:
    """One move of a game, with the states before and after it and its events."""

    before: State
    move: Move
    after: State
    events: tuple[Event, ...]


def rulesets() -> Iterator[tuple[str, str]]:
    """Every registered edition with every set of options that it accepts, as they are written in a record."""
    for edition in EDITIONS.values():
        for size in range(len(edition.options) + 1):
            for options in combinations(edition.options, size):
                try:
                    find_ruleset(edition.name, options)
                except CarcassonneError:
                    continue
                yield edition.name, " ".join(options)


def _numbers_of_players(turn: int, players: Sequence[int], options: str) -> Sequence[int]:
    if SEEDS == 1 and " " in options:
        return [players[turn % len(players)]]
    return players if SEEDS > 1 or len(players) == 1 else (players[0], players[1 + turn % (len(players) - 1)])


GAMES = [
    (edition, options, seats, seed)
    for turn, (edition, options) in enumerate(rulesets())
    for seats in _numbers_of_players(turn, find_ruleset(edition, options.split()).players, options)
    for seed in range(SEEDS)
]


@cache
def play(edition: str, options: str, seats: int, seed: int) -> tuple[Ply, ...]:
    """Play one game to its end. In some games with three or more seats, one or two players resign."""
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
    playing = [seat for seat in range(state.seats) if seat not in state.resigned]
    if len(playing) > 2 and dice.random() < 0.01:
        return Resign(dice.choice(playing))
    match state.phase:
        case Phase.DRAW:
            return DrawTile(dice.choice(drawable(state)))
        case Phase.PLACE if dice.random() < 0.03:
            return Skip(state.seat)
        case _:
            return dice.choice(legal_moves(state))
