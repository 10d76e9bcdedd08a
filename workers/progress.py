"""How far a job is: the job tells it, and whoever waits for the job hears it.

A job that tells nothing is done as any other, and a job that nobody listens to tells it in vain.
"""

import logging
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from workers.jobs import Job

T = TypeVar("T")

log = logging.getLogger(__name__)

Listener: TypeAlias = Callable[[int, int], None]
"""Is told how many parts of how many are done."""

_listener: ContextVar[Listener | None] = ContextVar("listener", default=None)


@dataclass(frozen=True, slots=True)
class Progress:
    """What a process writes while it works: how many parts of how many are done."""

    done: int
    total: int


def tell_progress(done: int, total: int) -> None:
    """Tell whoever waits for the job that runs in this thread how far it is; outside of a job, do nothing."""
    listener = _listener.get()
    if listener is not None:
        listener(done, total)


def do_job(job: Job[T], listener: Listener | None) -> T:
    """Do a job and return what it returns; meanwhile the listener hears how far it is."""
    token = _listener.set(listener)
    try:
        return job()
    finally:
        _listener.reset(token)


class ProgressHearing:
    """Hands on what a job tells, until the job is over. What comes later, or goes wrong in hearing it, does nothing."""

    def __init__(self, listener: Listener | None) -> None:
        self._listener = listener

    def note(self, done: int, total: int) -> None:
        """Hand on how far the job is."""
        if self._listener is None:
            return
        try:
            self._listener(done, total)
        except Exception:
            log.exception("nobody heard how far a job is")

    def end(self) -> None:
        """Hand on nothing more."""
        self._listener = None
