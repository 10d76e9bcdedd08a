"""Which policies solve puzzles, and how long it takes to find one."""

import random
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from players.policies import POLICIES
from players.puzzles import Hunt, Puzzle, hunt_on


class TriedPuzzle(NamedTuple):
    """A puzzle that was found, and which policies have taken the best turn, each once."""

    puzzle: Puzzle
    solvers: frozenset[str]
    seconds: float
    """Processor time that the search has taken."""
    longest_step: float
    """In seconds of the processor."""


def tried_puzzles(seed: int, number: int, jobs: int = 1) -> Iterator[TriedPuzzle]:
    """Yield the puzzles of this many seeds, in their order, found in a number of processes."""
    seeds = range(seed, seed + number)
    if jobs == 1:
        yield from map(tried, seeds)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(tried, seeds)


def tried(seed: int) -> TriedPuzzle:
    """Find the puzzle of a seed, and let every policy try it."""
    hunt, steps = Hunt(seed), list[float]()
    while hunt.puzzle is None:
        begun = time.process_time()
        hunt = hunt_on(hunt)
        steps.append(time.process_time() - begun)
    return TriedPuzzle(hunt.puzzle, solvers(hunt.puzzle, seed), sum(steps), max(steps))


def solvers(puzzle: Puzzle, seed: int) -> frozenset[str]:
    """Return the names of the policies that take the best turn, with dice that follow from the seed."""
    best = puzzle.choices[0]
    dice = {name: random.Random(f"{seed} {name}").randrange for name in POLICIES}  # noqa: S311 (nobody gains by it)
    return frozenset(name for name, policy in POLICIES.items() if puzzle.find(policy(puzzle.state, dice[name])) == best)
