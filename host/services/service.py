"""Services: their commands finish once they have begun, even if the task that waits for them is cancelled.

A command asks what is stored, and stores what comes of it only if nothing else has changed meanwhile. If something has,
it is carried out again, with what is stored now.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial, wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from host.errors import HostError
from host.model.controllers import Person
from host.model.game import Game, GameT, PlayResult, RunningGame, StartedGame, Transition, play_result
from host.model.table import RunningTable
from host.storage.engine.statements import ConflictError
from host.storage.games.repository import Addition
from host.storage.storage import Storage

log = logging.getLogger(__name__)

T = TypeVar("T")
P = ParamSpec("P")

_TRIES: Final = 5
"""How often a command is carried out that only meets others."""
_PAUSE: Final = 0.01
"""Seconds to the second try. Each further pause is twice as long, so that the others have done what they have begun."""


class CommandRunner:
    """Runs commands in tasks of their own, so that the host can wait for them before it closes the database."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    async def run(self, command: Coroutine[Any, Any, T]) -> T:
        """Run a command to its end and return what it returns."""
        task = asyncio.create_task(command)
        self._running.add(task)
        task.add_done_callback(self._note_end)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_tell_failure)
            raise

    async def finish(self) -> None:
        """Wait until no command runs any more, not even one that began meanwhile."""
        while self._running:
            await asyncio.wait(self._running)

    def _note_end(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # perhaps nobody waits for it any more


def _tell_failure(task: asyncio.Task[Any]) -> None:
    """Tell the log how a command went wrong whose caller was cancelled. What people can be told is no news."""
    if not task.cancelled() and not isinstance(error := task.exception(), HostError | None):
        log.error("a command failed that nobody waits for any more", exc_info=error)


@dataclass(frozen=True, slots=True)
class ServiceContext:
    """What all services work with."""

    storage: Storage
    runner: CommandRunner
    """Runs their commands."""
    now: Callable[[], datetime]
    """Returns the time in UTC."""


class Service:
    """Commands over one database. Most of them carry out one command at a time for each table."""

    def __init__(self, context: ServiceContext) -> None:
        self._storage = context.storage
        self._games = context.storage.games
        self._notifications = context.storage.notifications
        self._now = context.now
        self.runner = context.runner

    @asynccontextmanager
    async def _running_game(self, number: int) -> AsyncIterator[RunningGame]:
        """Lock a table whose game runs, and yield the game. Raise what ``Tables.load_running`` raises."""
        async with self._games.lock(number):
            yield await self._games.load_running(number)

    async def _store(
        self, before: Game | None, after: GameT, person: Person | None = None, additions: Iterable[Addition] = ()
    ) -> GameT:
        """Store what the command of a person makes of a game without a move, with additions. Return it."""
        return (await self._games.save(Transition(before, after), person, additions=additions)).after

    async def _store_table(
        self,
        before: RunningGame,
        table: RunningTable,
        person: Person | None = None,
        additions: Iterable[Addition] = (),
    ) -> RunningTable:
        """Do the same for the table of a game that runs on."""
        return (await self._store(before, replace(before, table=table), person, additions)).table

    async def _play(
        self, transition: Transition[StartedGame], person: Person | None = None, additions: Iterable[Addition] = ()
    ) -> PlayResult:
        """Store what was played by the command of a person, with additions. Return what it has changed."""
        return play_result(await self._games.save(transition, person, additions=additions))


S = TypeVar("S", bound=Service)


def uncancellable(
    command: Callable[Concatenate[S, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """Decorate a method of a service: its command runs to its end once it was called and awaited.

    If what it stores meets another change, it is carried out again. So it has no effect before it stores something.
    """

    @wraps(command)
    async def run(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.runner.run(_carry_out(partial(command, self, *args, **kwargs)))

    return run


async def _carry_out(command: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Carry out a command until it meets no other change. Raise the conflict's error if it always does."""
    for tries in range(1, _TRIES + 1):
        try:
            return await command()
        except ConflictError as conflict:
            if tries == _TRIES:
                raise (conflict.error or conflict) from None
        await asyncio.sleep(_PAUSE * 2 ** (tries - 1))
    raise AssertionError


def replace_kept(kept: dict[int, T], stored: dict[int, T], ids: Collection[int] | None) -> None:
    """Replace what a service keeps in memory for these ids (None: for all) by what is stored."""
    for key in tuple(kept) if ids is None else ids:
        kept.pop(key, None)
    kept.update(stored)
