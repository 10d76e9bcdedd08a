"""What a test waits for after somebody did something: all that is at work, and what is due within its patience."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.cogs.room import ON_SIMCORD, SETTLE_TIMEOUT, Room

pytestmark = ON_SIMCORD


def begin(room: Room, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Let the bot do something."""
    with room.env._bot_scope():
        return asyncio.create_task(work)


async def test_sleeps_within_the_patience_have_ended_in_order(room: Room) -> None:
    woken: list[float] = []

    async def sleep(*all_seconds: float) -> None:
        for seconds in all_seconds:
            await asyncio.sleep(seconds)
            woken.append(seconds)

    before = room.env.now()
    begin(room, sleep(SETTLE_TIMEOUT - 1, 2))
    later = begin(room, sleep(SETTLE_TIMEOUT - 2))
    await room.env.settle()
    assert woken == [SETTLE_TIMEOUT - 2, SETTLE_TIMEOUT - 1]
    assert later.done()
    assert (room.env.now() - before).total_seconds() == pytest.approx(SETTLE_TIMEOUT - 1, abs=0.01)
    await room.env.advance_time(2)
    assert woken[-1] == 2


async def test_who_waits_behind_a_held_request_in_a_context_is_at_rest(
    room: Room,
) -> None:
    gate = asyncio.Event()
    done: list[str] = []

    async def wait() -> None:
        await room.env.external_wait(gate.wait(), reason="held by the test")

    @asynccontextmanager
    async def waits_at_the_end() -> AsyncIterator[None]:
        with room.env._bot_scope():
            task = asyncio.create_task(wait())
        yield
        await asyncio.wait([task])

    async def work() -> None:
        async with waits_at_the_end():
            done.append("inside")
        done.append("after")

    begin(room, work())
    await room.env.settle()  # raises an error if it isn't at rest
    assert done == ["inside"]
    gate.set()
    await room.env.settle()
    assert done == ["inside", "after"]
