"""The messages of questions: a vote, an undo, the end of a game, a seat that may be taken.

Each is drawn from what is stored. It shows the answers so far, and loses its buttons when the question is over. Each
message keeps its language.
"""

import logging
from collections.abc import Callable, Collection
from functools import partial
from typing import Any, TypeAlias

import discord

from cogs.delivery.bot_parts import BotParts
from cogs.delivery.jobs import Key
from host.errors import HostError
from host.model.clock import TimeoutAction
from host.model.controllers import Computer, Person, is_nameless
from host.model.notifications import (
    QUIET_KINDS,
    VOTE_KINDS,
    AskedQuestion,
    ConsentAnswer,
    Notification,
    NotificationKind,
    is_answerable,
)
from host.model.table import MessageRef, RunningTable, SeatedTable, Table
from screens.notification import (
    NotificationMessage,
    decision_text,
    end_message,
    reminder_message,
    seat_request_message,
    undo_message,
    vote_message,
)
from screens.screen import Change
from screens.text.deadlines import question_closed_text
from screens.text.markup import safe_name
from screens.text.names import mention, safe_labels

log = logging.getLogger(__name__)

Press: TypeAlias = discord.Interaction[Any]
MessageWriter: TypeAlias = Callable[[], NotificationMessage]
"""Returns the message of a notification in the current language."""


class Questions:
    """Keeps the messages of questions up to date: one job for each message."""

    def __init__(self, bot: BotParts) -> None:
        self._bot = bot
        self._host = bot.host
        self._poster = bot.poster
        self._jobs = bot.jobs
        self._presses: dict[MessageRef, Press] = {}

    async def answered(
        self, number: int, pressed: Press, round_: int | None = None, kinds: Collection[NotificationKind] = ()
    ) -> None:
        """Update the messages of the question whose button was ``pressed``, that message first.

        It may be a private copy of a question of a round and of these ``kinds``. Raise what ``is_discord_trouble``
        names if the message can't be updated now; then it is tried again.
        """
        if pressed.message is None or pressed.channel_id is None:
            return
        message = MessageRef(pressed.channel_id, pressed.message.id)
        asked = await self._host.notifications.with_buttons(number)
        for own in (one.notification for one in asked if one.message == message):
            round_, kinds = own.round, VOTE_KINDS if own.kind in VOTE_KINDS else {own.kind}
        for one in asked:
            if one.message != message and one.notification.round == round_ and one.notification.kind in kinds:
                self._ask(one)
        self._presses[message] = pressed
        await self._jobs.do(_key(message), partial(self._show, number, message, round_, kinds))

    async def refresh(self, number: int) -> None:
        """Update the messages of a game's questions that may show something else than what is stored."""
        for asked, is_over in await self._asked(number):
            if is_over or _may_have_changed(asked, await self._host.tables.known(number)):
                self._ask(asked)

    async def close_if_over(self, notification: Notification) -> None:
        """Take the buttons from the messages of a notification if its question is over: it may have been replaced while
        it was sent.
        """
        for asked, is_over in await self._asked(notification.game):
            if is_over and asked.notification.key == notification.key:
                self._ask(asked)

    async def _asked(self, number: int) -> list[tuple[AskedQuestion, bool]]:
        """Return the messages of a game with the buttons of a question, each with whether the question is over."""
        asked = await self._host.notifications.with_buttons(number)
        if not asked:
            return []
        table = await self._host.tables.known(number)
        return [(one, await self._is_over(one.notification, table)) for one in asked]

    async def _is_over(self, notification: Notification, table: Table) -> bool:
        """Return whether a question can't be answered any more."""
        if not isinstance(table, RunningTable) or not is_answerable(notification, table):
            return True
        if notification.kind is not NotificationKind.SEAT_LEFT:
            return False
        left = await self._host.seats.successor(table.number, notification.person_id)
        return left is None or not isinstance(table.seats[left.seat].controller, Computer)

    async def has_open_vote(self, number: int, round_: int) -> bool:
        """Return whether there are messages that ask for votes in a round."""
        asked = await self._host.notifications.with_buttons(number)
        table = await self._host.tables.known(number)
        asking = [one.notification for one in asked if not is_only_waiting(one.notification, table)]
        return any(one.round == round_ and one.kind in VOTE_KINDS for one in asking)

    def _ask(self, asked: AskedQuestion) -> None:
        number = asked.notification.game
        if asked.message:
            self._jobs.ask(_key(asked.message), partial(self._show, number, asked.message))

    async def _show(
        self, number: int, message: MessageRef, round_: int | None = None, kinds: Collection[NotificationKind] = ()
    ) -> None:
        """Bring a message of a question up to date. Skip one that is deleted or that the bot cannot edit."""
        pressed, log_ = self._presses.pop(message, None), self._host.notifications
        table = await self._host.tables.known(number)  # first: the answer is stored with what ends the question
        asked = next((one for one in await log_.with_buttons(number) if one.message == message), None)
        if asked is None and pressed:
            asked = await log_.question(number, round_, kinds)
        is_open = asked is not None and not await self._is_over(asked.notification, table)
        if (asked is None and pressed is None) or (is_open and asked and asked.notification.kind not in QUIET_KINDS):
            return  # a seat that may be taken shows no answers
        try:
            make = partial(self._content, asked, table, is_open=is_open)
            language = asked.language if asked else ""
            await self._poster.edit(table, message, make, only_closes=not is_open, language=language, pressed=pressed)
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("game %d: its question %d stays as it is: %s", number, message.message, error)
        if not is_open:
            await log_.mark_closed(message)

    async def _content(self, asked: AskedQuestion | None, table: Table, *, is_open: bool) -> Change:
        """Return what a message shows. One whose question is unknown only loses its buttons."""
        if asked is None:
            return Change(rows=())
        if not is_open and is_only_waiting(asked.notification, table):
            return Change(rows=())  # nobody was asked to vote
        if not isinstance(table, RunningTable) or not is_open:
            return Change(await self._closed_text(asked, table), ())
        write = await question_writer(self._bot, asked.notification, table)
        if write is None:
            return Change()
        screen = write().screen
        return Change(screen.text, screen.rows)

    async def _closed_text(self, asked: AskedQuestion, table: Table) -> str:
        """Return how a question was decided; if it ended without an answer, that it is over."""
        kind = asked.notification.kind
        if asked.answer is None or asked.seat is None or not isinstance(table, SeatedTable):
            return question_closed_text(kind, table)
        if (seat := _seat_of_asker(asked, table)) is not None:
            asker = safe_labels(table)[seat]
        else:
            asker = await self._name(table, asked.notification.person_id)
        return decision_text(table, kind, asked.answer, asked.seat, asker)

    async def _name(self, table: SeatedTable, person_id: int) -> str:
        """Return the name of a person in a game, also if somebody else has their seat by now."""
        if seats := table.seats_of(person_id):
            return safe_labels(table)[seats[0].number]
        given = [one.giver for one in await self._host.seats.substitutions(table.number)]
        names = [one.name for one in given if getattr(one, "id", None) == person_id]
        if names or is_nameless(person_id):
            return safe_name(names[-1]) if names else "?"
        return mention(Person(person_id, ""))  # who has asked for a seat and never had one


