"""Several processes with the shards of one bot: what each knows of the others' servers, and how they connect."""

import asyncio
from typing import Any

import aiohttp
import pytest

import connection
from cogs.delivery.channels import Channels
from cogs.interaction import command_tree
from cogs.interaction.command_tree import CommandTree
from cogs.text.commands import command_ids, set_command_ids
from connection import IDENTIFY_PAUSE, SessionStarts, waiting_health
from host import ShardGroup, Venue
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
    assert await others.has_member(venue, room.eve.id)
    room.guild.remove_member(room.eve)
    assert not await others.has_member(venue, room.eve.id)


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


class Fake:
    """A bot that loses its shards as soon as it is connected, unless it is the last one."""

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
