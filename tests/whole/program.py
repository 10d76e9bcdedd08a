"""`python bot.py` as a program that can crash and be started again."""

import contextlib
import functools
from pathlib import Path

from tests.discord_schema import OpenApi, request_problems
from tests.discord_schema.openapi import DOCUMENT
from tests.loopback import LoopbackDiscord
from tests.loopback.process import Process, running

_load_openapi = functools.cache(OpenApi.load)


class Program:
    """The bot on `server`, with a database that outlives it."""

    def __init__(self, server: LoopbackDiscord, folder: Path) -> None:
        self.server = server
        self._environment = {**server.environment, "DATABASE_URL": f"sqlite:///{folder / 'whole.db'}"}
        self._runs: list[Process] = []
        self._run = contextlib.AsyncExitStack()

    @property
    def output(self) -> str:
        """What all runs have written."""
        return "".join(run.output for run in self._runs)

    async def start(self) -> None:
        self._runs.append(await self._run.enter_async_context(running("bot.py", environment=self._environment)))
        await self.server.until_ready()

    async def crash(self) -> None:
        """Kill the program, and let Discord forget what it remembers for a few minutes only."""
        self._runs[-1].kill()
        await self._gone()
        self.server.rest.forget_nonces()

    async def stop(self) -> int:
        """Ask the program to end; return its exit code."""
        code = await self._runs[-1].stop()
        await self._gone()
        return code

    async def restart(self) -> None:
        await self.stop()
        await self.start()

    async def close(self) -> None:
        await self._run.aclose()

    async def _gone(self) -> None:
        await self._run.aclose()
        await self.server.until(lambda: not self.server.gateway.is_ready)

    def problems(self) -> list[str]:
        """What Discord would refuse of all that was sent; by its own description too, where that is at hand."""
        found = [
            one
            for sent in self.server.requests
            for one in request_problems(sent.method, sent.path, sent.json, sent.files)
        ]
        if DOCUMENT.exists():
            check = _load_openapi().problems
            found += [one for sent in self.server.requests for one in check(sent.method, sent.path, sent.json)]
        return found
