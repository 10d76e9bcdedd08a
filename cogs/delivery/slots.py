"""How many games are caught up with at once, so that all go on side by side and none waits for a slow channel."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

SLOTS: Final = 8
"""How many pieces of work begin at once. More would wait for the same drawing threads, some until their time is out."""
SLOW: Final = 3.0
"""Seconds after which work that still runs makes room for the next."""


class Slots:
    """Lets pieces of work begin in the order in which they come. Slow ones go on, but keep no slot."""

    def __init__(self, number: int = SLOTS, slow: float = SLOW) -> None:
        self._free = asyncio.Semaphore(number)
        self._slow = slow

    async def run(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do a piece of work as soon as there is a slot for it."""
        await _do(work, await self._take())

    async def run_all(self, works: Iterable[Callable[[], Awaitable[None]]]) -> None:
        """Do pieces of work in their order, each as soon as there is a slot for it. Wait until all are done."""
        async with asyncio.TaskGroup() as group:
            for work in works:
                group.create_task(_do(work, await self._take()))

    async def _take(self) -> Callable[[], None]:
        """Wait for a slot, and return the function that leaves it. After ``slow`` seconds it is left by itself."""
        await self._free.acquire()
        timer: asyncio.TimerHandle | None = None

        def leave() -> None:
            nonlocal timer
            if timer is not None:
                timer.cancel()
                timer = None
                self._free.release()

        timer = asyncio.get_running_loop().call_later(self._slow, leave)
        return leave


async def _do(work: Callable[[], Awaitable[None]], leave: Callable[[], None]) -> None:
    try:
        await work()
    finally:
        leave()
