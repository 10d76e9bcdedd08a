"""Matches between two policies on swapped pairs: each order of tiles is played twice, then with the seats changed."""

import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Final

from carcassonne import (
    Event,
    ExtraTurn,
    FeatureScored,
    Kind,
    Move,
    Ruleset,
    State,
    draws,
    find_ruleset,
    format_move,
    new_game,
)
from carcassonne.rules import step
from players.policies import POLICIES
from players.policy import Policy


@dataclass(frozen=True, slots=True)
class Match:
    """What is played: two policies by name, the edition, and how many sit at the table."""

    first: str
    second: str
    edition: str = "classic"
    options: tuple[str, ...] = ()
    seats: int = 2


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games with the same order of tiles: the first policy's points less the second's, and what it took."""

    margins: tuple[int, int]
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
    rules = find_ruleset(match.edition, match.options)
    first, second = POLICIES[match.first], POLICIES[match.second]
    one, other = _play(rules, match.seats, (first, second), seed), _play(rules, match.seats, (second, first), seed)
    return Pair(
        (one.margin, -other.margin),
        (one.seconds[0] + other.seconds[1], one.seconds[1] + other.seconds[0]),
        (one.turns[0] + other.turns[1], one.turns[1] + other.turns[0]),
        (one.counts[0] + other.counts[1], one.counts[1] + other.counts[0]),
    )


@dataclass(frozen=True, slots=True)
class _Game:
    margin: int
    """The best score of the policy that began, less the best score of the other."""
    seconds: tuple[float, float]
    turns: tuple[int, int]
    counts: tuple[Counter[str], Counter[str]]


def _play(rules: Ruleset, seats: int, policies: tuple[Policy, Policy], seed: int) -> _Game:
    """Play a game in which two policies take turns round the table."""
    state, order = new_game(rules, seats), TileOrder(seed)
    dice = [random.Random(f"{seed} {seat}").randrange for seat in range(seats)]  # noqa: S311
    seconds, turns = [0.0, 0.0], [0, 0]
    counts = (Counter[str](), Counter[str]())
    while not state.is_over:
        if possible := draws(state):
            step(state, order.next(possible))
            continue
        side, begun = state.seat % 2, time.process_time()
        moves = policies[side](state, dice[state.seat])
        seconds[side] += time.process_time() - begun
        turns[side] += 1
        for move in moves:
            for counted, who in _counted(state, step(state, move)):
                for one in who:
                    counts[one % 2][counted] += 1
    margin = max(state.scores[::2]) - max(state.scores[1::2])
    return _Game(margin, (seconds[0], seconds[1]), (turns[0], turns[1]), counts)


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
