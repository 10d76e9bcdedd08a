"""The server for ``/healthz`` and metrics."""

import asyncio
import errno
import logging
from contextlib import suppress
from typing import Final

from aiohttp import web
from discord.ext import commands
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest

from cogs.interaction.client import Client
from cogs.interaction.health import ANSWER_SECONDS, is_connected, problems_of
from host.errors import HostError
from web.health import health_route
from web.http_server import HttpServer

log = logging.getLogger(__name__)

_GAUGES: Final = CollectorRegistry()
"""A registry of its own: an extension is loaded anew for each bot, and a registry takes each name once."""
GAMES: Final = Gauge(
    "carcassonne_games", "Tables that wait for players, games that run, and games on hold", ["status"], registry=_GAUGES
)
UNANNOUNCED: Final = Gauge(
    "carcassonne_unannounced_games", "Games whose last turn is not shown in their channel yet", registry=_GAUGES
)
SHARDS: Final = Gauge(
    "carcassonne_served_shards", "Shards whose servers this process serves", ["shards"], registry=_GAUGES
)
LATENCY: Final = Gauge(
    "carcassonne_gateway_latency_seconds", "From a heartbeat to Discord's answer to it", registry=_GAUGES
)
CONNECTED: Final = Gauge("carcassonne_gateway_connected", "1 while Discord is connected", registry=_GAUGES)
DATABASE_BYTES: Final = Gauge("carcassonne_database_bytes", "Size of the database file and its log", registry=_GAUGES)


class Metrics(commands.Cog):
    def __init__(self, bot: Client, port: int) -> None:
        self.bot = bot
        app = web.Application()
        app.add_routes([health_route(lambda: problems_of(bot)), web.get("/metrics", self.metrics)])
        self._server = HttpServer(app, port)

    async def cog_load(self) -> None:
        """Open the port; raise OSError if another program has it.

        Where processes share the database, it may be the one before this one, which hangs, or waits by now: then try
        again meanwhile.
        """
        try:
            await self._server.start()
        except OSError as error:
            if not self.bot.host.is_shared or error.errno != errno.EADDRINUSE:
                raise
            log.warning("metrics wait for their port: %s", error)
            self._server.start_later()

    async def cog_unload(self) -> None:
        await self._server.close()

    async def metrics(self, _: web.Request) -> web.Response:
        with suppress(HostError, TimeoutError):  # its gauges keep what was known last
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._look_into_database()
        CONNECTED.set(is_connected(self.bot))
        LATENCY.set(self.bot.latency)
        return web.Response(
            body=generate_latest(_GAUGES) + generate_latest(), headers={"Content-Type": CONTENT_TYPE_LATEST}
        )

    async def _look_into_database(self) -> None:
        health = await self.bot.host.administration.health()
        for status, number in (
            ("waiting", health.waiting),
            ("running", health.running),
            ("on hold", health.quarantined),
        ):
            GAMES.labels(status).set(number)
        SHARDS.labels(str(health.shards)).set(len(health.shards.numbers))
        UNANNOUNCED.set(health.unannounced)
        DATABASE_BYTES.set(health.size)
