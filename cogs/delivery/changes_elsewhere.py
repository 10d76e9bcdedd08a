"""Announces what other processes have changed in the games that this one shows."""

from collections.abc import Collection
from contextlib import suppress
from functools import partial
from typing import Final

from cogs.delivery.context import DeliveryContext
from cogs.delivery.errors import NotAnnouncedError
from cogs.delivery.outbox import Outbox
from host.model.table import RunningSummary, StartedTable, WaitingTable

MOST_CHANGES: Final = 20
"""How many games that have changed are looked at one by one. More have if the connection that tells it was lost. Then
all games are searched for what is to be sent."""


class ChangesElsewhere:
    """Does for a change that another process has stored what the outbox does for one of this process."""

    def __init__(self, context: DeliveryContext, outbox: Outbox) -> None:
        self._host = context.host
        self._jobs = context.jobs
        self._outbox = outbox

    def begin(self) -> None:
        """From now on, announce what changes."""
        self._host.changes_elsewhere.games_changed.add(self._show_in_background)

    def stop(self) -> None:
        """Announce no more changes. The next start announces what is left."""
        self._host.changes_elsewhere.games_changed.remove(self._show_in_background)

    def _show_in_background(self, numbers: Collection[int]) -> None:
        if len(numbers) > MOST_CHANGES:
            self._jobs.ask(("changes elsewhere",), self._show_all)
            return
        for number in filter(self._outbox.is_shown_here, numbers):
            key = ("change elsewhere", number)
            self._jobs.forget_failures(key)  # the database can be read again
            self._jobs.ask(key, partial(self._show, number))

    async def _show(self, number: int) -> None:
        """Announce a change, send the notifications that belong to it, and refresh the messages of the game."""
        table = self._host.tables.summary(number) or await self._host.tables.load(number)
        if not self._host.is_home(table.venue):  # a game that is over may belong to another process
            return
        with suppress(NotAnnouncedError):  # it is tried again later
            if isinstance(table, StartedTable | RunningSummary) and table.announced < table.ply:
                await self._outbox.publish_missed(number)
            elif isinstance(table, WaitingTable) and table.status_message is None:
                await self._outbox.show_status(number)
        await self._outbox.notify_missed(number)
        self._outbox.refresh(number)

    async def _show_all(self) -> None:
        await self._outbox.publish_all_missed()
        await self._outbox.notify_missed()
        self._outbox.refresh_all()
