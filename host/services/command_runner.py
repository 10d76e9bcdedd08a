"""Commands that finish once they have begun, even if the task that waits for them is cancelled."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

T = TypeVar("T")
P = ParamSpec("P")


class CommandRunner:
    """Runs commands in tasks of their own, so that the host can wait for them before it closes the database."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    async def run(self, command: Coroutine[Any, Any, T]) -> T:
        """Run a command to its end and return what it returns."""
        task = asyncio.create_task(command)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def finish(self) -> None:
        """Wait until no command runs any more."""
        await asyncio.gather(*self._running, return_exceptions=True)


class HasRunner(Protocol):
    """A service whose commands cannot be cancelled."""

    @property
    def runner(self) -> CommandRunner:
        """Runs its commands."""
        ...


S = TypeVar("S", bound=HasRunner)


def uncancellable(
    command: Callable[Concatenate[S, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """Decorate a method of a service: its command runs to its end once it was called and awaited."""

    @wraps(command)
    async def run(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.runner.run(command(self, *args, **kwargs))

    return run
