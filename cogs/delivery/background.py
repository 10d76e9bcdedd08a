"""Work that nobody waits for."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any


class BackgroundTasks:
    """Tasks that are running. The event loop keeps only weak references to them, so this keeps strong ones."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._timers: set[asyncio.TimerHandle] = set()
        self._is_closed = False

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a coroutine in the background. It must handle its own errors. After ``close`` it is cancelled at once."""
        task = asyncio.create_task(work)
        if self._is_closed:  # a command that is still running may begin work, and the database closes next
            task.cancel()
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def begin_after(self, pause: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run a coroutine in the background after a pause, in seconds. ``finish`` drops it if it has not begun."""
        if not pause:
            self.begin(work())
            return

        def start() -> None:
            self._timers.discard(timer)
            self.begin(work())

        timer = asyncio.get_running_loop().call_later(pause, start)
        self._timers.add(timer)
        if self._is_closed:
            timer.cancel()

    async def finish(self) -> None:
        """Drop what has not begun yet, and wait until nothing runs any more."""
        while self._tasks or self._timers:
            self._cancel_timers()
            if self._tasks:
                await asyncio.wait(self._tasks)

    async def close(self) -> None:
        """Cancel all tasks, and wait until they have ended."""
        self._is_closed = True
        self._cancel_timers()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _cancel_timers(self) -> None:
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()


class GameTasks:
    """Work for single games in the background: one task at a time for each game."""

    def __init__(self, tasks: BackgroundTasks, work: Callable[[int], Awaitable[None]]) -> None:
        self._tasks = tasks
        self._work = work
        self._wanted: set[int] = set()
        self._under_way: set[int] = set()

    def begin(self, number: int) -> None:
        """Do the work for a game. If it is under way, do it once more after that: something may have changed."""
        self._wanted.add(number)
        if number not in self._under_way:
            self._under_way.add(number)
            self._tasks.begin(self._run(number))

    async def _run(self, number: int) -> None:
        try:
            while number in self._wanted:
                self._wanted.discard(number)
                await self._work(number)
        finally:
            self._under_way.discard(number)
