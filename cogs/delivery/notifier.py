"""Sends notifications: reminders, questions to a table, and seats that change hands.

A notification goes to the channel, as a reply to the message that it is about. A reminder goes to its
person directly if they want that. Every notification goes to people directly if the bot cannot write to the channel.

Discord makes a message silent for all its readers or for none. So if only some of the people asked have quiet hours,
they get a second message, without a sound.
"""

import logging
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Final

import discord

from cogs.delivery.bot_parts import BotParts
from cogs.delivery.direct_messages import DirectMessages
from cogs.delivery.errors import DmLimitError, is_channel_closed, is_channel_deleted
from cogs.delivery.jobs import Key
from cogs.delivery.poster import Post
from cogs.delivery.private_messages import PrivateMessages
from cogs.delivery.questions import MessageWriter, question_writer
from host.model.clock import ReminderStage
from host.model.game import PlayResult
from host.model.notifications import (
    LOSS_KINDS,
    LOUD_KINDS,
    QUIET_KINDS,
    SEAT_CHANGE_KINDS,
    DeliveryOutcome,
    Notification,
    NotificationKind,
    is_current,
)
from host.model.preferences import DmPreference
from host.model.table import MessageRef, RunningTable
from screens.notification import (
    invitation_message,
    quiet_hours_message,
    reminder_message,
    round_ends_message,
    seat_given_message,
    seat_left_message,
    seat_refused_message,
    seat_taken_message,
    turns_lost_message,
)
from screens.text.deadlines import why_in_private_text
from screens.text.names import table_language

log = logging.getLogger(__name__)

_REMINDERS: Final = {
    NotificationKind.HALF: ReminderStage.HALF,
    NotificationKind.NEARLY: ReminderStage.NEARLY,
    NotificationKind.ROUND_ENDS: ReminderStage.NEARLY,
}
_ABOUT_DEADLINE: Final = {NotificationKind.HALF, NotificationKind.NEARLY, NotificationKind.MORE_TIME}
"""The notifications that tell when a turn is due."""
_TO_ONE: Final = {NotificationKind.HALF, NotificationKind.NEARLY, NotificationKind.SEAT_REFUSED}
"""The notifications for one person, who may want them in private."""


@dataclass(frozen=True, slots=True)
class _Delivery:
    """A notification that is being sent."""

    notification: Notification
    table: RunningTable
    write: MessageWriter
    since: datetime | None
    """When it may have been sent before."""
    write_as_stored: MessageWriter
    """Makes the message with the deadline as it was when the notification was stored: so it may have been sent."""


