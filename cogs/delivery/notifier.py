"""Sends notifications: reminders, questions to a table, seats that change hands.

A notification goes to the channel, as a reply to the message that it is about. A reminder goes to its person directly
if they want that. Every notification goes to people directly if the bot cannot write to the channel.

Discord makes a message silent for all its readers or for none. So if only some of the people asked have quiet hours,
they get a second message, without a sound.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Final, TypeAlias

import discord

from cogs.delivery.context import DeliveryContext
from cogs.delivery.direct_messages import DirectMessages
from cogs.delivery.discord_limits import DmLimitError
from cogs.delivery.errors import is_channel_closed, is_channel_deleted
from cogs.delivery.membership import absent_players, has_left
from cogs.delivery.poster import Post, Sent
from host.errors import HostError
from host.model.clock import ReminderStage, TimeoutAction
from host.model.game import PlayResult
from host.model.notifications import (
    LOSS_KINDS,
    LOUD_KINDS,
    QUIET_KINDS,
    SEAT_CHANGE_KINDS,
    VOTE_KINDS,
    DeliveryOutcome,
    Notification,
    NotificationKind,
    is_current,
)
from host.model.preferences import DmPreference
from host.model.table import MessageRef, RunningTable
from screens.notification import (
    NotificationMessage,
    end_message,
    quiet_hours_message,
    reminder_message,
    seat_given_message,
    seat_left_message,
    seat_taken_message,
    turns_lost_message,
    undo_message,
    vote_message,
)
from screens.screen import Screen
from screens.text.deadlines import why_in_private_text
from screens.text.names import table_language

MessageWriter: TypeAlias = Callable[[], NotificationMessage]
"""Returns the message of a notification in the current language."""

log = logging.getLogger(__name__)

_REMINDERS: Final = {
    NotificationKind.HALF: ReminderStage.HALF,
    NotificationKind.NEARLY: ReminderStage.NEARLY,
}


class Notifier:
    """Sends notifications that are stored already. If one may have been sent before a crash, it is looked for first."""

    def __init__(self, context: DeliveryContext, direct_messages: DirectMessages) -> None:
        self._context = context
        self._host = context.host
        self._poster = context.poster
        self._direct_messages = direct_messages

    async def send(self, notification: Notification, *, may_be_sent: bool) -> Notification | None:
        """Send a notification, unless it is out of date. If it may have been sent before a start, look for it first.

        Return the notification that must follow for the people with quiet hours, or None. Raise an error if the
        caller should try again.
        """
        table = await self._host.tables.load_if_running(notification.game)
        write = await self._message_writer(notification, table) if table else None
        if table is None or write is None:
            await self._host.notifications.mark_delivered(notification, DeliveryOutcome.VOID)
            return None
        since = notification.at if may_be_sent else None
        is_private = await self._is_wanted_in_private(notification)
        if is_private and await self._send_in_private(table, write, since):
            return None
        return await self._send(table, write, since)

    async def _message_writer(self, notification: Notification, table: RunningTable) -> MessageWriter | None:
        """Load what the message of a notification needs. Return a function that makes the message.

        Return None if the notification is out of date, or its person does not want it.
        """
        if not is_current(notification, table) or not self._is_wanted(notification):
            return None
        match notification.kind:
            case kind if kind in LOUD_KINDS:
                return await self._quiet_hours_writer(notification, table)
            case NotificationKind.UNDO if table.undo_request:
                turn_start = await self._host.history.state_at(table.number, table.undo_request.ply)
                return partial(undo_message, notification, table, table.undo_request, turn_start)
            case NotificationKind.ENDING if table.end_request:
                return partial(end_message, notification, table, table.end_request)
            case kind if kind in LOSS_KINDS:
                return partial(turns_lost_message, notification, table)
            case NotificationKind.SEAT_TAKEN:
                predecessor = await self._host.seats.predecessor(table.number, notification.person_id)
                return partial(seat_taken_message, notification, table, predecessor)
            case NotificationKind.SEAT_LEFT:
                left = await self._host.seats.successor(table.number, notification.person_id)
                return partial(seat_left_message, notification, table, left) if left else None
            case NotificationKind.SEAT_GIVEN:
                entry = await self._host.administration.reseat_entry(table.number, notification.person_id)
                if entry is None or entry.reseat is None:
                    return None
                return partial(seat_given_message, notification, table, entry.reseat, entry.manager)
            case kind if kind in VOTE_KINDS and not _is_only_waiting(notification, table):
                return await self._vote_writer(notification, table)
            case _:
                return partial(reminder_message, notification, table)

    async def _vote_writer(self, notification: Notification, table: RunningTable) -> MessageWriter:
        try:
            vote = await self._host.voting.status(notification.game, await absent_players(self._context, table))
        except HostError:  # played meanwhile
            return partial(reminder_message, notification, table)
        is_gone = await has_left(self._context, table, notification.person_id)
        return partial(vote_message, notification, table, vote, is_gone=is_gone)

    async def _quiet_hours_writer(self, notification: Notification, table: RunningTable) -> MessageWriter | None:
        """Find the people asked who had quiet hours when the question was sent."""
        write = await self._message_writer(replace(notification, kind=LOUD_KINDS[notification.kind]), table)
        if write is None:
            return None
        people = tuple(one for one in write().people if self._host.people.is_quiet(one, notification.at))
        return partial(quiet_hours_message, notification, table, people)

    async def _send(self, table: RunningTable, write: MessageWriter, since: datetime | None) -> Notification | None:
        now, message = self._host.now(), write()

        async def make() -> Post:
            return await self._post(write(), now)

        try:
            sent = await self._poster.to_table(table, make, since=since)
        except discord.HTTPException as error:
            if not is_channel_closed(error):
                raise
            log.warning("game %d: its channel takes no notification: %s", table.number, error)
            await self._send_fallback(table, write, since, is_deleted=is_channel_deleted(error))
            return None
        return await self._mark_sent(message, sent)

    async def _post(self, message: NotificationMessage, now: datetime) -> Post:
        """Return the message for the channel."""
        pinged = self._pinged(message, now)
        return Post(
            Screen(message.text, message.rows),
            key=_key(message),
            pings=pinged,
            silent=any(self._host.people.is_quiet(person, now) for person in pinged) or self._is_silent(message),
            reply_to=await self._reference(message),
            has_own_buttons=_is_question(message),
        )

    async def _send_fallback(
        self, table: RunningTable, write: MessageWriter, since: datetime | None, *, is_deleted: bool
    ) -> None:
        """Send a notification directly, because the bot cannot write to the channel. If it reaches nobody, note that.

        If the channel is deleted and the notification is about a new player, that player also gets the board.
        """
        notification = write().notification
        if is_deleted and notification.kind in SEAT_CHANGE_KINDS:
            board = PlayResult(table, table, (), ())
            await self._direct_messages.send_fallback(board, may_be_sent=since is not None)
        if not await self._send_in_private(table, write, since, is_fallback=True):
            await self._host.notifications.mark_delivered(notification, DeliveryOutcome.LOST)

    def _pinged(self, message: NotificationMessage, time: datetime) -> tuple[int, ...]:
        """Return the ids of the people whom a message pings.

        A question pings only those without quiet hours, if there are any.
        """
        if self._is_silent(message):
            return ()
        loud = tuple(person for person in message.people if not self._host.people.is_quiet(person, time))
        return loud if loud and message.notification.kind in QUIET_KINDS else message.people

    async def _mark_sent(self, message: NotificationMessage, sent: Sent) -> Notification | None:
        """Note that a message was sent. Return the notification for the people with quiet hours then, or None."""
        return await self._host.notifications.mark_delivered(
            message.notification,
            DeliveryOutcome.SENT,
            {sent.ref: table_language(message.table)},
            has_buttons=bool(message.rows),
            quiet_at=sent.at if self._pinged(message, sent.at) != message.people else None,
        )

    async def _reference(self, message: NotificationMessage) -> MessageRef | None:
        """Return the message that a notification replies to: the question, or the message of the turn.

        Return None if there is none yet.
        """
        notification, table = message.notification, message.table
        replied_to = MessageRef(table.venue.channel, table.message) if table.message is not None else None
        if loud := LOUD_KINDS.get(notification.kind):
            asked = await self._host.notifications.message(notification.game, notification.round, loud)
            return asked or replied_to
        return replied_to

    async def _send_in_private(
        self, table: RunningTable, write: MessageWriter, since: datetime | None, *, is_fallback: bool = False
    ) -> bool:
        """Send a notification directly, to the people whom it pings, or else to the person it is about.

        Each gets it in their own language. If ``is_fallback``, it says that the bot cannot write to the channel. Then
        raise DmLimitError if somebody has to wait for it. Return whether anybody was reached.
        """
        sent: dict[MessageRef, str] = {}
        message, is_held_back = write(), False
        for person_id in message.people or (message.notification.person_id,):
            try:
                ref = await self._send_to_person(person_id, table, write, since, is_fallback=is_fallback)
            except (discord.Forbidden, discord.NotFound) as error:
                log.warning("game %d: somebody takes no notification: %s", table.number, error)
            except DmLimitError:
                is_held_back = True
            else:
                sent[ref] = self._poster.language_of(person_id) or table_language(table)
        if is_held_back and is_fallback:
            raise DmLimitError
        if sent:
            await self._host.notifications.mark_delivered(
                message.notification, DeliveryOutcome.PRIVATE, sent, has_buttons=bool(message.rows)
            )
        return bool(sent)

    async def _send_to_person(
        self, person_id: int, table: RunningTable, write: MessageWriter, since: datetime | None, *, is_fallback: bool
    ) -> MessageRef:
        """Send a notification to a person. Raise DmLimitError, discord.HTTPException and OSError."""

        async def make() -> Post:
            message = write()
            lines = [message.text, *([why_in_private_text(table)] if is_fallback else [])]
            silent = self._host.people.is_quiet(person_id) or self._is_silent(message)
            key, is_question = (*_key(message), person_id), _is_question(message)
            return Post(Screen("\n".join(lines), message.rows), key=key, silent=silent, has_own_buttons=is_question)

        return (await self._poster.to_person(person_id, table_language(table), make, since=since)).ref

    def _is_wanted(self, notification: Notification) -> bool:
        """Return whether the person of a reminder wants it; everything else is sent to everybody."""
        stage = _REMINDERS.get(notification.kind)
        return stage is None or self._host.people.preferences(notification.person_id).reminders.includes(stage)

    def _is_silent(self, message: NotificationMessage) -> bool:
        """Return whether a message is a reminder to a person who has chosen one list each day instead of pings."""
        notification = message.notification
        return notification.kind in _REMINDERS and self._host.people.wants_digest(notification.person_id)

    async def _is_wanted_in_private(self, notification: Notification) -> bool:
        if notification.kind not in _REMINDERS:
            return False
        return await self._host.people.dm_preference(notification.person_id) is DmPreference.ON


def _key(message: NotificationMessage) -> tuple[str | int, ...]:
    """Return the key of a notification. It names the time, too: what the server has lost may be asked once more."""
    notification = message.notification
    return ("notification", *notification.key, notification.at.isoformat())


def _is_question(message: NotificationMessage) -> bool:
    """Return whether a message asks something that only it asks: its text changes with the answers."""
    return message.notification.kind in {*VOTE_KINDS, NotificationKind.UNDO, NotificationKind.ENDING}


def _is_only_waiting(notification: Notification, table: RunningTable) -> bool:
    return notification.kind is NotificationKind.OUT and table.settings.timeout is TimeoutAction.WAIT
