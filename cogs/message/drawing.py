"""Where pictures are drawn: processes of their own, or threads of this one; and the queue in front of them."""

import asyncio
import operator
import os
import pickle
import sys
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

from render import Job, Picture, dump_job
from render.worker import LENGTH

MAX_WAITING: Final = 200
"""How many pictures may wait before those that only one person sees are refused."""

THREADS: Final = 2

_PROJECT: Final = Path(__file__).parents[2]

RunDrawing = Callable[[Job], Picture]
"""Runs a drawing job, in a thread."""


class QueueFullError(Exception):
    """Too many pictures wait already."""


class Worker(Protocol):
    """Draws one picture at a time."""

    async def start(self) -> None:
        """Get ready for the first job; raise OSError."""

    async def draw(self, job: Job) -> Picture:
        """Draw; raise what drawing raises."""

    def stop(self) -> None:
        """End the drawing under way, if that is possible. Then ``draw`` raises."""

    async def close(self) -> None:
        """Draw no more."""


class ThreadWorker:
    """Draws in a thread of this process. A drawing that hangs cannot be ended."""

    def __init__(self, run: RunDrawing) -> None:
        self._run = run

    async def start(self) -> None:
        """Do nothing: a thread begins at once."""

    async def draw(self, job: Job) -> Picture:
        """Draw; raise what drawing raises."""
        return await asyncio.to_thread(self._run, job)

    def stop(self) -> None:
        """Do nothing: a thread ends only by itself."""

    async def close(self) -> None:
        """Do nothing, for the same reason."""


class ProcessWorker:
    """Draws in a process of its own, which holds up no thread of the bot.

    It starts with its first job at the latest.
    """

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._is_stopped = False

    async def start(self) -> None:
        """Start the process, which then loads what it needs while the bot does other things; raise OSError."""
        if self._process is None:
            await self._begin()

    async def draw(self, job: Job) -> Picture:
        """Draw; raise what drawing raises, and ConnectionError if the process has ended before it was done."""
        self._is_stopped, written = False, dump_job(job)
        try:
            return await self._ask(written)
        except ConnectionError:
            if self._is_stopped:
                raise
            return await self._ask(written)  # the system may have ended the process; a new one is tried once

    def stop(self) -> None:
        """Kill the process. The next job starts another."""
        self._is_stopped = True
        if self._process is not None:
            _kill(self._process)

    async def close(self) -> None:
        """End the process."""
        self.stop()
        if self._process is not None:
            await self._process.wait()

    async def _ask(self, written: bytes) -> Picture:
        process = self._process or await self._begin()
        assert process.stdin is not None  # noqa: S101 (the type checker learns it)
        assert process.stdout is not None  # noqa: S101 (the type checker learns it)
        try:
            process.stdin.write(len(written).to_bytes(LENGTH) + written)
            await process.stdin.drain()
            length = int.from_bytes(await process.stdout.readexactly(LENGTH))
            answer = pickle.loads(await process.stdout.readexactly(length))  # noqa: S301 (our own process wrote it)
        except BaseException as error:  # cancelled, too: the next job must not get this job's picture
            _kill(process)
            self._process = None
            if isinstance(error, asyncio.IncompleteReadError):
                raise ConnectionError("the process that draws has ended") from error
            raise
        if isinstance(answer, Exception):
            raise answer
        picture: Picture = answer
        return picture

    async def _begin(self) -> asyncio.subprocess.Process:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "render.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            cwd=_PROJECT,
            env={name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"},
        )
        return self._process


def _kill(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()


def thread_workers(run: RunDrawing = operator.call) -> list[Worker]:
    """Return workers that draw in threads of this process. More of them would only fill the memory."""
    return [ThreadWorker(run) for _ in range(THREADS)]


def process_workers(number: int) -> list[Worker]:
    """Return so many workers that draw in processes of their own."""
    return [ProcessWorker() for _ in range(number)]


class WorkerQueue:
    """Hands out workers. Tables take turns, and the pictures of one table come one after the other."""

    def __init__(self, workers: Sequence[Worker]) -> None:
        self.workers = tuple(workers)
        self._free = list(reversed(workers))
        self._waiting: dict[int, deque[asyncio.Future[Worker]]] = {}

    @property
    def length(self) -> int:
        """How many pictures wait."""
        return sum(map(len, self._waiting.values()))

    async def take(self, table: int) -> Worker:
        """Return a free worker for a picture of this table; wait until there is one."""
        if self._free:
            return self._free.pop()
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(table, deque()).append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # the worker came in the same moment
                self.give_back(turn.result())
            raise

    def give_back(self, worker: Worker) -> None:
        """Hand a worker to the table whose turn it is; keep it if none waits."""
        while self._waiting:
            table = next(iter(self._waiting))
            turns = self._waiting.pop(table)
            turn = turns.popleft()
            if turns:
                self._waiting[table] = turns  # behind all others
            if not turn.done():
                turn.set_result(worker)
                return
        self._free.append(worker)


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
        drawing = asyncio.ensure_future(worker.draw(job))
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
