"""Where pictures are drawn: processes of their own, or threads of this one; who waits, and how long."""

import operator
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

import workers
from render import Job, Picture
from workers import Listener, Worker, WorkerPool

T = TypeVar("T")

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
    """Return ``number`` workers that draw in processes of their own."""
    return workers.process_workers(number, "render.ahead", NICENESS)


class DrawingJobs:
    """Draws pictures, each with the next free worker.

    ``timeout`` is in seconds: how long a drawing may take, and how long a picture for one person may wait.
    """

    def __init__(self, workers: Sequence[Worker], timeout: float) -> None:
        self._pool = WorkerPool(workers)
        self._timeout = timeout

    async def start(self) -> None:
        """Get all workers ready for their first jobs; raise OSError."""
        await self._pool.start()

    async def draw(
        self,
        job: workers.Job[T],
        table: int,
        *,
        must_be_drawn: bool,
        is_retry: bool = False,
        listener: Listener | None = None,
    ) -> T:
        """Draw; raise QueueFullError, NoWorkerError, TimeoutError, and what drawing raises.

        A picture that ``must_be_drawn`` waits for a worker as long as it has to. A retry doesn't, and has half of the
        time. The listener hears how far a job is that tells it.
        """
        if not must_be_drawn and self._pool.waiting >= MAX_WAITING:
            raise QueueFullError
        if is_retry:
            return await self._pool.run(job, table, self._timeout / 2, patience=self._timeout / 2)
        patience = None if must_be_drawn else self._timeout
        return await self._pool.run(job, table, self._timeout, patience=patience, listener=listener)

    async def close(self) -> None:
        """End all drawing."""
        await self._pool.close()
