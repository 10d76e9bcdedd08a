"""The page of a channel with many messages shows the same with short cuts, and needs few of the messages."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import simcord
from simcord.preview import _queries, _snapshot

from sandbox import long_channels
from sandbox.long_channels import keep_pages_quick
from sandbox.world import build_world
from tests.loopback.small_bot import SmallBot
from tests.loopback.world import BOT_PERMISSIONS

MESSAGES = 120
TEXTS = (
    "**Ann** placed a tile, ||and a thief|| there.\n-# <@{person}>, until <t:1764000000:R>",
    "1. `M14` is [here](https://example.com/{number})\n> <@{person}> and **Björn**",
    "Turn {number} is over.",
)


@pytest.fixture
async def preview(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Any]:
    """A page of a channel with many messages."""
    monkeypatch.setattr("simcord.preview._markdown._markdown_parser", long_channels._make_reader)
    monkeypatch.setattr("simcord.preview._snapshot._message_navigation", long_channels._navigation)
    env = simcord.Env(SmallBot(), shard_count=1)
    world = build_world(env, BOT_PERMISSIONS)
    await env.start()
    people = env.bot.guilds[0].members
    for number in range(MESSAGES):
        text = TEXTS[number % len(TEXTS)].format(number=number, person=people[number % len(people)].id)
        env.backend.create_message(world.channel.id, env.backend.bot_user.id, text)
    async with env.preview(world.channel, viewers=world.people, layout="channel") as preview:
        yield preview
    await env.shutdown()


def shown(preview: Any, query: str = "") -> tuple[Any, Any, Any]:
    """Publish the first page, and return its list of messages, how the list goes on, and its messages."""
    page = next(iter(preview._pages.values()))
    page.navigation_query = query
    preview._publish(page, reason="refresh")
    module: Any = _snapshot
    index, going_on = module._message_navigation(preview, page, list(visible(preview)))
    return without_keys(index), bool(going_on["hasNext"]), without_keys(page.snapshot["messages"])


def visible(preview: Any) -> list[Any]:
    messages = preview.env.backend.messages[next(iter(preview._pages.values())).channel_id]
    return sorted(messages.values(), key=lambda one: one.id)


def without_keys(content: Any) -> Any:
    """Leave out the addresses of pictures, which are new each time."""
    if isinstance(content, dict):
        return {key: without_keys(one) for key, one in content.items() if key != "avatar"}
    return [without_keys(one) for one in content] if isinstance(content, list) else content


@pytest.mark.parametrize("query", ["", "turn 101", "björn"])
async def test_the_page_shows_the_same(preview: Any, query: str) -> None:
    before = shown(preview, query)
    keep_pages_quick()
    assert shown(preview, query) == before
    assert shown(preview, query) == before  # from what is known by now


async def test_only_the_first_messages_are_summarised(preview: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_pages_quick()
    summarise, summarised = _queries._message_summary_parts, list[int]()

    def counted(*given: Any, **named: Any) -> Any:
        summarised.append(given[2].id)
        return summarise(*given, **named)

    monkeypatch.setattr(_queries, "_message_summary_parts", counted)
    preview._publish(next(iter(preview._pages.values())), reason="refresh")
    assert 0 < len(summarised) < MESSAGES
