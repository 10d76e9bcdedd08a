"""Which notifications were stored, which were sent, and which of their messages still have buttons."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import Final

from host.model.notifications import ASLEEP, DeliveryOutcome, Notification, NotificationKind, is_open
from host.model.table import MessageRef
from host.services.command_runner import CommandRunner, uncancellable
from host.storage.storage import Storage

NO_MESSAGES: Final[Mapping[MessageRef, str]] = MappingProxyType({})


class NotificationLog:
    """The notifications of all games. Each is stored before it is sent, so that none is lost and none is sent twice."""

    def __init__(self, storage: Storage, runner: CommandRunner) -> None:
        self._games = storage.games
        self._notifications = storage.notifications
        self.runner = runner

    async def unsent(self) -> list[Notification]:
        """Return the pings of which it is not known whether they were sent."""
        return await self._notifications.unsent()

    async def of_game(self, number: int) -> list[tuple[Notification, DeliveryOutcome | None]]:
        """Return the pings of a game about time, and what has become of them."""
        return await self._notifications.of_game(number)

    async def outcome(self, ping: Notification) -> DeliveryOutcome | None:
        """Return what has become of a ping that is stored; None where that is not yet known."""
        return dict(await self.of_game(ping.game))[ping]

    @uncancellable
    async def mark_delivered(
        self,
        ping: Notification,
        outcome: DeliveryOutcome,
        messages: Mapping[MessageRef, str] = NO_MESSAGES,
        *,
        has_buttons: bool = False,
        asleep_at: datetime | None = None,
    ) -> Notification | None:
        """Note what has become of a ping, and by which messages in which languages; in private there may be several. If
        some whom it is for were ``asleep_at`` that time, return a ping for them, which is stored by this.
        """
        asleep = replace(ping, kind=ASLEEP[ping.kind], at=asleep_at) if asleep_at else None
        await self._notifications.mark_delivered(ping, outcome, messages, has_buttons=has_buttons, next_one=asleep)
        return asleep

    async def message(self, number: int, round_: int, kind: NotificationKind) -> MessageRef | None:
        """Return the message of a ping, where it was sent, the first of several."""
        return await self._notifications.message(number, round_, kind)

    async def closed_questions(self, number: int) -> list[tuple[Notification, MessageRef, str]]:
        """Return the questions of a game that still have buttons and cannot be answered any more, with their messages
        and the languages of these; an empty one is the table's.

        Raise NO_TABLE, HELD.
        """
        asked = await self._notifications.with_buttons(number)
        table = await self._games.load(number) if asked else None
        return [one for one in asked if table and not is_open(one[0], table)]

    async def open_messages(self, number: int, round_: int, *kinds: NotificationKind) -> dict[MessageRef, str]:
        """Return the messages of a question, asked by pings of these kinds, that still have buttons, with their
        languages; an empty one is the table's.
        """
        asked = await self._notifications.with_buttons(number)
        return {message: language for ping, message, language in asked if ping.round == round_ and ping.kind in kinds}

    @uncancellable
    async def mark_closed(self, message: MessageRef) -> None:
        """Note that a message has no buttons any more."""
        await self._notifications.remove_buttons(message)
