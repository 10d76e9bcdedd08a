"""How much the turns of levels cost, by reviews of games in which they play each other: a check on reviews."""

import random
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import combinations, starmap

from carcassonne import Move, State, draws, find_ruleset, new_game
from carcassonne.rules import step
from players.levels import LEVELS, choose
from players.match import TileOrder
from players.review import review


@dataclass(frozen=True, slots=True)
class ReviewedPlayer:
    """A level in a game that was reviewed. Points are those of the review."""

    level: str
    turns: int
    lost: float
    result: float
    luck: float
    seconds: float
    """Processor time of the review."""


def error_rates(
    levels: Sequence[str], games: int, seed: int, edition: str, options: tuple[str, ...], jobs: int = 1
) -> Iterator[list[ReviewedPlayer]]:
    """Yield the players of reviewed games: each two levels play this number of games, each order of tiles twice."""
    played = [
        (pair if number % 2 == 0 else pair[::-1], seed + number // 2, edition, options)
        for pair in combinations(levels, 2)
        for number in range(games)
    ]
    if jobs == 1:
        yield from starmap(_reviewed, played)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_reviewed, *zip(*played, strict=True))


def played_game(levels: Sequence[str], seed: int, edition: str, options: tuple[str, ...]) -> tuple[State, list[Move]]:
    """Return the start of a game that levels play by seat, and its moves."""
    start, order = new_game(find_ruleset(edition, options), len(levels)), TileOrder(seed)
    dice = [random.Random(f"{seed} {seat}").randrange for seat in range(len(levels))]  # noqa: S311
    state, moves = start.copy(), list[Move]()
    while not state.is_over:
        possible = draws(state)
        chosen = [order.next(possible)] if possible else choose(state, LEVELS[levels[state.seat]], dice[state.seat])
        for move in chosen:
            step(state, move)
        moves += chosen
    return start, moves


def _reviewed(levels: Sequence[str], seed: int, edition: str, options: tuple[str, ...]) -> list[ReviewedPlayer]:
    start, moves = played_game(levels, seed, edition, options)
    begun = time.process_time()
    found = review(start, moves)
    seconds = time.process_time() - begun
    return [
        ReviewedPlayer(
            level,
            sum(one.seat == seat for one in found.turns),
            found.lost(seat),
            found.result(seat),
            found.luck(seat),
            seconds,
        )
        for seat, level in enumerate(levels)
    ]
