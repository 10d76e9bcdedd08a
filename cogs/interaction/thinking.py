"""Where computers think: processes of their own, and a thread of this one if these fail.

``bot.py`` makes what thinks, once for all bots of a run. Computers play, hints, puzzles and reviews are made by it.
"""

import logging
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeVar

from prometheus_client import Counter, Histogram

from carcassonne import Move, State
from cogs.interaction.reviewing import made_review
from host.model.controllers import Computer
from host.model.table import RunningTable
from players import LEVELS, Level, ValuedTurn, choose_with_seed, hinted_turns
from players.puzzle_file import format_puzzle
from players.puzzles import Hunt, hunt_on
from players.review_file import format_review
from workers import Job, Listener, Worker, WorkerPool, process_workers, thread_workers

log = logging.getLogger(__name__)

T = TypeVar("T")

THINKING_SECONDS: Final = Histogram(
    "carcassonne_thinking_seconds",
    "From asking a computer to having its turn, waiting included",
    ["level"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60),
)
FALLBACKS: Final = Counter(
    "carcassonne_thinking_fallbacks", "Turns of computers that another level had to choose, because a worker failed"
)

TIME_LIMIT: Final = 60.0
"""Seconds that a worker may think, several times what the strongest level takes where the processors are busy."""
MOST_WAITING: Final = 100
"""How many tables may wait for a worker. While that many do, stronger levels than the substitute play like it."""
PATIENCE: Final = 20.0
"""Seconds that somebody waits for a worker to give a hint."""
_PLACE_OF_PUZZLES: Final = 0
"""What stands for puzzles in the queue of tables: no game has this number."""
_SEED_OF_TURN: Final = 1_000
NICENESS: Final = 15
"""How much thinking steps back where the processors are busy: people are answered and pictures are drawn before."""
SUBSTITUTE: Final = "club"
"""The level that chooses a turn if a worker fails. It is quick enough for a thread of the bot."""


def new_seed() -> int:
    return secrets.randbits(64)


class Thinking:
    """Thinks for computers that play, and for hints, puzzles and reviews, with ``workers``; by default in threads of
    this process.

    ``seed`` gives the dice of each choice. ``time_limit`` is in seconds.
    """

    def __init__(
        self,
        workers: Sequence[Worker] | None = None,
        seed: Callable[[], int] = new_seed,
        time_limit: float = TIME_LIMIT,
    ) -> None:
        self._pool = WorkerPool(workers or thread_workers(1))
        self._substitutes = WorkerPool(thread_workers(1))
        self._seed = seed
        self._hunt: Hunt | None = None
        """How far the search for the last puzzle is that was asked for."""
        self._time_limit = time_limit

    async def choose(self, table: RunningTable, computer: Computer) -> tuple[Move, ...]:
        """Return the moves that a computer makes now. If its worker fails, the substitute chooses them.

        This may take long, and is cancelled if nobody needs it.
        """
        level, seed = self._level(computer), self._seed()
        with THINKING_SECONDS.labels(level).time():
            try:
                job = partial(choose_with_seed, table.state, level, seed)
                return await self._pool.run(job, table.number, self._time_limit)
            except Exception as error:
                FALLBACKS.inc()
                log.warning(
                    "game %d, ply %d: %s plays instead of %s: %r", table.number, table.ply, SUBSTITUTE, level, error
                )
            job = partial(choose_with_seed, table.state, SUBSTITUTE, seed)
            return await self._substitutes.run(job, table.number, TIME_LIMIT)

    async def hint(self, state: State, place: int) -> Sequence[ValuedTurn]:
        """Return what expert would play, the best first; nothing if no worker finds it in time. ``place`` stands for
        whoever asks, in the queue of all who wait: the number of a game, or of a person.

        The same position has the same hint, whoever asks and however often.
        """
        seed = sum(state.scores) + _SEED_OF_TURN * state.turn
        try:
            job = partial(hinted_turns, state, seed)
            return await self._pool.run(job, place, self._time_limit, patience=PATIENCE)
        except Exception as error:
            log.warning("%d: no hint: %r", place, error)
            return []

    async def puzzle(self, seed: int) -> str | None:
        """Take a step of the search for the puzzle of a seed, a second or some. Return it as text to be kept; None if
        it's not found yet: then ask again. Raise what a worker raises.

        Between two steps, computers whose turn it is think.
        """
        hunt = self._hunt if self._hunt and self._hunt.seed == seed else Hunt(seed)
        self._hunt = await self._pool.run(partial(hunt_on, hunt), _PLACE_OF_PUZZLES, self._time_limit)
        if self._hunt.puzzle is None:
            return None
        found, self._hunt = self._hunt.puzzle, None
        return format_puzzle(found)

    async def review(
        self, start: State, moves: Sequence[Move], place: int, listener: Listener, goes_on: Callable[[], bool]
    ) -> str | None:
        """Return the review of a game that was played to its end, from its start by all its moves, as text to be kept;
        None if it can't be made, or ``goes_on`` says no before it is. The listener hears how far it is.

        It's made turn by turn: in between, computers whose turn it is think.
        """

        async def run(job: Job[T]) -> T:
            return await self._pool.run(job, place, self._time_limit)

        try:
            made = await made_review(run, start, moves, listener, goes_on)
        except Exception as error:
            log.warning("game %d: no review: %r", place, error, exc_info=not isinstance(error, TimeoutError | OSError))
            return None
        return format_review(made) if made else None

    async def close(self) -> None:
        """Think no more."""
        await self._pool.close()

    def _level(self, computer: Computer) -> str:
        """Return the name of the level that chooses for a computer now."""
        names = [*LEVELS]
        place = names.index(level_of(computer).name)
        return names[min(place, names.index(SUBSTITUTE)) if self._pool.waiting >= MOST_WAITING else place]


def level_of(computer: Computer) -> Level:
    """Return the level of a computer. Where there are fewer levels than its number says, it is the strongest."""
    levels = tuple(LEVELS.values())
    return levels[min(max(computer.level, 1), len(levels)) - 1]


def process_thinkers(number: int) -> list[Worker]:
    return process_workers(number, "players", NICENESS)
