"""The simulated Discord of the month: the real bot on a file of its own, servers, channels, people; and what breaks."""

import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import discord
import simcord
import simcord.builders
from simcord.results import InteractionResult

from bot import Bot
from cogs.message.pictures import Pictures
from host import Host, Table
from tests.discord_schema import request_problems
from tests.fixtures.blank_pictures import leave_blank
from tests.fixtures.databases import open_host
from tests.fixtures.simcord_patches import cancel_dead_timers, settle_soon, without_polls
from tests.month.sent_messages import SentMessages

DATABASE = "month.db"
PATIENCE = 10.0
"""Seconds in which the bot has to be done with what somebody did. Its own timers that are shorter would be waited for
in real time, so nothing is done just before one: see `calm`."""
HEARTBEAT = 600
"""Seconds between two heartbeats of the bot."""
STEP = 1800
"""Seconds that the clock is moved on by at once."""
RESTART_PATIENCE = 30.0
"""Seconds in which it has to be up again, and to have told what it missed."""
STEP_PATIENCE = 120.0
"""Seconds in which the bot has to be done with what comes in such a step, be it attempts of many games."""
SEND = ("POST", "/channels/*/messages")
EDIT = ("PATCH", "/channels/*/messages/*")


def build_bot(folder: Path, dice: random.Random, now: Callable[[], datetime]) -> Bot:
    opened = partial(
        open_host,
        folder / DATABASE,
        now=now,
        seed=lambda: dice.randbytes(32),
        random_below=dice.randrange,
    )
    return Bot(opened, refresh_pause=0, pictures=Pictures(run_drawing=leave_blank))


class World:
    """Servers with channels, and people who are on all of them."""

    def __init__(self, env: simcord.Env, folder: Path, dice: random.Random, people: int, channels: int) -> None:
        self.env = env
        self.folder = folder
        self.dice = dice
        self.ledger = SentMessages(env.backend)
        env.backend.subscribers.append(self.ledger.hear)
        without_polls(env)
        settle_soon(env)
        self.guild = env.create_guild("Month")
        self.channels = [self.guild.create_text_channel(f"table-{number}") for number in range(1, channels + 1)]
        users = [env.create_user(f"p{number:02}") for number in range(people)]
        self.people = {user.id: self.guild.add_member(user) for user in users}
        managers = self.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
        self.manager = self.guild.add_member(env.create_user("manager"), roles=[managers])
        self.problems: list[str] = []
        self.requests = 0
        self.is_down = False
        self.gone: dict[int, datetime] = {}
        """When channels were deleted, by number."""
        self._up_since = env.now()

    @property
    def bot(self) -> Bot:
        assert isinstance(self.env.bot, Bot)
        return self.env.bot

    @property
    def host(self) -> Host:
        return self.bot.host

    @property
    def now(self) -> datetime:
        return self.env.now()

    async def command(self, person: int, table: Table, name: str, **options: Any) -> InteractionResult:
        """Give a command for a table where it stands, or in private where its channel is gone."""
        options["game"] = f"#{table.number}"
        if channel := self._channel(table):
            return await self.people[person].slash(channel, name, **options)
        answer: InteractionResult = await self.people[person].user.slash(name, **options)
        return answer

    async def say(self, person: int, table: Table, line: str) -> None:
        """Write a line for a table to the bot: where it stands, or in private where its channel is gone."""
        if channel := self._channel(table):
            await self.people[person].send(channel, f"<@{self.ledger.bot}> #{table.number} {line}")
        else:
            await self.people[person].user.send_dm(f"#{table.number} {line}")

    def actor(self, person: int, channel: int) -> simcord.MemberActor | simcord.builders.UserHandle:
        """Who acts in a channel: on the server somebody is a member, in private not."""
        member, private = self.people[person], self.env.backend.dm_channels.values()
        return member.user if channel in private or channel in self.gone else member

    def _channel(self, table: Table) -> simcord.ChannelHandle | None:
        return next((one for one in self.channels if one.id == table.venue.home), None)

    async def wait_until(self, time: datetime) -> None:
        """Move the clock on, but not to just before something that the bot does by itself."""
        self.env.settle_timeout = STEP_PATIENCE
        while (rest := (time - self.now).total_seconds()) > 0:
            await self.env.advance_time(min(rest, STEP))  # each step has its own time to be done
        while (near := self._until_timer()) is not None:
            await self.env.advance_time(near + 0.5)
        self.env.settle_timeout = PATIENCE

    def _until_timer(self) -> float | None:
        """Seconds until a timer of the bot that would be waited for in real time."""
        if self.is_down:
            return None
        beat = HEARTBEAT - (self.now - self._up_since).total_seconds() % HEARTBEAT
        dues = [(due - self.now).total_seconds() for due, _ in self.host.deadlines.upcoming]
        near = [rest for rest in (beat, *dues) if 0 < rest <= PATIENCE + 1]
        return min(near, default=None)

    # What breaks

    async def stop(self) -> None:
        await self.bot.close()
        self.is_down = True

    async def kill(self) -> None:
        """End the bot where it stands; only the file is let go, as the system would do."""
        await self.host.close()
        await self.stop()

    async def start(self) -> None:
        self.env.settle_timeout = RESTART_PATIENCE
        await self.env.restart_bot(build_bot(self.folder, self.dice, self.env.now))
        self.env.settle_timeout = PATIENCE
        self.is_down = False
        self._up_since = self.now

    def refuse(self, *routes: tuple[str, str], times: int | None = None) -> None:
        """Let Discord answer that it is broken."""
        for method, path in routes:
            self.env.inject_error(method, path, status=503, times=times)

    async def delete_channel(self) -> None:
        """Let a manager delete a channel, whatever stands there, and with it its threads; one always stays."""
        channel = self.channels.pop(self.dice.randrange(1, len(self.channels)))
        self.gone[channel.id] = self.now
        backend = self.env.backend
        for thread in [one.id for one in backend.channels.values() if one.parent_id == channel.id]:
            del backend.channels[thread]  # Discord tells nothing of these
            backend.messages.pop(thread, None)
            backend.get_guild(self.guild.id).thread_ids.remove(thread)
        backend.delete_channel(channel.id)
        await self.env.settle()

    def leave(self, person: int) -> None:
        """Let somebody leave the server."""
        self.env.backend.remove_member(self.guild.id, person)

    def mend(self) -> None:
        self.env.backend.faults.clear()
        self.ledger.breaks = False

    def sweep(self) -> None:
        """Look through what the bot asked of Discord, and keep nothing of it."""
        backend = self.env.backend
        self.requests += len(backend.http_requests)
        for one in backend.http_requests:
            self.problems += request_problems(one.method, one.path, one.json)
        backend.http_requests.clear()
        backend.transcript.clear()
        cancel_dead_timers(self.env)


@asynccontextmanager
async def opened(folder: Path, dice: random.Random, *, people: int, channels: int) -> AsyncIterator[World]:
    """A world with the bot in it; at the end the bot is closed."""
    bot = build_bot(folder, dice, lambda: env.now())  # the simulated time, whoever asks
    env = simcord.Env(bot, shard_count=1, check_errors=False, settle_timeout=PATIENCE)
    await env.start()
    with env.time_context():
        world = World(env, folder, dice, people, channels)
        try:
            yield world
        finally:
            if not world.is_down:
                await world.bot.close()
            await env.shutdown()


def spread(start: datetime, end: datetime, share: float) -> datetime:
    """The instant at a share of a time."""
    return start + timedelta(seconds=share * (end - start).total_seconds())
