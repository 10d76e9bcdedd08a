"""Work in the background: once at a time for each key, tried again after growing pauses, ended with the bot."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from cogs.delivery.errors import SuspendedError
from cogs.delivery.jobs import PAUSES, SLOTS, Jobs, Later
from host.errors import DatabaseAwayError
from host.model.table import Venue

KEY = ("turn", 1)
VENUE = Venue(1, 2)
DAY = 24 * 3600


class Timers:
    """Timers of the event loop that a test lets run out."""

    def __init__(self) -> None:
        self.pauses: list[float] = []
        self._running: list[tuple[asyncio.TimerHandle, Callable[..., object], tuple[Any, ...]]] = []
        self._call_at = asyncio.get_running_loop().call_at

    def call_at(self, when: float, callback: Callable[..., object], *values: Any, **others: Any) -> asyncio.TimerHandle:
        loop = asyncio.get_running_loop()
        if others:  # it comes from call_later, by which no job waits
            return self._call_at(when, callback, *values, **others)
        handle = asyncio.TimerHandle(when, callback, values, loop)
        self.pauses.append(round(when - loop.time()))
        self._running.append((handle, callback, values))
        return handle

    async def run_out(self) -> None:
        """Let the pauses of all timers be over, and what follows end."""
        running, self._running = self._running, []
        for handle, callback, values in running:
            if not handle.cancelled():
                callback(*values)
        await settle()


@pytest.fixture
async def timers(monkeypatch: pytest.MonkeyPatch) -> Timers:
    timers = Timers()
    monkeypatch.setattr(asyncio.get_running_loop(), "call_at", timers.call_at)
    return timers


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


class Work:
    """Work that notes when it runs, and fails or hangs as long as a test wants."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.number = 0
        self.ends = 0
        self.goes_on = asyncio.Event()
        self.goes_on.set()

    async def __call__(self) -> None:
        self.number += 1
        await self.goes_on.wait()
        if self.errors:
            raise self.errors.pop(0)
        self.ends += 1


def always(error: Exception) -> list[Exception]:
    return [error] * 100


async def test_what_is_asked_for_while_it_runs_is_done_once_more() -> None:
    jobs, work = Jobs(), Work()
    work.goes_on.clear()
    for _ in range(3):
        jobs.ask(KEY, work)
        await settle()
    assert work.number == 1
    work.goes_on.set()
    await settle()
    assert (work.number, work.ends) == (2, 2)
    assert not jobs.has(KEY)


async def test_work_for_one_key_never_overlaps_whoever_is_cancelled() -> None:
    """Who waits for a piece of work may be cancelled. The work goes on, and the next one waits for it."""
    jobs, first, second = Jobs(), Work(), Work()
    first.goes_on.clear()
    waiting = asyncio.create_task(jobs.do(KEY, first))
    await settle()
    following = asyncio.create_task(jobs.do(KEY, second))
    await settle()
    waiting.cancel()
    await settle()
    assert (first.number, second.number) == (1, 0)
    first.goes_on.set()
    await following
    assert (first.ends, second.ends) == (1, 1)


