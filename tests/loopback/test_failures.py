"""Rate limits, server errors, lost answers and missing permissions."""

import asyncio
from datetime import UTC, datetime

import discord
import pytest
from simcord.enums import InteractionType

from tests.loopback import LoopbackDiscord, payloads

pytestmark = pytest.mark.usefixtures("small_bot")


def statuses(server: LoopbackDiscord, method: str, ending: str) -> list[int]:
    return [one.status for one in server.requests if one.method == method and one.path.endswith(ending)]


async def ask_in_vain(server: LoopbackDiscord) -> None:
    """Use a command whose message fails, and check that it is still unanswered some time later."""
    command = asyncio.create_task(server.command(server.people["Ann"], server.channel, "place", at="M14"))
    await server.until(lambda: statuses(server, "POST", "/messages"))
    await asyncio.sleep(0.2)
    assert not command.done()
    command.cancel()


async def test_a_rate_limit_is_waited_out(server: LoopbackDiscord) -> None:
    server.fail("POST", "/channels/*/messages", status=429, retry_after=0.05, times=2)

    answer = await server.command(server.people["Ann"], server.channel, "place", at="M14")

    assert answer.content == "M14 None"
    assert statuses(server, "POST", "/messages") == [429, 429, 200]


async def test_a_server_error_is_tried_again(server: LoopbackDiscord) -> None:
    server.fail("POST", "/webhooks/*", status=502)

    answer = await server.command(server.people["Ann"], server.channel, "place", at="M14")

    assert answer.content == "M14 None"


async def test_a_message_whose_confirmation_was_lost_is_not_sent_twice(server: LoopbackDiscord) -> None:
    server.fail("POST", "/channels/*/messages", status=500, is_executed=True)

    await server.command(server.people["Ann"], server.channel, "place", at="M14")

    assert statuses(server, "POST", "/messages") == [500, 200]
    assert len(server.world.messages(server.channel)) == 1


async def test_a_cut_connection_leaves_the_person_waiting(server: LoopbackDiscord) -> None:
    """discord.py does not try again: the bot sees an `aiohttp.ClientError`, and this bot does not catch it."""
    server.fail("POST", "/channels/*/messages", status=0)

    await ask_in_vain(server)

    assert statuses(server, "POST", "/messages") == [0]
    assert server.world.messages(server.channel) == []


async def test_a_channel_can_be_closed_to_the_bot(server: LoopbackDiscord) -> None:
    server.world.forbid_bot(server.channel, discord.Permissions(send_messages=True))

    await ask_in_vain(server)

    assert statuses(server, "POST", "/messages") == [403]


async def test_an_answer_after_three_seconds_is_too_late(server: LoopbackDiscord) -> None:
    """The deadline is measured with the computer's clock, as Discord does."""
    record, _ = payloads.interaction(
        server.world.backend, server.people["Ann"], server.channel, InteractionType.APPLICATION_COMMAND, {"name": "x"}
    )
    assert record.initial_response_deadline is not None
    left = datetime.fromisoformat(record.initial_response_deadline) - datetime.now(UTC)
    assert 2.5 < left.total_seconds() <= 3
