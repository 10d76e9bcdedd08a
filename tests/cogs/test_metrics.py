"""Metrics while something is in the way."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from aiohttp import ClientSession

from cogs.interaction.client import Client
from cogs.metrics.server import Metrics
from host.errors import DatabaseAwayError
from web import http_server


async def test_metrics_are_told_while_the_database_is_away() -> None:
    """Each question was answered with an error, so no alarm was heard, and the log had a traceback of each."""

    async def health() -> None:
        raise DatabaseAwayError(Path("games.db"))

    host = SimpleNamespace(administration=SimpleNamespace(health=health))
    metrics = Metrics(cast("Client", SimpleNamespace(host=host, is_ready=lambda: True, shards={}, latency=0.25)), 0)
    await metrics.cog_load()
    try:
        address = f"http://127.0.0.1:{metrics._server.port}/metrics"
        async with ClientSession() as session, session.get(address) as answer:
            assert answer.status == 200
            assert "carcassonne_gateway_connected 1.0" in await answer.text()
    finally:
        await metrics.cog_unload()


async def test_a_standby_serves_although_the_process_before_it_still_has_the_port(
    monkeypatch: pytest.MonkeyPatch, unused_tcp_port: int
) -> None:
    """It ended when it took over, because the port was still in use: the other process hung, on the same machine."""

    def metrics(*, is_shared: bool) -> Metrics:
        return Metrics(cast("Client", SimpleNamespace(host=SimpleNamespace(is_shared=is_shared))), unused_tcp_port)

    monkeypatch.setattr(http_server, "_PORT_PAUSE", 0.01)
    before, after = metrics(is_shared=True), metrics(is_shared=True)
    await before.cog_load()
    await after.cog_load()
    with pytest.raises(OSError, match="in use"):
        await metrics(is_shared=False).cog_load()
    await before.cog_unload()
    assert after._server._trying
    async with asyncio.timeout(10):
        await after._server._trying
    assert after._server.port == unused_tcp_port
    await after.cog_unload()
