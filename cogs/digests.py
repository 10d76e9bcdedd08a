"""Sends each person who wants that one list a day of the games that wait for them, as a direct message.

The times are computed from what is stored, so a list that was due while the bot was away is sent at its next start.
"""

import logging
from collections.abc import Sequence
from datetime import datetime
from functools import partial

import discord
from discord.ext import commands

from cogs.delivery.errors import NoticeNotSentError
from cogs.delivery.jobs import LONGEST_MESSAGE_PAUSE
from cogs.delivery.poster import Post, made
from cogs.interaction.client import Client
from cogs.interaction.startup import Stage
from host.model.table import LiveSummary
from host.services.people import DIGEST
from screens.game_buttons import next_game_rows
from screens.screen import Screen
from screens.text.games import games_texts
from screens.text.i18n import use_language
from screens.text.names import table_language
from screens.text.settings import digest_stopped_text

log = logging.getLogger(__name__)


class DigestTimer(commands.Cog):
    """Sends the lists that are due."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._host = bot.host
        self._poster = bot.poster
        bot.startup.add(Stage.DIGESTS, self.begin)

    async def begin(self) -> None:
        """From now on, send the lists that are due."""
        self.bot.timer.begin(DIGEST, self._send_if_due, longest=LONGEST_MESSAGE_PAUSE)

    async def _send_if_due(self, person_id: int) -> None:
        """Send a person the list that is due, unless no game waits or they are on vacation, and store that it is done.

        If they take no direct messages, they are pinged from now on as others are. Raise DmLimitError, and what
        ``is_discord_trouble`` names.
        """
        due = self._host.schedule.at(DIGEST, person_id)
        if due is None or due > self._host.now():  # they do not want it any more
            return
        waiting = [table for table in self._host.tables.of_person(person_id) if table.is_to_move(person_id)]
        if waiting and self._host.people.current_vacation(person_id) is None:
            try:
                await self._send(person_id, waiting, due)
            except discord.Forbidden:
                await self._stop(person_id, waiting)
                return
        await self._host.people.note_digest(person_id, self._host.now())

    async def _send(self, person_id: int, waiting: Sequence[LiveSummary], due: datetime) -> None:
        shown = [self._host.deadlines.with_expected_deadline(table) for table in waiting]
        loaded = [await self._host.tables.load_if_running(table.number) for table in shown]
        states = {table.number: table.state for table in loaded if table}
        language = self._poster.language_of(person_id) or table_language(waiting[0])
        with use_language(language):
            texts = games_texts(shown, states, person_id)
            rows = next_game_rows(shown, person_id, self.bot.channels.is_known)
        for number, text in enumerate(texts):
            is_last, key = number == len(texts) - 1, ("digest", person_id, due.isoformat(), number)
            screen = Screen(text, rows if is_last else ())
            post = Post(screen, key=key, silent=self._host.people.is_quiet(person_id))
            await self._poster.to_person(person_id, language, made(post))

    async def _stop(self, person_id: int, waiting: Sequence[LiveSummary]) -> None:
        """Send no more lists to a person whom they do not reach. Tell them so at the game that has waited longest, of
        those that have a channel.
        """
        log.warning("somebody takes no daily list")
        await self._host.people.stop_digest(person_id)
        table = min((one for one in waiting if not one.is_private), key=lambda one: one.moved_at, default=None)
        if table is None:
            return
        write, key = partial(digest_stopped_text, table, person_id), ("digest stopped", table.number, person_id)
        try:
            await self._poster.notice(table, write, pings=(person_id,), key=key)
        except NoticeNotSentError as error:
            log.warning("game %d: not told that there is no daily list: %r", table.number, error.__cause__)


async def setup(bot: Client) -> None:
    await bot.add_cog(DigestTimer(bot))
