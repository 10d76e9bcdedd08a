"""What does a job: a process of its own, or a thread of this one."""

import asyncio
import operator
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from workers.jobs import Job, dump, load
from workers.messages import LENGTH
from workers.progress import Listener, Progress, do_job

T = TypeVar("T")

RunJob = Callable[[Job[Any]], Any]
"""Does a job, in a thread."""

_PROJECT: Final = Path(__file__).parents[1]
_SECRETS: Final = frozenset({"DISCORD_TOKEN"})
"""The variables of the environment that no process gets."""


class Worker(Protocol):
    """Does one job at a time."""

    async def start(self) -> None:
        """Get ready for the first job; raise OSError."""

    async def run(self, job: Job[T], listener: Listener | None = None) -> T:
        """Do a job and return what it returns; raise what it raises. The listener hears how far it is, in this task."""

    def stop(self) -> None:
        """End the job under way, if that is possible. Then ``run`` raises."""

    async def close(self) -> None:
        """Work no more."""


class ThreadWorker:
    """Works in a thread of this process. A job that hangs cannot be ended."""

    def __init__(self, run: RunJob) -> None:
        self._run = run

    async def start(self) -> None:
        """Do nothing: a thread begins at once."""

    async def run(self, job: Job[T], listener: Listener | None = None) -> T:
        """Do a job and return what it returns; raise what it raises."""
        loop = asyncio.get_running_loop()

        def hand_on(done: int, total: int) -> None:
            if listener is not None:
                with suppress(RuntimeError):  # the bot has ended meanwhile
                    loop.call_soon_threadsafe(listener, done, total)

        done: T = await asyncio.to_thread(do_job, partial(self._run, job), hand_on)
        return done

    def stop(self) -> None:
        """Do nothing: a thread ends only by itself."""

    async def close(self) -> None:
        """Do nothing, for the same reason."""


class ProcessWorker:
    """Works in a process of its own, which holds up no thread of the bot and knows none of its secrets.

    It starts with its first job at the latest, and imports ``module`` then. ``niceness`` is how much it steps back
    where the processors are busy. When the bot has ended, however it did, the process finds its input closed and ends.
    """

    def __init__(self, module: str, niceness: int) -> None:
        self._arguments = (str(niceness), module)
        self._process: asyncio.subprocess.Process | None = None
        self._killed: asyncio.subprocess.Process | None = None
        self._is_stopped = False

    async def start(self) -> None:
        """Start the process, which then loads what it needs while the bot does other things; raise OSError."""
        if self._process is None:
            await self._begin()

    async def run(self, job: Job[T], listener: Listener | None = None) -> T:
        """Do a job and return what it returns. If the task that waits for it is cancelled, kill the process.

        Raise what the job raises, OSError if no process can be started, and ConnectionError if it has ended before it
        was done.
        """
        self._is_stopped, written = False, dump(job)
        done: T
        try:
            done = await self._ask(written, listener)
        except ConnectionError:
            if self._is_stopped:
                raise
            done = await self._ask(written, listener)  # the system may have ended the process; a new one is tried once
        return done

    def stop(self) -> None:
        """Kill the process. The next job starts another."""
        self._is_stopped = True
        if self._process is not None:
            _kill(self._process)

    async def close(self) -> None:
        """End the process."""
        self.stop()
        for process in (self._process, self._killed):
            if process is not None:
                await process.wait()

    async def _ask(self, written: bytes, listener: Listener | None) -> Any:
        process = self._process or await self._begin()
        if self._is_stopped:
            raise ConnectionError("the process was stopped before it began")
        assert process.stdin is not None  # noqa: S101 (the type checker learns it)
        assert process.stdout is not None  # noqa: S101 (the type checker learns it)
        try:
            process.stdin.write(len(written).to_bytes(LENGTH) + written)
            await process.stdin.drain()
            while isinstance(answer := await _next_message(process.stdout), Progress):
                if listener is not None:
                    listener(answer.done, answer.total)
        except BaseException as error:  # cancelled, too: the next job must not get this job's answer
            _kill(process)
            self._process, self._killed = None, process
            if isinstance(error, asyncio.IncompleteReadError):
                raise ConnectionError("the process has ended") from error
            raise
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def _begin(self) -> asyncio.subprocess.Process:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "workers",
            *self._arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            cwd=_PROJECT,
            env={name: value for name, value in os.environ.items() if name not in _SECRETS},
        )
        return self._process


async def _next_message(file: asyncio.StreamReader) -> Any:
    """Return the answer of a process, or what it tells before."""
    length = int.from_bytes(await file.readexactly(LENGTH))
    return load(await file.readexactly(length))


def _kill(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()


def thread_workers(number: int, run: RunJob = operator.call) -> list[Worker]:
    """Return this number of workers that work in threads of this process."""
    return [ThreadWorker(run) for _ in range(number)]


def process_workers(number: int, module: str, niceness: int) -> list[Worker]:
    """Return this number of workers that work in processes of their own. ``ProcessWorker`` explains the rest."""
    return [ProcessWorker(module, niceness) for _ in range(number)]
