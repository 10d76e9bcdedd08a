"""Everything that the bot posts without being asked: in which order, and when it tries again.

Nothing is lost. Turns and notifications are stored before they come here, so the next start finds what was not sent.
Nothing is sent twice. Before the outbox repeats a message that may have been sent, it looks for it in the channel.
"""

import asyncio
import logging
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import replace
from typing import Final

import discord
from discord.utils import MISSING
from prometheus_client import Counter

from cogs.delivery.background import BackgroundTasks
from cogs.delivery.backoff import RetrySchedule
from cogs.delivery.context import DeliveryContext
from cogs.delivery.direct_messages import DirectMessages
from cogs.delivery.errors import ChannelGoneError, NotAnnouncedError, NoticeNotSentError
from cogs.delivery.notices import post_notice
from cogs.delivery.notifier import Notifier
from cogs.delivery.questions import Questions
from cogs.delivery.status_messages import StatusMessages
from cogs.delivery.turn_messages import TurnMessages
from host import (
    BaseTable,
    DecidedVote,
    HostError,
    Notification,
    NotificationKind,
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
RETRIES: Final = Counter("carcassonne_retries", "What could not be sent and is tried again", ["what"])

REFRESH_PAUSE: Final = 6
"""Seconds from a change to the edits that show it. Changes in between share these edits, because Discord allows only
five edits in five seconds in a channel."""
RETRY_PAUSE: Final = 60
"""Seconds until a notification is tried again. Each further pause is twice as long."""
MAX_RETRY_PAUSE: Final = 600
"""The longest pause between two attempts, in seconds. So long may a notification wait after Discord works again."""


class Outbox:
    """Sends turns, direct messages and notifications, and keeps all messages of a game up to date.

    ``refresh_pause`` is the time, in seconds, from a change to the edits that show it.
    """

    def __init__(self, context: DeliveryContext, *, refresh_pause: float = REFRESH_PAUSE) -> None:
        self._host = context.host
        self._channels = context.channels
        self._turn_messages = TurnMessages(context)
        self._direct_messages = DirectMessages(context)
        self._status_messages = StatusMessages(context)
        self._notifier = Notifier(context, self._direct_messages)
        self.questions = Questions(context)
        self.turn_retries = RetrySchedule()
        self.status_retries = RetrySchedule()
        self._refresh_pause = refresh_pause
        self._tasks = BackgroundTasks()
        self._to_refresh: set[int] = set()
        self._refreshing_all: asyncio.Task[None] | None = None
        self._being_sent: set[tuple[int, int, NotificationKind]] = set()

    async def close(self) -> None:
        """Stop sending. The next start sends what is left."""
        await self._tasks.close()
        await self._direct_messages.close()

    # What was played

    async def publish(self, played: PlayResult) -> None:
        """Send the message about what was played, after all earlier messages of its game.

        Then send direct messages to the people who want them, and refresh the other messages of the game. If the
        channel is gone, send direct messages instead. Raise NotAnnouncedError if the message could not be sent.
        """
        if played.moves and not isinstance(played.before, WaitingTable):
            TURNS.inc()
        try:
            sent = await self._turn_messages.send(played)
        except NotAnnouncedError as error:
            RETRIES.labels("turn").inc()
            if isinstance(error.__cause__, ChannelGoneError):
                error.is_sent_in_private = await self._publish_in_private(played)
            raise
        if sent:
            self._direct_messages.send_in_background(sent)
        if not isinstance(played.before, WaitingTable):  # after a start, the lobby feature shows the status
            self.status_retries.forget(lambda venue: venue.channel == played.after.venue.channel)
            self.refresh(played.after.number)

    async def publish_missed(self, table: StartedTable) -> None:
        """Send what is stored of a game but not announced, unless it is found in the channel.

        Raise NotAnnouncedError.
        """
        await self.publish(PlayResult(table, table, (), ()))

    async def publish_all_missed(self) -> None:
        """Call ``publish_missed`` for all games whose next attempt is due.

        After each failure the pause doubles. If the channel is gone and all recipients have got direct messages, the
        bot does not try again until something changes.
        """
        for table in self.turn_retries.begin_round(await self._host.message_log.unannounced()):
            try:
                await self.publish_missed(table)
            except NotAnnouncedError as error:
                self.turn_retries.note_failure(table, is_final=error.is_sent_in_private)

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
        self.refresh(notification.game)
        self._being_sent.add(notification.key)
        if not await self._try_notify(notification, is_new=True):
            self._tasks.begin(self._notify_later(notification, pause=RETRY_PAUSE))

    async def notify_all_missed(self) -> None:
        """Send the notifications that are stored and may not have been sent, in the background."""
        for notification in await self._host.notifications.unsent():
            if notification.key not in self._being_sent:
                self._being_sent.add(notification.key)
                self._tasks.begin(self._notify_later(notification, pause=0))

    async def _notify_later(self, notification: Notification, *, pause: float) -> None:
        """Send a notification that may have been sent before.

        Try until it succeeds. Nothing else sends it meanwhile.
        """
        await asyncio.sleep(pause)
        while not await self._try_notify(notification, is_new=False):
            pause = min(2 * pause, MAX_RETRY_PAUSE) or RETRY_PAUSE
            await asyncio.sleep(pause)
        self.refresh(notification.game)

    async def _try_notify(self, notification: Notification, *, is_new: bool) -> bool:
        try:
            following = await self._notifier.send(notification, is_new=is_new)
            if following:
                await self.notify(following)
        except Exception as error:
            is_unexpected = not isinstance(error, discord.HTTPException | OSError)
            kind = notification.kind
            RETRIES.labels("notification").inc()
            log.warning("game %d: no notification %s yet: %s", notification.game, kind, error, exc_info=is_unexpected)
            return False
        self._being_sent.discard(notification.key)
        return True

    # How the games stand

    def refresh(self, number: int) -> None:
        """Refresh all messages of a game, after a pause, in the background."""
        if number not in self._to_refresh:
            self._to_refresh.add(number)
            self._tasks.begin(self._refresh_later(number))

    def refresh_all(self) -> None:
        """Refresh the messages of all games, one game after the other, because changes may have been missed."""
        if self._refreshing_all is not None:
            self._refreshing_all.cancel()
        self._refreshing_all = self._tasks.begin(self._refresh_each())

    async def show_status(self, number: int) -> Table:
        """Refresh the status message of a table at once, and return the table.

        Raise NotAnnouncedError.
        """
        return await self._status_messages.show(number)

    async def pin_status(self, table: Table) -> None:
        """Pin the status message of a table, if the bot may."""
        await self._status_messages.pin(table)

    async def send_missing_statuses(self) -> None:
        """Send the status message of each waiting table that has none."""
        await self._status_messages.send_missing()

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
        await asyncio.sleep(self._refresh_pause)
        self._to_refresh.discard(number)
        await self._refresh_now(number)

    async def _refresh_each(self) -> None:
        for number in await self._host.message_log.tables_with_messages():
            await self._refresh_now(number)

    async def _refresh_now(self, number: int) -> None:
        """Refresh all messages of a game. What fails is repeated with the next change."""
        if not self.status_retries.is_suspended(number):
            await self._refresh_status(number)
        questions = self.questions
        for refresh in (
            self._turn_messages.refresh, self.recount, questions.show_end_request, questions.close_outdated
        ):  # fmt: skip
            try:
                await refresh(number)
            except (discord.HTTPException, OSError, HostError) as error:
                log.warning("game %d: a message is not up to date: %s", number, error)

    async def _refresh_status(self, number: int) -> None:
        """Refresh the status message. If the bot may not, suspend the table until something changes in its channel."""
        try:
            await self._status_messages.show(number)
        except NotAnnouncedError as error:
            if isinstance(error.__cause__, discord.Forbidden):
                self.status_retries.note_failure(_with_status_venue(error.table), is_final=True)
        except HostError as error:
            log.info("table %d: its message is not up to date: %s", number, error)

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

    def forget_failures(self, is_affected: Callable[[Venue], bool]) -> None:
        """Try again in the next round what failed in the channels that a change affects."""
        self.turn_retries.forget(is_affected)
        self.status_retries.forget(is_affected)

    async def retry(self, is_affected: Callable[[Venue], bool]) -> None:
        """Try again at once what failed in the channels that a change affects."""
        if self.turn_retries.forget(is_affected):
            await self.publish_all_missed()
        if self.status_retries.forget(is_affected):
            self.refresh_all()


def _with_status_venue(table: Table) -> Table:
    """Return a table with the venue of its status message, which differs if the game is played in a thread."""
    channel = table.status_message.channel if table.status_message else table.venue.channel
    return replace(table, venue=Venue(table.venue.guild, channel))
