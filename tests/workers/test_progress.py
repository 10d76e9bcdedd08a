"""Jobs tell how far they are, in a process as in a thread; who listens, and who does not, gets the same answer."""

import asyncio
import time
from collections.abc import AsyncIterator
from functools import partial

import pytest

from tests.workers.jobs_that_tell import count, tell_late
from workers import Worker, WorkerPool, process_workers, tell_progress, thread_workers


@pytest.fixture(params=[thread_workers, partial(process_workers, module="carcassonne", niceness=0)])
async def worker(request: pytest.FixtureRequest) -> AsyncIterator[Worker]:
    [one] = request.param(1)
    yield one
    await one.close()


async def test_what_a_job_tells_comes_before_its_answer(worker: Worker) -> None:
    told, pool = list[tuple[int, int]](), WorkerPool([worker])
    answer = await pool.run(partial(count, 3), 1, 60, listener=lambda *parts: told.append(parts))
    assert (answer, told) == ("3 parts", [(1, 3), (2, 3), (3, 3)])
    assert await pool.run(partial(count, 3), 1, 60) == "3 parts"
    assert await pool.run(partial(len, "abc"), 1, 60, listener=lambda *parts: told.append(parts)) == 3
    assert len(told) == 3, "what nobody asked for is heard by nobody"

    def fail(done: int, total: int) -> None:
        raise ValueError(done, total)

    assert await pool.run(partial(count, 2), 1, 60, listener=fail) == "2 parts"
    assert await worker.run(partial(count, 1)) == "1 parts"


async def test_what_comes_too_late_does_nothing() -> None:
    told = list[tuple[int, int]]()
    with pytest.raises(TimeoutError):
        await WorkerPool(thread_workers(1)).run(
            partial(tell_late, 0.05), 1, 0.01, listener=lambda *parts: told.append(parts)
        )
    await asyncio.to_thread(time.sleep, 0.08)
    await asyncio.sleep(0)
    assert told == []


def test_outside_of_a_job_nothing_is_told() -> None:
    tell_progress(1, 2)