async def test_who_waits_gets_the_error_and_the_work_is_tried_again(timers: Timers) -> None:
    jobs, work = Jobs(), Work(ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        await jobs.do(KEY, work)
    assert jobs.has_failed(KEY)
    await timers.run_out()
    assert work.ends == 1
    assert not jobs.has(KEY)


async def test_the_pauses_grow_from_seconds_to_a_day(timers: Timers) -> None:
    jobs = Jobs()
    jobs.ask(KEY, Work(*always(OSError())))
    await settle()
    for _ in range(12):
        await timers.run_out()
    assert timers.pauses[:4] == [2, 5, 15, 60]
    assert timers.pauses == sorted(timers.pauses)
    assert timers.pauses[-3:] == [PAUSES[-1]] * 3 == [DAY] * 3


async def test_some_work_never_waits_longer_than_it_wants(timers: Timers) -> None:
    jobs = Jobs()
    jobs.ask(KEY, Work(*always(OSError())), longest=600)
    await settle()
    for _ in range(8):
        await timers.run_out()
    assert timers.pauses[-1] == 600


async def test_the_database_is_asked_again_soon(timers: Timers) -> None:
    """After an outage of minutes nobody waits for an hour."""
    jobs, work = Jobs(), Work(*[DatabaseAwayError("db")] * 12)
    jobs.ask(KEY, work)
    await settle()
    for _ in range(11):
        await timers.run_out()
    assert timers.pauses == [2, 5, *[15] * 10]


async def test_what_has_failed_is_left_to_its_timer_unless_somebody_waits(timers: Timers) -> None:
    jobs, work = Jobs(), Work(OSError())
    jobs.ask(KEY, work)
    await settle()
    jobs.ask(KEY, work)
    await settle()
    assert work.number == 1
    await jobs.do(KEY, work)
    assert work.number == 2
    await timers.run_out()
    assert work.number == 2


async def test_what_is_suspended_waits_for_a_change(timers: Timers) -> None:
    jobs, work = Jobs(), Work(SuspendedError(), OSError())
    jobs.ask(KEY, work, venue=VENUE)
    await settle()
    jobs.ask(KEY, work, venue=VENUE)
    await settle()
    assert jobs.has_failed(KEY)
    assert (work.number, timers.pauses) == (1, [])
    jobs.wake(lambda venue: venue.guild == 7)
    await settle()
    assert work.number == 1
    jobs.wake(lambda venue: venue == VENUE)
    await settle()
    assert (work.number, timers.pauses) == (2, [5])


async def test_what_was_suspended_often_is_tried_again_soon_when_it_fails(timers: Timers) -> None:
    """A game whose channel is gone goes on in private: each turn is suspended, and one meets an outage of Discord."""
    jobs, work = Jobs(), Work(*[SuspendedError() for _ in range(12)], *always(OSError("away")))
    for _ in range(12):
        with pytest.raises(SuspendedError):
            await jobs.do(KEY, work, venue=VENUE)
    with pytest.raises(OSError, match="away"):
        await jobs.do(KEY, work, venue=VENUE)
    for _ in range(3):
        await timers.run_out()
    assert timers.pauses == list(PAUSES[1:5])


async def test_where_it_may_work_again_the_next_attempt_comes_soon(timers: Timers) -> None:
    jobs, work = Jobs(), Work(*always(OSError()))
    jobs.ask(KEY, work, venue=VENUE)
    await settle()
    for _ in range(5):
        await timers.run_out()
    before = work.number
    jobs.wake(lambda venue: venue == VENUE, after_first_pause=True)
    assert timers.pauses[-1] == 2
    await timers.run_out()
    assert work.number == before + 1


async def test_what_has_to_be_later_is_no_failure_and_comes_sooner_if_it_is_asked_for(timers: Timers) -> None:
    jobs, work = Jobs(), Work(Later(30), Later(40))
    await jobs.do(KEY, work)
    assert not jobs.has_failed(KEY)
    jobs.ask(KEY, work, after=50)
    jobs.ask(KEY, work, after=10)
    assert timers.pauses == [30, 10]
    jobs.ask(KEY, work)
    await settle()
    assert (work.number, timers.pauses) == (2, [30, 10, 40])
    await timers.run_out()
    assert (work.number, work.ends) == (3, 1)


async def test_slow_work_makes_room_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.delivery.jobs.SLOW", 0.01)
    jobs, slow, done = Jobs(), Work(), asyncio.Event()
    slow.goes_on.clear()
    for number in range(2 * SLOTS):
        jobs.ask(("slow", number), slow)
    others = [Work() for _ in range(2 * SLOTS)]

    async def last() -> None:
        done.set()

    for number, work in enumerate(others):
        jobs.ask(("quick", number), work)
    jobs.ask(("last",), last)
    async with asyncio.timeout(60):
        await done.wait()
    assert [work.ends for work in others] == [1] * len(others)
    slow.goes_on.set()
    await jobs.finish()
    assert slow.ends == 2 * SLOTS


async def test_work_that_mostly_waits_keeps_no_slot() -> None:
    jobs, waiting, others = Jobs(), Work(), [Work() for _ in range(SLOTS)]
    waiting.goes_on.clear()
    for number in range(3 * SLOTS):
        jobs.ask(("computer", number), waiting, needs_slot=False)
    for number, work in enumerate(others):
        jobs.ask(("turn", number), work)
    await settle()
    assert (waiting.number, [work.ends for work in others]) == (3 * SLOTS, [1] * SLOTS)
    waiting.goes_on.set()
    await jobs.finish()


async def test_the_end_waits_for_what_runs_and_drops_what_waits(timers: Timers) -> None:
    jobs, running, waiting, failed = Jobs(), Work(), Work(), Work(OSError())
    running.goes_on.clear()
    jobs.ask(("a", 1), running)
    jobs.ask(("b", 1), waiting, after=6)
    jobs.ask(("c", 1), failed)
    await settle()
    finishing = asyncio.create_task(jobs.finish())
    await settle()
    assert not finishing.done()
    jobs.ask(("d", 1), waiting, after=6)
    running.goes_on.set()
    await finishing
    await timers.run_out()
    assert (running.ends, waiting.number, failed.number) == (1, 0, 1)


async def test_what_is_asked_for_after_the_end_never_runs() -> None:
    """A command that still runs may start to send a turn, and by then the database may be closed."""
    jobs, work, hanging = Jobs(), Work(), Work()
    hanging.goes_on.clear()
    jobs.ask(("a", 1), hanging)
    await settle()
    await jobs.close()
    jobs.ask(KEY, work)
    with pytest.raises(asyncio.CancelledError):
        await jobs.do(KEY, work)
    await settle()
    assert (work.number, hanging.ends) == (0, 0)


async def test_what_is_cancelled_ends_and_may_be_asked_for_anew() -> None:
    jobs, dropped, new = Jobs(), Work(), Work()
    dropped.goes_on.clear()
    jobs.ask(KEY, dropped)
    await settle()
    jobs.cancel(KEY)
    jobs.ask(KEY, new)
    await settle()
    assert (dropped.ends, new.ends) == (0, 1)
    assert not jobs.has(KEY)
