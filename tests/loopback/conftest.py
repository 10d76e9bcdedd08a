import asyncio
from collections.abc import AsyncIterator

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from sandbox import endpoint
from tests.loopback import LoopbackDiscord
from tests.loopback.server import TOKEN
from tests.loopback.small_bot import SmallBot


@pytest.fixture
async def server() -> AsyncIterator[LoopbackDiscord]:
    async with LoopbackDiscord() as running:
        yield running


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore discord.py's addresses after a test has changed them."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    monkeypatch.setattr(DiscordWebSocket, "gateway", None, raising=False)


@pytest.fixture
async def small_bot(
    server: LoopbackDiscord, library: None, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[asyncio.Task[None]]:
    """The task of a small bot in this process that is connected to the server over sockets."""
    monkeypatch.setenv("DISCORD_API_BASE", server.base)
    endpoint.point_at(server.base)
    bot = SmallBot()
    task = asyncio.create_task(bot.start(TOKEN))
    await server.until_ready()
    yield task
    await bot.close()
    await asyncio.gather(task, return_exceptions=True)
