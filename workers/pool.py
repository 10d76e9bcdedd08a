"""Some workers that share the jobs of all tables."""

import asyncio
from collections.abc import Sequence
from typing import Any, TypeVar

from workers.jobs import Job
from workers.process import Worker
from workers.progress import Listener, ProgressHearing
from workers.queue import WorkerQueue

T = TypeVar("T")


class NoWorkerError(TimeoutError):
    """No worker was free for too long, so the job was never begun."""


class WorkerPool:
    """Does each job with the next free worker. Tables take turns."""

    def __init__(self, workers: Sequence[Worker]) -> None:
        self._queue = WorkerQueue(workers)

    @property
    def waiting(self) -> int:
        """How many jobs wait for a worker."""
        return self._queue.length

    async def start(self) -> None:
        """Get all workers ready for their first jobs; raise OSError."""
        for worker in self._queue.workers:
            await worker.start()

    async def run(
        self,
        job: Job[T],
        table: int,
        timeout: float,  # noqa: ASYNC109
        *,
        patience: float | None = None,
        listener: Listener | None = None,
    ) -> T:
        """Do a job and return what it returns; raise NoWorkerError, TimeoutError, and what ``Worker.run`` raises.

        The job may take ``timeout`` seconds, and wait ``patience`` seconds before that (None: for ever). A worker that
        takes longer is stopped, also if the task that waits for it is cancelled. A thread can't be: it stays taken
        until it ends by itself, because it still needs memory and time.
        The listener hears how far the job is, and nothing any more once this ends.
        """
        try:
            async with asyncio.timeout(patience):
                worker = await self._queue.take(table)
        except TimeoutError as error:
            raise NoWorkerError from error
        hearing = ProgressHearing(listener)
        working = asyncio.ensure_future(worker.run(job, hearing.note))
        working.add_done_callback(lambda _: self._queue.give_back(worker))
        try:
            async with asyncio.timeout(timeout):
                return await asyncio.shield(working)
        except (TimeoutError, asyncio.CancelledError):
            working.add_done_callback(_read_exception)
            worker.stop()
            raise
        finally:
            hearing.end()

    async def close(self) -> None:
        """End all work."""
        for worker in self._queue.workers:
            await worker.close()


def _read_exception(working: asyncio.Future[Any]) -> None:
    """Read the exception of a job that nobody waits for, so that asyncio does not report it."""
    if not working.cancelled():
        working.exception()
