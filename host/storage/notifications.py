"""Notifications, and those of their messages that have buttons, as rows of the database."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from sqlalchemy import and_, bindparam, delete, func, insert, select, update

from host.model.notifications import DeliveryOutcome, Notification, NotificationKind
from host.model.table import MessageRef
from host.storage.database import Database, Row, format_time, read_time
from host.storage.statements import Statement, Value, upsert
from host.storage.tables import pings, question_messages

_is_of_game = pings.c.game == bindparam("number")
_is_ping = and_(_is_of_game, pings.c.round == bindparam("round_number"), pings.c.kind == bindparam("of_kind"))
_UNSENT: Final = select(pings).where(pings.c.outcome.is_(None)).order_by(pings.c.at, pings.c.game)
_OF_GAME: Final = select(pings).where(_is_of_game).order_by(pings.c.at, pings.c.round)
_MESSAGE: Final = select(pings.c.channel, pings.c.message).where(_is_ping, pings.c.message.is_not(None))
_asked = question_messages.alias("asked")
_WITH_BUTTONS: Final = (
    select(pings, _asked.c.channel.label("asked_channel"), _asked.c.message.label("asked_message"), _asked.c.language)
    .join(_asked, and_(_asked.c.game == pings.c.game, _asked.c.round == pings.c.round, _asked.c.kind == pings.c.kind))
    .where(_asked.c.game == bindparam("number"))
    .order_by(pings.c.at, pings.c.round, _asked.c.message)
)
_LAST_ROUND: Final = select(func.coalesce(func.max(pings.c.round), 0).label("round")).where(
    _is_of_game, pings.c.kind == bindparam("of_kind")
)

_ADD: Final = insert(pings)
_DELIVERED: Final = update(pings).where(_is_ping).returning(pings.c.game)
_ADD_BUTTONS: Final = upsert(question_messages)
_REMOVE_BUTTONS: Final = delete(question_messages).where(
    question_messages.c.channel == bindparam("asked_channel"), question_messages.c.message == bindparam("asked_message")
)


class NotificationRepository:
    """The notifications of all games: those sent, and those still to be sent."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def unsent(self) -> list[Notification]:
        """Return the notifications that may not have been sent yet, the oldest first."""
        return [_notification(row) for row in await self._database.read(_UNSENT)]

    async def of_game(self, number: int) -> list[tuple[Notification, DeliveryOutcome | None]]:
        """Return all notifications of a game in order, each with its outcome; None where that is not known yet."""
        rows = await self._database.read(_OF_GAME, number=number)
        return [(_notification(row), DeliveryOutcome(row["outcome"]) if row["outcome"] else None) for row in rows]

    async def message(self, number: int, round_: int, kind: NotificationKind) -> MessageRef | None:
        """Return the message of a notification; None where it was not sent."""
        rows = await self._database.read(_MESSAGE, number=number, round_number=round_, of_kind=kind)
        return MessageRef(rows[0]["channel"], rows[0]["message"]) if rows else None

    async def with_buttons(self, number: int) -> list[tuple[Notification, MessageRef, str]]:
        """Return the messages of a game's notifications that still have buttons, each with its language."""
        rows = await self._database.read(_WITH_BUTTONS, number=number)
        return [
            (_notification(row), MessageRef(row["asked_channel"], row["asked_message"]), row["language"])
            for row in rows
        ]

    async def next(self, number: int, kind: NotificationKind, person_id: int, now: datetime) -> Notification:
        """Return the next notification of a kind that has its own count of rounds; it is not stored yet."""
        [row] = await self._database.read(_LAST_ROUND, number=number, of_kind=kind)
        return Notification(number, row["round"] + 1, kind, person_id, now, None)

    async def add(self, notification: Notification) -> None:
        """Store a notification that is about to be sent."""
        await self._database.commit([notification_statement(notification)])

    async def mark_delivered(
        self,
        notification: Notification,
        outcome: DeliveryOutcome,
        messages: Mapping[MessageRef, str],
        *,
        has_buttons: bool,
        next_one: Notification | None,
    ) -> None:
        """Store the outcome of a notification, its messages with their languages, and a further notification."""
        statements = [_delivered_statement(notification, outcome, next(iter(messages), None))]
        if has_buttons:
            statements += [
                _buttons_statement(notification, message, language) for message, language in messages.items()
            ]
        if next_one:
            statements.append(notification_statement(next_one))
        await self._database.commit(statements)

    async def remove_buttons(self, message: MessageRef) -> None:
        """Store that a message has no buttons any more."""
        values = {"asked_channel": message.channel, "asked_message": message.message}
        await self._database.commit([Statement(_REMOVE_BUTTONS, values)])


def notification_statement(notification: Notification) -> Statement:
    """Return the statement that stores a notification; it fails if one with its key is stored already."""
    return Statement(
        _ADD,
        {
            **_key(notification),
            "person": notification.person_id,
            "at": notification.at.isoformat(),
            "due_at": format_time(notification.due),
        },
    )


def _delivered_statement(notification: Notification, outcome: DeliveryOutcome, message: MessageRef | None) -> Statement:
    number, round_, kind = notification.key
    channel_id, message_id = (message.channel, message.message) if message else (None, None)
    return Statement(
        _DELIVERED,
        {
            "outcome": outcome,
            "channel": channel_id,
            "message": message_id,
            "number": number,
            "round_number": round_,
            "of_kind": kind,
        },
        is_guard=True,
    )


def _buttons_statement(notification: Notification, message: MessageRef, language: str) -> Statement:
    sent: dict[str, Value] = {"channel": message.channel, "message": message.message, "language": language}
    return Statement(_ADD_BUTTONS, {**sent, **_key(notification)})


def _key(notification: Notification) -> dict[str, Value]:
    number, round_, kind = notification.key
    return {"game": number, "round": round_, "kind": kind}


def _notification(row: Row) -> Notification:
    at, due = datetime.fromisoformat(row["at"]), read_time(row["due_at"])
    return Notification(row["game"], row["round"], NotificationKind(row["kind"]), row["person"], at, due)
