"""Learning weights: games of a valuation against itself, and a regression of their results on the positions."""

import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import astuple, dataclass
from functools import partial
from typing import Final, NamedTuple

from carcassonne import Move, State, draws, find_ruleset, new_game
from carcassonne.rules import step
from players.evaluation import Evaluation
from players.policy import ranked, valued_turns
from players.prospects import Prospects
from players.weights import PARTS, Valuation, Weights

EXPLORED: Final = 0.15
"""How often a turn is any of the best few instead of the best, so that the games show what other turns lead to."""
FEW: Final = 8

_HOLD: Final = 2000.0
"""As so many positions count the weights that were there before."""


class Lesson(NamedTuple):
    """A position after a turn: the share of tiles left, its parts less the other's, and by how much its seat won."""

    left: float
    parts: tuple[float, ...]
    difference: int


@dataclass(frozen=True, slots=True)
class Course:
    """What is played to learn from."""

    edition: str
    options: tuple[str, ...]
    games: int
    """In each round."""
    rounds: int


def learn(course: Course, valuation: Valuation, seed: int, jobs: int) -> Iterator[Valuation]:
    """Yield the valuation after each round of games that it plays against itself."""
    rules = find_ruleset(course.edition, course.options)
    lessons: list[Lesson] = []
    for number in range(course.rounds):
        seeds = range(seed + number * course.games, seed + (number + 1) * course.games)
        play = partial(_lessons, course.edition, course.options, valuation)
        with ProcessPoolExecutor(jobs) as pool:
            new = [lesson for game in pool.map(play, seeds, chunksize=4) for lesson in game]
        lessons = [*lessons[len(lessons) // 2 :], *new]
        valuation = fitted(lessons, valuation)
        yield valuation
    assert rules.players  # noqa: S101


def _lessons(edition: str, options: tuple[str, ...], valuation: Valuation, seed: int) -> list[Lesson]:
    """Play a game of two and return what its positions teach."""
    state = new_game(find_ruleset(edition, options), 2)
    dice = random.Random(seed)  # noqa: S311 (nobody gains by guessing)
    seen: list[tuple[int, float, tuple[float, ...]]] = []
    while not state.is_over:
        if possible := draws(state):
            step(state, dice.choice(possible))
            continue
        seat = state.seat
        for move in _explored(state, valuation, dice):
            step(state, move)
        prospects = Prospects(state)
        own, other = (Evaluation(state, prospects).parts[one] for one in (seat, 1 - seat))
        seen.append((seat, prospects.left, tuple(a - b for a, b in zip(own, other, strict=True))))
    final = state.scores[0] - state.scores[1]
    return [Lesson(left, parts, -final if seat else final) for seat, left, parts in seen[:-1]]


def _explored(state: State, valuation: Valuation, dice: random.Random) -> tuple[Move, ...]:
    prospects = Prospects(state)
    turns = ranked(valued_turns(state, prospects, valuation.at(prospects.left)))
    return dice.choice(turns[:FEW]).moves if dice.random() < EXPLORED else turns[0].moves


def fitted(lessons: Sequence[Lesson], before: Valuation) -> Valuation:
    """Return the weights that foretell the differences best; those before count as a few positions."""
    size = len(PARTS)
    known = [
        *astuple(before.last),
        *(a - b for a, b in zip(astuple(before.first), astuple(before.last), strict=True)),
        0,
    ]
    rows = [((*one.parts, *(part * one.left for part in one.parts), 1.0), one.difference) for one in lessons]
    number = len(known)
    matrix = [[0.0] * number for _ in range(number)]
    right = [0.0] * number
    for row, difference in rows:
        rest = difference - sum(a * b for a, b in zip(row, known, strict=True))
        for i, value in enumerate(row):
            if value:
                right[i] += value * rest
                line = matrix[i]
                for j in range(i + 1):
                    line[j] += value * row[j]
    for i in range(number):
        for j in range(i):
            matrix[j][i] = matrix[i][j]
        matrix[i][i] += _HOLD
    found = [a + b for a, b in zip(known, solve(matrix, right), strict=True)]
    last = found[:size]
    first = [a + b for a, b in zip(last, found[size : 2 * size], strict=True)]
    return Valuation(Weights(*first), Weights(*last))


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Return the solution of linear equations by elimination. The matrix must not be singular."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for i, _ in enumerate(rows):
        best = max(range(i, len(rows)), key=lambda one: abs(rows[one][i]))
        rows[i], rows[best] = rows[best], rows[i]
        for other in range(len(rows)):
            if other != i:
                factor = rows[other][i] / rows[i][i]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[i], strict=True)]
    return [line[-1] / line[i] for i, line in enumerate(rows)]
