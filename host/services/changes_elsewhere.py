"""What is in memory stays true while other processes write to the same database."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Final

from host.errors import HostError
from host.model.observers import Observers
from host.model.table import SeatedTable
from host.services.administration import Administration
from host.services.follows import Follows
from host.services.losses import Losses
from host.services.people import People
from host.storage.engine.change_feed import ChangeFeed, Changes
from host.storage.storage import Storage

log = logging.getLogger(__name__)

_PAUSES: Final = (1, 2, 5, 15, 60)
"""Seconds until what has changed is read again, if that has failed."""
_LOSSES: Final = "losses"
"""The kind of changes that this process has found by itself: tables that have lost turns."""


class ChangesElsewhere:
    """Reads again what another process has changed."""

    def __init__(
        self,
        storage: Storage,
        administration: Administration,
        people: People,
        follows: Follows,
        losses: Losses,
        now: Callable[[], datetime],
    ) -> None:
        self._feed = storage.feed
        self._games = storage.games
        self._claims = storage.notifications.claims
        self._administration = administration
        self._people = people
        self._follows = follows
        self._losses = losses
        self._now = now
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
        games, people = changes.of("games"), changes.of("people")
        if changes.is_gap:
            self.read_all_at = self._now()
            self._claims.forget()  # they may be lost, too, so they are made anew
            games = await self._games.refresh_all()
            await self._games.refresh_names()
            await self._people.refresh()
            await self._follows.refresh()
            await self._administration.refresh()
            return games | await self._tell_losses()
        if games:
            await self._games.refresh(games)
        if people:
            await self._games.refresh_names(people)
            await self._people.refresh(people)
        if followers := changes.of("follows"):
            await self._follows.refresh(followers)
        if guilds := changes.of("servers"):
            await self._administration.refresh(guilds)
        return games | await self._tell_losses()

    async def _tell_losses(self) -> frozenset[int]:
        """Store what tables have to be told of what is lost. Return the numbers of these tables."""
        numbers = frozenset(self._lost)
        for number in numbers:
            await self._losses.note(self._lost[number])
            del self._lost[number]
        return numbers
