"""Callbacks for changes. Whoever makes the change does not know who listens."""

from collections.abc import Callable


class Observers:
    """The callbacks that are called when something changes."""

    def __init__(self) -> None:
        self._callbacks: list[Callable[[], None]] = []

    def add(self, callback: Callable[[], None]) -> None:
        """Call a callback from now on, once for each change, even if it is added twice."""
        if callback not in self._callbacks:
            self._callbacks.append(callback)

    def remove(self, callback: Callable[[], None]) -> None:
        """Call a callback no more; nothing happens if it was not added."""
        if callback in self._callbacks:
            self._callbacks.remove(callback)

    def notify(self) -> None:
        """Call all callbacks, in the order in which they were added."""
        for callback in tuple(self._callbacks):
            callback()
