"""What is worked out from games that are over, in the background: for each game once, and again by a newer program.

One process at a time works out one game. A stop ends the work between two games, and whoever asks next goes on there.
What a newer program has worked out stays as it is. What an older one has is shown until it is worked out anew, game by
game.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from host.errors import HostError, QuarantinedError
from host.model.log_replay import FinishedGame
from host.storage.engine.statements import Statement
from host.storage.storage import Storage

T = TypeVar("T")

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Derivation(Generic[T]):
    """Something that follows from the log of each game that is over, and is kept because it takes time."""

    name: str
    """It is stored with each game, so it never changes."""
    version: int
    """From 1. When it is raised, everything is worked out again. Programs of two versions leave each other's."""
    work_out: Callable[[FinishedGame], Awaitable[T | None]]
    """Works it out. It is pure: nothing but the game counts. What takes long is done by another process. None: not
    now, the game is left for a later pass."""
    rows: Callable[[int, T | None, bool], Awaitable[Sequence[Statement]]]
    """Given the number of a game, what was worked out (None: nothing, the game is on hold), and whether an older
    program has worked it out before: returns the statements that store it in the place of what is there."""
    is_in_order: bool = False
    """Whether each game counts on those that ended before: then one process works at a time, the oldest game first.
    Else several share the work, and the newest games come first."""
    is_slow: bool = False
    """Whether it takes seconds: then it waits while people play, and a stop doesn't wait for it."""


class Backlog(Generic[T]):
    """The games from which a derivation is still to be worked out."""

    def __init__(self, storage: Storage, derivation: Derivation[T]) -> None:
        self.derivation = derivation
        self._games = storage.games
        self._derivations = storage.derivations
        self._numbers = deque[int]()
        self._left = set[int]()
        """What this pass leaves: games on hold, those that another process works out, and those for which it's not
        the time."""
        self._under_way: dict[int, asyncio.Task[bool]] = {}
        self._lock = asyncio.Lock()
        self._catching_up: asyncio.Task[None] | None = None
        self._is_ending = False

    @property
    def missing(self) -> int:
        """How many games are still to be worked out, as far as is known."""
        return len(self._numbers)

    async def catch_up(self, patience: float | None = None) -> None:
        """Work out what is missing. Wait until that is done, or for some seconds: then it goes on by itself.

        Raise StorageError.
        """
        if self._is_ending:
            return
        if self._catching_up is None or self._catching_up.done():
            self._catching_up = asyncio.create_task(self._work_out_all())
            self._catching_up.add_done_callback(self._note_end)
        done, _ = await asyncio.wait([self._catching_up], timeout=patience)
        for task in done:
            task.result()

    async def work_out_next(self) -> bool:
        """Work out one game. Return False if none is missing. Raise StorageError."""
        async with self._lock:
            if self._is_ending or not await self._find_missing():
                return False
            number = self._numbers[0]
            if not await asyncio.shield(self._begin(number)):
                self._left.add(number)
            self._numbers.popleft()
            return True

    async def work_out(self, number: int) -> bool:
        """Work out a game that is over before all others, if games need no order. Return whether it's done.

        If this is cancelled, the work goes on. Raise StorageError.
        """
        return not self._is_ending and await asyncio.shield(self._begin(number, waits=True))

    async def close(self) -> None:
        """End after the game that is under way; what is slow ends now, and stores nothing."""
        self._is_ending = True
        if self.derivation.is_slow:
            for task in self._under_way.values():
                task.cancel()
        if self._catching_up:
            await asyncio.wait([self._catching_up])
        if self._under_way:
            await asyncio.wait(self._under_way.values())
        async with self._lock:
            self._numbers.clear()

    async def _work_out_all(self) -> None:
        while await self.work_out_next():
            pass

    async def _find_missing(self) -> bool:
        """Return whether a game is missing that was not left in this pass. If none is, the pass ends.

        What takes seconds is asked for each time: a newer game may have ended meanwhile.
        """
        if self.derivation.is_slow:
            self._numbers.clear()
        if not self._numbers:
            missing = await self._derivations.missing(
                self.derivation.name, self.derivation.version, is_oldest_first=self.derivation.is_in_order
            )
            self._numbers.extend(number for number in missing if number not in self._left)
        if not self._numbers:
            self._left.clear()
        return bool(self._numbers)

    def _begin(self, number: int, *, waits: bool = False) -> asyncio.Task[bool]:
        """Begin to work out a game, unless that is under way here. Return the task."""
        if number not in self._under_way:
            self._under_way[number] = task = asyncio.create_task(self._work_out_alone(number, waits=waits))
            task.add_done_callback(lambda _: self._under_way.pop(number))
        return self._under_way[number]

    async def _work_out_alone(self, number: int, *, waits: bool) -> bool:
        """Work out a game that no other process works out, or wait for that one, always where games are in order.

        Return whether it is done, or need not be done any more.
        """
        name, is_in_order = self.derivation.name, self.derivation.is_in_order
        key = name if is_in_order else f"{name} {number}"
        async with self._derivations.alone(key, waits=waits or is_in_order) as is_mine:
            # Somebody who played there may be deleted meanwhile: then the game is read again.
            return is_mine and (await self._work_out(number) or await self._work_out(number))

    async def _work_out(self, number: int) -> bool:
        """Return whether a game is done. One on hold is not, and loses what an older program has worked out."""
        derivation = self.derivation
        version = await self._derivations.version(derivation.name, number)
        if version >= derivation.version:
            return True  # another process has just done it
        found: T | None = None
        try:
            logged = await self._games.load_history(number)
        except QuarantinedError:
            if not version:
                return False
        else:
            found = await derivation.work_out(FinishedGame(logged, await self._games.substitutions(number)))
        rows = await derivation.rows(number, found, version != 0)
        stored = None if found is None else derivation.version
        return await self._derivations.save(derivation.name, stored, number, rows) and found is not None

    def _note_end(self, task: asyncio.Task[None]) -> None:
        """Log what went wrong; perhaps nobody waits for it any more."""
        if not task.cancelled() and (error := task.exception()):
            is_expected = isinstance(error, HostError)
            log.warning("%s are not worked out: %r", self.derivation.name, error, exc_info=not is_expected and error)


class Derivations:
    """All that is worked out from games that are over."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._backlogs = list[Backlog[Any]]()

    def add(self, derivation: Derivation[T]) -> Backlog[T]:
        """Work out something else, too, from now on. Return the games from which it is missing."""
        backlog = Backlog(self._storage, derivation)
        self._backlogs.append(backlog)
        return backlog

    async def work_out_next(self, *, is_slow: bool = False) -> bool:
        """Work out one thing from one game, what is quick or what ``is_slow``. Return False if nothing is missing.

        Raise StorageError.
        """
        for backlog in self._backlogs:
            if backlog.derivation.is_slow == is_slow and await backlog.work_out_next():
                return True
        return False

    async def close(self) -> None:
        """End after the games that are under way. What is missing is worked out after the next start."""
        for backlog in self._backlogs:
            await backlog.close()
