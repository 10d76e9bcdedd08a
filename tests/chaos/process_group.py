"""The process that serves a group of shards, and the standby that waits behind it."""

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from host.model.shards import ShardGroup
from tests.chaos.doors import Doors
from tests.fixtures.network import HOST, Link
from tests.fixtures.postgresql import link_to, read_rows, through
from tests.fixtures.raw_http import free_port
from tests.loopback import LoopbackDiscord, Shard
from tests.loopback.process import Process, running
from tests.whole.fork import seeded_bot

WAITING: Final = "Waiting: another process serves shards"
SERVING: Final = "Serving shards"
CONNECTED_WITHIN: Final = 60.0
NOTICED_WITHIN: Final = 180.0
"""Seconds within which another process serves, however the first one has ended."""
STILL_CUT: Final = 10.0
"""Seconds for which a link stays cut after another process has taken over. Meanwhile people play on."""
_POLLING: Final = 0.01


@dataclass(frozen=True, slots=True)
class Machine:
    """A process, its links to the database and to Discord, and that of browsers to its pages."""

    process: Process
    database: Link
    discord: Link
    pages: Link


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
    on a server of these shards until one is answered. Each process has a door of its own for pages.
    """

    def __init__(
        self,
        server: LoopbackDiscord,
        shards: str,
        database: str,
        arguments: tuple[str, ...] | None,
        variables: Mapping[str, str],
        probe: Callable[[], Awaitable[object]],
        doors: Doors,
    ) -> None:
        self.group = ShardGroup.parse(shards)
        self._probe = probe
        self._doors = doors
        self._server = server
        self._database = database
        self._arguments = arguments
        self._environment = {**server.environment, **variables, "SHARDS": shards}
        self._stack = contextlib.AsyncExitStack()
        self._machines: dict[int, Machine] = {}
        self._runs: list[Process] = []
        self._cut_off: list[Process] = []
        self._serving: Process | None = None
        self._standby: Process | None = None
        self._before: Process | None = None

    @property
    def shards(self) -> list[Shard]:
        return [Shard(number, self.group.total) for number in self.group.numbers]

    @property
    def outputs(self) -> list[str]:
        """What each process has written that was never cut off the database."""
        return [run.output for run in self._runs if run not in self._cut_off]

    @property
    def all_outputs(self) -> list[str]:
        """What each process has written."""
        return [run.output for run in self._runs]

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

    async def vanish(self) -> Takeover:
        """Take the machine away of the process that serves: the database, Discord and pages don't hear of that."""

        async def end(process: Process) -> None:
            machine = self._machines[process.id]
            machine.database.cut()
            machine.discord.cut()
            machine.pages.cut()
            process.kill()

        name = self._name_of_serving()
        takeover = await self._pass_on(end)
        if self._connections_of(name):
            raise AssertionError("what the process had under way was not ended")
        return takeover

    async def cut_off(self) -> Takeover:
        """Cut the link of the process that serves to the database, and mend it later. See ``come_back``."""

        async def end(process: Process) -> None:
            self._machines[process.id].database.cut()

        return await self._pass_on(end)

    async def deafen(self) -> Takeover:
        """Cut the link of the process that serves to Discord, and mend it later. See ``come_back``."""

        async def end(process: Process) -> None:
            self._machines[process.id].discord.cut()

        return await self._pass_on(end)

    async def sleep(self) -> Takeover:
        """Let the process that serves sleep, and wake it later. See ``come_back``."""

        async def end(process: Process) -> None:
            os.kill(process.id, signal.SIGSTOP)

        return await self._pass_on(end)

    async def come_back(self) -> None:
        """After a while, let the process that has lost its shards reach everything again, and wake it.

        It must become the standby by itself.
        """
        process = self._before
        assert process is not None
        self._cut_off.append(process)
        waits, machine = process.output.count(WAITING), self._machines[process.id]
        await asyncio.sleep(STILL_CUT)
        os.kill(process.id, signal.SIGCONT)
        machine.database.mend()
        machine.discord.mend()
        await _until(lambda: process.output.count(WAITING) > waits, NOTICED_WITHIN)
        self._standby = process

    async def _pass_on(self, end: Callable[[Process], Awaitable[None]]) -> Takeover:
        """End the process that serves, and wait until the standby has taken over."""
        serving, standby = self._serving, self._standby
        assert serving is not None
        assert standby is not None
        seen, before = standby.output.count(SERVING), len(self._server.gateway.connections)
        begun = time.monotonic()
        await end(serving)
        await _until(lambda: standby.output.count(SERVING) > seen, NOTICED_WITHIN)
        locked = time.monotonic()
        await self._probe()
        answered = time.monotonic()
        await self._until_connected(before)
        self._before, self._serving, self._standby = serving, standby, None
        return Takeover(locked - begun, answered - begun, time.monotonic() - begun)

    async def _until_connected(self, since: int = 0) -> None:
        """Wait until each shard has begun a session."""
        connections = self._server.gateway.connections

        def begun() -> bool:
            found = {one.shard for one in connections[since:] if one.purpose == "identify"}
            return found >= set(self.shards)

        await self._server.until(begun, CONNECTED_WITHIN)

    async def _start(self) -> Process:
        database = await self._stack.enter_async_context(link_to(self._database))
        discord = await self._stack.enter_async_context(Link.to_port(self._server.port))
        pages = await self._stack.enter_async_context(Link.to_port(port := free_port()))
        environment = {
            **self._environment,
            "WEB_URL": self._doors.url,
            "WEB_PORT": str(port),
            "DATABASE_URL": through(database, self._database),
            "DISCORD_API_BASE": f"http://{HOST}:{discord.port}{urlsplit(self._server.base).path}",
        }
        if self._arguments is None:
            started = seeded_bot(environment)
        else:
            started = running(*self._arguments, environment=environment)
        self._runs.append(await self._stack.enter_async_context(started))
        process = self._runs[-1]
        self._machines[process.id] = Machine(process, database, discord, pages)
        self._doors.ports.append(pages.port)
        return process

    def _name_of_serving(self) -> str:
        """How the process that serves calls itself on the database's server. A standby has only that for its locks."""
        [[name]] = read_rows(
            self._database,
            f"SELECT application_name FROM pg_stat_activity WHERE application_name LIKE 'carcassonne {self.group} %'"
            " AND application_name NOT LIKE '% locks' GROUP BY application_name ORDER BY count(*) DESC LIMIT 1",
        )
        return name

    def _connections_of(self, name: str) -> int:
        """How many connections the database's server still has from a process that is no more."""
        query = f"SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE '{name}%'"
        [[count]] = read_rows(self._database, query)
        return int(count)

    def _cut(self, name: str) -> None:
        """Cut all connections of a process to the database."""
        read_rows(
            self._database,
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE '{name}%'",
        )


async def _until(holds: Callable[[], bool], within: float = CONNECTED_WITHIN) -> None:
    async with asyncio.timeout(within):
        while not holds():  # noqa: ASYNC110 (another process's output)
            await asyncio.sleep(_POLLING)
