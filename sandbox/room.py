"""Running a bot in the chat room until it is stopped."""

import asyncio
import contextlib
import dataclasses
import signal
import socket
import weakref
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import Any

import discord
import simcord
from discord.ext import commands
from simcord._settlement import _active_callbacks, _is_parked, _SettlementState

from sandbox.clock import WallClock
from sandbox.direct_messages import DirectMessages
from sandbox.long_channels import keep_pages_quick
from sandbox.page import add_script
from sandbox.pictures import OwnPictures
from sandbox.publisher import Publisher
from sandbox.timers import keep_timers_running
from sandbox.world import World, build_world

HOST = "127.0.0.1"

SETTLE_SECONDS = 15
"""How long SimCord waits for what the bot does at a press, or when one of its timers ends. Several strong computers on
a busy machine can take more than its usual 5 seconds: then the page says that a press is uncertain, and SimCord holds
all timers back (see ``sandbox.timers``)."""


START_SECONDS = 120.0
"""How long SimCord waits for what the bot does at its start."""


class _PatientEnv(simcord.Env):
    """SimCord waits five seconds for a bot's start, whatever it was told. A bot that shows many games takes longer.

    And when somebody acts, it waits for all that is due within ``SETTLE_SECONDS``: the end of another player's time to
    undo, a computer's pause, an edit that waits for its turn. Discord doesn't. What is due later is shown later.

    A review or a puzzle takes minutes. What it has waited for in vain, it waits for no more: no press would be settled
    meanwhile, and no form would open.
    """

    _is_starting = False

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        self._left = weakref.WeakSet[asyncio.Task[Any]]()
        """What was waited for in vain."""

    async def start(self) -> None:
        self._is_starting = True
        try:
            await super().start()
        finally:
            self._is_starting = False

    def _settlement_state(self) -> _SettlementState:
        """Return what SimCord looks at, as while it advances a clock: then it waits for no timer."""
        begun = {task: record for task, record in self._work.tasks.items() if not self._is_left(task)}
        return _SettlementState(
            dataclasses.replace(self._work, tasks=begun),
            self.bot,
            self._loop,
            self._virtual_time,
            advancing=True,
            generation=self._generation,
            last_dispatch=self._last_dispatch,
        )

    async def _settle_internal(self, *, timeout: float | None = None, **given: Any) -> None:  # noqa: ASYNC109
        patience = START_SECONDS if timeout is not None or self._is_starting else None
        try:
            await super()._settle_internal(timeout=patience, **given)
        except TimeoutError:
            self._left.update(self._stuck())
            raise
        finally:
            _active_callbacks(super()._settlement_state())  # it forgets the old ones, here of all tasks

    def _stuck(self) -> list[asyncio.Task[Any]]:
        state, now = self._settlement_state(), asyncio.get_running_loop().time()
        return [task for task in state.work.tasks if not _is_parked(state, task, now)]

    def _is_left(self, task: asyncio.Task[Any] | None) -> bool:
        """Return whether a task, or what has begun it, was waited for in vain."""
        while task is not None and task not in self._left:
            record = self._work.tasks.get(task)
            task = record.owner() if record is not None and record.owner is not None else None
        return task is not None


class PortTakenError(Exception):
    """Another program listens on this port of the loopback interface."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.port = port


async def run(
    bot: commands.AutoShardedBot,
    *,
    port: int,
    greeting: str,
    bot_permissions: discord.Permissions,
    on_open: Callable[[str], None],
) -> None:
    """Run `bot` on SimCord and show its channel on http://127.0.0.1:`port` until Ctrl-C, SIGTERM or the page's end.

    `greeting` is the first message in the channel, above what the bot shows at its start. Then the bot learns that it
    has come to the server.
    `bot_permissions` is what the server lets it do. `on_open` gets the page's address with a key, without which nobody
    gets in. The bot is closed at the end.

    Raise PortTakenError before the bot is started, and CancelledError if it is stopped before it has started.
    """
    _check_port(port)
    add_script()
    keep_pages_quick()
    with _stop_signal() as stop:
        async with _simulated(bot, bot_permissions, greeting, stop) as (env, world):
            preview = env.preview(world.channel, viewers=world.people, layout="channel", port=port)
            preview._media_worker = OwnPictures()  # noqa: SLF001 (there is no public way)
            DirectMessages(env, preview)
            async with preview, _published(env, preview):
                for guild in bot.guilds:
                    bot.dispatch("guild_join", guild)  # to the bot it is a server that has just invited it
                on_open(preview.url)
                await _first_of(stop, preview)


def _check_port(port: int) -> None:
    try:
        socket.create_server((HOST, port)).close()
    except OSError as error:
        raise PortTakenError(port) from error


@contextlib.asynccontextmanager
async def _simulated(
    bot: commands.AutoShardedBot, bot_permissions: discord.Permissions, greeting: str, stop: asyncio.Event
) -> AsyncIterator[tuple[simcord.Env, World]]:
    env = _PatientEnv(bot, shard_count=1, settle_timeout=SETTLE_SECONDS)
    world = build_world(env, bot_permissions)
    env.backend.clock = WallClock()
    env.backend.create_message(world.channel.id, env.backend.bot_user.id, greeting)
    answer_error = bot.tree.on_error
    try:
        await _unless(stop, env.start())
        # SimCord records every error before the bot gets it: its page would show an answered command as failed.
        bot.tree.on_error = answer_error  # type: ignore[method-assign]
        yield env, world
    finally:
        await bot.close()
        await env.shutdown()


async def _unless(stop: asyncio.Event, start: Coroutine[object, object, None]) -> None:
    """Wait for a start, which may wait for a database; if it is stopped before, cancel it and raise CancelledError."""
    starting, stopping = asyncio.create_task(start), asyncio.create_task(stop.wait())
    await asyncio.wait((starting, stopping), return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if not starting.done():
        starting.cancel()
    await starting


@contextlib.asynccontextmanager
async def _published(env: simcord.Env, preview: simcord.Preview) -> AsyncIterator[None]:
    publisher = Publisher(env, preview)
    env.backend.subscribers.append(publisher.notice)
    tasks = [asyncio.create_task(publisher.publish_forever()), asyncio.create_task(keep_timers_running(env))]
    try:
        yield
    finally:
        env.backend.subscribers.remove(publisher.notice)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@contextlib.contextmanager
def _stop_signal() -> Iterator[asyncio.Event]:
    """Yield an event that Ctrl-C and SIGTERM set. If the loop has no signals (Windows), Ctrl-C cancels the task."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    handled = []
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stop.set)
            handled.append(number)
    try:
        yield stop
    finally:
        for number in handled:
            loop.remove_signal_handler(number)


async def _first_of(stop: asyncio.Event, preview: simcord.Preview) -> None:
    waits = [asyncio.create_task(stop.wait()), asyncio.create_task(preview.wait_closed())]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()
