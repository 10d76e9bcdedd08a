"""Locks by number, such as those of tables, of tournaments and of people."""

import asyncio
from weakref import WeakValueDictionary


class Locks:
    """A lock for each number. It is there as long as somebody holds it or waits for it."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def of(self, number: int) -> asyncio.Lock:
        """Return the lock of a number."""
        return self._locks.setdefault(number, asyncio.Lock())
