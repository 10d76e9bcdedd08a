"""Connecting a bot to Discord: until it is told to stop, also after Discord was away or another process took over."""

import asyncio
import contextlib
import gc
import itertools
import logging
import os
import signal
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Final

import aiohttp
import discord

from cogs.delivery.errors import is_passing_trouble
from cogs.delivery.jobs import pause_after
from cogs.delivery.permissions import INVITE_PERMISSIONS
from cogs.interaction.callback_adapter import lean_callbacks
from cogs.interaction.client import Client
from cogs.metrics import LOOPBACK
from sandbox import endpoint

log = logging.getLogger("bot")

START_PAUSES: Final = (2, 5, 15, 60, 300)
"""Seconds until the next attempt to start, while Discord is away or another program has locked the database."""
AWAY_PAUSES: Final = (2, 5)
"""The same, while the database's server does not answer: a standby must not sleep when it is back."""
IDENTIFY_PAUSE: Final = 5.25
"""Seconds between two sessions that begin in one of Discord's buckets: five, and some time on the way there."""


class ServedBot(Client):
    """A bot that can lose its shards to another process.

    ``displaced`` is set once that has happened.
    """

    displaced: asyncio.Event
    session_starts: "SessionStarts"


class SessionStarts:
    """Spreads the starts of sessions as Discord demands: one in five seconds in each of so many buckets.

    What other processes begin is not known here. Discord refuses what comes too early, and discord.py tries again.
    """

    def __init__(self, buckets: int = 1) -> None:
        self._buckets = buckets
        self._next: defaultdict[int, float] = defaultdict(float)

    async def wait(self, shard: int) -> None:
        """Wait until a session of a shard may begin."""
        bucket, now = shard % self._buckets, time.monotonic()
        at = max(now, self._next[bucket])
        self._next[bucket] = at + IDENTIFY_PAUSE
        await asyncio.sleep(at - now)


def note_reason(reasons: list[str], reason: str) -> None:
    """Log why the bot does not serve yet, and add it to what was said before."""
    log.info("%s", reason)
    reasons.append(reason)


@contextlib.asynccontextmanager
async def waiting_health(port: int | None, problems: Sequence[str], reasons: Sequence[str] = ()) -> AsyncIterator[None]:
    """Answer ``/healthz`` on a port of this machine while a process waits for its shards: 200 without problems.

    The latest of the ``reasons`` says what it waits for.
    If the port is taken, another process of this machine answers there, such as the one that serves the shards.
    """
    if port is None:
        yield
        return
    from aiohttp import web  # most bots have no port, and need no server

    async def healthz(_: web.Request) -> web.Response:
        found: dict[str, Any] = {"healthy": not problems, "standby": True, "problems": list(problems)}
        if reasons:
            found["reason"] = reasons[-1]
        return web.json_response(found, status=503 if problems else 200)

    app = web.Application()
    app.add_routes([web.get("/healthz", healthz)])
    runner = web.AppRunner(app, access_log=None)
    try:
        await runner.setup()
        with contextlib.suppress(OSError):
            await web.TCPSite(runner, LOOPBACK, port).start()
        yield
    finally:
        await runner.cleanup()


async def connect(build: Callable[[], ServedBot], token: str) -> None:
    """Run a bot on Discord, or on the server that DISCORD_API_BASE names, until it is told to stop.

    While Discord is away, wait and try again. If another process has taken over the shards, wait as its standby. Each
    time there is a new bot.
    """
    stop_on_signals()
    failures = itertools.count(1)
    while True:
        bot = build()
        try:
            await connect_once(bot, token)
        except Exception as error:
            if bot.displaced.is_set():
                continue
            if not isinstance(error, discord.GatewayNotFound) and not is_passing_trouble(error):
                raise
            pause = pause_after(next(failures), START_PAUSES)
            log.warning("Discord is away: %s; trying again in %d s", _reason(error), pause)
            await asyncio.sleep(pause)
            continue
        if not bot.displaced.is_set():
            break
        failures = itertools.count(1)


def _reason(error: Exception) -> str:
    """Say in the words of the system why a connection failed, without what Python adds to them."""
    match error:
        case aiohttp.ClientConnectorError():
            said = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror
            return f"{error.host}: {said or error}"
        case _:
            return str(error) or type(error).__name__


async def connect_once(bot: ServedBot, token: str) -> None:
    """Run a bot on Discord until it is told to stop, or has lost its shards to another process.

    Raise what discord.py raises if it cannot connect.
    """
    base = os.environ.get("DISCORD_API_BASE")
    if base:
        endpoint.point_at(base)
    async with lean_callbacks(), bot:
        await bot.login(token)
        gc.freeze()  # what was loaded stays: no search for garbage has to look at it again
        log.info("Invite the bot to a server: %s", invitation(bot))
        await prepare_sessions(bot, is_loopback=bool(base))
        await serve(bot)


async def serve(bot: ServedBot) -> None:
    """Be connected to Discord until this task is cancelled, or the bot has lost its shards to another process."""
    tasks = [asyncio.create_task(bot.connect()), asyncio.create_task(bot.displaced.wait())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if tasks[0].done():
            await tasks[0]
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


async def prepare_sessions(bot: ServedBot, *, is_loopback: bool) -> None:
    """Ask Discord how many shards there should be, and how fast they may connect.

    Raise discord.GatewayNotFound, NotLoopbackError.
    """
    recommended, url, limits = await bot.http.get_bot_gateway()
    if is_loopback:
        endpoint.use_gateway(url)
    log.info("Discord recommends %d shard%s", recommended, "" if recommended == 1 else "s")
    known: int | None = bot.shard_count
    bot.shard_count = recommended if known is None else known
    bot.session_starts = SessionStarts(limits["max_concurrency"])


def invitation(bot: Client) -> str:
    """Return the address that adds the bot to a server, with the permissions that it wants."""
    assert bot.application_id is not None  # noqa: S101 (the type checker learns it)
    return discord.utils.oauth_url(
        bot.application_id, permissions=INVITE_PERMISSIONS, scopes=("bot", "applications.commands")
    )


def stop_on_signals() -> None:
    """End the current task at the first Ctrl-C or SIGTERM; where the loop knows no signals (Windows), Ctrl-C does so
    itself.
    """
    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    assert task is not None  # noqa: S101 (the type checker learns it)
    is_stopping = False

    def stop() -> None:
        nonlocal is_stopping
        if not is_stopping:  # a second signal must not cut the closing short
            is_stopping = True
            log.info("Stopping: finishing what has begun")
            task.cancel()

    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stop)
