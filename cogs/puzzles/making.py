"""Makes the puzzle of each day, where computers think."""

from datetime import date
from functools import partial
from typing import Final

from discord.ext import commands

from cogs.delivery.jobs import Later
from cogs.interaction.client import Client
from cogs.interaction.startup import Stage
from host.model.observers import Observers
from host.model.puzzles import DAY, start_of

_KEY: Final = ("puzzles",)
FIRST_PAUSE: Final = 60.0
"""Seconds from a start to the search for a puzzle that nobody has asked for: at first, others need the time."""
PAUSE: Final = 0.1
"""Seconds between two puzzles."""
LATEST: Final = 6 * 3_600
"""This many seconds before midnight, tomorrow's puzzle is made even while people play."""
LONGEST_PAUSE: Final = 600
"""The longest pause, in seconds, until a step that has failed is tried again."""


class PuzzleMaker(commands.Cog):
    """Makes the puzzle of today soon, and that of tomorrow while nobody plays.

    The process that serves private conversations does it. The search goes in steps, and a stop ends it between two of
    them. A day always has the same puzzle, so a search that is lost begins anew.
    """

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.made = Observers[[]]()
        """Told when a puzzle is there that was missing."""
        bot.startup.add(Stage.DERIVATIONS, self.begin)

    async def begin(self) -> None:
        """From now on, make what is missing."""
        self.ask(after=FIRST_PAUSE)

    def ask(self, *, after: float = 0) -> None:
        """Look what is missing, ``after`` some seconds, if this process makes puzzles."""
        if self.bot.host.shards.has_private:
            self.bot.jobs.ask(_KEY, self._go_on, after=after, longest=LONGEST_PAUSE, needs_slot=False)

    async def _go_on(self) -> None:
        """Search for what is missing, for as long as it's time for that. Raise Later with when to go on."""
        puzzles = self.bot.host.puzzles
        day = await puzzles.missing()
        if day is None:
            raise Later(self._seconds_of_today())
        if day != puzzles.today() and (pause := self._pause_before_tomorrows()):
            raise Later(pause)
        content = await self.bot.thinker.puzzle(await puzzles.seed(day), partial(self._is_time_for, day))
        if content is not None:
            await puzzles.store(day, content)
            self.made.notify()
        raise Later(PAUSE)

    def _is_time_for(self, day: date) -> bool:
        """Return whether the search for the puzzle of a day may take one more step."""
        is_urgent = day == self.bot.host.puzzles.today() or not self._pause_before_tomorrows()
        return is_urgent and not self.bot.jobs.is_finishing

    def _pause_before_tomorrows(self) -> float:
        """Return the seconds until nobody plays any more; 0 if that is so, or if midnight is near."""
        return 0.0 if self._seconds_of_today() < LATEST else self.bot.lull.begins_in

    def _seconds_of_today(self) -> float:
        """Return the seconds until the next day begins."""
        host = self.bot.host
        return (start_of(host.puzzles.today() + DAY) - host.now()).total_seconds()
