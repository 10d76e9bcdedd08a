"""Reviews of games that were played to their end: what each turn cost, and what the draws made of the result.

Who makes them is no part of the host, and what they hold only matters there. A review follows from its game, so it is a
derivation. It takes seconds, so it is made while nobody plays, or when somebody asks for it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final, TypeAlias

from host.model.log_replay import FinishedGame
from host.model.rate_limits import RateLimit
from host.model.table import FinishedTable, StartedTable
from host.model.table_errors import NoReviewError, StillRunsError
from host.services.derivations import Backlog, Derivation, Derivations
from host.services.service import Service, ServiceContext
from host.storage.engine.statements import Statement
from host.storage.reviews import REVIEWS, review_statements

Listener: TypeAlias = Callable[[int, int], None]
"""Is told how many parts of how many are done."""
Maker: TypeAlias = Callable[[FinishedGame, Listener], Awaitable[str | None]]
"""Returns the review of a game that was played to its end, or None if it can't be made now. Tells how far it is."""

REVIEW_LIMIT: Final = RateLimit("reviews", 6, 300)
"""Reviews that one person has made: each takes seconds of all processors, and all others who ask wait for it."""
_SIDE_BY_SIDE: Final = 2
"""How many games that somebody asks for are reviewed at a time."""


class Reviews(Service):
    """The reviews of games."""

    def __init__(self, context: ServiceContext, derivations: Derivations) -> None:
        super().__init__(context)
        self._derivations = derivations
        self._backlog: Backlog[str] | None = None
        self._asked_for = asyncio.Semaphore(_SIDE_BY_SIDE)
        self._listeners: dict[int, list[Listener]] = {}

    def begin(self, version: int, make: Maker) -> None:
        """Have reviews made from now on, for old games, too. When other ones are made than before, the ``version`` is
        raised.
        """

        async def work_out(game: FinishedGame) -> str | None:
            table = game.logged.table
            if not isinstance(table, FinishedTable) or not table.has_review:
                return ""
            return await make(game, partial(self._tell, table.number))

        self._backlog = self._derivations.add(Derivation(REVIEWS, version, work_out, _rows, is_slow=True))

    async def find(self, table: StartedTable) -> str:
        """Return the review of a game; empty if none of this version is there yet.

        Raise StillRunsError, or NoReviewError for a game that was not played to its end.
        """
        if not isinstance(table, FinishedTable):
            raise StillRunsError(table)
        if not table.has_review:
            raise NoReviewError(table)
        if self._backlog is None or not await self._is_made(table.number, self._backlog.derivation.version):
            return ""
        return await self._storage.reviews.load(table.number)

    def is_asked_for(self, number: int) -> bool:
        """Return whether somebody waits here until the review of a game is made."""
        return number in self._listeners

    async def make(self, table: StartedTable, listener: Listener | None = None) -> str:
        """Return the review of a game, and have it made now if it isn't there. Empty if that is impossible now.

        The listener hears meanwhile how far it is. Raise what ``find`` raises.
        """
        found = await self.find(table)
        if found or self._backlog is None:
            return found
        with self._listening(table.number, listener):
            async with self._asked_for:
                await self._backlog.work_out(table.number)
        return await self.find(table)

    @contextmanager
    def _listening(self, number: int, listener: Listener | None) -> Iterator[None]:
        listeners = self._listeners.setdefault(number, [])
        listeners += [listener] if listener else []
        try:
            yield
        finally:
            if listener:
                listeners.remove(listener)
            if not listeners:
                self._listeners.pop(number, None)

    def _tell(self, number: int, done: int, total: int) -> None:
        for listener in self._listeners.get(number, ()):
            listener(done, total)

    async def _is_made(self, number: int, version: int) -> bool:
        return await self._storage.derivations.version(REVIEWS, number) == version


async def _rows(number: int, found: str | None, is_outdated: bool) -> Sequence[Statement]:
    return review_statements(number, found or "")
