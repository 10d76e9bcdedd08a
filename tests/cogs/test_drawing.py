"""Drawing in other processes: the same pictures, crashes and drawings that hang; and who waits for whom."""

import asyncio
import os
import time
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import pytest

from carcassonne import State
from render import Job, Picture, draw, draw_remaining_tiles
from screens.pictures import NICENESS, Pictures, QueueFullError, drawing_processes, drawing_threads, picture_words
from tests.cogs.example_tables import NAMES, first_state, seated
from tests.fixtures.blank_pictures import BLANK
from workers import ProcessWorker, WorkerQueue, dump, load


@pytest.fixture
async def worker() -> AsyncIterator[ProcessWorker]:
    [worker] = drawing_processes(1)
    assert isinstance(worker, ProcessWorker)
    yield worker
    await worker.close()


def job_of(state: State) -> Job:
    """The public picture of a state."""
    job: Job = partial(draw, state, picture_words(seated(state, NAMES[:2])))
    return job


def hang(seconds: float) -> Job:
    """A drawing that takes long."""
    sleep: Any = time.sleep
    job: Job = partial(sleep, seconds)
    return job


async def test_the_same_picture(worker: ProcessWorker) -> None:
    remaining: Job = partial(draw_remaining_tiles, first_state())
    jobs = [job_of(first_state()), remaining]
    for job in jobs:
        assert await worker.run(job) == job()


async def test_an_error_of_drawing_is_raised_here(worker: ProcessWorker) -> None:
    with pytest.raises(ValueError, match="-1"):
        await worker.run(partial(draw, first_state(), picture_words(seated(first_state(), NAMES[:2])), zoom=-1))
    assert await worker.run(job_of(first_state())) == job_of(first_state())()


async def test_a_process_that_was_killed_is_replaced(worker: ProcessWorker) -> None:
    job = job_of(first_state())
    await worker.run(job)
    assert worker._process is not None
    worker._process.kill()
    assert await worker.run(job) == job()


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="this system has no such thing")
async def test_people_are_answered_before_pictures_are_drawn(worker: ProcessWorker) -> None:
    await worker.run(job_of(first_state()))
    assert worker._process is not None
    of_bot, of_worker = (os.getpriority(os.PRIO_PROCESS, one) for one in (os.getpid(), worker._process.pid))
    assert of_worker == min(of_bot + NICENESS, 19)


async def test_a_drawing_that_hangs_is_ended(worker: ProcessWorker) -> None:
    pictures = Pictures(30, [worker])
    await pictures.draw(job_of(first_state()), 1, must_be_drawn=True)  # the process has started
    pictures._timeout = 0.1
    with pytest.raises(TimeoutError):
        await pictures.draw(hang(60), 1, must_be_drawn=True)
    pictures._timeout = 30
    assert await pictures.draw(job_of(first_state()), 1, must_be_drawn=True) == job_of(first_state())()


async def test_tables_take_turns() -> None:
    queue = WorkerQueue(drawing_threads()[:1])
    worker = await queue.take(0)
    order: list[int] = []

    async def ask(table: int) -> None:
        taken = await queue.take(table)
        order.append(table)
        queue.give_back(taken)

    waiting = [asyncio.create_task(ask(table)) for table in (1, 1, 1, 2, 3, 3)]
    await asyncio.sleep(0)
    assert queue.length == 6
    waiting[3].cancel()
    await asyncio.sleep(0)
    queue.give_back(worker)
    await asyncio.wait(waiting)
    assert order == [1, 3, 1, 3, 1]
    assert await queue.take(4) is worker


async def test_only_pictures_for_one_person_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("screens.pictures.MAX_WAITING", 1)
    gate = asyncio.Event()
    loop = asyncio.get_running_loop()

    def wait(_: Job) -> Picture:
        asyncio.run_coroutine_threadsafe(gate.wait(), loop).result()
        return BLANK

    pictures = Pictures(10, drawing_threads(wait)[:1])
    public = [asyncio.create_task(pictures.draw(job_of(first_state()), 1, must_be_drawn=True)) for _ in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(QueueFullError):
        await pictures.draw(job_of(first_state()), 1, must_be_drawn=False)
    gate.set()
    assert await asyncio.gather(*public) == [BLANK] * 3


def test_a_job_is_small_and_comes_back_as_it_was() -> None:
    job = job_of(first_state())
    written = dump(job)
    assert len(written) < 10_000
    assert load(written)() == job()
