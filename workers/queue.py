"""Who gets the next free worker."""

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Generic, TypeVar

WorkerT = TypeVar("WorkerT")


class WorkerQueue(Generic[WorkerT]):
    """Hands out workers. Tables take turns, and the jobs of one table come one after the other."""

    def __init__(self, workers: Sequence[WorkerT]) -> None:
        self.workers = tuple(workers)
        self._free = list(reversed(workers))
        self._waiting: dict[int, deque[asyncio.Future[WorkerT]]] = {}

    @property
    def length(self) -> int:
        """How many jobs wait."""
        return sum(map(len, self._waiting.values()))

    async def take(self, table: int) -> WorkerT:
        """Return a free worker for a job of this table; wait until there is one."""
        if self._free:
            return self._free.pop()
        turn: asyncio.Future[WorkerT] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(table, deque()).append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # the worker came in the same moment
                self.give_back(turn.result())
            raise

    def give_back(self, worker: WorkerT) -> None:
        """Hand a worker to the table whose turn it is; keep it if none waits."""
        while self._waiting:
            table = next(iter(self._waiting))
            turns = self._waiting.pop(table)
            turn = turns.popleft()
            if turns:
                self._waiting[table] = turns  # behind all others
            if not turn.done():
                turn.set_result(worker)
                return
        self._free.append(worker)
