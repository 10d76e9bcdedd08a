"""Where pictures are drawn: processes of their own, or threads of this one; who waits, and how long."""

import asyncio
import operator
from collections.abc import Callable, Sequence
from typing import Final

import workers
from render import Job, Picture
from workers import Worker, WorkerQueue

MAX_WAITING: Final = 200
"""How many pictures may wait before those that only one person sees are refused."""

THREADS: Final = 2
NICENESS: Final = 10
"""How much drawing steps back where the processors are busy: people are answered before pictures are drawn."""

RunDrawing = Callable[[Job], Picture]
"""Runs a drawing job, in a thread."""


class QueueFullError(Exception):
    """Too many pictures wait already."""


def thread_workers(run: RunDrawing = operator.call) -> list[Worker]:
    """Return workers that draw in threads of this process. More of them would only fill the memory."""
    return workers.thread_workers(THREADS, run)


def process_workers(number: int) -> list[Worker]:
    """Return so many workers that draw in processes of their own."""
    return workers.process_workers(number, "render", NICENESS)


class DrawingJobs:
    """Draws pictures, each with the next free worker.

    ``timeout`` is in seconds: how long a drawing may take, and how long a picture for one person may wait.
    """

    def __init__(self, workers: Sequence[Worker], timeout: float) -> None:
        self._queue = WorkerQueue(workers)
        self._timeout = timeout

    async def start(self) -> None:
        """Get all workers ready for their first jobs; raise OSError."""
        for worker in self._queue.workers:
            await worker.start()

    async def draw(self, job: Job, table: int, *, must_be_drawn: bool) -> Picture:
        """Draw; raise TimeoutError, QueueFullError and what drawing raises.

        A picture that ``must_be_drawn`` waits for a worker as long as it has to. A worker whose drawing takes too long
        is stopped. A thread can't be: it stays taken until it ends by itself, because it still needs memory and time.
        """
        if not must_be_drawn and self._queue.length >= MAX_WAITING:
            raise QueueFullError
        async with asyncio.timeout(None if must_be_drawn else self._timeout):
            worker = await self._queue.take(table)
        drawing = asyncio.ensure_future(worker.run(job))
        drawing.add_done_callback(lambda _: self._queue.give_back(worker))
        try:
            async with asyncio.timeout(self._timeout):
                return await asyncio.shield(drawing)
        except TimeoutError:
            drawing.add_done_callback(_read_exception)
            worker.stop()
            raise

    async def close(self) -> None:
        """End all drawing."""
        for worker in self._queue.workers:
            await worker.close()


def _read_exception(drawing: asyncio.Future[Picture]) -> None:
    """Read the exception of a drawing that nobody waits for, so that asyncio does not report it."""
    if not drawing.cancelled():
        drawing.exception()
