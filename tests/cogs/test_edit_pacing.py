"""Edits of old messages: how many, which first, and what happens when Discord refuses one. Time is simulated."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.utils import time_snowflake

from cogs.delivery.discord_limits import DISCORD_LIMITS
from cogs.delivery.edit_pacing import EditPacing, Urgency, Work
from host import MessageRef

START = datetime(2026, 1, 1, tzinfo=UTC)
CURRENT, CLOSED = Urgency.CURRENT, Urgency.CLOSED
PAUSE = DISCORD_LIMITS.old_edit_pause.total_seconds()


def refusal() -> discord.HTTPException:
    response: Any = SimpleNamespace(status=429, reason="Too Many Requests")
    return discord.HTTPException(response, {"code": 30046, "message": "Maximum number of edits"})


class Channel:
    """A channel that notes, in seconds from the start, when which content arrived."""

    def __init__(self) -> None:
        self.now = START
        self.arrived: list[tuple[float, str]] = []
        self.failures: list[Exception] = []
        self.passes = asyncio.Event()
        """Time does not pass before it is set."""
        self.passes.set()
        self.pacing = EditPacing(now=lambda: self.now, sleep=self._sleep)

    async def _sleep(self, seconds: float) -> None:
        await self.passes.wait()
        self.now += timedelta(seconds=seconds)
        await asyncio.sleep(0)

    def work(self, content: str) -> Work:
        async def edit() -> None:
            if self.failures:
                raise self.failures.pop()
            self.arrived.append(((self.now - START).total_seconds(), content))

        return edit

    async def edit(self, content: str, urgency: Urgency = CURRENT, *, age: float = 2, number: int = 0) -> bool:
        """Edit a message that is ``age`` hours old. ``number`` tells messages of the same age apart."""
        message = MessageRef(5, time_snowflake(START - timedelta(hours=age)) + number)
        return await self.pacing.edit(message, urgency, self.work(content))

    async def settle(self) -> None:
        for _ in range(200):
            await asyncio.sleep(0)


@pytest.fixture
async def channel() -> AsyncIterator[Channel]:
    channel = Channel()
    yield channel
    await channel.pacing.close()


async def test_young_messages_are_edited_at_once(channel: Channel) -> None:
    assert [await channel.edit(str(number), age=0.5, number=number) for number in range(9)] == [True] * 9
    assert [time for time, _ in channel.arrived] == [0] * 9


async def test_old_messages_are_edited_three_in_six_seconds(channel: Channel) -> None:
    done = [await channel.edit(str(number), number=number) for number in range(8)]
    assert done == [True] * 3 + [False] * 5
    await channel.settle()
    assert channel.arrived == [(0, "0"), (0, "1"), (0, "2"), (6, "3"), (6, "4"), (6, "5"), (12, "6"), (12, "7")]


async def test_the_edits_of_a_message_that_wait_merge_into_the_latest(channel: Channel) -> None:
    for number in range(4):
        await channel.edit(f"other {number}", number=number)
    for content in ("early", "later", "latest"):
        await channel.edit(content, number=9)
    await channel.settle()
    assert [content for _, content in channel.arrived][3:] == ["other 3", "latest"]


async def test_a_game_as_it_stands_goes_before_closed_buttons(channel: Channel) -> None:
    for number in range(4):
        await channel.edit(f"closed {number}", CLOSED, number=number)
    await channel.edit("status", number=9)
    assert channel.arrived == [(0, "status")]
    await channel.settle()
    assert channel.arrived[1:] == [(0, "closed 0"), (6, "closed 1"), (6, "closed 2"), (12, "closed 3")]


async def test_what_is_closed_leaves_an_edit_for_the_others(channel: Channel) -> None:
    channel.passes.clear()
    for number in range(3):
        await channel.edit(f"closed {number}", CLOSED, number=number)
    await channel.settle()
    assert [content for _, content in channel.arrived] == ["closed 0", "closed 1"]
    assert await channel.edit("status", number=9)


async def test_an_edit_that_must_not_wait_is_counted(channel: Channel) -> None:
    old = MessageRef(5, time_snowflake(START - timedelta(hours=2)))
    for _ in range(3):
        async with channel.pacing.count(old):
            pass
    assert not await channel.edit("status")


async def test_a_refused_edit_is_done_after_a_pause_and_others_wait_with_it(channel: Channel) -> None:
    channel.failures.append(refusal())
    assert not await channel.edit("refused", number=1)
    assert not await channel.edit("next", number=2)
    assert await channel.edit("young", age=0.1, number=3)
    await channel.settle()
    assert channel.arrived == [(0, "young"), (PAUSE, "refused"), (PAUSE, "next")]


async def test_pauses_grow_while_discord_refuses(channel: Channel) -> None:
    channel.failures += [KeyError("retry_after"), OSError(), refusal()]
    await channel.edit("refused")
    await channel.settle()
    assert channel.arrived == [((1 + 2 + 4) * PAUSE, "refused")]


async def test_another_failure_is_the_callers(channel: Channel) -> None:
    channel.failures.append(LookupError())
    with pytest.raises(LookupError):
        await channel.edit("wrong")
    await channel.settle()
    assert channel.arrived == []


async def test_channels_are_paced_apart(channel: Channel) -> None:
    for number in range(4):
        await channel.edit(str(number), number=number)
    elsewhere = MessageRef(6, time_snowflake(START - timedelta(hours=2)))
    assert await channel.pacing.edit(elsewhere, CURRENT, channel.work("elsewhere"))
