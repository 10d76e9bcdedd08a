"""Seeded bots that are forked from a process that has loaded everything already."""

import asyncio
import atexit
import contextlib
import functools
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from tests.loopback.process import ROOT, Process, environment_of, running, until_ended

CAN_FORK = sys.platform == "linux"


class Fork:
    """A forked process, with the names of `asyncio.subprocess.Process`."""

    def __init__(self, pid: int, stdout: asyncio.StreamReader, told: asyncio.StreamReader) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self.stdout = stdout
        self._waiting = asyncio.create_task(self._wait(told))

    async def wait(self) -> int:
        return await asyncio.shield(self._waiting)

    def send_signal(self, number: int) -> None:
        if self.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    async def _wait(self, told: asyncio.StreamReader) -> int:
        self.returncode = int(await told.readline())
        return self.returncode


def seeded_bot(
    environment: Mapping[str, str], *arguments: str, folder: Path = ROOT
) -> AbstractAsyncContextManager[Process]:
    """Run a seeded bot with these additional environment variables; end it with the block at the latest."""
    if CAN_FORK:
        return _forked(environment, arguments, folder)
    return running("-m", "tests.whole.seeded_bot", *arguments, environment=environment, folder=folder)


@contextlib.asynccontextmanager
async def _forked(environment: Mapping[str, str], arguments: tuple[str, ...], folder: Path) -> AsyncIterator[Process]:
    reading, output = os.pipe()
    ours, theirs = socket.socketpair()
    with theirs:
        order = {"environment": environment_of(environment), "arguments": arguments, "folder": str(folder)}
        socket.send_fds(_server(), [json.dumps(order).encode()], [output, theirs.fileno()])
    os.close(output)
    stdout = asyncio.StreamReader()
    transport, _ = await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(stdout), os.fdopen(reading)
    )
    told, writer = await asyncio.open_connection(sock=ours)
    try:
        async with until_ended(Fork(int(await told.readline()), stdout, told)) as process:
            yield process
    finally:
        writer.close()
        transport.close()


@functools.cache
def _server() -> socket.socket:
    """Start the process that forks, and return where it takes orders. It ends with this process."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        server = subprocess.Popen(
            [sys.executable, "-m", "tests.whole.fork_server", str(theirs.fileno())],
            cwd=ROOT,
            env=environment_of({}),
            pass_fds=[theirs.fileno()],
        )
    atexit.register(server.wait)
    atexit.register(ours.close)
    return ours
