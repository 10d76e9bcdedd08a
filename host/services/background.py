"""Commands that are carried through once begun, even if the task that waits for them is cancelled."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

T = TypeVar("T")
P = ParamSpec("P")


class CommandRunner:
    """The commands under way."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[Any]] = set()

    async def carry_through(self, command: Coroutine[Any, Any, T]) -> T:
        """Carry a command through and return what it returns."""
        task = asyncio.create_task(command)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    async def finish(self) -> None:
        """Wait until nothing is under way."""
        await asyncio.gather(*self._under_way, return_exceptions=True)


class HasRunner(Protocol):
    """Whoever has commands to carry through."""

    @property
    def errands(self) -> CommandRunner:
        """Where they are under way."""
        ...


S = TypeVar("S", bound=HasRunner)


def uncancellable(
    command: Callable[Concatenate[S, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[S, P], Awaitable[T]]:
    """Make a method one of those commands."""

    @wraps(command)
    def begun(self: S, /, *args: P.args, **kwargs: P.kwargs) -> Awaitable[T]:
        return self.errands.carry_through(command(self, *args, **kwargs))

    return begun
