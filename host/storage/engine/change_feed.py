"""What other processes have stored, as the database tells it."""

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from host.storage.engine.backend import Backend

log = logging.getLogger(__name__)

_PAUSES: Final = (0.1, 0.5, 1, 2, 5)
"""Seconds until the next attempt to listen again."""


@dataclass(slots=True)
class Changes:
    """What has changed: keys by kind of data, such as the numbers of games."""

    keys: dict[str, set[int]] = field(default_factory=dict)
    is_gap: bool = False
    """Whether more may have changed, because for a while nothing was heard."""

    def of(self, kind: str) -> frozenset[int]:
        """Return the keys of a kind of data that have changed."""
        return frozenset(self.keys.get(kind, ()))

    def add(self, other: "Changes") -> None:
        """Add other changes to these."""
        for kind, keys in other.keys.items():
            self.keys.setdefault(kind, set()).update(keys)
        self.is_gap |= other.is_gap


class ChangeFeed:
    """Collects what other processes change, from when it is opened until it is closed."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._changes = Changes()
        self._news = asyncio.Event()
        self._opened = asyncio.get_running_loop().create_future()
        self._failures = 0
        self._is_closing = False
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to listen: whatever changes from now on is heard. Raise what the driver raises."""
        self._task = asyncio.create_task(self._listen())
        await self._opened

    async def next(self) -> Changes:
        """Wait until something has changed, and return all that has changed since it was asked last."""
        await self._news.wait()
        self._news.clear()
        changes, self._changes = self._changes, Changes()
        return changes

    def put_back(self, changes: Changes) -> None:
        """Keep changes that could not be used yet. They come again."""
        self._changes.add(changes)
        self._news.set()

    async def close(self) -> None:
        """Listen no more."""
        if self._task is not None:
            self._is_closing = True
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _listen(self) -> None:
        """Listen; whenever the connection is lost, listen with another one.

        A library that is just ending the lost connection may swallow that the task is cancelled.
        """
        while not self._is_closing:
            try:
                await self._backend.listen(self._begin, self._hear)
            except Exception as error:
                if not self._opened.done():
                    self._opened.set_exception(error)
                    return
                log.debug("the connection that listens failed: %r", error)
            if not self._failures:
                log.warning("%s: what other processes change is not heard for now", self._backend.name)
            await asyncio.sleep(_PAUSES[min(self._failures, len(_PAUSES) - 1)])
            self._failures += 1

    def _begin(self) -> None:
        if not self._opened.done():
            self._opened.set_result(None)
            return
        self._failures = 0
        log.info("%s: what other processes change is heard again", self._backend.name)
        self.put_back(Changes(is_gap=True))

    def _hear(self, message: str) -> None:
        kind, key, process = message.split(" ", 2)
        if process != self._backend.process:
            self.put_back(Changes({kind: {int(key)}}))
