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
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from typing import Any, Final

import aiohttp
import discord

from cogs.delivery.channels import INVITE_PERMISSIONS
from cogs.delivery.errors import is_passing_trouble
from cogs.delivery.jobs import pause_after
from cogs.interaction.callback_adapter import lean_callbacks
from cogs.interaction.client import Client
from host.errors import DatabaseAwayError, DatabaseLockedError, DatabaseRefusedError
from host.host import Host
from sandbox import endpoint

log = logging.getLogger("bot")

START_PAUSES: Final = (2, 5, 15, 60, 300)
"""Seconds until the next attempt to start, while Discord is away or another program has locked the database."""
AWAY_PAUSES: Final = (2, 5)
"""The same, while the database's server does not answer: a standby must not sleep when it is back."""
DEAF_SECONDS: Final = 60.0
"""After so long without a word from Discord, a process leaves its shards to the one that waits for them. Discord
answers each shard's heartbeats, one in 41 seconds."""
LISTENING_PAUSE: Final = 2.0
"""How often that is looked at, in seconds."""
CANCELLING_PAUSE: Final = 0.5
"""How often a task is cancelled that goes on all the same, in seconds."""
IDENTIFY_PAUSE: Final = 5.25
"""Seconds between two sessions that begin in one of Discord's buckets: five, and some time on the way there."""


class ServedBot(Client):
    """A bot that can lose its shards to another process.

    ``displaced`` is set once that has happened. ``was_connected`` says whether Discord has ever sent something.
    """

    displaced: asyncio.Event
    session_starts: "SessionStarts"
    was_connected: bool = False


class DeafError(Exception):
    """Discord has said nothing for a while, and another process waits that may hear more."""

    def __init__(self) -> None:
        super().__init__(f"nothing was heard for {DEAF_SECONDS:.0f} s, and another process waits for these shards")


class SessionStarts:
    """Spreads the starts of sessions as Discord demands: one in five seconds in each of Discord's buckets.

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

    from web.health import health_route
    from web.http_server import HttpServer

    async def found() -> Sequence[str]:
        return problems

    app = web.Application()
    app.add_routes([health_route(found, lambda: {"standby": True, **({"reason": reasons[-1]} if reasons else {})})])
    server = HttpServer(app, port)
    try:
        with contextlib.suppress(OSError):
            await server.start()
        yield
    finally:
        await server.close()


async def open_when_possible(open_host: Callable[[], Awaitable[Host]], problems: list[str]) -> Host:
    """Open a host. While another program has locked its database, or its server does not answer, wait.

    A server that did not answer may let nobody in at first: it is a replica until it takes over from the one that is
    gone. One that refuses at once does so for good: then raise DatabaseRefusedError. Add what is in the way to the
    ``problems``.
    """
    for failures in itertools.count(1):
        problems.clear()
        try:
            return await open_host()
        except (DatabaseLockedError, DatabaseAwayError, DatabaseRefusedError) as error:
            if isinstance(error, DatabaseRefusedError) and failures == 1:
                raise
            problem = _opening_problem(error)
            pause = pause_after(failures, START_PAUSES if isinstance(error, DatabaseLockedError) else AWAY_PAUSES)
            log.warning("%s; trying again in %d s", problem, pause)
            problems.append(problem)
            await asyncio.sleep(pause)
    raise AssertionError


def _opening_problem(error: DatabaseLockedError | DatabaseAwayError | DatabaseRefusedError) -> str:
    match error:
        case DatabaseLockedError():
            return f"Another program has locked {error.path}"
        case DatabaseAwayError():
            return f"The database {error.path} does not answer"
        case _:
            return f"The database {error.path} does not let me in: {error.problem}"


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
            if not isinstance(error, discord.GatewayNotFound | DeafError) and not is_passing_trouble(error):
                raise
            if bot.was_connected:
                failures = itertools.count(1)
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
    """Be connected to Discord until this task is cancelled, or the bot has lost its shards to another process.

    Raise DeafError if another process should serve them.
    """
    tasks = [
        asyncio.create_task(bot.connect()),
        asyncio.create_task(bot.displaced.wait()),
        asyncio.create_task(until_deaf(bot)),
    ]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            await task
    finally:
        await end_tasks(tasks)


async def end_tasks(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks until they have ended: discord.py ignores it once where it just connects a shard again."""
    pending = {task for task in tasks if not task.done()}
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=CANCELLING_PAUSE)


async def until_deaf(bot: ServedBot) -> None:
    """Raise DeafError once no shard has heard from Discord for a minute while another process waits for them."""
    heard_at = time.perf_counter()
    while True:
        await asyncio.sleep(LISTENING_PAUSE)
        if found := last_heard(bot):
            heard_at, bot.was_connected = max(heard_at, found), True
        if bot.host.has_standby and time.perf_counter() - heard_at >= DEAF_SECONDS:
            raise DeafError


def last_heard(bot: ServedBot) -> float | None:
    """Return when Discord has last sent something to a shard, by ``time.perf_counter``; None if none is connected.

    A connection may be dead long before discord.py closes it.
    """
    keepers = [shard._parent.ws._keep_alive for shard in bot.shards.values()]  # noqa: SLF001 (nothing public tells it)
    return max((one._last_recv for one in keepers if one), default=None)  # noqa: SLF001


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