async def question_writer(bot: BotParts, notification: Notification, table: RunningTable) -> MessageWriter | None:
    """Load what a vote says now, or a question about an undo, a seat, or the end of a game. Return a function that
    makes it.

    Return None if it can't be told: the turn isn't late any more, as on a vacation, or it was played just now.
    """
    host = bot.host
    if notification.kind is NotificationKind.UNDO and table.undo_request:
        turn_start = await host.history.state_at(table.number, table.undo_request.ply)
        return partial(undo_message, table, table.undo_request, turn_start)
    if notification.kind is NotificationKind.ENDING and table.end_request:
        return partial(end_message, table, table.end_request)
    if notification.kind is NotificationKind.SEAT_ASKED and table.seat_request:
        return partial(seat_request_message, table, table.seat_request)
    if is_only_waiting(notification, table):
        return partial(reminder_message, notification, table)
    try:
        vote = await host.voting.status(table.number, await bot.channels.absent_players(table))
    except HostError:
        return None
    is_gone = await bot.channels.has_left(table.venue, notification.person_id)
    return partial(vote_message, notification, table, vote, is_gone=is_gone)


def is_only_waiting(notification: Notification, table: Table) -> bool:
    """Return whether the time of a turn is out at a table that waits: its message offers a vote, but asks for none."""
    return notification.kind is NotificationKind.OUT and table.settings.timeout is TimeoutAction.WAIT


def _seat_of_asker(asked: AskedQuestion, table: SeatedTable) -> int | None:
    """Return the seat of whoever wanted to end a game; None for other questions, and where it isn't known any more.

    Who joins in the request asks the others anew. It stays the request of who made it, and only they withdraw it.
    """
    if asked.notification.kind is not NotificationKind.ENDING:
        return None
    if asked.answer is ConsentAnswer.WITHDRAWN:
        return asked.seat
    return table.end_request.seat if table.end_request else None


def _key(message: MessageRef) -> Key:
    return "question", message.channel, message.message


def _may_have_changed(asked: AskedQuestion, table: Table) -> bool:
    """Return whether a message may show something else than what is stored, although nobody has pressed a button.

    The voters may have changed with time. Who has resigned needn't agree to the end of a game any more. An outage moves
    the time at which a seat is somebody's.
    """
    kind = asked.notification.kind
    has_resigned = isinstance(table, RunningTable) and any(seat.resigned for seat in table.seats)
    may_change = {*VOTE_KINDS, NotificationKind.SEAT_ASKED}
    return kind in may_change or (kind is NotificationKind.ENDING and has_resigned)
