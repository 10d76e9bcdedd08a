"""Work that nobody waits for."""

import asyncio
from collections.abc import Coroutine
from typing import Any


class BackgroundTasks:
    """Tasks that are running. The event loop keeps only weak references to them, so this keeps strong ones."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a coroutine in the background. It must handle its own errors. After ``close`` it is cancelled at once."""
        task = asyncio.create_task(work)
        if self._is_closed:  # a command that is still running may begin work, and the database closes next
            task.cancel()
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        """Cancel all tasks, and wait until they have ended."""
        self._is_closed = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
