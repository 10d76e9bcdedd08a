"""Several processes with the shards of one bot: what each knows of the others' servers, and how they connect."""

import asyncio
import contextlib
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

import connection
from cogs.delivery.channels import Channels
from cogs.interaction import command_tree
from cogs.interaction.command_tree import CommandTree
from connection import IDENTIFY_PAUSE, SessionStarts, open_when_possible, waiting_health
from host.errors import DatabaseAwayError, DatabaseRefusedError, HostError
from host.host import Host
from host.model.shards import ShardGroup
from host.model.table import Venue
from screens.text.markup import command_ids, set_command_ids
from tests.cogs.room import ON_SIMCORD, Room


def elsewhere(room: Room) -> ShardGroup:
    """A group of shards that does not serve the room's server."""
    other = 1 - (room.guild.id >> 22) % 2
    return ShardGroup(other, other, 2)


@ON_SIMCORD
async def test_what_another_process_serves_is_not_lost(room: Room) -> None:
    own, unknown = Venue(room.guild.id, room.channel.id), Venue(room.guild.id, 1)
    channels = Channels(room.bot)
    assert channels.is_here(own)
    assert not channels.is_known(unknown)
    others = Channels(room.bot, elsewhere(room))
    assert others.is_here(own)
    assert others.is_known(unknown)


@ON_SIMCORD
async def test_who_is_on_a_server_of_another_process(room: Room) -> None:
    venue, others = Venue(room.guild.id, room.channel.id), Channels(room.bot, elsewhere(room))
    assert not await others.has_left(venue, room.eve.id)
    room.guild.remove_member(room.eve)
    assert await others.has_left(venue, room.eve.id)


