"""The server for ``/healthz`` and metrics."""

import asyncio
from typing import Final

from aiohttp import web
from discord.ext import commands
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest

from cogs.interaction.client import Client

ANSWER_SECONDS: Final = 2.0
"""How long the database may take to answer before it counts as away."""

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
    def __init__(self, bot: Client, address: str, port: int) -> None:
        self.bot = bot
        self._address = address
        self._port = port
        app = web.Application()
        app.add_routes([web.get("/healthz", self.healthz), web.get("/metrics", self.metrics)])
        self._runner = web.AppRunner(app, access_log=None)

    async def cog_load(self) -> None:
        """Open the port; raise OSError if another program has it."""
        await self._runner.setup()
        await web.TCPSite(self._runner, self._address, self._port).start()

    async def cog_unload(self) -> None:
        await self._runner.cleanup()

    @property
    def _is_connected(self) -> bool:
        shards = self.bot.shards.values()
        return self.bot.is_ready() and not any(shard.is_closed() for shard in shards)

    async def healthz(self, _: web.Request) -> web.Response:
        """Answer 200 while the bot is connected to Discord and its database answers, else 503."""
        problems = [] if self._is_connected else ["Discord is not connected"]
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self.bot.host.administration.health()
        except Exception as error:
            problems.append(f"the database does not answer: {str(error) or 'it is silent'}")
        return web.json_response({"healthy": not problems, "problems": problems}, status=503 if problems else 200)

    async def metrics(self, _: web.Request) -> web.Response:
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
        CONNECTED.set(self._is_connected)
        LATENCY.set(self.bot.latency)
        return web.Response(
            body=generate_latest(_GAUGES) + generate_latest(), headers={"Content-Type": CONTENT_TYPE_LATEST}
        )
