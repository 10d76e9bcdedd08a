"""Matches between two policies: each order of tiles is played two or more times, with the seats changed."""

import random
import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Final

from carcassonne import (
    Event,
    ExtraTurn,
    FeatureScored,
    Kind,
    Move,
    State,
    draws,
    find_ruleset,
    format_move,
    new_game,
)
from carcassonne.rules import step
from players.policies import POLICIES


@dataclass(frozen=True, slots=True)
class Match:
    """What is played: two policies by name, the edition, and how many sit at the table."""

    first: str
    second: str
    edition: str = "classic"
    options: tuple[str, ...] = ()
    seats: int = 2
    is_alone: bool = False
    """Whether the first policy has one seat, and the second all others; else they take turns round the table."""

    @property
    def seatings(self) -> tuple[frozenset[int], ...]:
        """The seats of the first policy, game by game: once each seat, or once each half of them."""
        if self.is_alone:
            return tuple(frozenset({seat}) for seat in range(self.seats))
        return frozenset(range(0, self.seats, 2)), frozenset(range(1, self.seats, 2))


@dataclass(frozen=True, slots=True)
class Pair:
    """The games with the same order of tiles, two or one for each seat: what they ended with, and what it took."""

    margins: tuple[int, ...]
    """By game: the first policy's best score less the best score of the other."""
    seconds: tuple[float, float]
    """Processor time of each policy."""
    turns: tuple[int, int]
    counts: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    """By policy: how often it did what is worth counting (see ``COUNTED``)."""


COUNTED: Final = ("extra turns", "pigs paid", "goods won")
"""What a match counts where the rules have it: a computer that leaves its builder idle would be seen here."""


class TileOrder:
    """What chance brings: the same tiles in the same order for everyone who asks with the same seed."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)  # noqa: S311 (nobody gains by guessing)
        self._order: list[str] = []

    def next(self, possible: Sequence[Move]) -> Move:
        """Return the move of chance that comes next among those that are possible, and take it out of the order."""
        moves = {format_move(move): move for move in possible}
        new = sorted((Counter(map(format_move, possible)) - Counter(self._order)).elements())
        self._dice.shuffle(new)
        self._order += new
        found = next(text for text in self._order if text in moves)
        self._order.remove(found)
        return moves[found]


def play_pairs(match: Match, pairs: int, seed: int, jobs: int = 1) -> Iterator[Pair]:
    """Play pairs of games, in a number of processes; yield each in its order when it is finished."""
    seeds = range(seed, seed + pairs)
    if jobs == 1:
        yield from map(_play_pair, [match] * pairs, seeds)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_play_pair, [match] * pairs, seeds)


def _play_pair(match: Match, seed: int) -> Pair:
    games = [_play(match, seats, seed) for seats in match.seatings]
    return Pair(
        tuple(one.margin for one in games),
        (sum(one.seconds[0] for one in games), sum(one.seconds[1] for one in games)),
        (sum(one.turns[0] for one in games), sum(one.turns[1] for one in games)),
        (sum((one.counts[0] for one in games), Counter()), sum((one.counts[1] for one in games), Counter())),
    )


@dataclass(frozen=True, slots=True)
class _Game:
    margin: int
    seconds: tuple[float, float]
    turns: tuple[int, int]
    counts: tuple[Counter[str], Counter[str]]


def _play(match: Match, seats_of_first: Collection[int], seed: int) -> _Game:
    """Play a game; the first policy has these seats."""
    state, order = new_game(find_ruleset(match.edition, match.options), match.seats), TileOrder(seed)
    sides = [int(seat not in seats_of_first) for seat in range(match.seats)]
    policies = POLICIES[match.first], POLICIES[match.second]
    dice = [random.Random(f"{seed} {seat}").randrange for seat in range(match.seats)]  # noqa: S311
    seconds, turns = [0.0, 0.0], [0, 0]
    counts = (Counter[str](), Counter[str]())
    while not state.is_over:
        if possible := draws(state):
            step(state, order.next(possible))
            continue
        side, begun = sides[state.seat], time.process_time()
        moves = policies[side](state, dice[state.seat])
        seconds[side] += time.process_time() - begun
        turns[side] += 1
        for move in moves:
            for counted, who in _counted(state, step(state, move)):
                for one in who:
                    counts[sides[one]][counted] += 1
    best = [max(score for score, of in zip(state.scores, sides, strict=True) if of == side) for side in (0, 1)]
    return _Game(best[0] - best[1], (seconds[0], seconds[1]), (turns[0], turns[1]), counts)


def _counted(state: State, events: Iterable[Event]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield what is worth counting among the events of a move, and the seats that did it."""
    for event in events:
        match event:
            case ExtraTurn(seat):
                yield COUNTED[0], (seat,)
            case FeatureScored(kind=Kind.FIELD, points=points) if (
                points and event.items[0].each > state.ruleset.farms.points
            ):
                yield COUNTED[1], event.seats
            case FeatureScored(kind=Kind.GOODS):
                yield COUNTED[2], event.seats
            case _:
                pass
