"""Shards: which session hears of what, and when sessions may begin."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest

from sandbox import endpoint
from tests.loopback import LoopbackDiscord, Shard
from tests.loopback.server import TOKEN
from tests.loopback.small_bot import SmallBot

PATIENCE = 10.0
FIRST, SECOND = (Shard(0, 4), Shard(1, 4)), (Shard(2, 4), Shard(3, 4))


@asynccontextmanager
async def connected(
    server: LoopbackDiscord, monkeypatch: pytest.MonkeyPatch, shards: Sequence[Shard], **options: Any
) -> AsyncIterator[SmallBot]:
    """A small bot that serves these shards. The options tell it that."""
    monkeypatch.setenv("DISCORD_API_BASE", server.base)
    endpoint.point_at(server.base)
    before = server.gateway.open_shards
    bot = SmallBot(**options)
    task = asyncio.create_task(bot.start(TOKEN))
    try:
        await server.until(lambda: server.gateway.open_shards == sorted([*before, *shards]), PATIENCE)
        await asyncio.wait_for(bot.wait_until_ready(), PATIENCE)
        yield bot
    finally:
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)


def group(shards: Sequence[Shard]) -> dict[str, Any]:
    """What tells a bot which shards it serves."""
    return {"shard_ids": [one.number for one in shards], "shard_count": shards[0].total}


@pytest.fixture
def guilds(server: LoopbackDiscord) -> list[int]:
    """A server of each of four shards."""
    return [server.world.add_guild(f"server-{number}", Shard(number, 4)) for number in range(4)]


@pytest.mark.usefixtures("library")
async def test_each_process_hears_of_its_servers_only(
    server: LoopbackDiscord, monkeypatch: pytest.MonkeyPatch, guilds: list[int]
) -> None:
    server.starts.max_concurrency = 4
    own = (server.world.guild >> 22) % 4
    ann = server.world.add_person("Anna", guilds=guilds)
    async with AsyncExitStack() as stack:
        bots = [
            await stack.enter_async_context(connected(server, monkeypatch, some, **group(some)))
            for some in (FIRST, SECOND)
        ]
        for bot, numbers in zip(bots, ((0, 1), (2, 3)), strict=True):
            expected = {guilds[number] for number in numbers} | ({server.world.guild} if own in numbers else set())
            assert {guild.id for guild in bot.guilds} == expected

        for number, guild in enumerate(guilds):
            channel = server.world.add_channel("table", guild)
            played, other = bots[number // 2], bots[1 - number // 2]
            before = played.ply, other.ply
            assert (await server.command(ann, channel, "place", at="M14")).content == "M14 None"
            assert (played.ply, other.ply) == (before[0] + 1, before[1])

        before = bots[0].ply, bots[1].ply
        await server.command(ann, server.world.direct(ann), "place", at="N13")
        assert (bots[0].ply, bots[1].ply) == (before[0] + 1, before[1])


@pytest.mark.usefixtures("library")
async def test_as_many_shards_as_are_recommended(
    server: LoopbackDiscord, monkeypatch: pytest.MonkeyPatch, guilds: list[int]
) -> None:
    server.starts.recommended = 4
    async with connected(server, monkeypatch, [*FIRST, *SECOND]) as bot:
        assert {guild.id for guild in bot.guilds} == {server.world.guild, *guilds}


@pytest.mark.usefixtures("library")
async def test_who_comes_too_early_is_told_so_and_tries_again(
    server: LoopbackDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.starts.early = {FIRST[1]}
    async with connected(server, monkeypatch, FIRST, **group(FIRST)):
        purposes = [(one.purpose, one.shard) for one in server.gateway.connections]
    assert purposes[0] == ("identify", FIRST[0])
    assert ("too early", FIRST[1]) in purposes
    assert purposes[-1] == ("identify", FIRST[1])


@pytest.mark.usefixtures("library")
async def test_a_second_session_of_a_shard_takes_over(server: LoopbackDiscord, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, only = server.people["Ann"], (Shard(0, 1),)
    async with connected(server, monkeypatch, only, **group(only)) as first:
        await server.command(ann, server.channel, "place", at="M14")
    async with connected(server, monkeypatch, only, **group(only)) as second:
        await server.command(ann, server.channel, "place", at="M14")
    assert (first.ply, second.ply) == (1, 1)


def test_what_is_about_no_server_goes_to_the_first_shard() -> None:
    shards = [Shard(number, 3) for number in range(3)]
    guild = 5 << 22

    def to(event: str, payload: dict[str, Any]) -> list[int]:
        return [one.number for one in shards if one.gets(event, payload)]

    assert to("MESSAGE_CREATE", {"id": "1", "guild_id": str(guild)}) == [2]
    assert to("GUILD_CREATE", {"id": str(guild)}) == [2]
    assert to("INTERACTION_CREATE", {"id": "1"}) == [0]
    assert to("USER_UPDATE", {"id": "1"}) == [0, 1, 2]
