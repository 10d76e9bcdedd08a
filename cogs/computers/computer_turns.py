"""The turns of computers: when one thinks, and what becomes of a thought that is out of date."""

import asyncio
import logging
from contextlib import suppress
from functools import partial
from typing import Final

from discord.ext import commands

from cogs.delivery.errors import NotAnnouncedError
from cogs.delivery.jobs import Key
from cogs.interaction.client import Client
from cogs.interaction.startup import Stage
from host.errors import HostError, StorageError

log = logging.getLogger(__name__)

LONGEST_PAUSE: Final = 300
"""The longest pause until the next attempt if a turn could not be chosen or stored, in seconds."""
UNWATCHED: Final = 3
"""How many times as long a turn takes where only computers play: nobody waits for it, and each one edits a message."""
START_PAUSE: Final = 20.0
"""Seconds that such a game waits after a start. The sandbox opens its page when nothing goes on, and where computers
play each other, something always does."""
UNDO_PAUSE: Final = 600.0
"""Seconds that a computer leaves people to agree to an undo. Its move would end the question."""


class ComputerTurns(commands.Cog):
    """Has a computer think whenever a game waits for one, then plays and publishes its turn.

    Nothing of it is stored: after a restart, whoever is to move thinks again.
    """

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._jobs = bot.jobs
        self._thinking: dict[int, Key] = {}
        """By game, the job in which a computer thinks. Once its moves are chosen, the host refuses what is out of
        date."""
        bot.startup.add(Stage.COMPUTERS, self.begin)

    async def cog_unload(self) -> None:
        """Think no more: the next start does. A turn that was chosen is still stored and published."""
        self.bot.host.turns.computers_turns_changed.remove(self.note_turn)
        for key in self._thinking.values():
            self._jobs.cancel(key)

    async def begin(self) -> None:
        """Begin to play, in all games that wait for a computer."""
        self.bot.host.turns.computers_turns_changed.add(self.note_turn)
        for number in self.bot.host.turns.waiting_for_computers:
            if number not in self._thinking:
                self._note(number, START_PAUSE)

    def note_turn(self, number: int) -> None:
        """Note that a game may wait for a computer, or for another one than before. An older thought is dropped."""
        self._note(number, 0)

    def _note(self, number: int, unwatched_pause: float) -> None:
        if earlier := self._thinking.pop(number, None):
            self._jobs.cancel(earlier)
        table = self.bot.host.tables.running_summary(number)
        if table and table.computer_to_move and self.bot.host.is_home(table.venue):
            self._thinking[number] = key = ("computer", number, table.ply)
            work = partial(self._play, key, number, table.ply, unwatched_pause)
            self._jobs.ask(key, work, longest=LONGEST_PAUSE, needs_slot=False)

    async def _play(self, key: Key, number: int, ply: int, unwatched_pause: float) -> None:
        """Have a computer think, play its turn and publish it, unless that is out of date."""
        try:
            table = await self.bot.host.tables.load_running(number)
            if table.ply != ply or (computer := table.computer_to_move) is None:
                return
            pause = UNDO_PAUSE if table.undo_request else self.bot.computer_pause
            if table.is_of_computers:
                pause = max(pause * UNWATCHED, unwatched_pause)
            moves, _ = await asyncio.gather(self.bot.thinker.choose(table, computer), asyncio.sleep(pause))
            if self._thinking.get(number) == key:
                del self._thinking[number]
            played = await self.bot.host.turns.play_as_computer(number, moves, ply)
            with suppress(NotAnnouncedError):  # it is tried again later
                await self.bot.outbox.publish(played)
        except StorageError:
            raise
        except HostError as error:
            log.debug("game %d: the turn of a computer is out of date: %r", number, error)
