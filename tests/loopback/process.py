"""Runs a bot as a process of its own."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Protocol

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0


class Started(Protocol):
    """What is needed of `asyncio.subprocess.Process`."""

    @property
    def pid(self) -> int: ...
    @property
    def returncode(self) -> int | None: ...
    @property
    def stdout(self) -> asyncio.StreamReader | None: ...
    def send_signal(self, number: int, /) -> None: ...
    def kill(self) -> None: ...
    async def wait(self) -> int: ...


class Process:
    """A running program and everything that it has written so far."""

    def __init__(self, process: Started) -> None:
        self._process = process
        self.output = ""
        self._reading = asyncio.create_task(self._read())

    @property
    def id(self) -> int:
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process.returncode is None

    async def line(self, containing: str) -> str:
        """The first line of the output with this text in it; `TimeoutError` with the output where there is none."""
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    # Asked before the output is read: a program that ends meanwhile has its last lines read, too.
                    has_ended = not self.is_running and self._reading.done()
                    for line in self.output.splitlines(keepends=True):
                        if containing in line and line.endswith("\n"):
                            return line.strip()
                    if has_ended:
                        break
                    await asyncio.sleep(0.02)
        except TimeoutError:
            pass
        raise TimeoutError(f"no {containing!r} in:\n{self.output}")

    def kill(self) -> None:
        """Kill the program, as in a crash."""
        self._process.kill()

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ask the program to end, wait for it, and return its exit code."""
        if self.is_running:
            self._process.send_signal(number)
        return await self.wait()

    async def wait(self) -> int:
        async with asyncio.timeout(PATIENCE):
            code = await self._process.wait()
            await self._reading
        return code

    async def _read(self) -> None:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            self.output += line.decode(errors="replace")


@contextlib.asynccontextmanager
async def running(*arguments: str, environment: Mapping[str, str], folder: Path = ROOT) -> AsyncIterator[Process]:
    """Run `python *arguments` with these additional environment variables; end it with the block at the latest."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *arguments,
        cwd=folder,
        env=environment_of(environment),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    async with until_ended(process) as started:
        yield started


def environment_of(additional: Mapping[str, str]) -> dict[str, str]:
    """The environment of a program of this project, with additional variables."""
    return {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONPATH": str(ROOT), **additional}


@contextlib.asynccontextmanager
async def until_ended(process: Started) -> AsyncIterator[Process]:
    """Read the output of a process; end it with the block at the latest."""
    started = Process(process)
    try:
        yield started
    finally:
        if started.is_running:
            started.kill()
        await started.wait()