class Notifier:
    """Sends notifications that are stored already. If one may have been sent before a crash, it is looked for first."""

    def __init__(self, bot: BotParts, direct_messages: DirectMessages, private: PrivateMessages) -> None:
        self._private = private
        self._bot = bot
        self._host = bot.host
        self._poster = bot.poster
        self._direct_messages = direct_messages

    async def send(self, notification: Notification, *, may_be_sent: bool) -> Notification | None:
        """Send a notification, unless it is out of date. If it may have been sent before a start, look for it first.

        Return the notification that must follow for the people with quiet hours, or None. Raise an error if the
        caller should try again.
        """
        table = await self._host.tables.load_if_running(notification.game)
        as_stored = write = await self._message_writer(notification, table) if table else None
        if table and (told := self._as_due_now(notification, table)) != notification:
            write = await self._message_writer(told, table)
        if table is None or write is None or as_stored is None:
            await self._host.notifications.mark_delivered(notification, DeliveryOutcome.VOID)
            return None
        delivery = _Delivery(notification, table, write, notification.at if may_be_sent else None, as_stored)
        if table.is_private:
            await self._tell_player(delivery)
            return None
        is_private = (
            notification.kind in _TO_ONE
            and await self._host.people.dm_preference(notification.person_id) is DmPreference.ON
        )
        if is_private and await self._send_in_private(delivery):
            return None
        return await self._send(delivery)

    def _as_due_now(self, notification: Notification, table: RunningTable) -> Notification:
        """Return a notification about the deadline of a turn with that deadline: an outage may have moved it since."""
        clock = self._host.deadlines.with_expected_deadline(table).clock
        is_about_it = notification.kind in _ABOUT_DEADLINE and clock is not None and clock.round == notification.round
        return replace(notification, due=clock.due) if clock and is_about_it else notification

    async def _tell_player(self, delivery: _Delivery) -> None:
        """Tell the player of a private game: in the message that shows it, else directly if they want that.

        If neither is possible, the game says it when it is shown next. Raise an error if the caller should try again.
        """
        number, person_id = delivery.table.number, delivery.notification.person_id
        await self._private.show(number)
        if self._private.is_alive(number):
            await self._host.notifications.mark_delivered(delivery.notification, DeliveryOutcome.PRIVATE)
            return
        is_wanted = await self._host.people.dm_preference(person_id) is DmPreference.ON
        if not (is_wanted and await self._send_in_private(delivery)):
            await self._host.notifications.mark_delivered(delivery.notification, DeliveryOutcome.LOST)

    async def _message_writer(self, notification: Notification, table: RunningTable) -> MessageWriter | None:
        """Load what the message of a notification needs. Return a function that makes the message.

        Return None if the notification is out of date, or its person does not want it.
        """
        if not is_current(notification, table) or not self._is_wanted(notification):
            return None
        match notification.kind:
            case kind if kind in LOUD_KINDS:
                return await self._quiet_hours_writer(notification, table)
            case kind if kind in LOSS_KINDS:
                return partial(turns_lost_message, notification, table)
            case NotificationKind.SEAT_TAKEN:
                predecessor = await self._host.seats.predecessor(table.number, notification.person_id)
                return partial(seat_taken_message, notification, table, predecessor)
            case NotificationKind.SEAT_LEFT:
                left = await self._host.seats.successor(table.number, notification.person_id)
                return partial(seat_left_message, table, left) if left else None
            case NotificationKind.ROUND_ENDS:
                due = await self._host.tournaments.end_of_game(table)
                return partial(round_ends_message, table, due) if due else None
            case NotificationKind.SEAT_REFUSED:
                return partial(seat_refused_message, notification, table)
            case NotificationKind.INVITED:
                return partial(invitation_message, table)
            case NotificationKind.SEAT_GIVEN:
                entry = await self._host.administration.reseat_entry(table.number, notification.person_id)
                if entry is None or entry.reseat is None:
                    return None
                return partial(seat_given_message, notification, table, entry.reseat, entry.manager)
            case kind if kind in QUIET_KINDS:
                write = await question_writer(self._bot, notification, table)
                return write or partial(reminder_message, notification, table)
            case _:
                return partial(reminder_message, notification, table)

    async def _quiet_hours_writer(self, notification: Notification, table: RunningTable) -> MessageWriter | None:
        """Find the people asked who had quiet hours when the question was sent."""
        write = await self._message_writer(replace(notification, kind=LOUD_KINDS[notification.kind]), table)
        if write is None:
            return None
        people = tuple(one for one in write().people if self._host.people.is_quiet(one, notification.at))
        return partial(quiet_hours_message, people)

    async def _send(self, delivery: _Delivery) -> Notification | None:
        table, message = delivery.table, delivery.write()
        try:
            make = partial(self._post, delivery, self._host.now())
            sent = await self._poster.to_table(table, make, since=delivery.since)
        except discord.HTTPException as error:
            if not is_channel_closed(error):
                raise
            log.warning("game %d: its channel takes no notification: %s", table.number, error)
            await self._send_fallback(delivery, is_deleted=is_channel_deleted(error))
            return None
        pinged = self._pinged(delivery.notification, message.people, sent.at)
        has_quiet = delivery.notification.kind in QUIET_KINDS and pinged != message.people
        return await self._host.notifications.mark_delivered(
            delivery.notification,
            DeliveryOutcome.SENT,
            {sent.ref: table_language(table)},
            has_buttons=bool(message.screen.rows),
            quiet_at=sent.at if has_quiet else None,
        )

    async def _post(self, delivery: _Delivery, now: datetime) -> Post:
        notification, message = delivery.notification, delivery.write()
        pinged = self._pinged(notification, message.people, now)
        return Post(
            message.screen,
            text_before=delivery.write_as_stored().screen.text,
            key=_key(notification),
            pings=pinged,
            silent=any(self._host.people.is_quiet(person, now) for person in pinged) or self._is_silent(notification),
            reply_to=await self._reference(notification, delivery.table),
            has_own_buttons=notification.kind in QUIET_KINDS,
        )

    async def _send_fallback(self, delivery: _Delivery, *, is_deleted: bool) -> None:
        """Send a notification directly, because the bot cannot write to the channel. If it reaches nobody, note that.

        If the channel is deleted and the notification is about a new player, that player also gets the board.
        """
        if is_deleted and delivery.notification.kind in SEAT_CHANGE_KINDS:
            board = PlayResult(delivery.table, delivery.table, (), ())
            await self._direct_messages.send_fallback(board, may_be_sent=delivery.since is not None)
        if not await self._send_in_private(delivery, is_fallback=True):
            await self._host.notifications.mark_delivered(delivery.notification, DeliveryOutcome.LOST)

    def _pinged(self, notification: Notification, people: tuple[int, ...], time: datetime) -> tuple[int, ...]:
        """Return the ids of those among some people whom the message of a notification pings.

        A question pings only those without quiet hours, if there are any.
        """
        if self._is_silent(notification):
            return ()
        loud = tuple(person for person in people if not self._host.people.is_quiet(person, time))
        return loud if loud and notification.kind in QUIET_KINDS else people

    async def _reference(self, notification: Notification, table: RunningTable) -> MessageRef | None:
        """Return the message that a notification replies to: the question, or else the message of the turn."""
        if loud := LOUD_KINDS.get(notification.kind):
            asked = await self._host.notifications.message(notification.game, notification.round, loud)
            if asked:
                return asked
        return MessageRef(table.venue.channel, table.message) if table.message is not None else None

    async def _send_in_private(self, delivery: _Delivery, *, is_fallback: bool = False) -> bool:
        """Send a notification directly, to the people whom it pings, or else to the person it is about.

        Each gets it in their own language. If ``is_fallback``, it says that the bot cannot write to the channel. Then
        raise DmLimitError if somebody has to wait for it. Return whether anybody was reached.
        """
        notification, table, message = delivery.notification, delivery.table, delivery.write()
        sent: dict[MessageRef, str] = {}
        is_held_back = False
        for person_id in message.people or (notification.person_id,):
            try:
                ref = await self._send_to_person(person_id, delivery, is_fallback=is_fallback)
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
                notification, DeliveryOutcome.PRIVATE, sent, has_buttons=bool(message.screen.rows)
            )
        return bool(sent)

    async def _send_to_person(self, person_id: int, delivery: _Delivery, *, is_fallback: bool) -> MessageRef:
        """Send a notification to a person. Raise DmLimitError, discord.HTTPException and OSError."""
        notification, table = delivery.notification, delivery.table

        async def make() -> Post:
            screen, ending = delivery.write().screen, f"\n{why_in_private_text(table)}" if is_fallback else ""
            before = delivery.write_as_stored().screen.text + ending
            screen = replace(screen, text=screen.text + ending)
            silent = self._host.people.is_quiet(person_id) or self._is_silent(notification)
            key, is_question = (*_key(notification), person_id), notification.kind in QUIET_KINDS
            return Post(screen, text_before=before, key=key, silent=silent, has_own_buttons=is_question)

        return (await self._poster.to_person(person_id, table_language(table), make, since=delivery.since)).ref

    def _is_wanted(self, notification: Notification) -> bool:
        """Return whether the person of a reminder wants it; everything else is sent to everybody."""
        stage = _REMINDERS.get(notification.kind)
        return stage is None or self._host.people.preferences(notification.person_id).reminders.includes(stage)

    def _is_silent(self, notification: Notification) -> bool:
        """Return whether it is a reminder to a person who has chosen one list each day instead of pings."""
        return notification.kind in _REMINDERS and self._host.people.wants_digest(notification.person_id)


def _key(notification: Notification) -> Key:
    """Return the key of a notification. It names the time, too: what the server has lost may be asked once more."""
    return ("notification", *notification.key, notification.at.isoformat())
