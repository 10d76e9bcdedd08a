"""Messages to people who follow a game: its end, or each round.

What is due follows from what is stored, so nothing is lost at a stop: the next start sends it. Each message carries a
nonce, so that Discord refuses a second one.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import discord
from discord.utils import MISSING

from cogs.delivery.background import BackgroundTasks, GameTasks
from cogs.delivery.context import DeliveryContext
from cogs.delivery.discord_limits import DmLimitError
from cogs.delivery.errors import is_discord_trouble
from cogs.delivery.membership import has_left
from cogs.delivery.nonces import nonce_of
from cogs.message.looks import chosen_look
from cogs.message.pictures import picture_name
from cogs.text.follow import followed_text, unreadable_end_text
from cogs.text.i18n import use_language
from cogs.text.table import table_language
from host import Follow, HostError, QuarantinedGame, RunningTable, SeatedTable, StartedTable, is_due

log = logging.getLogger(__name__)

RETRY_PAUSE: Final = 600
"""Seconds until the next attempt if a message could not be sent."""


@dataclass(frozen=True, slots=True)
class Report:
    """What the watchers of a game are told."""

    table: SeatedTable
    state: str
    """A word for the state of the game, for the nonce."""
    turn: int | None
    """How many turns the game has had; None if it is over, so that nobody is told more."""
    is_due: Callable[[Follow], bool]
    content: Callable[[int], Awaitable[tuple[str, discord.File]]]
    """Makes the text and the picture for a person; MISSING where no position is known."""


class WatcherMessages:
    """Sends watchers what is due, one game at a time for each game."""

    def __init__(self, context: DeliveryContext) -> None:
        self._context = context
        self._host = context.host
        self._tasks = BackgroundTasks()
        self._games = GameTasks(self._tasks, self._send_due)
        self._to_retry: set[int] = set()

    def send_in_background(self, number: int) -> None:
        """Send what is due to the watchers of a game."""
        table = self._host.tables.summary(number)
        if self._host.follows.of_game(number) and (table is None or self._host.is_home(table.venue)):
            self._games.begin(number)

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

    async def _send_due(self, number: int) -> None:
        report = await self._report(number)
        if report is None:
            return
        results = [await self._try(follow, report) for follow in self._host.follows.of_game(number)]
        if not all(results) and number not in self._to_retry:
            self._to_retry.add(number)
            self._tasks.begin_after(RETRY_PAUSE, partial(self._again, number))

    async def _report(self, number: int) -> Report | None:
        """Return what the watchers of a game are told; None if its moves can't be read and it isn't over."""
        try:
            table = await self._host.tables.load_started(number)
        except HostError as error:
            ended = self._host.tables.find_quarantined(number)
            if ended and ended.is_over and self._host.is_home(ended.table.venue):
                return Report(ended.table, "held", None, lambda _: True, partial(self._unreadable_end, ended))
            log.info("game %d: its watchers are told nothing: %r", number, error)
            return None
        if not self._host.is_home(table.venue):
            return None  # another process tells them
        turn = table.state.turn if isinstance(table, RunningTable) else None
        return Report(table, table.status, turn, partial(is_due, table=table), partial(self._position, table))

    async def _again(self, number: int) -> None:
        self._to_retry.discard(number)
        self.send_in_background(number)

    async def _try(self, follow: Follow, report: Report) -> bool:
        """Send what is due to a watcher. Return False if it is to be tried again."""
        if not report.is_due(follow):
            return True
        try:
            await self._tell(follow, report)
        except DmLimitError:
            return False
        except Exception as error:
            is_expected = is_discord_trouble(error) or isinstance(error, HostError)
            log.warning("game %d: a watcher is not told: %r", follow.game, error, exc_info=not is_expected)
            return False
        return True

    async def _tell(self, follow: Follow, report: Report) -> None:
        """Send a message to a watcher, and store that. Who takes none follows the game no more."""
        try:
            if await self._may_see(follow, report.table):
                await self._send(follow, report)
        except (discord.Forbidden, discord.NotFound):
            log.warning("game %d: a watcher takes no direct messages", follow.game)
            await self._host.follows.stop(follow.person_id, follow.game)
        else:
            await self._note_sent(follow, report)

    async def _may_see(self, follow: Follow, table: SeatedTable) -> bool:
        """Say whether a watcher and the bot are still on the server of a game. If not, they follow it no more."""
        context = self._context
        if context.channels.is_here(table.venue) and not await has_left(context, table, follow.person_id):
            return True
        await self._host.follows.stop(follow.person_id, table.number)
        return False

    async def _note_sent(self, follow: Follow, report: Report) -> None:
        if report.turn is None:
            await self._host.follows.stop(follow.person_id, follow.game)
        else:
            await self._host.follows.note_sent(follow, report.turn)

    async def _send(self, follow: Follow, report: Report) -> None:
        person_id, table = follow.person_id, report.table
        async with self._context.private_channels.to(person_id) as channel:
            with use_language(self._context.language_of(person_id) or table_language(table)):
                text, picture = await report.content(person_id)
                await channel.send(
                    text,
                    file=picture,
                    nonce=nonce_of("follow", person_id, table.number, table.ply, report.state),
                    allowed_mentions=discord.AllowedMentions.none(),
                    silent=self._host.people.is_turn_silent(person_id),
                )

    async def _position(self, table: StartedTable, person_id: int) -> tuple[str, discord.File]:
        """Return how a game stands, or how it ended."""
        pictures = self._context.pictures.with_look(chosen_look(self._host.people.preferences(person_id)))
        text = followed_text(self._host.deadlines.with_expected_deadline(table))
        return text, await pictures.board(table, picture_name(table))

    async def _unreadable_end(self, ended: QuarantinedGame, _person_id: int) -> tuple[str, discord.File]:
        return unreadable_end_text(ended), MISSING
