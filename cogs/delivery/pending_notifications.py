"""Notifications that are stored and still to be sent: each is claimed, then tried until that succeeds."""

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from prometheus_client import Counter

from cogs.delivery.background import BackgroundTasks
from cogs.delivery.backoff import Pauses, pause_after
from cogs.delivery.context import DeliveryContext
from cogs.delivery.errors import is_discord_trouble
from cogs.delivery.notifier import Notifier
from host import Notification, NotificationKind

log = logging.getLogger(__name__)

RETRIES: Final = Counter("carcassonne_retries", "What could not be sent and is tried again", ["what"])

MAX_PAUSE: Final = 600
"""The longest pause between two attempts to send a notification, in seconds. So long may it wait after Discord works
again."""


class PendingNotifications:
    """Sends each notification once, and after the turn that it is about.

    ``announce_turn`` sends what was played in a game and is not announced. ``refresh`` is told the number of a game
    whose other messages may have to be updated.
    """

    def __init__(
        self,
        context: DeliveryContext,
        notifier: Notifier,
        announce_turn: Callable[[int], Awaitable[None]],
        refresh: Callable[[int], None],
        pauses: Pauses,
    ) -> None:
        self._log = context.host.notifications
        self._notifier = notifier
        self._announce_turn = announce_turn
        self._refresh = refresh
        self._pauses = pauses
        self._tasks = BackgroundTasks()
        self._being_sent: set[tuple[int, int, NotificationKind]] = set()

    async def send(self, notification: Notification) -> None:
        """Send a new notification. If that fails, try again in the background until it succeeds."""
        self._refresh(notification.game)
        self._being_sent.add(notification.key)
        if not await self._try(notification, is_new=True):
            self._send_later(notification, failures=1)

    async def send_missed(self, number: int | None = None) -> None:
        """Send what is stored and may not have been sent, of all games here or of one, in the background."""
        for notification in await self._log.claim_unsent(number):
            if notification.key not in self._being_sent:
                self._being_sent.add(notification.key)
                self._tasks.begin(self._send_again(notification, failures=0))

    async def finish(self) -> None:
        """Wait until what is being sent has arrived."""
        await self._tasks.finish()

    async def close(self) -> None:
        """Stop sending."""
        await self._tasks.close()

    def _send_later(self, notification: Notification, *, failures: int) -> None:
        """Try again after a pause. Nothing else sends the notification meanwhile."""
        pause = min(pause_after(failures, self._pauses), MAX_PAUSE)
        self._tasks.begin_after(pause, partial(self._send_again, notification, failures=failures))

    async def _send_again(self, notification: Notification, *, failures: int) -> None:
        """Send a notification that may have been sent before. If that fails, try again later."""
        if await self._try(notification, is_new=False):
            self._refresh(notification.game)
        else:
            self._send_later(notification, failures=failures + 1)

    async def _try(self, notification: Notification, *, is_new: bool) -> bool:
        try:
            await self._announce_turn(notification.game)
            if claimed := await self._log.claim(notification):  # else another process sends it, or it was delivered
                following = await self._notifier.send(claimed, is_new=is_new)
                if following:
                    await self.send(following)
        except Exception as error:
            is_expected, kind = is_discord_trouble(error), notification.kind
            RETRIES.labels("notification").inc()
            log.warning("game %d: no notification %s yet: %r", notification.game, kind, error, exc_info=not is_expected)
            return False
        self._being_sent.discard(notification.key)
        return True
