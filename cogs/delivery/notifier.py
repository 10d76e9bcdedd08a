"""Sends notifications: reminders, questions to a table, seats that change hands.

A notification goes to the channel, as a reply to the message that it is about. A reminder goes to its person directly
if they want that. Every notification goes to people directly if the bot cannot write to the channel.

Discord makes a message silent for all its readers or for none. So if only some of the people asked have quiet hours,
they get a second message, without a sound.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, Final, TypeAlias

import discord
from discord.utils import MISSING

from cogs.delivery.context import DeliveryContext
from cogs.delivery.direct_messages import DirectMessages
from cogs.delivery.discord_limits import DmLimitError
from cogs.delivery.errors import is_channel_closed, is_channel_deleted
from cogs.delivery.membership import absent_players, has_left
from cogs.delivery.nonces import nonce_of
from cogs.delivery.sent_messages import find_message
from cogs.message.notification import (
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
from cogs.text.clock import why_in_private_text
from cogs.text.i18n import use_language
from cogs.text.table import table_language
from host import (
    LANGUAGES,
    LOSS_KINDS,
    LOUD_KINDS,
    QUIET_KINDS,
    SEAT_CHANGE_KINDS,
    VOTE_KINDS,
    DeliveryOutcome,
    DmPreference,
    HostError,
    MessageRef,
    Notification,
    NotificationKind,
    PlayResult,
    ReminderStage,
    RunningTable,
    TimeoutAction,
    is_current,
)

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
        self._channels = context.channels
        self._direct_messages = direct_messages

    async def send(self, notification: Notification, *, is_new: bool) -> Notification | None:
        """Send a notification, unless it is out of date. If it is not new, look for it first.

        Return the notification that must follow for the people with quiet hours, or None. Raise an error if the
        caller should try again.
        """
        table = await self._host.tables.load_if_running(notification.game)
        if table is None or not is_current(notification, table):
            await self._host.notifications.mark_delivered(notification, DeliveryOutcome.VOID)
            return None
        if not self._is_wanted(notification):
            await self._host.notifications.mark_delivered(notification, DeliveryOutcome.VOID)
            return None
        write = await self._message_writer(notification, table)
        with use_language(table_language(table)):
            message = write()
        channel = self._channels.messageable(table.venue)
        if not is_new and (found := await self._find(channel, [message.text], notification)):
            return await self._mark_sent(message, found, found.created_at)
        is_private = await self._is_wanted_in_private(notification)
        if is_private and await self._send_in_private(message, write, is_new=is_new):
            return None
        return await self._send(message, write, is_new=is_new)

    async def _message_writer(self, notification: Notification, table: RunningTable) -> MessageWriter:
        """Load what the message of a notification needs. Return a function that makes the message."""
        match notification.kind:
            case kind if kind in LOUD_KINDS:
                return await self._quiet_hours_writer(notification, table)
            case NotificationKind.UNDO if table.undo_request:
                turn_start = await self._host.history.state_at(table.number, table.undo_request.ply)
                return partial(undo_message, notification, table, table.undo_request, turn_start)
            case NotificationKind.ENDING if table.end_request:
                return partial(end_message, notification, table, table.end_request)
            case NotificationKind.UNDO | NotificationKind.ENDING:
                raise ValueError(notification)  # it is out of date, so send() has returned before
            case kind if kind in LOSS_KINDS:
                return partial(turns_lost_message, notification, table)
            case NotificationKind.SEAT_TAKEN:
                predecessor = await self._host.seats.predecessor(table.number, notification.person_id)
                return partial(seat_taken_message, notification, table, predecessor)
            case NotificationKind.SEAT_LEFT:
                left = await self._host.seats.successor(table.number, notification.person_id)
                if left is None:
                    raise ValueError(notification)  # it is stored together with its substitution
                return partial(seat_left_message, notification, table, left)
            case NotificationKind.SEAT_GIVEN:
                entry = await self._host.administration.reseat_entry(table.number, notification.person_id)
                if entry is None or entry.reseat is None:
                    raise ValueError(notification)  # it is stored together with its entry
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

    async def _quiet_hours_writer(self, notification: Notification, table: RunningTable) -> MessageWriter:
        """Find the people asked who had quiet hours when the question was sent."""
        asked = (await self._message_writer(replace(notification, kind=LOUD_KINDS[notification.kind]), table))()
        people = tuple(one for one in asked.people if self._host.people.is_quiet(one, notification.at))
        return partial(quiet_hours_message, notification, table, people)

    async def _send(self, message: NotificationMessage, write: MessageWriter, *, is_new: bool) -> Notification | None:
        now, notification, table = discord.utils.utcnow(), message.notification, message.table
        pinged = self._pinged(message, now)
        reference: Any = await self._reference(message)  # None is no reference, though discord.py's types do not say so
        try:
            sent = await self._channels.messageable(table.venue).send(
                message.text,
                view=message.view or MISSING,
                nonce=_nonce_of(notification),
                reference=reference,
                mention_author=False,
                silent=any(self._host.people.is_quiet(person, now) for person in pinged) or self._is_silent(message),
                allowed_mentions=discord.AllowedMentions(
                    users=[discord.Object(person) for person in pinged], replied_user=False
                ),
            )
        except discord.HTTPException as error:
            if not is_channel_closed(error):
                raise
            log.warning("game %d: its channel takes no notification: %s", table.number, error)
            await self._send_fallback(message, write, is_new=is_new, is_deleted=is_channel_deleted(error))
            return None
        return await self._mark_sent(message, sent, now)

    async def _send_fallback(
        self, message: NotificationMessage, write: MessageWriter, *, is_new: bool, is_deleted: bool
    ) -> None:
        """Send a notification directly, because the bot cannot write to the channel. If it reaches nobody, note that.

        If the channel is deleted and the notification is about a new player, that player also gets the board.
        """
        notification, table = message.notification, message.table
        if is_deleted and notification.kind in SEAT_CHANGE_KINDS:
            await self._direct_messages.send_fallback(PlayResult(table, table, (), ()), is_new=is_new)
        if not await self._send_in_private(message, write, is_new=is_new, is_fallback=True):
            await self._host.notifications.mark_delivered(notification, DeliveryOutcome.LOST)

    def _pinged(self, message: NotificationMessage, time: datetime) -> tuple[int, ...]:
        """Return the ids of the people whom a message pings.

        A question pings only those without quiet hours, if there are any.
        """
        if self._is_silent(message):
            return ()
        loud = tuple(person for person in message.people if not self._host.people.is_quiet(person, time))
        return loud if loud and message.notification.kind in QUIET_KINDS else message.people

    async def _mark_sent(
        self, message: NotificationMessage, sent: discord.Message, time: datetime
    ) -> Notification | None:
        """Note that a message was sent at ``time``.

        Return the notification for the people with quiet hours then, or None.
        """
        quiet_at = time if self._pinged(message, time) != message.people else None
        return await self._host.notifications.mark_delivered(
            message.notification,
            DeliveryOutcome.SENT,
            {MessageRef(sent.channel.id, sent.id): table_language(message.table)},
            has_buttons=message.view is not None,
            quiet_at=quiet_at,
        )

    async def _reference(self, message: NotificationMessage) -> discord.MessageReference | None:
        """Return the message that a notification replies to: the question, or the message of the turn.

        Return None if there is none yet.
        """
        notification, table = message.notification, message.table
        replied_to = MessageRef(table.venue.channel, table.message) if table.message is not None else None
        if loud := LOUD_KINDS.get(notification.kind):
            replied_to = (
                await self._host.notifications.message(notification.game, notification.round, loud) or replied_to
            )
        if replied_to is None:
            return None
        return self._channels.message(replied_to).to_reference(fail_if_not_exists=False)

    async def _send_in_private(
        self, message: NotificationMessage, write: MessageWriter, *, is_new: bool, is_fallback: bool = False
    ) -> bool:
        """Send a notification directly, to the people whom it pings, or else to the person it is about.

        Each gets it in their own language. If ``is_fallback``, it says that the bot cannot write to the channel. Then
        raise DmLimitError if somebody has to wait for it. Return whether anybody was reached.
        """
        sent: dict[MessageRef, str] = {}
        notification, table = message.notification, message.table
        private_messages = {
            language: _private_message(write, language, is_fallback=is_fallback) for language in LANGUAGES
        }
        is_held_back = False
        for person_id in message.people or (notification.person_id,):
            language = self._context.language_of(person_id) or table_language(table)
            try:
                ref = await self._send_to_person(person_id, private_messages, language, is_new=is_new)
            except (discord.Forbidden, discord.NotFound) as error:
                log.warning("game %d: somebody takes no notification: %s", table.number, error)
            except DmLimitError:
                is_held_back = True
            else:
                sent[ref] = language
        if is_held_back and is_fallback:
            raise DmLimitError
        if sent:
            await self._host.notifications.mark_delivered(
                notification, DeliveryOutcome.PRIVATE, sent, has_buttons=message.view is not None
            )
        return bool(sent)

    async def _send_to_person(
        self, person_id: int, messages: Mapping[str, NotificationMessage], language: str, *, is_new: bool
    ) -> MessageRef:
        """Send a notification to a person, unless it is found. ``messages`` holds it in all languages.

        Raise DmLimitError, discord.HTTPException and OSError.
        """
        message = messages[language]
        texts = [one.text for one in messages.values()]
        async with self._context.private_channels.to(person_id) as channel:
            sent = None if is_new else await self._find(channel, texts, message.notification)
            if sent is None:
                silent = self._host.people.is_quiet(person_id) or self._is_silent(message)
                nonce = _nonce_of(message.notification, person_id)
                sent = await channel.send(message.text, view=message.view or MISSING, nonce=nonce, silent=silent)
        return MessageRef(channel.id, sent.id)

    def _is_wanted(self, notification: Notification) -> bool:
        """Say whether the person of a reminder wants it; everything else is sent to everybody."""
        stage = _REMINDERS.get(notification.kind)
        return stage is None or self._host.people.preferences(notification.person_id).reminders.includes(stage)

    def _is_silent(self, message: NotificationMessage) -> bool:
        """Say whether a message is a reminder to a person who has chosen one list each day instead of pings."""
        notification = message.notification
        return notification.kind in _REMINDERS and self._host.people.wants_digest(notification.person_id)

    async def _is_wanted_in_private(self, notification: Notification) -> bool:
        if notification.kind not in _REMINDERS:
            return False
        return await self._host.people.dm_preference(notification.person_id) is DmPreference.ON

    async def _find(
        self, channel: discord.abc.Messageable, texts: Sequence[str], notification: Notification
    ) -> discord.Message | None:
        """Return the message of a notification if it was sent before.

        An older message with the same text does not count.
        """

        def is_it(message: discord.Message) -> bool:
            return message.content in texts and self._channels.is_own(message)

        try:
            return await find_message(channel, notification.at, is_it)
        except (discord.Forbidden, discord.NotFound):
            return None


def _nonce_of(notification: Notification, *parts: int) -> str:
    """Return the nonce of a notification. It names the time, too: what the server has lost may be asked once more."""
    return nonce_of("notification", *parts, *notification.key, notification.at.isoformat())


def _private_message(write: MessageWriter, language: str, *, is_fallback: bool) -> NotificationMessage:
    """Return the direct message in a language. A fallback has a line more."""
    with use_language(language):
        message = write()
        notes = [why_in_private_text(message.table)] if is_fallback else []
        return replace(message, text="\n".join([message.text, *notes]))


def _is_only_waiting(notification: Notification, table: RunningTable) -> bool:
    return notification.kind is NotificationKind.OUT and table.settings.timeout is TimeoutAction.WAIT
