"""Sessions that are resumed or start again, and the addresses that the bot may connect to."""

import asyncio
import signal

import pytest
import yarl
from discord.gateway import DiscordWebSocket

from sandbox import endpoint
from tests.loopback import LoopbackDiscord
from tests.loopback.process import running
from tests.loopback.server import TOKEN
from tests.loopback.small_bot import SmallBot


def connections(server: LoopbackDiscord) -> list[tuple[str, str]]:
    return [(one.path, one.purpose) for one in server.gateway.connections]


async def still_answers(server: LoopbackDiscord) -> bool:
    await server.until_ready()
    return (await server.command(server.people["Ann"], server.channel, "place", at="M14")).content == "M14 None"


@pytest.mark.usefixtures("small_bot")
async def test_the_gateway_is_asked_for_once(server: LoopbackDiscord) -> None:
    assert connections(server) == [("/gateway", "identify")]
    assert [one.path for one in server.requests].count("/gateway/bot") == 1


@pytest.mark.usefixtures("small_bot")
async def test_what_was_missed_comes_when_the_session_is_resumed(server: LoopbackDiscord) -> None:
    await server.gateway.drop()
    pressed_meanwhile = server.command(server.people["Ann"], server.channel, "place", at="M14")

    assert (await pressed_meanwhile).content == "M14 None"
    assert connections(server) == [("/gateway", "identify"), ("/resume", "resume")]


@pytest.mark.usefixtures("small_bot")
async def test_the_bot_reconnects_when_it_is_asked_to(server: LoopbackDiscord) -> None:
    await server.gateway.ask_to_reconnect()
    await server.until(lambda: len(connections(server)) == 2)

    assert connections(server)[-1] == ("/resume", "resume")
    assert await still_answers(server)


@pytest.mark.usefixtures("small_bot")
async def test_after_an_invalid_session_the_bot_identifies_here(server: LoopbackDiscord) -> None:
    await server.gateway.invalidate()
    await server.until(lambda: len(connections(server)) == 2)

    assert connections(server)[-1] == ("/gateway", "identify")
    assert await still_answers(server)


@pytest.mark.usefixtures("small_bot")
async def test_a_cold_reconnect_comes_here(server: LoopbackDiscord) -> None:
    server.gateway.refusals = 1
    await server.gateway.drop()
    await server.until(lambda: len(connections(server)) == 3)

    assert connections(server)[1:] == [("/resume", "refused"), ("/gateway", "identify")]
    assert await still_answers(server)


async def test_a_bot_sent_to_another_address_to_resume_stops(
    server: LoopbackDiscord, small_bot: asyncio.Task[None]
) -> None:
    server.gateway.resume_url = "wss://gateway.discord.gg"
    await server.gateway.invalidate()

    with pytest.raises(endpoint.NotLoopbackError) as refused:
        await asyncio.wait_for(small_bot, 5)
    assert refused.value.url == "wss://gateway.discord.gg"


@pytest.mark.usefixtures("library")
async def test_a_bot_sent_to_another_address_to_connect_never_does(
    server: LoopbackDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_API_BASE", server.base)
    monkeypatch.setattr(server.rest, "gateway_url", "wss://gateway.discord.gg")
    endpoint.point_at(server.base)

    async with SmallBot() as bot:
        with pytest.raises(endpoint.NotLoopbackError):
            await bot.start(TOKEN)
    assert connections(server) == []


async def test_a_whole_program_over_sockets(server: LoopbackDiscord) -> None:
    async with running("-m", "tests.loopback.small_bot", environment=server.environment) as program:
        await server.until_ready()
        assert await still_answers(server)
        assert await program.stop(signal.SIGINT) == 0


@pytest.mark.parametrize(
    "base", ["http://127.0.0.1:8400/api/v10", "http://localhost/api/v10/", "https://[::1]:1/api", "http://127.8.9.1"]
)
@pytest.mark.usefixtures("library")
def test_addresses_of_this_machine_are_accepted(base: str) -> None:
    endpoint.point_at(base)


@pytest.mark.parametrize(
    "base",
    [
        "https://discord.com/api/v10",
        "http://127.0.0.1@example.org/api",
        "http://127.0.0.1.example.org/api",
        "http://example.org#127.0.0.1",
        "http://0.0.0.0:8400/api",
        "http://10.0.0.1/api",
        "ftp://127.0.0.1/api",
        "127.0.0.1:8400",
        "http://[127.0.0.1",
        "",
    ],
)
@pytest.mark.usefixtures("library")
def test_no_other_address_is_accepted(base: str) -> None:
    with pytest.raises(endpoint.NotLoopbackError):
        endpoint.point_at(base)


@pytest.mark.usefixtures("library")
def test_a_refused_address_changes_nothing() -> None:
    before = DiscordWebSocket.DEFAULT_GATEWAY
    with pytest.raises(endpoint.NotLoopbackError):
        endpoint.point_at("https://discord.com/api/v10")
    assert before == DiscordWebSocket.DEFAULT_GATEWAY == yarl.URL("wss://gateway.discord.gg/")
