"""``/healthz`` and Prometheus metrics over HTTP, for this machine only, where METRICS_PORT is set."""

from typing import Final

from cogs.interaction.client import Client

LOOPBACK: Final = "127.0.0.1"


async def setup(bot: Client) -> None:
    if bot.metrics_port is not None:
        from cogs.metrics.server import Metrics  # most bots have no port, and need no server

        await bot.add_cog(Metrics(bot, LOOPBACK, bot.metrics_port))
