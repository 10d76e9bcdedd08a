"""The turns of computers: when one thinks, what becomes of a thought that is out of date, and what is tried again."""

import asyncio
import itertools
import logging
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from discord.ext import commands

from cogs.delivery.background import BackgroundTasks
from cogs.delivery.backoff import pause_after
from cogs.delivery.errors import NotAnnouncedError
from cogs.interaction.client import Client
from host import HostError, PlayResult, StorageError

log = logging.getLogger(__name__)

PAUSES: Final = (2, 5, 15, 60, 300)
"""Seconds until the next attempt if a turn could not be chosen or stored."""
UNDO_PAUSE: Final = 600.0
"""Seconds that a computer leaves people to agree to an undo. Its move would end the question."""


@dataclass(slots=True, eq=False)
class _Turn:
    """A turn of a computer that is under way."""

    task: asyncio.Task[None] | None = None
    is_chosen: bool = False
    """Whether its moves are chosen. What happens then is not cancelled: the host refuses what is out of date."""


class ComputerTurns(commands.Cog):
    """Has a computer think whenever a game waits for one, then plays and publishes its turn.

    Nothing of it is stored: after a restart, whoever is to move thinks again.
    """

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._turns: dict[int, _Turn] = {}
        self._tasks = BackgroundTasks()

    async def cog_unload(self) -> None:
        """Stop thinking."""
        self.bot.host.turns.stop_watching_computers(self.note_turn)
        await self._tasks.close()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Begin to play, in all games that wait for a computer."""
        self.bot.host.turns.watch_computers(self.note_turn)
        for number in self.bot.host.turns.waiting_for_computers:
            if number not in self._turns:
                self.note_turn(number)

    def note_turn(self, number: int) -> None:
        """Note that a game may wait for a computer, or for another one than before. An older thought is dropped."""
        earlier = self._turns.pop(number, None)
        if earlier and earlier.task and not earlier.is_chosen:
            earlier.task.cancel()
        table = self.bot.host.tables.running_summary(number)
        if table and table.computer_to_move and self.bot.host.is_home(table.venue):
            turn = self._turns[number] = _Turn()
            turn.task = self._tasks.begin(self._play(number, turn))

    async def _play(self, number: int, turn: _Turn) -> None:
        """Play a turn of a computer and publish it. Try again what fails, until the turn is out of date."""
        try:
            for failures in itertools.count(1):
                turn.is_chosen = False
                try:
                    await self._try_to_play(number, turn)
                    return
                except Exception as error:
                    if self._turns.get(number) is not turn or not _is_worth_another_try(error):
                        log.debug("game %d: the turn of a computer is out of date: %r", number, error)
                        return
                    is_expected = isinstance(error, HostError)
                    log.warning("game %d: the computer could not play: %r", number, error, exc_info=not is_expected)
                turn.is_chosen = False
                await asyncio.sleep(pause_after(failures, PAUSES))
        finally:
            if self._turns.get(number) is turn:
                del self._turns[number]

    async def _try_to_play(self, number: int, turn: _Turn) -> None:
        """Think, play and publish; raise what these raise."""
        table = await self.bot.host.tables.load_running(number)
        if (computer := table.computer_to_move) is None:
            return
        pause = UNDO_PAUSE if table.undo_request else self.bot.computer_pause
        moves, _ = await asyncio.gather(self.bot.thinker.choose(table, computer), asyncio.sleep(pause))
        turn.is_chosen = True
        await self._publish(await self.bot.host.turns.play_as_computer(number, moves, table.ply))

    async def _publish(self, played: PlayResult) -> None:
        with suppress(NotAnnouncedError):  # it is tried again later
            await self.bot.outbox.publish(played)


def _is_worth_another_try(error: Exception) -> bool:
    """Say whether the same turn may succeed later. The host tells of every turn that follows what it refuses now."""
    return isinstance(error, StorageError) or not isinstance(error, HostError)
