"""What is in memory stays true while other processes write to the same database."""

import asyncio
import logging
from contextlib import suppress
from datetime import datetime
from typing import Final

from host.errors import HostError, NoTableError, QuarantinedError
from host.model.losses import after_loss, has_lost_turns, lost_message
from host.model.notifications import LOSS_KINDS, OutdatedMessage
from host.model.observers import Observers
from host.model.table import MessageRef, RunningTable, SeatedTable
from host.model.table_errors import GameOverError, NotStartedError
from host.services.administration import Administration
from host.services.follows import Follows
from host.services.people import People
from host.services.service import Service, ServiceContext, uncancellable
from host.storage.engine.change_feed import ChangeFeed, Changes

log = logging.getLogger(__name__)

_PAUSES: Final = (1, 2, 5, 15, 60)
"""Seconds until what has changed is read again, if that has failed."""
_LOSSES: Final = "losses"
"""The kind of changes that this process has found by itself: tables that have lost turns."""


class ChangesElsewhere(Service):
    """Reads again what another process has changed.

    It may find that the server has lost turns although people were told of them: this is said at their tables.
    """

    def __init__(
        self, context: ServiceContext, administration: Administration, people: People, follows: Follows
    ) -> None:
        super().__init__(context)
        self._feed = self._storage.feed
        self._administration = administration
        self._people = people
        self._follows = follows
        self.read_all_at: datetime | None = None
        """When everything was last read again, because the connection that tells changes was lost; None if never.
        What was played before may have been announced, even if that is not stored: the server may have lost it."""
        self._lost: dict[int, SeatedTable] = {}
        """The tables that have lost turns, by number, as they were in memory."""
        self._games.loss_found.add(self._note_loss)
        self._task: asyncio.Task[None] | None = None
        self.games_changed = Observers[[frozenset[int]]]()
        """Told the numbers of games that another process has changed, or has stored notifications for, after they were
        read again. If changes may have been missed, they are the numbers of all games that this process knows."""

    def begin(self) -> None:
        """From now on, take over what changes, if the database has other processes."""
        if self._feed is not None:
            self._task = asyncio.create_task(self._take_over(self._feed))

    async def close(self) -> None:
        """Take nothing over any more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _take_over(self, feed: ChangeFeed) -> None:
        failures = 0
        while True:
            changes = await feed.next()
            try:
                games = await self._read_again(changes)
            except Exception as error:
                is_expected = isinstance(error, HostError)
                log.warning("what has changed elsewhere is not read yet: %r", error, exc_info=not is_expected)
                feed.put_back(changes)
                await asyncio.sleep(_PAUSES[min(failures, len(_PAUSES) - 1)])
                failures += 1
            else:
                failures = 0
                if games:
                    self.games_changed.notify(games)

    def _note_loss(self, table: SeatedTable) -> None:
        if self._feed is not None:
            self._lost.setdefault(table.number, table)
            self._feed.put_back(Changes({_LOSSES: {table.number}}))

    async def _read_again(self, changes: Changes) -> frozenset[int]:
        """Read again what has changed, games first: then no game names a person any more who was deleted."""
        games = changes.of("games")
        if changes.is_gap:
            self.read_all_at = self._now()
            self._notifications.claims.forget()  # they may be lost, too, so they are made anew
            games = await self._games.refresh_all()
        elif games:
            await self._games.refresh(games)
        for kind, refresh in (
            ("people", self._games.refresh_names),
            ("people", self._people.refresh),
            ("follows", self._follows.refresh),
            ("servers", self._administration.refresh),
        ):
            changed = changes.of(kind)
            if changes.is_gap:
                await refresh(None)
            elif changed:
                await refresh(changed)
        return games | await self._tell_losses()

    async def _tell_losses(self) -> frozenset[int]:
        """Store what tables have to be told of what is lost. Return the numbers of these tables."""
        numbers = frozenset(self._lost)
        for number in numbers:
            await self.store_loss(self._lost[number])
            del self._lost[number]
        return numbers

    @uncancellable
    async def store_loss(self, lost: SeatedTable) -> bool:
        """Store the notification that a table, as it was in memory, has lost its last entries. Return whether there is
        a new one.

        There is none if the game does not run as it is stored, or if another process has found the loss before:
        several may find the same.
        """
        async with self._games.lock(lost.number):
            try:
                before = await self._games.load_running(lost.number)
            except (NoTableError, NotStartedError, GameOverError, QuarantinedError):
                return False
            message = lost_message(lost, before.table)
            if before.table.losses > lost.losses:
                await self._store_message(before.table, message)
                return False
            if not has_lost_turns(lost, before.table):
                return False
            table, notification = after_loss(before.table, self._now())
            outdated = [OutdatedMessage(notification, message)] if message else []
            await self._store_table(before, table, additions=[notification, *outdated])
            return True

    async def _store_message(self, table: RunningTable, message: MessageRef | None) -> None:
        """Store a message of a lost turn that the process did not know which has stored the loss."""
        if message:
            for one, _ in await self._notifications.of_game(table.number):
                if one.kind in LOSS_KINDS and one.round == table.losses:
                    await self._notifications.add_outdated(OutdatedMessage(one, message))
