"""The simulated Discord: the real bot with a database of its own, a server, channels, people, and faults."""

import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import discord
import simcord
import simcord.builders
from simcord.results import InteractionResult

from bot import Bot
from carcassonne import Move, State
from cogs.delivery.budgets import DISCORD_LIMITS
from cogs.interaction.thinking import Thinking
from host.host import Host
from host.model.controllers import Computer
from host.model.table import RunningTable, Table
from host.model.tournament_boards import TOURNAMENT
from host.model.tournaments import ROUND_ENDS
from host.services.deadlines import DEADLINE
from screens.pictures import Pictures
from tests.discord_schema import request_problems
from tests.fixtures.blank_pictures import draw_blank
from tests.fixtures.databases import Place, open_host
from tests.fixtures.prompt_workers import PromptWorker
from tests.fixtures.scripted_thinker import scripted_review
from tests.fixtures.simcord_patches import cancel_dead_timers, disable_polls, settle_quickly, work_patiently
from tests.fixtures.stored_puzzle import PUZZLE
from tests.month.sent_messages import SentMessages
from workers import Listener

SETTLE_TIMEOUT = 10.0
"""Seconds that the bot has to finish its work after somebody did something. Timers that end within this time would run
in real time, so nobody does anything just before one: see `wait_until`."""
COMPUTER_PAUSE = 60.0
"""Seconds that a computer takes for a turn at least: longer than a timer that would run in real time."""
HEARTBEAT = 600
"""Seconds between two heartbeats of the bot."""
STEP = 1800
"""The most seconds that the clock is moved on in one step."""
RESTART_TIMEOUT = 30.0
"""Seconds that the bot has to start again and to announce what it missed."""
STEP_TIMEOUT = 600.0
"""Real seconds that the bot has to finish everything that falls due in such a step, or follows from what somebody did:
after an outage that is a thousand messages, and several months may share two processors."""
SEND = ("POST", "/channels/*/messages")
EDIT = ("PATCH", "/channels/*/messages/*")


class TimedThinking(Thinking):
    """Thinking as in the program, but without threads, that notes when a computer moves at the soonest."""

    def __init__(self, dice: random.Random, now: Callable[[], datetime]) -> None:
        super().__init__([PromptWorker()], seed=partial(dice.getrandbits, 64))
        self._now = now
        self.moves_at: dict[int, datetime] = {}

    async def choose(self, table: RunningTable, computer: Computer) -> tuple[Move, ...]:
        """Return the moves that a computer makes now."""
        self.moves_at[table.number] = self._now() + timedelta(seconds=COMPUTER_PAUSE)
        return await super().choose(table, computer)

    async def review(
        self, start: State, moves: Sequence[Move], place: int, listener: Listener, goes_on: Callable[[], bool]
    ) -> str | None:
        """Return a review at once: real ones would take longer than the month."""
        return scripted_review(start, moves)

    async def puzzle(self, seed: int) -> str | None:
        """Return a puzzle at once, for the same reason."""
        return PUZZLE


def build_bot(place: Place, dice: random.Random, now: Callable[[], datetime]) -> Bot:
    opened = partial(
        open_host,
        place,
        now=now,
        seed=lambda: dice.randbytes(32),
        random_below=dice.randrange,
    )
    limits = replace(DISCORD_LIMITS, old_edit_window=timedelta())  # a step of the clock is longer than any pause
    pictures = Pictures(workers=[PromptWorker(draw_blank)])
    return Bot(
        opened,
        refresh_pause=0,
        discord_limits=limits,
        pictures=pictures,
        thinker=TimedThinking(dice, now),
        computer_pause=COMPUTER_PAUSE,
    )


