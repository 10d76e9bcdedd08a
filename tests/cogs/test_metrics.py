"""Metrics while something is in the way."""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

from aiohttp import ClientSession

from cogs.interaction.client import Client
from cogs.metrics.server import Metrics
from host.errors import DatabaseAwayError


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
