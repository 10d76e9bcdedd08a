"""Work in the background, and the only place that tries again: at most one piece of work for each key.

A piece of work makes something as it is stored, such as a message. So it is enough to do it once more, however often it
was asked for, and what runs last is right.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, TypeAlias

from prometheus_client import Counter

from cogs.delivery.errors import NotAnnouncedError, SuspendedError, cause_of, is_expected
from host.errors import StorageError
from host.model.table import Venue

log = logging.getLogger(__name__)

RETRIES: Final = Counter("carcassonne_retries", "What could not be sent and is tried again", ["what"])

PAUSES: Final = (2, 5, 15, 60, 5 * 60, 15 * 60, 3_600, 4 * 3_600, 12 * 3_600, 24 * 3_600)
"""Seconds from a failure to the next attempt: after the first failure, the second, and so on; the last one for all
further failures."""
DATABASE_PAUSE: Final = 15.0
"""The longest pause, in seconds, after the database could not be used. To ask it once more disturbs nobody."""
LONGEST_MESSAGE_PAUSE: Final = 600
"""The longest pause, in seconds, until a notification or a private message is tried again. So long may it wait after
Discord works again."""
SLOTS: Final = 8
"""How many pieces of work for which nobody waits run side by side. More would wait for the same drawing processes."""
SLOW: Final = 3.0
"""Seconds after which work that still runs makes room for the next."""

GAME_WORK: Final = frozenset({
    "answer", "change elsewhere", "computer", "deadline", "direct messages", "notification", "private message",
    "quarantine", "questions", "refresh", "status", "turn", "unmarked message", "vote", "watchers",
})  # fmt: skip
"""The kinds of work whose keys go on with the number of a game."""

Key: TypeAlias = tuple[str | int, ...]
"""What a piece of work, or a message, is for. Its first part is the kind."""
Pauses: TypeAlias = Sequence[float]
Work: TypeAlias = Callable[[], Awaitable[object]]


class Later(Exception):  # noqa: N818 (nothing is wrong)
    """A piece of work has to be done, or done again, after some seconds. That is no failure."""

    def __init__(self, pause: float) -> None:
        super().__init__(pause)
        self.pause = pause


def pause_after(failures: int, pauses: Pauses = PAUSES) -> float:
    """Return the seconds until the next attempt after this number of failures in a row, at least one."""
    return pauses[min(failures, len(pauses)) - 1]


@dataclass(slots=True, eq=False)
class _Job:
    """A piece of work that runs, waits for its time or for a slot, or is suspended."""

    key: Key
    work: Work
    venue: Venue | None = None
    longest: float = PAUSES[-1]
    needs_slot: bool = True
    failures: int = 0
    """In a row. What is suspended counts as failed once, and has no timer."""
    timer: asyncio.TimerHandle | None = None
    running: asyncio.Task[Exception | None] | None = None
    following: asyncio.Task[Exception | None] | None = None
    """The attempt that begins when the one that runs has ended, or right now. It returns its error."""

    def stop_timer(self) -> None:
        if self.timer:
            self.timer.cancel()
            self.timer = None


class Jobs:
    """Runs pieces of work. ``pauses`` are the seconds from a failure to the next attempt.

    Work that raises SuspendedError waits until ``wake`` tries it again. What has failed is kept in memory only: each
    start begins anew with what is stored.
    """

    def __init__(self, pauses: Pauses = PAUSES) -> None:
        self._pauses = pauses
        self._jobs: dict[Key, _Job] = {}
        self._free_slots = SLOTS
        self._waiting: dict[Key, _Job] = {}
        """The jobs that wait for a slot, in order."""
        self._is_finishing = False
        self._is_closed = False

    def ask(
        self,
        key: Key,
        work: Work,
        *,
        after: float = 0,
        venue: Venue | None = None,
        longest: float = PAUSES[-1],
        needs_slot: bool = True,
    ) -> None:
        """Do a piece of work in the background, ``after`` some seconds. If it runs already, do it once more afterwards.
        If it waits already, do it as soon as either asks for.

        What fails is tried again, after ``longest`` seconds at most. Work that has failed is left to its own timer.
        ``venue`` is the channel that it is for, so that ``wake`` finds it. Work that mostly waits needs no slot.
        """
        if self._is_closed or (self._is_finishing and after):
            return
        job = self._job(key, work, venue, longest)
        job.needs_slot = needs_slot
        if job.running:
            self._begin(job)
        elif not job.failures:
            self._begin_after(job, after)

    async def do(self, key: Key, work: Work, *, venue: Venue | None = None, longest: float = PAUSES[-1]) -> None:
        """Do a piece of work now, after what runs already for this key, and wait for it. Raise what it raises.

        If it fails, it is tried again in the background. If this is cancelled, the work goes on.
        """
        if self._is_closed:
            raise asyncio.CancelledError
        attempt = self._begin(self._job(key, work, venue, longest))
        await asyncio.wait([attempt])
        if error := attempt.result():
            raise error

    async def ended(self, key: Key) -> None:
        """Wait until what runs for a key has ended."""
        job = self._jobs.get(key)
        if job and job.running:
            await asyncio.wait([job.running])

    @property
    def is_finishing(self) -> bool:
        """Whether the end is near: what can wait begins no more, and what takes long ends as soon as it can."""
        return self._is_finishing

    def has(self, key: Key) -> bool:
        """Return whether there is such a piece of work: it runs, waits, or is suspended."""
        return key in self._jobs

    def has_failed(self, key: Key) -> bool:
        """Return whether the last attempt has failed."""
        return key in self._jobs and self._jobs[key].failures > 0

    def wake(self, is_affected: Callable[[Venue], bool], *, after_first_pause: bool = False) -> None:
        """Try again what has failed in the channels that a change affects: now, or after the first pause."""
        for job in list(self._jobs.values()):
            if job.failures and not job.running and job.venue and is_affected(job.venue):
                job.failures = 1
                job.stop_timer()
                self._begin_after(job, self._pauses[0] if after_first_pause else 0)

    def forget_failures(self, key: Key) -> None:
        """Let a piece of work that has failed be asked for as any other: what was wrong may be over."""
        job = self._jobs.get(key)
        if job and job.failures and not job.running:
            self.cancel(key)

    def cancel(self, key: Key) -> None:
        """Do a piece of work no more."""
        if job := self._jobs.pop(key, None):
            self._waiting.pop(key, None)
            job.stop_timer()
            for attempt in (job.running, job.following):
                if attempt:
                    attempt.cancel()

    async def finish(self) -> None:
        """Wait until what runs has ended. Begin nothing that can wait: the next start does it."""
        self._is_finishing = True
        self._stop_timers()
        while attempts := self._attempts():
            await asyncio.wait(attempts)

    async def close(self) -> None:
        """Stop everything, and begin nothing more. The next start does what is left."""
        self._is_finishing = self._is_closed = True
        self._stop_timers()
        self._waiting.clear()
        attempts = self._attempts()
        for attempt in attempts:
            attempt.cancel()
        await asyncio.gather(*attempts, return_exceptions=True)

    def _attempts(self) -> list[asyncio.Task[Exception | None]]:
        return [one for job in self._jobs.values() for one in (job.running, job.following) if one]

    def _stop_timers(self) -> None:
        for job in self._jobs.values():
            job.stop_timer()

    def _job(self, key: Key, work: Work, venue: Venue | None, longest: float) -> _Job:
        job = self._jobs.setdefault(key, _Job(key, work))
        job.work, job.venue, job.longest = work, venue, longest
        return job

    def _begin_after(self, job: _Job, pause: float) -> None:
        """Begin a job after a pause, in seconds. When the bot finishes, what has to wait is left to the next start."""
        at = asyncio.get_running_loop().time() + pause
        if pause <= 0:
            self._begin_in_slot(job)
        elif not self._is_finishing and (job.timer is None or at < job.timer.when()):
            job.stop_timer()
            job.timer = asyncio.get_running_loop().call_at(at, self._begin_in_slot, job)

    def _begin_in_slot(self, job: _Job) -> None:
        """Begin a job for which nobody waits as soon as there is a slot for it, if it needs one."""
        job.stop_timer()
        if not job.needs_slot and not self._is_closed:
            self._begin(job)
        elif self._free_slots and not self._is_closed:
            self._free_slots -= 1
            self._begin(job, self._leave_slot)
        else:
            self._waiting[job.key] = job

    def _leave_slot(self) -> None:
        self._free_slots += 1
        if self._waiting:
            self._begin_in_slot(self._waiting.pop(next(iter(self._waiting))))

    def _begin(self, job: _Job, leave_slot: Callable[[], None] | None = None) -> asyncio.Task[Exception | None]:
        """Begin an attempt, after the one that runs. Return it."""
        job.stop_timer()
        self._waiting.pop(job.key, None)
        if job.following is None:
            job.following = asyncio.create_task(self._run(job, leave_slot))
        elif leave_slot:
            leave_slot()
        return job.following

    async def _run(self, job: _Job, leave_slot: Callable[[], None] | None) -> Exception | None:
        """Do a piece of work after the attempt that runs. Return its error."""
        if job.running:
            await asyncio.wait([job.running])
        job.running, job.following = job.following, None
        try:
            with _released(leave_slot):
                return await self._attempt(job)
        finally:
            job.running = None
            is_over = not (job.following or job.timer or job.failures) and job.key not in self._waiting
            if is_over and self._jobs.get(job.key) is job:
                del self._jobs[job.key]

    async def _attempt(self, job: _Job) -> Exception | None:
        try:
            await job.work()
        except Later as later:
            self._begin_after(job, later.pause)
        except Exception as error:
            self._note_failure(job, error)
            return error
        job.failures = 0
        return None

    def _note_failure(self, job: _Job, error: Exception) -> None:
        is_suspended = isinstance(error, SuspendedError)  # as each turn of a game whose channel is gone
        job.failures = 1 if is_suspended else job.failures + 1
        RETRIES.labels(str(job.key[0])).inc()
        kind, cause = job.key[0], cause_of(error)
        if isinstance(error, NotAnnouncedError):
            number, ply = error.table.number, error.table.ply
            log.warning("game %d, ply %d: %s: not done: %r", number, ply, kind, cause, exc_info=not is_expected(error))
        elif kind in GAME_WORK:
            log.warning("game %d: %s: not done: %r", job.key[1], kind, cause, exc_info=not is_expected(error))
        else:  # the key may name a person
            log.warning("%s: not done: %r", kind, cause, exc_info=not is_expected(error))
        if not is_suspended:
            longest = min(job.longest, DATABASE_PAUSE) if isinstance(cause, StorageError) else job.longest
            self._begin_after(job, min(pause_after(job.failures, self._pauses), longest))


@contextmanager
def _released(leave_slot: Callable[[], None] | None) -> Iterator[None]:
    """Leave a slot after a block, or when that takes long."""
    if leave_slot is None:
        yield
        return
    waiting = [leave_slot]

    def leave() -> None:
        while waiting:
            waiting.pop()()

    timer = asyncio.get_running_loop().call_later(SLOW, leave)
    try:
        yield
    finally:
        timer.cancel()
        leave()
