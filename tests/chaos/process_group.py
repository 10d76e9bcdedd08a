"""The process that serves a group of shards, and the standby that waits behind it."""

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final

from host import ShardGroup
from tests.fixtures.postgresql import read_rows
from tests.loopback import LoopbackDiscord, Shard
from tests.loopback.process import Process, running
from tests.whole.fork import CAN_FORK, forked

WAITING: Final = "Waiting: another process serves shards"
SERVING: Final = "Serving shards"
CONNECTED_WITHIN: Final = 60.0
_POLLING: Final = 0.01


@dataclass(slots=True)
class Takeover:
    """How long it took from the end of a process, in seconds."""

    to_lock: float
    """Until the standby had its shards."""
    to_answer: float
    """Until it answered a command."""
    to_connection: float
    """Until all shards were connected to Discord."""


class ProcessGroup:
    """Two processes for the same shards, on one database and one Discord.

    ``arguments`` are those of Python; None for the bot with blank pictures, which is forked. ``probe`` gives commands
    on a server of these shards until one is answered.
    """

    def __init__(
        self,
        server: LoopbackDiscord,
        shards: str,
        database: str,
        arguments: tuple[str, ...] | None,
        variables: Mapping[str, str],
        probe: Callable[[], Awaitable[object]],
    ) -> None:
        self.group = ShardGroup.parse(shards)
        self._probe = probe
        self._server = server
        self._database = database
        self._arguments = arguments
        self._environment = {**server.environment, **variables, "DATABASE_URL": database, "SHARDS": shards}
        self._stack = contextlib.AsyncExitStack()
        self._runs: list[Process] = []
        self._cut_off: list[Process] = []
        self._serving: Process | None = None
        self._standby: Process | None = None

    @property
    def shards(self) -> list[Shard]:
        return [Shard(number, self.group.total) for number in self.group.numbers]

    @property
    def outputs(self) -> list[str]:
        """What each process has written that was never cut off the database."""
        return [run.output for run in self._runs if run not in self._cut_off]

    async def start(self) -> None:
        """Start both, one after the other."""
        self._serving = await self._start()
        await self._serving.line(SERVING)
        await self._until_connected()
        await self.add_standby()

    async def add_standby(self) -> None:
        """Start another process, and wait until it waits."""
        self._standby = await self._start()
        await self._standby.line(WAITING)

    async def end(self) -> None:
        """Ask both processes to end, the one that waits first. They must do so without a complaint."""
        for process in (self._standby, self._serving):
            if process and await process.stop():
                raise AssertionError(f"a process did not end well: {process.output[-1000:]}")

    async def close(self) -> None:
        await self._stack.aclose()

    async def kill(self) -> Takeover:
        """Kill the process that serves, as in a crash."""

        async def end(process: Process) -> None:
            process.kill()

        name = self._name_of_serving()
        takeover = await self._pass_on(end)
        await _until(lambda: not self._connections_of(name))  # until then the server may store a last turn
        return takeover

    async def terminate(self) -> Takeover:
        """Ask the process that serves to end. It must do so without a complaint."""

        async def end(process: Process) -> None:
            ending.append(asyncio.create_task(process.stop()))

        ending: list[asyncio.Task[int]] = []
        takeover = await self._pass_on(end)
        code = await ending[0]
        if code:
            raise AssertionError(f"a process ended with {code}")
        return takeover

    async def freeze(self) -> Takeover:
        """Stop the process that serves, cut it off the database until the standby has its shards, then let it go on.

        It must become the standby by itself.
        """
        process = self._serving
        assert process is not None
        self._cut_off.append(process)
        name = self._name_of_serving()

        async def end(process: Process) -> None:
            os.kill(process.id, signal.SIGSTOP)
            self._cut(name)

        takeover = await self._pass_on(end)
        waits = process.output.count(WAITING)
        os.kill(process.id, signal.SIGCONT)
        await _until(lambda: process.output.count(WAITING) > waits)
        self._standby = process
        return takeover

    async def cut(self) -> None:
        """Cut all connections of the process that serves to the database. It must go on by itself."""
        assert self._serving is not None
        self._cut_off.append(self._serving)
        self._cut(self._name_of_serving())

    async def _pass_on(self, end: Callable[[Process], Awaitable[None]]) -> Takeover:
        """End the process that serves, and wait until the standby has taken over."""
        serving, standby = self._serving, self._standby
        assert serving is not None
        assert standby is not None
        seen, before = standby.output.count(SERVING), len(self._server.gateway.connections)
        begun = time.monotonic()
        await end(serving)
        await _until(lambda: standby.output.count(SERVING) > seen)
        locked = time.monotonic()
        await self._probe()
        answered = time.monotonic()
        await self._until_connected(before)
        self._serving, self._standby = standby, None
        return Takeover(locked - begun, answered - begun, time.monotonic() - begun)

    async def _until_connected(self, since: int = 0) -> None:
        """Wait until each shard has begun a session."""
        connections = self._server.gateway.connections

        def begun() -> bool:
            found = {one.shard for one in connections[since:] if one.purpose == "identify"}
            return found >= set(self.shards)

        await self._server.until(begun, CONNECTED_WITHIN)

    async def _start(self) -> Process:
        arguments, environment = self._arguments, self._environment
        if arguments is None and CAN_FORK:
            started = forked(environment)
        else:
            started = running(*(arguments or ("-m", "tests.whole.seeded_bot")), environment=environment)
        self._runs.append(await self._stack.enter_async_context(started))
        return self._runs[-1]

    def _name_of_serving(self) -> str:
        """How the process that serves calls itself on the database's server. A standby has only one connection."""
        [[name]] = read_rows(
            self._database,
            f"SELECT application_name FROM pg_stat_activity WHERE application_name LIKE 'carcassonne {self.group} %'"
            " GROUP BY application_name ORDER BY count(*) DESC LIMIT 1",
        )
        return name

    def _connections_of(self, name: str) -> int:
        """How many connections the database's server still has from a process that is no more."""
        query = f"SELECT count(*) FROM pg_stat_activity WHERE application_name = '{name}'"
        [[count]] = read_rows(self._database, query)
        return int(count)

    def _cut(self, name: str) -> None:
        """Cut all connections of a process to the database."""
        read_rows(
            self._database,
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '{name}'",
        )


async def _until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(CONNECTED_WITHIN):
        while not holds():  # noqa: ASYNC110 (another process's output)
            await asyncio.sleep(_POLLING)
