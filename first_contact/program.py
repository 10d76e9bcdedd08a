"""Runs the steps, prints what became of them, and writes the report."""

import asyncio
import os
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final

import aiohttp
import discord

from cogs.interaction.router import route_use
from cogs.interaction.startup import Startup
from connection import ServedBot, end_tasks, invitation, prepare_sessions
from first_contact.refusals import advice
from first_contact.report import REPORT_FILE, Budget, Result, anonymous, failure_text, write_report
from first_contact.steps import STEPS, Contact, FailedError, Step, remove_all
from sandbox import endpoint

CONNECTING_SECONDS: Final = 60.0

_LIMIT, _RESET = "X-RateLimit-Limit", "X-RateLimit-Reset-After"


class Check:
    """One check, of one channel. ``tell`` shows a line to the host."""

    def __init__(self, bot: ServedBot, channel: int, *, patience: float, tell: Callable[[str], None]) -> None:
        self.results: list[Result] = []
        self.budgets: dict[str, Budget] = {}
        self._bot = bot
        self._tell = tell
        self._contact = Contact(bot, channel, patience, tell, bot.pictures, os.urandom(8).hex())

    async def run(self, token: str) -> None:
        """Log in, do all steps, and remove what was sent. Raise discord.LoginFailure and NotLoopbackError."""
        self._bot.http.http_trace = self._trace()
        async with self._bot:
            await self._step(Step("Register the commands", lambda _: self._register(token)))
            if self._bot.user is None:  # without a login nothing else can be tried
                return
            self._tell(f"The bot joins a server with this address: {invitation(self._bot)}")
            async with self._connected():
                try:
                    for step in STEPS:
                        await self._step(step)
                finally:  # also when the host stops it
                    await self._step(Step("Remove it all", remove_all))

    async def _register(self, token: str) -> str:
        await self._bot.login(token)
        return f"{len(self._bot.tree.get_commands())} commands"

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[None]:
        """Be connected, and answer nobody but the host in the channel: this bot knows no game."""
        self._bot.startup = Startup()  # what the bot does for its games when it is connected
        self._bot.remove_listener(route_use, "on_interaction")
        self._bot.tree.interaction_check = self._answers  # type: ignore[method-assign]
        connecting: list[asyncio.Task[Any]] = []

        async def connect(_: Contact) -> str:
            await prepare_sessions(self._bot, is_loopback=bool(os.environ.get("DISCORD_API_BASE")))
            connecting.append(asyncio.create_task(self._bot.connect()))
            ready = asyncio.create_task(self._bot.wait_until_ready())
            await asyncio.wait([*connecting, ready], timeout=CONNECTING_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            if connecting[0].done():
                ready.cancel()
                await connecting[0]  # raises why it could not
            if not ready.done():
                raise TimeoutError
            return "fine"

        await self._step(Step("Connect to the gateway", connect))
        try:
            yield
        finally:
            await end_tasks(connecting)

    async def _answers(self, interaction: discord.Interaction[Any]) -> bool:
        """Offer nothing for what the host types in the channel, and measure how long that takes. Answer nothing else.

        discord.py asks this before every command and before it offers anything.
        """
        typed = self._contact.typed
        is_typing = interaction.type is discord.InteractionType.autocomplete
        if not is_typing or interaction.channel_id != self._contact.channel_id or typed is None or typed.done():
            return False
        begun = time.perf_counter()
        await interaction.response.autocomplete([])
        if not typed.done():
            typed.set_result(time.perf_counter() - begun)
        return False

    async def _step(self, step: Step) -> None:
        """Do a step, or leave it out if it can't be tried, and tell what became of it."""
        begun = time.perf_counter()
        if missing := [one for one in step.after if getattr(self._contact, one) is None]:
            names = {"channel": "the channel", "message": "the message", "host": "you on the server"}
            result = Result(step.title, 0.0, failure=f"It needs {names[missing[0]]}.", is_skipped=True)
        else:
            result = await self._tried(step, begun)
        self.results.append(result)
        sign = "✓" if result.is_fine else "–" if result.is_skipped else "✗"
        self._tell(f"{sign} {result}")

    async def _tried(self, step: Step, begun: float) -> Result:
        try:
            note = await step.work(self._contact)
        except (discord.LoginFailure, endpoint.NotLoopbackError):
            raise
        except FailedError as error:
            return Result(step.title, time.perf_counter() - begun, failure=str(error))
        except Exception as error:
            what_to_do = advice(error, step.needed, self._granted())
            return Result(step.title, time.perf_counter() - begun, failure=failure_text(error), advice=what_to_do)
        return Result(step.title, time.perf_counter() - begun, note)

    def _granted(self) -> discord.Permissions | None:
        channel = self._contact.channel
        return channel.permissions_for(channel.guild.me) if channel else None

    def _trace(self) -> aiohttp.TraceConfig:
        """Return what reads the budgets in the headers of Discord's answers."""
        trace = aiohttp.TraceConfig()

        async def note(_: object, __: object, ended: aiohttp.TraceRequestEndParams) -> None:
            headers = ended.response.headers
            if _LIMIT in headers:
                route = f"{ended.method} {anonymous(ended.url.path)}"
                self.budgets[route] = Budget(route, headers[_LIMIT], headers.get(_RESET, "?"))

        trace.on_request_end.append(note)
        return trace


def run(build: Callable[[str], ServedBot], token: str | None, channel: int, patience: float) -> str | None:
    """Check what Discord allows, print it, and write the report into the working directory.

    ``build`` makes a bot on a database. Return what went wrong in one sentence, None if all is fine. Raise
    discord.LoginFailure and NotLoopbackError.
    """
    if not token:
        return "The check needs a DISCORD_TOKEN, in the environment or in the file .env."
    if base := os.environ.get("DISCORD_API_BASE"):
        endpoint.point_at(base)
    tell = partial(print, flush=True)  # at once, even if the output is a pipe
    with tempfile.TemporaryDirectory() as folder:
        check = Check(build(f"sqlite:///{folder}/check.db"), channel, patience=patience, tell=tell)
        asyncio.run(check.run(token))
    try:
        write_report(check.results, check.budgets.values())
    except OSError as error:
        return f"The report {REPORT_FILE} can't be written here: {error.strerror}. Start the check in another folder."
    tell(f"The report is in {REPORT_FILE}. It has no token, no names and no IDs, so you can attach it to an issue.")
    failed = sum(not one.is_fine for one in check.results)
    return f"{failed} of {len(check.results)} steps did not work." if failed else None