@ON_SIMCORD
async def test_the_ids_of_commands_that_another_process_registers(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = room.bot.tree
    assert isinstance(tree, CommandTree)
    assert await tree.read_ids() == command_ids()
    monkeypatch.setattr(command_tree, "PAUSES", (0,))
    all_ids = dict(command_ids())
    set_command_ids({"help": all_ids["help"]})
    await tree.learn_missing()
    assert command_ids() == all_ids


async def test_sessions_begin_as_discord_demands(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(round(seconds, 1))

    monkeypatch.setattr(asyncio, "sleep", sleep)
    starts = SessionStarts(buckets=2)
    for shard in range(5):
        await starts.wait(shard)
    assert waited == pytest.approx([0, 0, IDENTIFY_PAUSE, IDENTIFY_PAUSE, 2 * IDENTIFY_PAUSE], abs=0.1)


async def test_a_process_that_waits_is_healthy_unless_something_is_in_its_way(unused_tcp_port: int) -> None:
    problems: list[str] = []
    async with waiting_health(unused_tcp_port, problems), aiohttp.ClientSession() as session:
        for status in (200, 503):
            async with session.get(f"http://127.0.0.1:{unused_tcp_port}/healthz") as answer:
                assert answer.status == status
                assert await answer.json() == {"healthy": not problems, "standby": True, "problems": problems}
            problems.append("The database does not answer")
        async with waiting_health(unused_tcp_port, ()):  # another process of this machine
            pass


async def test_a_process_that_waits_says_what_for(unused_tcp_port: int) -> None:
    reasons = ["Waiting: another process serves all servers", "Waiting: another process brings the database up to date"]
    async with (
        waiting_health(unused_tcp_port, (), reasons),
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{unused_tcp_port}/healthz") as answer,
    ):
        assert answer.status == 200
        assert (await answer.json())["reason"] == reasons[1]


def opening(*errors: HostError) -> Any:
    """Return what opens a host after these errors, each of another attempt."""
    left: Iterator[HostError] = iter(errors)

    async def open_host() -> Host | None:
        if error := next(left, None):
            raise error
        return None

    return open_host


async def test_a_server_that_is_a_replica_at_first_ends_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that had served and its standby ended both while another server was about to take over."""
    paused, problems = list[float](), list[str]()

    async def sleep(seconds: float) -> None:
        paused.append(seconds)
        assert len(problems) == 1

    monkeypatch.setattr(asyncio, "sleep", sleep)
    away, refused = DatabaseAwayError("server"), DatabaseRefusedError("server", "it is a replica")
    await open_when_possible(opening(away, refused, away, refused), problems)
    assert paused == [2, 5, 5, 5]
    assert problems == []
    with pytest.raises(DatabaseRefusedError):  # the address is wrong
        await open_when_possible(opening(refused), problems)


class Fake:
    """A bot that loses its shards as soon as it is connected, unless it is the last one."""

    was_connected = False

    def __init__(self, *, is_last: bool) -> None:
        self.displaced = asyncio.Event()
        self.is_last = is_last
        self.was_cut = False

    async def connect(self) -> None:
        if self.is_last:
            return
        self.displaced.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.was_cut = True


async def test_a_bot_that_has_lost_its_shards_waits_again_as_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    bots: list[Fake] = []

    def build() -> Any:
        bots.append(Fake(is_last=len(bots) == 2))
        return bots[-1]

    async def connect_once(bot: Any, _: str) -> None:
        await connection.serve(bot)
        if len(bots) == 2:
            raise ValueError("what it could not finish without the database")

    monkeypatch.setattr(connection, "stop_on_signals", lambda: None)
    monkeypatch.setattr(connection, "connect_once", connect_once)
    await connection.connect(build, "a.b.c")
    assert [bot.was_cut for bot in bots] == [True, True, False]


async def test_a_bot_that_connects_a_shard_again_ends_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py then ignores that it is cancelled, and goes on to wait for its other shards."""
    monkeypatch.setattr(connection, "CANCELLING_PAUSE", 0.01)
    ended = list[str]()

    class Reconnecting(Fake):
        async def connect(self) -> None:
            self.displaced.set()
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.Event().wait()
            ended.append("a shard")
            try:
                await asyncio.Event().wait()
            finally:
                ended.append("all")

    bot: Any = Reconnecting(is_last=False)
    async with asyncio.timeout(20):
        await connection.serve(bot)
    assert ended == ["a shard", "all"]


async def test_the_first_failure_after_weeks_is_the_first_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, Discord was away five times in a row. Only a connection makes that good."""
    bots: list[Fake] = []
    paused: list[float] = []

    def build() -> Any:
        bots.append(Fake(is_last=True))
        return bots[-1]

    async def connect_once(bot: Any, _: str) -> None:
        bot.was_connected = len(bots) == 6
        if len(bots) < 8:
            raise discord.GatewayNotFound

    async def sleep(seconds: float) -> None:
        paused.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    monkeypatch.setattr(connection, "stop_on_signals", lambda: None)
    monkeypatch.setattr(connection, "connect_once", connect_once)
    await connection.connect(build, "a.b.c")
    assert paused == [2, 5, 15, 60, 300, 2, 5]


@pytest.mark.parametrize(("has_standby", "is_heard"), [(True, False), (True, True), (False, False)])
async def test_whoever_hears_nothing_leaves_its_shards_to_the_one_that_waits(
    monkeypatch: pytest.MonkeyPatch, has_standby: bool, is_heard: bool
) -> None:
    """A shard that was connected has been silent for a minute, whether its connection was closed or not."""
    now, looks = 1000.0, 0
    keeper = SimpleNamespace(_last_recv=now)
    shards = {0: SimpleNamespace(_parent=SimpleNamespace(ws=SimpleNamespace(_keep_alive=keeper)))}
    bot: Any = SimpleNamespace(shards=shards, host=SimpleNamespace(has_standby=has_standby), was_connected=False)

    async def look(seconds: float) -> None:
        nonlocal now, looks
        now, looks = now + seconds, looks + 1
        if is_heard:
            keeper._last_recv = now - 41
        elif looks == 10:  # discord.py closes it
            shards[0]._parent.ws._keep_alive = None
        if looks == 100:
            raise TimeoutError

    monkeypatch.setattr(asyncio, "sleep", look)
    monkeypatch.setattr(time, "perf_counter", lambda: now)
    with pytest.raises(connection.DeafError if has_standby and not is_heard else TimeoutError):
        await connection.until_deaf(bot)
    assert bot.was_connected
    if has_standby and not is_heard:
        assert now - 1000 == pytest.approx(connection.DEAF_SECONDS, abs=connection.LISTENING_PAUSE)