class World:
    """A server with channels and people, and the bot on it."""

    def __init__(self, env: simcord.Env, place: Place, dice: random.Random, people: int, channels: int) -> None:
        self.env = env
        self.place = place
        self.dice = dice
        self.sent_messages = SentMessages(env.backend)
        env.backend.subscribers.append(self.sent_messages.on_event)
        disable_polls(env)
        settle_quickly(env)
        self.guild = env.create_guild("Month")
        self.channels = [self.guild.create_text_channel(f"table-{number}") for number in range(1, channels + 1)]
        users = [env.create_user(f"p{number:02}") for number in range(people)]
        self.people = {user.id: self.guild.add_member(user) for user in users}
        managers = self.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
        self.manager = self.guild.add_member(env.create_user("manager"), roles=[managers])
        self.problems: list[str] = []
        self.requests = 0
        self.is_down = False
        self.deleted_channels: dict[int, datetime] = {}
        """When channels were deleted, by their ids."""
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
        """Use a command for a table, in its channel, or in private if the channel is deleted."""
        options["game"] = f"#{table.number}"
        if channel := self._channel(table):
            return await self.people[person].slash(channel, name, **options)
        answer: InteractionResult = await self.people[person].user.slash(name, **options)
        return answer

    def has_channel(self, table: Table) -> bool:
        """Return whether the channel of a table is there."""
        return self._channel(table) is not None

    async def say(self, person: int, table: Table, line: str) -> None:
        """Write to the bot about a table, in its channel, or in private if the channel is deleted."""
        if channel := self._channel(table):
            await self.people[person].send(channel, f"<@{self.sent_messages.bot}> #{table.number} {line}")
        else:
            await self.people[person].user.send_dm(f"#{table.number} {line}")

    def actor(self, person: int, channel: int) -> simcord.MemberActor | simcord.builders.UserHandle:
        """The person as a member of the server, or as a user if the channel is private or deleted."""
        member, private = self.people[person], self.env.backend.dm_channels.values()
        return member.user if channel in private or channel in self.deleted_channels else member

    def _channel(self, table: Table) -> simcord.ChannelHandle | None:
        return next((one for one in self.channels if one.id == table.venue.home), None)

    async def wait_until(self, time: datetime) -> None:
        """Move the clock on to a time, and past any timer of the bot that ends just after it."""
        self.env.settle_timeout = STEP_TIMEOUT
        while (rest := (time - self.now).total_seconds()) > 0:
            await self.env.advance_time(min(rest, STEP))  # each step has a timeout of its own
        while (near := self._until_timer()) is not None:
            await self.env.advance_time(near + 0.5)
        self.env.settle_timeout = SETTLE_TIMEOUT

    def _until_timer(self) -> float | None:
        """Seconds until the next timer of the bot that would run in real time, if there is one."""
        if self.is_down:
            return None
        beat = HEARTBEAT - (self.now - self._up_since).total_seconds() % HEARTBEAT
        upcoming = [due for kind in (DEADLINE, TOURNAMENT, ROUND_ENDS) for due in self.host.schedule.upcoming(kind)]
        dues = [(due - self.now).total_seconds() for due, _ in upcoming]
        assert isinstance(self.bot.thinker, TimedThinking)
        moves = [(at - self.now).total_seconds() for at in self.bot.thinker.moves_at.values()]
        near = [rest for rest in (beat, *dues, *moves) if 0 < rest <= SETTLE_TIMEOUT + 1]
        return min(near, default=None)

    # Faults

    async def stop(self) -> None:
        await self.bot.close()
        self.is_down = True

    async def kill(self) -> None:
        """End the bot at once. Only the database is released, as the operating system would do."""
        await self.host.close()
        await self.stop()

    async def start(self) -> None:
        self.env.settle_timeout = RESTART_TIMEOUT
        await self.env.restart_bot(build_bot(self.place, self.dice, self.env.now))
        self.env.settle_timeout = SETTLE_TIMEOUT
        self.is_down = False
        self._up_since = self.now

    def fail_requests(self, *routes: tuple[str, str], times: int | None = None) -> None:
        """Let Discord answer requests with a server error."""
        for method, path in routes:
            self.env.inject_error(method, path, status=503, times=times)

    async def delete_channel(self) -> None:
        """Let a manager delete a random channel and its threads. The first channel always stays."""
        channel = self.channels.pop(self.dice.randrange(1, len(self.channels)))
        self.deleted_channels[channel.id] = self.now
        backend = self.env.backend
        for thread in [one.id for one in backend.channels.values() if one.parent_id == channel.id]:
            del backend.channels[thread]  # Discord sends no event for these
            backend.messages.pop(thread, None)
            backend.get_guild(self.guild.id).thread_ids.remove(thread)
        backend.delete_channel(channel.id)
        await self.env.settle()

    def remove_member(self, person: int) -> None:
        """Let a person leave the server."""
        self.env.backend.remove_member(self.guild.id, person)

    def clear_faults(self) -> None:
        """Let Discord answer as usual again."""
        self.env.backend.faults.clear()
        self.sent_messages.loses_next_answer = False

    def check_requests(self) -> None:
        """Check the requests that the bot has made, and forget them."""
        backend = self.env.backend
        self.requests += len(backend.http_requests)
        for one in backend.http_requests:
            self.problems += request_problems(one.method, one.path, one.json)
        backend.http_requests.clear()
        backend.transcript.clear()
        cancel_dead_timers(self.env)


@asynccontextmanager
async def open_world(place: Place, dice: random.Random, *, people: int, channels: int) -> AsyncIterator[World]:
    """Start the bot on a simulated Discord; close both in the end."""
    bot = build_bot(place, dice, lambda: env.now())  # the simulated time, whoever asks
    env = simcord.Env(bot, shard_count=1, check_errors=False, settle_timeout=SETTLE_TIMEOUT)
    work_patiently(env, STEP_TIMEOUT)
    await env.start()
    with env.time_context():
        world = World(env, place, dice, people, channels)
        try:
            yield world
        finally:
            if not world.is_down:
                await world.bot.close()
            await env.shutdown()


def instant_between(start: datetime, end: datetime, share: float) -> datetime:
    """The instant at a fraction of a period."""
    return start + timedelta(seconds=share * (end - start).total_seconds())
