"""Announcing, after a restart or an outage, what was played and not shown."""

import datetime

from discord.ext import commands, tasks

from cogs.shared.client import Client

PAUSE = datetime.timedelta(minutes=10)


class Announcements(commands.Cog):
    """Sees to it that every turn is announced in the end, and nobody waits for a message that was lost."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    async def cog_unload(self) -> None:
        """Look no more."""
        self.repeat.cancel()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Begin to look for what was not announced; go on with it where this is a new connection only."""
        if not self.repeat.is_running():
            await self.bot.lobbies.catch_up()
            self.repeat.start()

    @tasks.loop(seconds=PAUSE.total_seconds())
    async def repeat(self) -> None:
        """Announce what was not announced."""
        await self.bot.announcer.catch_up()


async def setup(bot: Client) -> None:
    """Load the cog."""
    await bot.add_cog(Announcements(bot))
