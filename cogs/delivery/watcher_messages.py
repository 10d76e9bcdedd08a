"""Messages to people who follow a game: its end, or each round.

What is due follows from what is stored, so nothing is lost at a stop: the next start sends it.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

import discord

from cogs.delivery.bot_parts import BotParts
from cogs.delivery.jobs import LONGEST_MESSAGE_PAUSE
from cogs.delivery.poster import Post
from host.errors import HostError
from host.model.follows import Follow, is_due
from host.model.log_replay import QuarantinedGame
from host.model.table import RunningTable, SeatedTable, StartedTable
from screens.pictures import chosen_look, picture_name
from screens.screen import File, Screen, files
from screens.text.games import followed_text, unreadable_end_text
from screens.text.names import table_language

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Report:
    """What the watchers of a game are told."""

    table: SeatedTable
    state: str
    """A word for the state of the game, for the nonce."""
    turn: int | None
    """How many turns the game has had; None if it is over, so that nobody is told more."""
    is_due: Callable[[Follow], bool]
    content: Callable[[int], Awaitable[tuple[str, File | None]]]
    """Makes the text and the picture for a person; None where no position is known."""


class WatcherMessages:
    """Sends watchers what is due, one game at a time for each game."""

    def __init__(self, bot: BotParts) -> None:
        self._bot = bot
        self._host = bot.host
        self._jobs = bot.jobs

    def send_in_background(self, number: int) -> None:
        """Send what is due to the watchers of a game."""
        table = self._host.tables.summary(number)
        if self._host.follows.of_game(number) and (table is None or self._host.is_home(table.venue)):
            venue = table.venue if table else None
            self._jobs.ask(
                ("watchers", number), partial(self._send_due, number), venue=venue, longest=LONGEST_MESSAGE_PAUSE
            )

    def send_all_missed(self) -> None:
        """Send what is due to the watchers of all games."""
        for number in self._host.follows.games:
            self.send_in_background(number)

    async def _send_due(self, number: int) -> None:
        """Send what is due to each watcher. Raise the last of the errors because of which it has to be tried again."""
        report, failure = await self._report(number), None
        if report is None:
            return
        for follow in filter(report.is_due, self._host.follows.of_game(number)):
            try:
                await self._tell(follow, report)
            except Exception as error:
                failure = error
        if failure:
            raise failure

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

    async def _tell(self, follow: Follow, report: Report) -> None:
        """Send a message to a watcher, unless they or the bot have left the server, and store that.

        Who has left, takes no messages, or was told the end follows the game no more.
        """
        channels, follows, venue = self._bot.channels, self._host.follows, report.table.venue
        is_told = channels.is_here(venue) and not await channels.has_left(venue, follow.person_id)
        try:
            if is_told:
                await self._send(follow, report)
        except (discord.Forbidden, discord.NotFound):
            log.warning("game %d: a watcher takes no direct messages", follow.game)
            is_told = False
        if is_told and report.turn is not None:
            await follows.note_sent(follow, report.turn)
        else:
            await follows.stop(follow.person_id, follow.game)

    async def _send(self, follow: Follow, report: Report) -> None:
        person_id, table = follow.person_id, report.table

        async def make() -> Post:
            text, picture = await report.content(person_id)
            key = ("follow", person_id, table.number, table.ply, str(table.played_at), report.state)
            return Post(Screen(text, files=files(picture)), key=key, silent=self._host.people.is_turn_silent(person_id))

        await self._bot.poster.to_person(person_id, table_language(table), make)

    async def _position(self, table: StartedTable, person_id: int) -> tuple[str, File | None]:
        """Return how a game stands, or how it ended."""
        pictures = self._bot.pictures.with_look(chosen_look(self._host.people.preferences(person_id)))
        text = followed_text(self._host.deadlines.with_expected_deadline(table))
        return text, await pictures.board(table, picture_name(table))

    async def _unreadable_end(self, ended: QuarantinedGame, _person_id: int) -> tuple[str, File | None]:
        return unreadable_end_text(ended), None
