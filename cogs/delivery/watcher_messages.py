"""Messages to people who follow a game: its end, or each round.

What is due follows from what is stored, so nothing is lost at a stop: the next start sends it. Each message carries a
nonce, so that Discord refuses a second one.
"""

import logging
from functools import partial
from typing import Final

import discord

from cogs.delivery.background import BackgroundTasks
from cogs.delivery.context import DeliveryContext
from cogs.delivery.discord_limits import DmLimitError
from cogs.delivery.errors import is_discord_trouble
from cogs.delivery.membership import has_left
from cogs.message.looks import chosen_look
from cogs.message.pictures import picture_name
from cogs.text.follow import followed_text
from cogs.text.i18n import use_language
from cogs.text.table import table_language
from host import FinishedTable, Follow, HostError, StartedTable, is_due

log = logging.getLogger(__name__)

RETRY_PAUSE: Final = 600
"""Seconds until the next attempt if a message could not be sent."""


class WatcherMessages:
    """Sends watchers what is due, one game at a time for each game."""

    def __init__(self, context: DeliveryContext) -> None:
        self._context = context
        self._host = context.host
        self._tasks = BackgroundTasks()
        self._wanted: set[int] = set()
        self._being_sent: set[int] = set()
        self._to_retry: set[int] = set()

    def send_in_background(self, number: int) -> None:
        """Send what is due to the watchers of a game."""
        if not self._host.follows.of_game(number):
            return
        self._wanted.add(number)
        if number not in self._being_sent:
            self._being_sent.add(number)
            self._tasks.begin(self._send_wanted(number))

    def send_all_missed(self) -> None:
        """Send what is due to the watchers of all games."""
        for number in self._host.follows.games:
            self.send_in_background(number)

    async def finish(self) -> None:
        """Wait until what is being sent has arrived."""
        await self._tasks.finish()

    async def close(self) -> None:
        """Stop sending."""
        await self._tasks.close()

    async def _send_wanted(self, number: int) -> None:
        try:
            while number in self._wanted:
                self._wanted.discard(number)
                await self._send_due(number)
        finally:
            self._being_sent.discard(number)

    async def _send_due(self, number: int) -> None:
        try:
            table = await self._host.tables.load_started(number)
        except HostError as error:
            log.info("game %d: its watchers are told nothing: %r", number, error)
            return
        results = [await self._try(follow, table) for follow in self._host.follows.of_game(number)]
        if not all(results) and number not in self._to_retry:
            self._to_retry.add(number)
            self._tasks.begin_after(RETRY_PAUSE, partial(self._again, number))

    async def _again(self, number: int) -> None:
        self._to_retry.discard(number)
        self.send_in_background(number)

    async def _try(self, follow: Follow, table: StartedTable) -> bool:
        """Send what is due to a watcher. Return False if it is to be tried again."""
        if not is_due(follow, table):
            return True
        try:
            if await self._may_see(follow, table):
                await self._send(follow, table)
        except (discord.Forbidden, discord.NotFound):
            log.warning("game %d: a watcher takes no direct messages", table.number)
            await self._host.follows.stop(follow.person_id, table.number)
        except DmLimitError:
            return False
        except Exception as error:
            is_expected = is_discord_trouble(error)
            log.warning("game %d: a watcher is not told: %r", table.number, error, exc_info=not is_expected)
            return False
        else:
            await self._note_sent(follow, table)
        return True

    async def _may_see(self, follow: Follow, table: StartedTable) -> bool:
        """Say whether a watcher and the bot are still on the server of a game. If not, they follow it no more."""
        context = self._context
        if context.channels.is_here(table.venue) and not await has_left(context, table, follow.person_id):
            return True
        await self._host.follows.stop(follow.person_id, table.number)
        return False

    async def _note_sent(self, follow: Follow, table: StartedTable) -> None:
        if isinstance(table, FinishedTable):
            await self._host.follows.stop(follow.person_id, table.number)
        else:
            await self._host.follows.note_sent(follow, table.state.turn)

    async def _send(self, follow: Follow, table: StartedTable) -> None:
        person_id, people = follow.person_id, self._host.people
        pictures = self._context.pictures.with_look(chosen_look(people.preferences(person_id)))
        async with self._context.private_channels.to(person_id) as channel:
            with use_language(self._context.language_of(person_id) or table_language(table)):
                await channel.send(
                    followed_text(self._host.deadlines.with_expected_deadline(table)),
                    file=await pictures.board(table, picture_name(table)),
                    nonce=f"f{table.number}-{table.ply}-{table.status}"[:25],
                    allowed_mentions=discord.AllowedMentions.none(),
                    silent=people.is_turn_silent(person_id),
                )
