"""How often the bot tries again to show what a channel refused."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import aiohttp
import discord
import pytest

from cogs.delivery.backoff import PAUSES, RetrySchedule
from cogs.delivery.errors import is_discord_trouble, is_passing_trouble
from cogs.delivery.slots import Slots
from host import Venue
from tests.cogs.example_tables import NAMES, first_state, seated

TABLE = seated(first_state(), NAMES[:2])
DAY = 24 * 3600


class Timers:
    """Timers of the event loop that a test lets run out."""

    def __init__(self) -> None:
        self.pauses: list[float] = []
        self._running: list[tuple[asyncio.TimerHandle, Callable[..., object], tuple[Any, ...]]] = []

    def call_later(self, pause: float, callback: Callable[..., object], *values: Any) -> asyncio.TimerHandle:
        handle = asyncio.TimerHandle(pause, callback, values, asyncio.get_running_loop())
        self.pauses.append(pause)
        self._running.append((handle, callback, values))
        return handle

    def run_out(self) -> None:
        """Let the pauses of all timers be over."""
        running, self._running = self._running, []
        for handle, callback, values in running:
            if not handle.cancelled():
                callback(*values)


@pytest.fixture
async def timers(monkeypatch: pytest.MonkeyPatch) -> Timers:
    timers = Timers()
    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", timers.call_later)
    return timers


class Attempts:
    """A table that can never be shown."""

    def __init__(self, *, is_final: bool = False) -> None:
        self.number = 0
        self.is_final = is_final
        self.retries = RetrySchedule(self.attempt)
        self.attempt(TABLE.number)

    def attempt(self, number: int) -> None:
        self.number += 1
        self.retries.note_failure(TABLE, is_final=self.is_final)


async def test_after_turns_that_came_in_private_the_pauses_begin_anew(timers: Timers) -> None:
    attempts = Attempts(is_final=True)
    for _ in range(5):
        attempts.attempt(TABLE.number)
    attempts.is_final = False
    attempts.attempt(TABLE.number)
    timers.run_out()
    assert timers.pauses == [2, 5]


async def test_the_pauses_grow_from_seconds_to_a_day(timers: Timers) -> None:
    Attempts()
    for _ in range(12):
        timers.run_out()
    assert timers.pauses[:4] == [2, 5, 15, 60]
    assert timers.pauses == sorted(timers.pauses)
    assert timers.pauses[-3:] == [PAUSES[-1]] * 3 == [DAY] * 3


async def test_what_is_final_is_tried_once(timers: Timers) -> None:
    attempts = Attempts(is_final=True)
    timers.run_out()
    assert attempts.number == 1
    assert attempts.retries.is_suspended(TABLE.number)


async def test_what_is_forgotten_is_named_and_its_timer_stopped(timers: Timers) -> None:
    attempts = Attempts()
    assert attempts.retries.forget(lambda venue: venue.guild == 7) == []
    assert attempts.retries.forget(lambda venue: venue == TABLE.venue) == [TABLE.number]
    timers.run_out()
    assert attempts.number == 1
    assert not attempts.retries.has_failed(TABLE.number)


async def test_the_pauses_begin_anew_after_a_success(timers: Timers) -> None:
    attempts = Attempts()
    timers.run_out()
    attempts.retries.note_success(TABLE.number)
    timers.run_out()
    assert attempts.number == 2
    attempts.attempt(TABLE.number)
    assert timers.pauses == [2, 5, 2]


@pytest.mark.parametrize("is_final", [False, True])
async def test_where_it_may_work_again_the_next_attempt_comes_soon(timers: Timers, is_final: bool) -> None:
    attempts = Attempts(is_final=is_final)
    for _ in range(5):
        timers.run_out()
    before = attempts.number
    attempts.retries.shorten(lambda venue: venue == Venue(1, 3))
    assert attempts.number == before
    attempts.retries.shorten(lambda venue: venue == TABLE.venue)
    assert timers.pauses[-1] == 2
    timers.run_out()
    assert attempts.number == before + 1


async def test_each_table_has_a_timer_of_its_own(timers: Timers) -> None:
    tried = list[int]()
    retries = RetrySchedule(tried.append)
    for number in (1, 1, 2):
        retries.note_failure(replace(TABLE, number=number))
    assert timers.pauses == [2, 5, 2]
    timers.run_out()
    assert tried == [1, 2]


def errors() -> Iterator[tuple[BaseException, bool]]:
    """Errors of requests, and whether they pass by themselves."""
    yield aiohttp.ServerDisconnectedError(), True
    yield TimeoutError(), True
    yield ConnectionResetError(), True
    yield KeyError("retry_after"), True  # discord.py, of a rate limit that does not say how long it lasts
    yield http_error(503), True
    yield http_error(429), True
    yield http_error(400), False
    yield http_error(403), False


def http_error(status: int) -> discord.HTTPException:
    response: Any = type("Response", (), {"status": status, "reason": ""})()
    return discord.HTTPException(response, "")


@pytest.mark.parametrize(("error", "does_pass"), list(errors()), ids=repr)
def test_trouble_at_discord_is_known(error: BaseException, does_pass: bool) -> None:
    assert is_discord_trouble(error)
    assert is_passing_trouble(error) is does_pass


@pytest.mark.parametrize("error", [KeyError("ply"), ValueError()])
def test_mistakes_of_the_program_are_no_trouble_at_discord(error: Exception) -> None:
    assert not is_discord_trouble(error)
    assert not is_passing_trouble(error)


async def test_slow_work_makes_room_for_others() -> None:
    slots, hangs, done = Slots(number=2, slow=0.01), asyncio.Event(), list[int]()

    async def work(number: int) -> None:
        done.append(number)

    async def hang() -> None:
        await hangs.wait()

    slow = [asyncio.create_task(slots.run(hang)) for _ in range(4)]
    await asyncio.gather(*(slots.run(partial(work, number)) for number in range(5)))
    assert done == [0, 1, 2, 3, 4]
    hangs.set()
    await asyncio.gather(*slow)


async def test_slow_work_in_a_row_makes_room_for_what_follows() -> None:
    slots, hangs, done, last = Slots(number=2, slow=0.01), asyncio.Event(), list[int](), asyncio.Event()

    async def work(number: int) -> None:
        if number < 4:
            await hangs.wait()
        done.append(number)
        if number == 7:
            last.set()

    all_of_it = asyncio.create_task(slots.run_all(partial(work, number) for number in range(8)))
    await last.wait()
    assert done == [4, 5, 6, 7]
    hangs.set()
    await all_of_it
    assert sorted(done) == list(range(8))


async def test_work_that_is_cancelled_before_it_begins_keeps_no_slot() -> None:
    slots = Slots(number=1, slow=0.01)

    async def hang() -> None:
        await asyncio.Event().wait()

    for _ in range(3):
        waiting = asyncio.create_task(slots.run_all([hang]))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
    done = asyncio.Event()

    async def work() -> None:
        done.set()

    async with asyncio.timeout(5):
        await slots.run(work)
    assert done.is_set()
