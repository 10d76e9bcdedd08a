"""Notifications, and those of their messages that have buttons, as rows of the database."""

from collections.abc import Mapping
from datetime import datetime
from sqlite3 import Row
from typing import Final

from host.model.notifications import DeliveryOutcome, Notification, NotificationKind
from host.model.table import MessageRef
from host.storage.database import Database, Statement, format_time, read_time

_UNSENT: Final = "SELECT * FROM pings WHERE outcome IS NULL ORDER BY at, game"
_OF_GAME: Final = "SELECT * FROM pings WHERE game = ? ORDER BY at, round"
_MESSAGE: Final = """
SELECT channel, message FROM pings WHERE game = ? AND round = ? AND kind = ? AND message IS NOT NULL"""
_WITH_BUTTONS: Final = """
SELECT pings.*, asked.channel AS asked_channel, asked.message AS asked_message, language
FROM question_messages AS asked JOIN pings USING (game, round, kind) WHERE game = ? ORDER BY at, round, asked.message"""
_LAST_ROUND: Final = "SELECT COALESCE(MAX(round), 0) AS round FROM pings WHERE game = ? AND kind = ?"

_ADD: Final = "INSERT INTO pings (game, round, kind, person, at, due_at) VALUES (?, ?, ?, ?, ?, ?)"
_DELIVERED: Final = "UPDATE pings SET outcome = ?, channel = ?, message = ? WHERE game = ? AND round = ? AND kind = ?"
_ADD_BUTTONS: Final = """
INSERT INTO question_messages (channel, message, game, round, kind, language) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT DO NOTHING"""
_REMOVE_BUTTONS: Final = "DELETE FROM question_messages WHERE channel = ? AND message = ?"


class NotificationRepository:
    """The notifications of all games: those sent, and those still to be sent."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def unsent(self) -> list[Notification]:
        """Return the notifications that may not have been sent yet, the oldest first."""
        return [_notification(row) for row in await self._database.read(_UNSENT)]

    async def of_game(self, number: int) -> list[tuple[Notification, DeliveryOutcome | None]]:
        """Return all notifications of a game in order, each with its outcome; None where that is not known yet."""
        rows = await self._database.read(_OF_GAME, number)
        return [(_notification(row), DeliveryOutcome(row["outcome"]) if row["outcome"] else None) for row in rows]

    async def message(self, number: int, round_: int, kind: NotificationKind) -> MessageRef | None:
        """Return the message of a notification; None where it was not sent."""
        rows = await self._database.read(_MESSAGE, number, round_, kind)
        return MessageRef(rows[0]["channel"], rows[0]["message"]) if rows else None

    async def with_buttons(self, number: int) -> list[tuple[Notification, MessageRef, str]]:
        """Return the messages of a game's notifications that still have buttons, each with its language."""
        rows = await self._database.read(_WITH_BUTTONS, number)
        return [
            (_notification(row), MessageRef(row["asked_channel"], row["asked_message"]), row["language"])
            for row in rows
        ]

    async def next(self, number: int, kind: NotificationKind, person_id: int, now: datetime) -> Notification:
        """Return the next notification of a kind that has its own count of rounds; it is not stored yet."""
        [row] = await self._database.read(_LAST_ROUND, number, kind)
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
        first = next(iter(messages), None)
        channel, number = (first.channel, first.message) if first else (None, None)
        statements = [Statement(_DELIVERED, (outcome, channel, number, *notification.key), expected_rows=1)]
        if has_buttons:
            statements += [
                Statement(_ADD_BUTTONS, (message.channel, message.message, *notification.key, language))
                for message, language in messages.items()
            ]
        if next_one:
            statements.append(notification_statement(next_one))
        await self._database.commit(statements)

    async def remove_buttons(self, message: MessageRef) -> None:
        """Store that a message has no buttons any more."""
        await self._database.commit([Statement(_REMOVE_BUTTONS, (message.channel, message.message))])


def notification_statement(notification: Notification) -> Statement:
    """Return the statement that stores a notification; it fails if one with its key is stored already."""
    at, due = notification.at.isoformat(), format_time(notification.due)
    return Statement(_ADD, (*notification.key, notification.person_id, at, due))


def _notification(row: Row) -> Notification:
    at, due = datetime.fromisoformat(row["at"]), read_time(row["due_at"])
    return Notification(row["game"], row["round"], NotificationKind(row["kind"]), row["person"], at, due)
