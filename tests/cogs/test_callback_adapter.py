"""Answers to interactions leave over real sockets: suggestions while somebody types, and all others."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from discord.http import Route
from discord.webhook.async_ import async_context, interaction_response_params

from cogs.interaction.callback_adapter import MOST_CONNECTIONS, lean_callbacks
from cogs.interaction.errors import is_interaction_over

SUGGESTIONS = {"choices": [{"name": "M14", "value": "M14"}]}
AUTOCOMPLETE = discord.InteractionResponseType.autocomplete_result
MESSAGE = discord.InteractionResponseType.channel_message


class Callbacks:
    """A Discord that only takes answers. ``statuses`` are those that it gives next, then always 204.

    ``came`` are the paths, queries and bodies that it got. ``most`` answers were on their way at once.
    """

    def __init__(self) -> None:
        self.came: list[tuple[str, dict[str, str], Any]] = []
        self.statuses: list[int] = []
        self.most = 0
        self._now = 0

    async def take(self, request: web.Request) -> web.Response:
        self._now += 1
        self.most = max(self.most, self._now)
        self.came.append((request.path, dict(request.query), await request.json()))
        await asyncio.sleep(0.002)
        self._now -= 1
        status = self.statuses.pop(0) if self.statuses else 204
        if status == 204:
            return web.Response(status=204)
        return web.Response(body=b'{"code": 10062}', status=status, headers={"Content-Type": "application/json"})


@asynccontextmanager
async def callbacks(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Callbacks]:
    found, app = Callbacks(), web.Application()
    app.router.add_post("/{path:.*}", found.take)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{runner.addresses[0][1]}")
    async with lean_callbacks():
        yield found
    await runner.cleanup()


async def respond(kind: discord.InteractionResponseType, data: Any, number: int = 1) -> None:
    params = interaction_response_params(type=kind.value, data=data)
    async with aiohttp.ClientSession() as session:
        await async_context.get().create_interaction_response(number, f"t{number}", session=session, params=params)


async def test_suggestions_use_few_connections_and_ask_for_nothing_back(monkeypatch: pytest.MonkeyPatch) -> None:
    async with callbacks(monkeypatch) as discord_now:
        await asyncio.gather(*(respond(AUTOCOMPLETE, SUGGESTIONS, number) for number in range(MOST_CONNECTIONS + 9)))
    assert discord_now.most == MOST_CONNECTIONS
    assert len(discord_now.came) == MOST_CONNECTIONS + 9
    assert ("/interactions/7/t7/callback", {}, {"type": 8, "data": SUGGESTIONS}) in discord_now.came


async def test_other_answers_are_left_to_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    async with callbacks(monkeypatch) as discord_now:
        await respond(MESSAGE, {"content": "It's your turn."})
    path, query, body = discord_now.came[0]
    assert (path, query) == ("/interactions/1/t1/callback", {"with_response": "1"})
    assert body["data"]["content"] == "It's your turn."


@pytest.mark.parametrize("status", [404, 429, 500, 503])
async def test_suggestions_that_discord_does_not_take_are_not_sent_again(
    monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    """The next attempt of the library would come when Discord takes none any more."""
    async with callbacks(monkeypatch) as discord_now:
        discord_now.statuses.append(status)
        with pytest.raises(discord.HTTPException) as refused:
            await respond(AUTOCOMPLETE, SUGGESTIONS)
    assert refused.value.status == status
    assert is_interaction_over(refused.value)
    assert len(discord_now.came) == 1
