"""The private message that shows a game to its only player. It takes the place of everything that a channel is shown.

Which message shows which game is kept in memory only, because Discord allows edits of it for just 15 minutes. After
that, and after a restart, the next button or command of the player shows the game anew. Until then, turns go on as
direct messages if the player wants them.
"""

import asyncio
import logging
from dataclasses import replace
from functools import partial
from typing import Final

import discord

from cogs.delivery.bot_parts import BotParts
from cogs.delivery.errors import trouble_noted
from cogs.delivery.jobs import Key, Later
from cogs.delivery.private_answers import PrivateAnswer
from cogs.delivery.turn_screens import personal_screen
from host.model.controllers import Person
from host.model.game import PlayResult
from host.model.locks import Locks
from host.model.notifications import LOSS_KINDS, DeliveryOutcome, Notification
from host.model.table import RunningTable, StartedTable
from screens.private_game import show_here_rows
from screens.screen import Change, Screen
from screens.text.deadlines import turns_lost_text
from screens.text.i18n import use_language
from screens.text.names import table_language
from screens.text.turns import private_announcement
from screens.turn_reports import last_reported, turns_since_own

log = logging.getLogger(__name__)

AFTER_LOSS: Final = 1.0
"""Seconds after which a game is looked at again whose last turn the server has lost."""
_TOKEN_OVER: Final = 401
"""The status with which Discord refuses a token that is too old."""


class PrivateMessages:
    """Shows each private game in the latest private message of its player, as it is stored."""

    def __init__(self, bot: BotParts) -> None:
        self._bot = bot
        self._host = bot.host
        self._poster = bot.poster
        self._jobs = bot.jobs
        self._answers: dict[int, PrivateAnswer] = {}
        self._told: set[tuple[int, int]] = set()
        """The losses that were told: by game and number."""
        self._beginnings = Locks()

    def beginning(self, person_id: int) -> asyncio.Lock:
        """Return the lock that is held while a game of a person begins: whoever presses twice begins one."""
        return self._beginnings.of(person_id)

    def is_alive(self, number: int) -> bool:
        """Return whether a message shows a game and can be changed."""
        answer = self._answers.get(number)
        return answer is not None and not answer.is_expired

    def shown_by(self, message: int) -> int | None:
        """Return the number of the game that a message shows; None if it shows none, or can't be changed."""
        return next((one for one, answer in self._answers.items() if answer.id == message and self.is_alive(one)), None)

    def take(self, number: int, answer: PrivateAnswer) -> None:
        """Show a game in this message from now on. The one before goes, in the background."""
        self._answers = {one: kept for one, kept in self._answers.items() if not kept.is_expired}
        earlier, self._answers[number] = self._answers.get(number), answer
        if earlier and earlier.id != answer.id:
            self._jobs.ask(("earlier private message", earlier.interaction.id), partial(_close, number, earlier))

    async def show(self, number: int) -> None:
        """Bring the message of a game up to date, if one can be changed. Raise discord.HTTPException, OSError."""
        if self.is_alive(number):
            await self._jobs.do(_key(number), partial(self._show, number))

    def refresh(self, number: int) -> None:
        """Do the same in the background."""
        if self.is_alive(number):
            self._jobs.ask(_key(number), partial(self._show, number))

    async def announce(self, table: StartedTable) -> PlayResult | None:
        """Show what is stored of a game, and mark it as announced.

        Return what it reports if no message shows it, so that a direct message may. Raise Later if the server has lost
        it; HostError, discord.HTTPException, OSError.
        """
        number = table.number
        await self.show(number)
        is_stored = await self._host.message_log.mark_announced(number, table.ply, None, played_at=table.played_at)
        if not is_stored:
            raise Later(AFTER_LOSS)
        return None if self.is_alive(number) else last_reported(table, await self._host.history.replay_log(number))

    async def screen(self, table: StartedTable, *, is_on_server: bool) -> Screen:
        """Return what shows a game to its player, in the current language. A loss that was not told yet stands first.

        Whoever sends it calls ``note_shown``.
        """
        history, player = await self._host.history.replay_log(table.number), player_of(table)
        text = private_announcement(turns_since_own(table, history, player.id))
        if lost := await self._untold_loss(table):
            notification, running = lost
            text = f"{turns_lost_text(notification, running)}\n{text}"
        screen = await personal_screen(self._bot, table, player.id, text)
        return replace(screen, rows=(*screen.rows, *show_here_rows(table))) if is_on_server else screen

    async def note_shown(self, table: StartedTable) -> None:
        """Note that the player has seen the game as it is: what the server has lost was told."""
        if lost := await self._untold_loss(table):
            self._told.add((table.number, table.losses))
            await self._host.notifications.mark_delivered(lost[0], DeliveryOutcome.PRIVATE)

    async def _show(self, number: int) -> None:
        answer = self._answers.get(number)
        if answer is None or answer.is_expired:
            return
        table = await self._host.tables.known_started(number)
        with use_language(self._poster.language_of(player_of(table).id) or table_language(table)):
            screen = await self.screen(table, is_on_server=answer.interaction.guild_id is not None)
        try:
            await answer.edit(Change(screen.text, screen.rows, screen.files))
        except discord.HTTPException as error:
            if not (isinstance(error, discord.Forbidden | discord.NotFound) or error.status == _TOKEN_OVER):
                raise
            log.info("game %d: its private message is gone: %s", number, error)
            if self._answers.get(number) is answer:
                del self._answers[number]
        else:
            await self.note_shown(table)

    async def _untold_loss(self, table: StartedTable) -> tuple[Notification, RunningTable] | None:
        """Return the notification that the server has lost turns if its player was not told yet."""
        if not table.losses or (table.number, table.losses) in self._told or not isinstance(table, RunningTable):
            return None
        for one, outcome in await self._host.notifications.of_game(table.number):
            is_told = outcome not in (None, DeliveryOutcome.LOST)
            if one.kind in LOSS_KINDS and one.round == table.losses and not is_told:
                return one, table
        return None


def player_of(table: StartedTable) -> Person:
    """Return the player of a private game."""
    return next(iter(table.people), table.organiser)


def _key(number: int) -> Key:
    return "private message", number


async def _close(number: int, answer: PrivateAnswer) -> None:
    if not answer.is_expired:
        with trouble_noted(log.info, "game %d: an earlier private message stays: %s", number):
            await answer.close()
