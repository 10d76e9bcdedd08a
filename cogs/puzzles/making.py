"""Makes the puzzle of each day, where computers think."""

from datetime import date
from typing import Final

from discord.ext import commands

from cogs.delivery.jobs import Later
from cogs.interaction.client import Client
from cogs.interaction.startup import Stage
from host.model.observers import Observers
from host.model.puzzles import DAY, start_of

_KEY: Final = ("puzzles",)
PAUSE: Final = 0.1
"""Seconds before each step of the search: whoever asks for a puzzle is answered before."""
LATEST: Final = 6 * 3_600
"""This many seconds before midnight, tomorrow's puzzle is made even while people play."""
LONGEST_PAUSE: Final = 600
"""The longest pause, in seconds, until a step that has failed is tried again."""


class PuzzleMaker(commands.Cog):
    """Makes the puzzles of today and tomorrow while nobody plays. Today's is made now if somebody wants it.

    The process that serves private conversations does it. The search goes in steps, and a stop ends it between two of
    them. A day always has the same puzzle, so a search that is lost begins anew.
    """

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._is_wanted = False
        """Whether somebody waits for the puzzle of today."""
        self.made = Observers[[]]()
        """Told when a puzzle is there that was missing."""
        self.steps = 0
        """How many steps the search that is under way has taken here."""
        self.stepped = Observers[[]]()
        """Told after each of them."""
        bot.startup.add(Stage.DERIVATIONS, self.begin)

    async def begin(self) -> None:
        """From now on, make what is missing. Where others share the database, somebody may wait in another process."""
        self._is_wanted = self._is_wanted or self.bot.host.is_shared
        if self.bot.makes_puzzles_ahead:
            self._ask(0)

    def want(self) -> None:
        """Make the puzzle of today now, if this process makes puzzles."""
        self._is_wanted = True
        self._ask(PAUSE)

    def _ask(self, after: float) -> None:
        if self.bot.host.shards.has_private:
            self.bot.jobs.ask(_KEY, self._go_on, after=after, longest=LONGEST_PAUSE, needs_slot=False)

    async def _go_on(self) -> None:
        """Take a step of the search for what is missing, if it's time for that. Raise Later with when to go on."""
        puzzles = self.bot.host.puzzles
        day = await puzzles.missing()
        if not (self.bot.makes_puzzles_ahead or self._is_wanted):
            return
        if day is None:
            raise Later(self._seconds_of_today())
        if pause := self._pause_before(day):
            raise Later(pause)
        content = await self.bot.thinker.puzzle(await puzzles.seed(day))
        self.steps = self.steps + 1 if content is None else 0
        self.stepped.notify()
        if content is not None:
            await puzzles.store(day, content)
            self._is_wanted = self.bot.host.is_shared
            self.made.notify()
        raise Later(PAUSE)

    def _pause_before(self, day: date) -> float:
        """Return the seconds until nobody plays any more; 0 if that is so, or if the puzzle of a day can't wait."""
        is_wanted = self._is_wanted and day == self.bot.host.puzzles.today()
        return 0.0 if is_wanted or self._seconds_of_today() < LATEST else self.bot.timer.lull.begins_in

    def _seconds_of_today(self) -> float:
        """Return the seconds until the next day begins."""
        host = self.bot.host
        return (start_of(host.puzzles.today() + DAY) - host.now()).total_seconds()
