"""Learning weights: games of a valuation against itself, and a regression of their results on the positions.

In each round some games are played with the weights found so far. The new weights are those that best foretell, from
the parts of a position, by how many points the seat that has just moved is before the others' mean in the end.
"""

import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import astuple, dataclass
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from carcassonne import Move, State, draws, find_ruleset, new_game
from carcassonne.rules import step
from players.evaluation import Evaluation
from players.policy import ranked, valued_turns
from players.prospects import Prospects
from players.search import EXPERT, compare
from players.weights import PARTS, Valuation, Weights

EXPLORED: Final = 0.15
"""How often a turn is any of the best few instead of the best, so that the games show what other turns lead to."""
FEW: Final = 8

HELD: Final = 600.0
"""As this many positions counts each weight found before, however large its part is: a position is one of seventy of
the same game."""

Matrix: TypeAlias = Sequence[Sequence[float]]


class Lesson(NamedTuple):
    """A position after a turn, as its seat sees it."""

    left: float
    """The share of tiles left."""
    parts: tuple[float, ...]
    """Its own less the mean of the others'."""
    difference: float
    """Its points in the end, less the mean of the others'."""


@dataclass(frozen=True, slots=True)
class Course:
    """What is played to learn from."""

    edition: str
    options: tuple[str, ...]
    games: int
    """In each round."""
    rounds: int
    seats: int = 2
    only: tuple[str, ...] = PARTS
    """The parts whose weights are learnt; the others keep theirs."""
    searched: bool = False
    """Whether turns are found as expert finds them, not at one ply."""


def learn(course: Course, valuation: Valuation, seed: int, jobs: int) -> Iterator[Valuation]:
    """Yield the valuation after each round of games that it plays against itself, in a number of processes."""
    lessons: list[Lesson] = []
    for number in range(course.rounds):
        seeds = range(seed + number * course.games, seed + (number + 1) * course.games)
        with ProcessPoolExecutor(jobs) as pool:
            new = [one for game in pool.map(partial(play_and_learn, course, valuation), seeds) for one in game]
        lessons = [*lessons[len(lessons) // 2 :], *new]
        valuation = fitted(lessons, valuation, course.only)
        yield valuation


def average(valuations: Sequence[Valuation]) -> Valuation:
    """Return the mean of some valuations, rounded; what chance has brought into one of them is less in it."""

    def mean(weights: Sequence[Weights]) -> Weights:
        return Weights(*[round(sum(part) / len(part), 2) for part in zip(*map(astuple, weights), strict=True)])

    return Valuation(mean([one.first for one in valuations]), mean([one.last for one in valuations]))


def play_and_learn(course: Course, valuation: Valuation, seed: int) -> list[Lesson]:
    """Play a game and return what its positions teach."""
    state = new_game(find_ruleset(course.edition, course.options), course.seats)
    dice = random.Random(seed)  # noqa: S311 (nobody gains by guessing)
    seen: list[tuple[int, float, tuple[float, ...]]] = []
    while not state.is_over:
        if possible := draws(state):
            step(state, dice.choice(possible))
            continue
        seat = state.seat
        for move in _explored(course, state, valuation, dice):
            step(state, move)
        prospects = Prospects(state)
        parts = zip(*Evaluation(state, prospects).parts, strict=True)
        seen.append((seat, prospects.left, tuple(_less_the_others(part, seat) for part in parts)))
    return [Lesson(left, parts, _less_the_others(state.scores, seat)) for seat, left, parts in seen[:-1]]


def _less_the_others(values: Sequence[float], seat: int) -> float:
    """Return a seat's value less the mean of the others'."""
    return values[seat] - (sum(values) - values[seat]) / (len(values) - 1)


def _explored(course: Course, state: State, valuation: Valuation, dice: random.Random) -> tuple[Move, ...]:
    if course.searched:
        turns = compare(state, EXPERT, dice.randrange, {"classic": (valuation,)})
    else:
        prospects = Prospects(state)
        turns = ranked(valued_turns(state, prospects, valuation.at(prospects.left)))
    return dice.choice(turns[:FEW]).moves if dice.random() < EXPLORED else turns[0].moves


def fitted(lessons: Sequence[Lesson], before: Valuation, only: Sequence[str] = PARTS) -> Valuation:
    """Return the weights that foretell the differences best; each of those before counts as ``HELD`` positions.

    Each part has two unknowns: its weight when no tile is left, and how much more it is when all are. One more unknown
    is what it is worth to have just moved. Parts besides ``only`` keep their weights.
    """
    learnt = [PARTS.index(part) for part in only]
    rows = [(_unknowns(one, learnt), one.difference - _foretold(one, before)) for one in lessons]
    found = regression(rows, [0.0] * (2 * len(learnt) + 1), HELD)
    first, last = list(astuple(before.first)), list(astuple(before.last))
    for part, late, change in zip(learnt, found[: len(learnt)], found[len(learnt) : -1], strict=True):
        first[part] += late + change
        last[part] += late
    return Valuation(Weights(*first), Weights(*last))


def _unknowns(lesson: Lesson, learnt: Sequence[int]) -> list[float]:
    parts = [lesson.parts[part] for part in learnt]
    return [*parts, *(part * lesson.left for part in parts), 1.0]


def _foretold(lesson: Lesson, valuation: Valuation) -> float:
    return sum([part * weight for part, weight in zip(lesson.parts, valuation.at(lesson.left), strict=True)])


def regression(rows: Sequence[tuple[list[float], float]], known: Sequence[float], held: float) -> list[float]:
    """Return what to add to the known coefficients so that they foretell the second of each row from the first.

    Each known coefficient counts as so many rows whose value is as large as it is in these, in the mean square.
    """
    size = len(known)
    matrix = [[0.0] * size for _ in range(size)]
    right = [0.0] * size
    for row, result in rows:
        rest = result - sum([a * b for a, b in zip(row, known, strict=True)])
        for i, value in enumerate(row):
            if value:
                right[i] += value * rest
                matrix[i] = [sum_ + value * other for sum_, other in zip(matrix[i], row, strict=True)]
    for i in range(size):
        matrix[i][i] = matrix[i][i] * (1 + held / len(rows)) or 1.0
    return solve(matrix, right)


def solve(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """Return the solution of linear equations by elimination. The matrix must not be singular."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for i in range(len(rows)):
        best = max(range(i, len(rows)), key=lambda one: abs(rows[one][i]))
        rows[i], rows[best] = rows[best], rows[i]
        for other in range(len(rows)):
            if other != i:
                factor = rows[other][i] / rows[i][i]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[i], strict=True)]
    return [line[-1] / line[i] for i, line in enumerate(rows)]
