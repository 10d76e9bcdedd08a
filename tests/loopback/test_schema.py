"""The checks find nothing wrong with what discord.py sends for an ordinary bot: no false alarms."""

import pytest

from tests.discord_schema import OpenApi, request_problems
from tests.discord_schema.openapi import DOCUMENT
from tests.loopback import LoopbackDiscord

pytestmark = pytest.mark.usefixtures("small_bot")


async def converse(server: LoopbackDiscord) -> None:
    ann, bot = server.people["Ann"], server.world.backend.bot_user.id
    await server.autocomplete(ann, server.channel, "place", "at", "13")
    await server.command(ann, server.channel, "place", at="M14", rotation=90)
    await server.press(ann, await server.message(server.channel), "toy:12:1")
    board = await server.command(ann, server.channel, "board", who=server.people["Eve"])
    await server.until(lambda: board.followups)
    await server.submit(ann, await server.command(ann, server.channel, "pace"))
    said = await server.say(ann, server.channel, f"<@{bot}> M15 180")
    await server.message(server.channel, after=said.id)


async def test_the_lint_finds_nothing(server: LoopbackDiscord) -> None:
    await converse(server)

    assert [
        one for sent in server.requests for one in request_problems(sent.method, sent.path, sent.json, sent.files)
    ] == []


@pytest.mark.skipif(not DOCUMENT.exists(), reason="Discord's OpenAPI document is not here")
async def test_discords_description_allows_it(server: LoopbackDiscord) -> None:
    await converse(server)

    openapi = OpenApi.load()
    assert [one for sent in server.requests for one in openapi.problems(sent.method, sent.path, sent.json)] == []
