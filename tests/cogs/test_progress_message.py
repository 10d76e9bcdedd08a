"""A private answer tells how far something is, but not too often."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from cogs.delivery.private_answers import PrivateAnswer
from cogs.interaction import replies
from cogs.interaction.client import Interaction
from cogs.interaction.replies import progress_told


class Answer:
    """An answer that takes some time to edit, as Discord's do."""

    def __init__(self, error: Exception | None = None) -> None:
        self.shown, self.is_under_way, self._error = list[str](), False, error

    async def edit_original_response(self, content: str) -> None:
        self.is_under_way = True
        await asyncio.sleep(0.005)
        self.shown.append(content)
        self.is_under_way = False
        if self._error is not None:
            raise self._error


async def draw(answer: Answer, parts: int) -> None:
    interaction: Any = answer
    shown = PrivateAnswer(cast("Interaction", interaction))
    async with progress_told(shown, lambda done, total: f"{done} of {total}") as listener:
        for done in range(parts):
            listener(done + 1, parts)
            await asyncio.sleep(0.001)
    assert not answer.is_under_way


async def test_it_is_edited_at_most_once_in_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replies, "PROGRESS_PAUSE", 0.02)
    answer, began = Answer(), asyncio.get_running_loop().time()
    await draw(answer, 60)
    seconds = asyncio.get_running_loop().time() - began
    assert 1 <= len(answer.shown) <= seconds / 0.02
    assert sorted(answer.shown, key=lambda text: int(text.split()[0])) == answer.shown


async def test_what_is_done_at_once_edits_nothing() -> None:
    answer = Answer()
    await draw(answer, 3)
    assert answer.shown == []


GONE: Any = SimpleNamespace(status=404, reason="Not Found")
ERRORS = discord.NotFound(GONE, "somebody dismissed it"), aiohttp.ClientError(), KeyError("retry_after")


@pytest.mark.parametrize("error", [*ERRORS, RuntimeError("Session is closed")], ids=repr)
async def test_an_edit_that_fails_is_no_harm(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    monkeypatch.setattr(replies, "PROGRESS_PAUSE", 0.01)
    answer = Answer(error)
    await draw(answer, 40)
    assert len(answer.shown) > 1
