"""Everything that the bot posts without being asked: in which order, and when it tries again.

Nothing is lost. Turns and notifications are stored before they come here, so the next start finds what was not sent.
Nothing is sent twice. Before the outbox repeats a message that may have been sent, it looks for it in the channel.

Of several processes that share a database, one shows a game: the one that serves its server. In all others, the outbox
leaves the game alone, also when they have changed it. The one that shows it is told of the change, and sends the rest.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

import discord
from discord.utils import MISSING
from prometheus_client import Counter

from cogs.delivery.background import BackgroundTasks
from cogs.delivery.backoff import PAUSES, Pauses, RetrySchedule
from cogs.delivery.context import DeliveryContext
from cogs.delivery.direct_messages import DirectMessages
from cogs.delivery.errors import (
    ChannelGoneError,
    NotAnnouncedError,
    NoticeNotSentError,
    is_discord_trouble,
    is_passing_trouble,
)
from cogs.delivery.notices import post_notice
from cogs.delivery.notifier import Notifier
from cogs.delivery.pending_notifications import RETRIES, PendingNotifications
from cogs.delivery.quarantine_notices import QuarantineNotices
from cogs.delivery.questions import Questions
from cogs.delivery.slots import Slots
from cogs.delivery.status_messages import StatusMessages
from cogs.delivery.turn_messages import TurnMessages
from cogs.delivery.watcher_messages import WatcherMessages
from host import (
    BaseTable,
    DecidedVote,
    HostError,
    Notification,
    Observers,
    PlayResult,
    RunningTable,
    StartedTable,
    Table,
    Venue,
    VoteResult,
    WaitingTable,
)

log = logging.getLogger(__name__)

TURNS: Final = Counter("carcassonne_turns", "Turns that were played, by people or in their place")

REFRESH_PAUSE: Final = 6
"""Seconds from a change to the edits that show it. Changes in between share these edits, because Discord allows only
five edits in five seconds in a channel."""
REFRESH_SLOTS: Final = 4
"""How many games are refreshed at once after a start, beside those that are caught up with: few, because nobody waits
for it."""


class Outbox:
    """Sends turns, direct messages and notifications, and keeps all messages of a game up to date.

    ``refresh_pause`` is the time, in seconds, from a change to the edits that show it. ``retry_pauses`` are the times,
    in seconds, from a failure to the next attempt.
    """

    def __init__(
        self, context: DeliveryContext, *, refresh_pause: float = REFRESH_PAUSE, retry_pauses: Pauses = PAUSES
    ) -> None:
        self._host = context.host
        self._channels = context.channels
        self._edits = context.edits
        self._turn_messages = TurnMessages(context)
        self._direct_messages = DirectMessages(context, retry_pauses)
        self._status_messages = StatusMessages(context)
        self._notifications = PendingNotifications(
            context,
            Notifier(context, self._direct_messages),
            self._announce_turn_first,
            self.refresh,
            retry_pauses,
        )
        self.questions = Questions(context)
        self.watchers = WatcherMessages(context)
        self.quarantine_notices = QuarantineNotices(context, retry_pauses)
        self.turn_retries = RetrySchedule(self._catch_up, retry_pauses)
        self.status_retries = RetrySchedule(self.refresh, retry_pauses)
        self._refresh_retries = RetrySchedule(self.refresh, retry_pauses)
        self._refresh_pause = refresh_pause
        self._tasks = BackgroundTasks()
        self._slots = Slots()
        self._refresh_slots = Slots(REFRESH_SLOTS)
        self._catching_up: set[int] = set()
        self._to_refresh: set[int] = set()
        self._refreshing_all: asyncio.Task[None] | None = None
        self.played = Observers[[PlayResult]]()
        """Told what was played in any game, before everybody is told."""

    async def finish(self) -> None:
        """Wait until what is being sent has arrived. Begin nothing that can wait: the next start does it."""
        for retries in (self.turn_retries, self.status_retries, self._refresh_retries):
            retries.close()
        await self._edits.close()
        await self._turn_messages.finish()
        await self.quarantine_notices.finish()
        await self._notifications.finish()
        await self._tasks.finish()
        await self._direct_messages.finish()
        await self.watchers.finish()

    async def close(self) -> None:
        """Stop sending. The next start sends what is left."""
        for retries in (self.turn_retries, self.status_retries, self._refresh_retries):
            retries.close()
        await self._notifications.close()
        await self._tasks.close()
        await self.quarantine_notices.close()
        await self._turn_messages.close()
        await self._direct_messages.close()
        await self.watchers.close()
        await self._edits.close()

    # What was played

    async def publish(self, played: PlayResult) -> None:
        """Send the message about what was played, after all earlier messages of its game.

        Then send direct messages to the people who want them, and refresh the other messages of the game. If the
        channel is gone, send direct messages instead. Raise NotAnnouncedError if the message could not be sent; then
        it is tried again, unless the channel is gone and all recipients have got direct messages.

        If another process shows the game, it does all that a moment later.
        """
        if played.moves and not isinstance(played.before, WaitingTable):
            TURNS.inc()
        self.played.notify(played)
        if self._host.is_home(played.after.venue):
            await self._publish(played)

    async def publish_missed(self, table: StartedTable) -> None:
        """Send what is stored of a game but not announced, unless it is found in the channel.

        Raise NotAnnouncedError.
        """
        if self._host.is_home(table.venue):
            await self._publish(PlayResult(table, table, (), ()))

    async def _publish(self, played: PlayResult) -> None:
        try:
            sent = await self._turn_messages.send(played)
        except NotAnnouncedError as error:
            RETRIES.labels("turn").inc()
            if isinstance(error.__cause__, ChannelGoneError):
                error.is_sent_in_private = await self._publish_in_private(played)
                self.watchers.send_in_background(played.after.number)
            self.turn_retries.note_failure(error.table, is_final=error.is_sent_in_private)
            raise
        self.turn_retries.note_success(played.after.number)
        if sent:
            self._direct_messages.send_in_background(sent)
        self.watchers.send_in_background(played.after.number)
        if not isinstance(played.before, WaitingTable):  # after a start, the lobby feature shows the status
            self.status_retries.forget(lambda venue: venue.channel == played.after.venue.channel)
            self.refresh(played.after.number)

    async def prepare_missed(self) -> None:
        """Begin to draw what ``publish_all_missed`` will show, before there is a connection."""
        self._turn_messages.prepare([table.number for table in await self._host.message_log.unannounced()])

    async def publish_all_missed(self, is_affected: Callable[[Venue], bool] = lambda _: True) -> None:
        """Begin to announce what is stored but not announced, of all games in certain channels, side by side.

        Games that have failed wait for their own timers, or for a change in their channels.
        """
        for table in await self._host.message_log.unannounced():
            if is_affected(table.venue) and not self.turn_retries.has_failed(table.number):
                self._catch_up(table.number)

    def _catch_up(self, number: int) -> None:
        """Announce in the background what was missed of a game."""
        if number not in self._catching_up:
            self._catching_up.add(number)
            self._tasks.begin(self._slots.run(partial(self._catch_up_now, number)))

    async def _catch_up_now(self, number: int) -> None:
        try:
            await self.publish_missed(await self._host.tables.load_started(number))
        except (NotAnnouncedError, HostError) as error:
            log.debug("game %d: not caught up: %r", number, error)  # the cause is in the log already
        finally:
            self._catching_up.discard(number)

    async def continue_in_private(self, table: RunningTable) -> None:
        """Send the board to the player to move directly, because the channel of the game was deleted."""
        await self._send_in_private(PlayResult(table, table, (), ()), is_new=True)

    async def _publish_in_private(self, played: PlayResult) -> bool:
        """Send what was played directly, because there is no channel. Return False if the bot should try again.

        If the bot was removed from the server, it sends only new moves.
        """
        if not played.moves and not self._channels.is_here(played.after.venue):
            return True
        return await self._send_in_private(played, is_new=bool(played.moves))

    async def _send_in_private(self, played: PlayResult, *, is_new: bool) -> bool:
        self.refresh(played.after.number)  # questions that were sent directly may be over now
        return await self._direct_messages.send_fallback(played, is_new=is_new)

    # Notifications

    async def notify(self, notification: Notification) -> None:
        """Send a notification. If that fails, try again in the background until it succeeds.

        Also refresh the other messages of the game, because the notification may be about a new deadline.
        """
        if self.is_shown_here(notification.game):
            await self._notifications.send(notification)

    async def notify_missed(self, number: int | None = None) -> None:
        """Send in the background what is stored and may not have been sent, of all games or of one."""
        await self._notifications.send_missed(number)

    async def _announce_turn_first(self, number: int) -> None:
        """Send what is stored of a game but not announced, before a notification about it. Who fails does so once."""
        table = self._host.tables.running_summary(number)
        if table and table.announced < table.ply and not self.turn_retries.has_failed(number):
            with suppress(NotAnnouncedError, HostError):  # it is tried again later
                await self.publish_missed(await self._host.tables.load_started(number))

    # Which process does it

    def is_shown_here(self, number: int) -> bool:
        """Say at once whether this process shows a game. One that is over counts as shown here."""
        table = self._host.tables.summary(number)
        return table is None or self._host.is_home(table.venue)

    # How the games stand

    def refresh(self, number: int) -> None:
        """Refresh all messages of a game, after a pause, in the background."""
        if number not in self._to_refresh and self.is_shown_here(number):
            self._to_refresh.add(number)
            self._tasks.begin_after(self._refresh_pause, partial(self._refresh_later, number))

    def refresh_all(self) -> None:
        """Refresh the messages of all games, side by side, because changes may have been missed."""
        if self._refreshing_all is not None:
            self._refreshing_all.cancel()
        self._refreshing_all = self._tasks.begin(self._refresh_each())

    async def show_status(self, number: int) -> Table:
        """Refresh the status message of a table at once, and return the table.

        Raise NotAnnouncedError. If Discord has trouble, try again later.
        """
        if not self.is_shown_here(number):
            return await self._host.tables.load(number)
        try:
            return await self._status_messages.show(number)
        except NotAnnouncedError as error:
            if is_passing_trouble(error.__cause__):
                self._refresh_retries.note_failure(error.table)
            raise

    async def pin_status(self, table: Table) -> None:
        """Pin the status message of a table, if the bot may."""
        if self._host.is_home(table.venue):
            await self._status_messages.pin(table)

    def send_missing_statuses(self) -> None:
        """Send the status message of each waiting table that has none, side by side, in the background."""
        for table in self._host.tables.waiting():
            if table.status_message is None:
                self._tasks.begin(self._slots.run(partial(self._send_missing_status, table.number)))

    async def _send_missing_status(self, number: int) -> None:
        with suppress(NotAnnouncedError, HostError):
            await self.show_status(number)

    async def recount(self, number: int) -> None:
        """Count an open vote again, show the result, and send what follows from a decision. Raise HostError."""
        if voted := await self.questions.recount(number):
            with suppress(NotAnnouncedError):  # it is tried again later
                await self.publish_decision(voted)

    async def publish_decision(self, voted: VoteResult) -> None:
        """Send what follows from a vote: a turn or a notification. Raise NotAnnouncedError."""
        if not isinstance(voted, DecidedVote):
            return
        if isinstance(voted.outcome, PlayResult):
            await self.publish(voted.outcome)
        else:
            await self.notify(voted.outcome)

    async def _refresh_later(self, number: int) -> None:
        self._to_refresh.discard(number)
        await self._refresh_now(number)

    async def _refresh_each(self) -> None:
        numbers = await self._host.message_log.tables_with_messages()
        await self._refresh_slots.run_all(partial(self._refresh_now, number) for number in numbers)

    async def _refresh_now(self, number: int) -> None:
        """Refresh all messages of a game. What Discord's trouble prevents is tried again later; the rest of what fails,
        with the next change.
        """
        questions = self.questions
        steps: list[Callable[[int], Awaitable[object]]] = [
            self._turn_messages.refresh, self.recount, questions.show_end_request, questions.close_outdated
        ]  # fmt: skip
        if not self.status_retries.is_suspended(number):
            steps.insert(0, self._refresh_status)
        if all([await self._try_refresh(number, step) for step in steps]):
            self._refresh_retries.note_success(number)
            return
        with suppress(HostError):
            self._refresh_retries.note_failure(await self._host.tables.load(number))

    async def _try_refresh(self, number: int, refresh: Callable[[int], Awaitable[object]]) -> bool:
        """Refresh some messages of a game. Return False if it is to be tried again."""
        try:
            await refresh(number)
        except NotAnnouncedError as error:  # it is in the log already
            return not is_passing_trouble(error.__cause__)
        except Exception as error:
            is_expected = is_discord_trouble(error) or isinstance(error, HostError)
            log.warning("game %d: a message is not up to date: %r", number, error, exc_info=not is_expected)
            return not is_passing_trouble(error)
        return True

    async def _refresh_status(self, number: int) -> None:
        """Refresh the status message. If the bot may not, suspend the table until something changes in its channel.

        Raise NotAnnouncedError and HostError.
        """
        try:
            await self._status_messages.show(number)
        except NotAnnouncedError as error:
            if isinstance(error.__cause__, discord.Forbidden):
                self.status_retries.note_failure(_with_status_venue(error.table), is_final=True)
            raise

    # Channels

    async def post_notice(
        self, table: BaseTable, text: str, *, view: discord.ui.View = MISSING, pinged: Collection[int] = ()
    ) -> None:
        """Send a notice to the channel of a table, and ping the people with the ids ``pinged``. Raise
        NoticeNotSentError.

        If the channel is gone and the player to move is among these people, send them the board directly.
        """
        try:
            await post_notice(self._channels, table, text, view=view, pinged=pinged)
        except NoticeNotSentError as error:
            is_gone = isinstance(error.__cause__, ChannelGoneError)
            if is_gone and isinstance(table, RunningTable) and any(table.is_to_move(one) for one in pinged):
                await self.continue_in_private(table)
            raise

    def retry_soon(self, is_affected: Callable[[Venue], bool]) -> None:
        """Try again after the first pause what failed in the channels that a change may affect."""
        self.turn_retries.shorten(is_affected)
        self.status_retries.forget(is_affected)

    def retry(self, is_affected: Callable[[Venue], bool]) -> None:
        """Try again at once, in the background, what failed in the channels that a change affects."""
        for number in self.turn_retries.forget(is_affected):
            self._catch_up(number)
        if self.status_retries.forget(is_affected):
            self.refresh_all()


def _with_status_venue(table: Table) -> Table:
    """Return a table with the venue of its status message, which differs if the game is played in a thread."""
    channel = table.status_message.channel if table.status_message else table.venue.channel
    return replace(table, venue=Venue(table.venue.guild, channel))
