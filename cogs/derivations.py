"""Works out what follows from games that are over, such as their results: when a game ends, and what is missing."""

from typing import Final

from discord.ext import commands

from cogs.delivery.jobs import Later
from cogs.interaction.client import Client
from cogs.interaction.startup import Stage
from host.model.table import Venue

PAUSE: Final = 0.1
"""Seconds between two games, so that thousands of old ones keep nobody waiting."""


class DerivationTimer(commands.Cog):
    """Works out one game after the other. What fails is tried again; a stop ends it between two games.

    What is slow waits while people play: they need the processors.
    """

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        bot.startup.add(Stage.DERIVATIONS, self.begin)

    async def cog_unload(self) -> None:
        self.bot.host.game_over.remove(self.note_end)

    async def begin(self) -> None:
        """Work out what is missing, and from now on each game that ends."""
        self.bot.host.game_over.add(self.note_end)
        self._ask()

    def note_end(self, _: int, venue: Venue) -> None:
        """Work out a game that has just ended, if its server is served here."""
        if self.bot.host.is_home(venue):
            self._ask()

    def _ask(self) -> None:
        self.bot.jobs.ask(("derivations",), self._work_out, needs_slot=False)
        self.bot.jobs.ask(("slow derivations",), self._work_out_slow, needs_slot=False)

    async def _work_out(self) -> None:
        if await self.bot.host.derivations.work_out_next():
            raise Later(PAUSE)

    async def _work_out_slow(self) -> None:
        if pause := self.bot.timer.lull.begins_in:
            raise Later(pause)
        if await self.bot.host.derivations.work_out_next(is_slow=True):
            raise Later(PAUSE)


async def setup(bot: Client) -> None:
    await bot.add_cog(DerivationTimer(bot))
