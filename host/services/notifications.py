"""Which notifications were stored, which were sent, and which of their messages still have buttons."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import Final

from host.model.notifications import (
    QUIET_KINDS,
    AskedQuestion,
    DeliveryOutcome,
    Notification,
    NotificationKind,
)
from host.model.table import MessageRef
from host.services.service import Service, uncancellable

NO_MESSAGES: Final[Mapping[MessageRef, str]] = MappingProxyType({})


class NotificationLog(Service):
    """The notifications of all games. Each is stored before it is sent, so that none is lost and none is sent twice.

    Of several processes that share the database, one sends each. It claims it before each attempt, and only the one
    that has the claim can store how it went.

    Each message comes with the language in which it was written; an empty language stands for the table's.
    """

    @uncancellable
    async def claim_unsent(self, number: int | None = None) -> list[Notification]:
        """Claim the notifications that may not have been sent yet, of all own games or of one, and return them.

        Those that another process has claimed are left out, until their leases run out.
        """
        return await self._notifications.claim_unsent(self._now(), number)

    @uncancellable
    async def claim(self, notification: Notification) -> Notification | None:
        """Claim a notification for an attempt to send it now. Return None if another process sends it, or has.

        Return it as it is stored, which is what is to be sent: whom it is about may have been deleted meanwhile.
        """
        return await self._notifications.claim(notification, self._now())

    async def of_game(self, number: int) -> list[tuple[Notification, DeliveryOutcome | None]]:
        """Return all notifications of a game in order, each with its outcome; None where that is not known yet."""
        return await self._notifications.of_game(number)

    async def outcome(self, notification: Notification) -> DeliveryOutcome | None:
        """Return the outcome of a stored notification; None if it is not known yet."""
        stored = await self.of_game(notification.game)
        return next(outcome for one, outcome in stored if one.key == notification.key)

    @uncancellable
    async def mark_delivered(
        self,
        notification: Notification,
        outcome: DeliveryOutcome,
        messages: Mapping[MessageRef, str] = NO_MESSAGES,
        *,
        has_buttons: bool = False,
        quiet_at: datetime | None = None,
    ) -> Notification | None:
        """Store the outcome of a notification, and its messages: one in the channel, or several direct messages.

        Of people who were deleted meanwhile, nothing is stored. If some of its receivers had quiet hours at the time
        ``quiet_at``, store and return a notification for them.
        If another process has claimed the notification since, store nothing: that process does it.
        """
        quiet = replace(notification, kind=QUIET_KINDS[notification.kind], at=quiet_at) if quiet_at else None
        is_own = await self._notifications.mark_delivered(
            notification, outcome, messages, has_buttons=has_buttons, next_one=quiet
        )
        return await self._notifications.find(quiet) if quiet and is_own else None

    async def message(self, number: int, round_: int, kind: NotificationKind) -> MessageRef | None:
        """Return the message of a notification in the channel of its game; None if none was sent there."""
        return await self._notifications.message(number, round_, kind)

    async def with_buttons(self, number: int) -> list[AskedQuestion]:
        """Return the messages of a game that have the buttons of a question, the oldest first."""
        return await self._notifications.with_buttons(number)

    async def question(
        self, number: int, round_: int | None, kinds: Collection[NotificationKind]
    ) -> AskedQuestion | None:
        """Return the newest question of a round and of these kinds, without a message; None if there is none."""
        return None if round_ is None else await self._notifications.question(number, round_, kinds)

    @uncancellable
    async def mark_closed(self, message: MessageRef) -> None:
        """Store that a message has no buttons any more."""
        await self._notifications.remove_buttons(message)
