"""The real bot, in this process, on a server with the limits that Discord does not tell."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

import discord
import pytest

from bot import Bot
from cogs.delivery.budgets import DISCORD_LIMITS, DiscordLimits
from host.model.controllers import Person as Player
from host.model.preferences import DmPreference
from sandbox import endpoint
from screens.pictures import Pictures, drawing_threads
from tests.fixtures.blank_pictures import draw_blank
from tests.fixtures.databases import open_host
from tests.loopback import LoopbackDiscord
from tests.loopback.limits import DirectMessages, OldEdits
from tests.loopback.server import TOKEN
from tests.whole.game import Game

pytestmark = pytest.mark.usefixtures("library")

WINDOW = 0.4
"""Seconds, instead of the six that others report, so that the tests are quick."""

STRICT = replace(
    DISCORD_LIMITS,
    old_after=timedelta(),
    old_edit_window=timedelta(seconds=WINDOW),
    old_edit_pause=timedelta(seconds=WINDOW),
    dm_channels=1,
)
"""The limits of the server, where every message is old."""
CARELESS = replace(STRICT, old_edits=100, dm_channels=100)
"""What a bot does that knows the limits badly."""


@contextlib.asynccontextmanager
async def running(server: LoopbackDiscord, folder: Path, limits: DiscordLimits) -> AsyncIterator[Bot]:
    opened = partial(
        open_host,
        folder / "limits.db",
        now=discord.utils.utcnow,
        seed=lambda: bytes(32),
        random_below=lambda _: 0,
    )
    bot = Bot(opened, refresh_pause=0.05, discord_limits=limits, pictures=Pictures(workers=drawing_threads(draw_blank)))
    endpoint.point_at(server.base)
    await bot.login(TOKEN)
    await endpoint.adopt_gateway(bot)
    connection = asyncio.create_task(bot.connect())
    await server.until_ready()
    try:
        yield bot
    finally:
        await bot.close()
        await asyncio.gather(connection, return_exceptions=True)


@pytest.fixture
def game(server: LoopbackDiscord) -> Game:
    return Game(server, server.channel, "Ann", "Bob")


def status(game: Game) -> str:
    """The first line about the game in the table's message, with whose turn it is."""
    return game.server.world.messages(game.channel)[0].content.splitlines()[1]


async def up_to_date(game: Game) -> None:
    """Wait until the old boards have lost their buttons, and the table's message tells whose turn it is."""
    await game.settled()
    await game.server.until(lambda: status(game).startswith(f"{game.mover().name}'s turn"))


def notices(server: LoopbackDiscord) -> list[str]:
    """What the table was told about private messages."""
    return [one.content for one in server.world.messages(server.channel) if "in private right now" in one.content]


@pytest.mark.parametrize("limits", [STRICT, CARELESS])
async def test_edits_of_old_messages_keep_to_the_limit_and_hold_up_no_turn(
    server: LoopbackDiscord, game: Game, tmp_path: Path, limits: DiscordLimits, caplog: pytest.LogCaptureFixture
) -> None:
    edits = server.rest.limits.old_edits = OldEdits(seconds=WINDOW, age=0)
    async with running(server, tmp_path, limits):
        await game.begin()
        await game.turns(5)
        await up_to_date(game)
    assert (edits.refused == 0) == (limits is STRICT)
    assert [one for one in caplog.records if one.exc_info] == []


@pytest.mark.parametrize("limits", [STRICT, CARELESS])
async def test_who_gets_no_direct_message_is_told_once_at_the_table(
    server: LoopbackDiscord, game: Game, tmp_path: Path, limits: DiscordLimits, caplog: pytest.LogCaptureFixture
) -> None:
    opened = server.rest.limits.direct_messages = DirectMessages(most=1)
    async with running(server, tmp_path, limits) as bot:
        for person in game.people:
            await bot.host.people.choose_dm_preference(Player(person.id, person.name), DmPreference.ON)
        await game.begin()
        first = game.mover()
        await game.turns(5)
        [second] = [person for person in game.people if person != first]
        await server.until(lambda: notices(server))
        await server.until(lambda: len(server.world.messages(server.world.direct(first))) == 3)
        assert await bot.host.people.dm_preference(second.id) is DmPreference.ON
    assert notices(server) == [
        f"I can't write to {second.name} in private right now, because Discord limits how often I can. "
        "You'll find everything in this channel."
    ]
    assert opened.window.refused == (0 if limits is STRICT else 1)
    assert [one for one in caplog.records if one.exc_info] == []


async def test_a_restart_opens_no_channel_again(server: LoopbackDiscord, game: Game, tmp_path: Path) -> None:
    opened = server.rest.limits.direct_messages = DirectMessages(most=1)
    async with running(server, tmp_path, STRICT) as bot:
        ann, bob = (Player(person.id, person.name) for person in game.people)
        await bot.host.people.choose_dm_preference(ann, DmPreference.ON)
        await game.begin()
        await game.turns(2)
        await server.until(lambda: len(server.world.messages(server.world.direct(game.people[0]))) == 2)
    async with running(server, tmp_path, STRICT) as bot:
        await bot.host.people.choose_dm_preference(bob, DmPreference.ON)
        await game.turns(2)
        await server.until(lambda: len(server.world.messages(server.world.direct(game.people[0]))) == 3)
        await server.until(lambda: notices(server))
    asked = [one for one in server.requests if one.path == "/users/@me/channels"]
    assert len(asked) == 1
    assert opened.window.refused == 0
