"""Callbacks for changes. Whoever makes the change does not know who listens."""

import logging
from collections.abc import Callable
from typing import Generic, ParamSpec

P = ParamSpec("P")

log = logging.getLogger(__name__)


class Observers(Generic[P]):
    """The callbacks that are called when something changes, with what it was."""

    def __init__(self) -> None:
        self._callbacks: list[Callable[P, None]] = []

    def add(self, callback: Callable[P, None]) -> None:
        """Call a callback from now on; once for each change, even if it is added twice."""
        if callback not in self._callbacks:
            self._callbacks.append(callback)

    def remove(self, callback: Callable[P, None]) -> None:
        """Call a callback no more; nothing happens if it was not added."""
        if callback in self._callbacks:
            self._callbacks.remove(callback)

    def notify(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call all callbacks, in the order in which they were added.

        What has changed stays changed, so one that fails hides it neither from the others nor from whoever changed it.
        """
        for callback in tuple(self._callbacks):
            try:
                callback(*args, **kwargs)
            except Exception:
                log.exception("%r failed to hear of a change", callback)
