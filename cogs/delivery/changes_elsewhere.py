"""Announces what other processes have changed in the games that this one shows."""

import logging
from collections.abc import Collection
from contextlib import suppress
from typing import Final

from cogs.delivery.background import BackgroundTasks, GameTasks
from cogs.delivery.context import DeliveryContext
from cogs.delivery.errors import NotAnnouncedError
from cogs.delivery.outbox import Outbox
from cogs.delivery.threads import move_to_thread
from host import HostError, RunningSummary, StartedTable, WaitingTable

log = logging.getLogger(__name__)

MOST_CHANGES: Final = 20
"""How many games that have changed are looked at one by one. More have if the connection that tells it was lost. Then
all games are searched for what is to be sent."""


class ChangesElsewhere:
    """Does for a change that another process has stored what the outbox does for one of this process."""

    def __init__(self, context: DeliveryContext, outbox: Outbox) -> None:
        self._context = context
        self._tables = context.host.tables
        self._outbox = outbox
        self._tasks = BackgroundTasks()
        self._games = GameTasks(self._tasks, self._show)

    def begin(self) -> None:
        """From now on, announce what changes."""
        self._context.host.changed_elsewhere.add(self._show_in_background)

    async def close(self) -> None:
        """Stop. The next start announces what is left."""
        self._context.host.changed_elsewhere.remove(self._show_in_background)
        await self._tasks.close()

    def _show_in_background(self, numbers: Collection[int]) -> None:
        if len(numbers) > MOST_CHANGES:
            self._tasks.begin(self._show_all())
            return
        for number in filter(self._outbox.is_shown_here, numbers):
            self._games.begin(number)

    async def _show(self, number: int) -> None:
        """Announce a change, send the notifications that belong to it, and refresh the messages of the game."""
        try:
            table = self._tables.summary(number) or await self._tables.load(number)
            if not self._context.host.is_home(table.venue):  # a game that is over may belong to another process
                return
            if isinstance(table, StartedTable | RunningSummary) and table.announced < table.ply:
                await self._announce(await self._tables.load_started(number))
            elif isinstance(table, WaitingTable) and table.status_message is None:
                with suppress(NotAnnouncedError):
                    await self._outbox.show_status(number)
            await self._outbox.notify_missed(number)
            self._outbox.refresh(number)
        except Exception as error:  # the next search for what was missed finds it
            log.warning(
                "game %d: its change is not shown: %r", number, error, exc_info=not isinstance(error, HostError)
            )

    async def _announce(self, table: StartedTable) -> None:
        """Announce what was played. A game that begins gets its thread before, and its status message is pinned."""
        begins = table.announced == 0
        if begins and table.settings.thread and await move_to_thread(self._context, table):
            table = await self._tables.load_started(table.number)
        with suppress(NotAnnouncedError):  # it is tried again later
            await self._outbox.publish_missed(table)
            if begins:
                await self._outbox.pin_status(await self._outbox.show_status(table.number))

    async def _show_all(self) -> None:
        try:
            await self._outbox.publish_all_missed()
            await self._outbox.notify_missed()
        except HostError as error:  # the next search finds it
            log.warning("what other processes have changed is not shown: %r", error)
        self._outbox.refresh_all()
