"""The reviews that are being made for pages. Whoever asks for the same one waits for the same work.

What is made is stored, so it's forgotten here. What has failed is kept until somebody has heard of it.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from host.host import Host
from host.model.table import StartedTable

PATIENCE: Final = 2.0
"""Seconds that a page waits for a review, until it hears how far that is."""


@dataclass(slots=True)
class UnderWay:
    """A review that is being made, and how many turns of how many are done."""

    task: "asyncio.Task[str]"
    done: int = 0
    total: int = 0

    def note(self, done: int, total: int) -> None:
        self.done, self.total = done, total


class ReviewsUnderWay:
    """Has reviews made. What fails is made anew when somebody asks again."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._by_number: dict[int, UnderWay] = {}

    async def find(self, table: StartedTable, check_may_ask: Callable[[], None]) -> str | UnderWay:
        """Return the review of a game, empty if it can't be made now; or how far it is if it takes longer.

        Raise StillRunsError, NoReviewError or StorageError; and before one is begun, what ``check_may_ask`` raises.
        """
        if found := await self._host.reviews.find(table):
            return found
        under_way = self._by_number.get(table.number)
        if under_way is None:
            check_may_ask()
            under_way = self._begin(table)
        done, _ = await asyncio.wait([under_way.task], timeout=PATIENCE)
        if not done:
            return under_way
        self._forget(table.number, under_way)
        return under_way.task.result()

    def _begin(self, table: StartedTable) -> UnderWay:
        def note(done: int, total: int) -> None:
            begun.note(done, total)

        begun = UnderWay(asyncio.create_task(self._host.reviews.make(table, note)))
        self._by_number[table.number] = begun
        begun.task.add_done_callback(partial(self._note_end, table.number, begun))
        return begun

    def _note_end(self, number: int, ended: UnderWay, task: "asyncio.Task[str]") -> None:
        if not task.cancelled() and task.exception() is None and task.result():
            self._forget(number, ended)

    def _forget(self, number: int, ended: UnderWay) -> None:
        """Forget work that has ended, unless other work has taken its place."""
        if self._by_number.get(number) is ended:
            del self._by_number[number]
