"""``/healthz`` and Prometheus metrics over HTTP, for this machine only, where METRICS_PORT is set."""

from cogs.interaction.client import Client


async def setup(bot: Client) -> None:
    if bot.metrics_port is not None:
        from cogs.metrics.server import Metrics  # most bots have no port, and need no server

        await bot.add_cog(Metrics(bot, bot.metrics_port))
