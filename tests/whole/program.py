"""Runs `python bot.py`, with fixed draws, as a program that can crash and be restarted."""

import contextlib
import functools
import json
import re
import signal
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from discord.utils import utcnow

from carcassonne import State
from tests.discord_schema import OpenApi, request_problems
from tests.discord_schema.openapi import DOCUMENT
from tests.fixtures.databases import Place, open_host, url
from tests.fixtures.positions import Policy, fast_forward
from tests.loopback import LoopbackDiscord
from tests.loopback.process import Process, running
from tests.loopback.recording import Request
from tests.whole.fork import seeded_bot

_load_openapi = functools.cache(OpenApi.load)

BLANK_PICTURES = {"BLANK_PICTURES": "1"}
"""The variable with which that program draws nothing. Drawing takes most of a short test's time."""


class Program:
    """The bot on `server`, started as `python *arguments`, or else seeded. Its database survives a crash.

    It is in a file in the folder, unless there is another `place`.
    """

    def __init__(
        self, server: LoopbackDiscord, folder: Path, *arguments: str, place: Place | None = None, **variables: str
    ) -> None:
        self.server = server
        self.arguments = arguments
        self.database = folder / "whole.db"
        self.place: Place = self.database if place is None else place
        address = self.place if isinstance(self.place, str) else url(self.place)
        self.environment = {**server.environment, "DATABASE_URL": address, **variables}
        self._runs: list[Process] = []
        self._run = contextlib.AsyncExitStack()

    @property
    def output(self) -> str:
        """The output of all runs."""
        return "".join(run.output for run in self._runs)

    @property
    def process_id(self) -> int:
        """The id of the running program."""
        return self._runs[-1].id

    async def start(self) -> None:
        run = running(*self.arguments, environment=self.environment) if self.arguments else seeded_bot(self.environment)
        self._runs.append(await self._run.enter_async_context(run))
        await self.server.until_ready()

    async def crash(self) -> None:
        """Kill the program, and let Discord forget what it remembers only for a few minutes."""
        self._runs[-1].kill()
        await self._gone()
        self.server.rest.forget_nonces()

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ask the program to end; return its exit code."""
        code = await self._runs[-1].stop(number)
        await self._gone()
        return code

    async def restart(self) -> None:
        await self.stop()
        await self.start()

    async def fast_forward(self, choose: Policy, until: Callable[[State], bool], numbers: Iterable[int] = (1,)) -> None:
        """Stop the program, fast-forward games in its database, and restart it.

        It then announces the last step of each game: a turn or the answer to a question, in one message.
        """
        await self.stop()
        host = await open_host(self.place, now=utcnow, seed=lambda: bytes(32), random_below=lambda _: 0)
        try:
            for number in numbers:
                message = (await host.tables.load_running(number)).message
                table = await fast_forward(host, number, choose, until=until)
                await host.message_log.mark_announced(number, table.ply, message)
                await fast_forward(host, number, choose, until=_after_one_step())
        finally:
            await host.close()
        await self.start()

    async def close(self) -> None:
        await self._run.aclose()

    async def _gone(self) -> None:
        await self._run.aclose()
        await self.server.until(lambda: not self.server.gateway.is_ready)

    def problems(self) -> list[str]:
        """What Discord would refuse of all that was sent, by its own description of the API as well if there is one."""
        found = [
            one
            for sent in self.server.requests
            for one in request_problems(sent.method, sent.path, sent.json, sent.files)
        ]
        if DOCUMENT.exists():
            check = _load_openapi().problems
            shapes = {_shape(sent): sent for sent in self.server.requests}
            found += [one for sent in shapes.values() for one in check(sent.method, sent.path, sent.json)]
        return found


def _after_one_step() -> Callable[[State], bool]:
    """Return a condition that does not hold when it is first asked, and holds after that."""
    answers = iter((False, True))
    return lambda _: next(answers)


def _shape(sent: Request) -> tuple[str, str, str]:
    """What Discord's description can tell requests apart by: numbers and texts in them are all alike to it.

    (How long a text may be is looked at in every request.) To check a thousand turns one by one takes minutes.
    """
    return sent.method, re.sub(r"\d{6,}", "1", sent.path), json.dumps(_kinds(sent.json), sort_keys=True)


def _kinds(value: Any) -> Any:
    match value:
        case dict():
            return {key: value[key] if key in ("type", "style", "flags") else _kinds(value[key]) for key in value}
        case list():
            return [_kinds(one) for one in value]
        case _:
            return type(value).__name__
