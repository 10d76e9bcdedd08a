"""A game whose saved turns are damaged: its table is told once."""

import asyncio
import sqlite3

import discord
import pytest

from cogs.delivery.poster import Poster
from tests.cogs.admin_commands import end_game, manager, retry
from tests.cogs.room import ON_SIMCORD, Room, words

pytestmark = ON_SIMCORD

PAUSED = "Game #1 is paused because its saved turns are damaged. Ask the bot's owner to repair it."


def notices(room: Room) -> list[discord.Message]:
    return [message for message in room.messages() if message.content == PAUSED]


def set_hash(room: Room, found: str) -> str:
    """Change the stored hash of the game's fourth move, and return the one before."""
    with sqlite3.connect(room.folder / "test.db") as database:
        [(before,)] = database.execute("SELECT hash FROM moves WHERE ply = 4")
        database.execute("UPDATE moves SET hash = ? WHERE ply = 4", (found,))
    return str(before)


async def damage(room: Room) -> str:
    """Play two turns, damage the log while the bot is away, and restart it."""
    await room.begin()
    await room.play_on(2)
    await room.bot.close()
    sound = set_hash(room, "x")
    await room.restart()
    return sound


async def test_the_table_of_a_damaged_game_is_told_once(room: Room) -> None:
    await damage(room)
    [notice] = notices(room)
    assert not notice.mentions
    assert await words(room.ann.slash(room.channel, "board")) == PAUSED
    await room.restart()
    assert len(notices(room)) == 1


async def test_a_table_is_told_anew_when_its_game_is_damaged_again(room: Room) -> None:
    sound = await damage(room)
    set_hash(room, sound)
    said = await retry(manager(room), room.channel)
    assert said == "Carcassonne #1 is repaired and goes on."
    await room.bot.close()
    set_hash(room, "x")
    await room.restart()
    assert len(notices(room)) == 2


async def test_a_table_that_could_not_be_told_is_told_later(room: Room) -> None:
    await room.begin()
    await room.play_on(2)
    await room.bot.close()
    set_hash(room, "x")
    room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=500, code=0, times=1)
    await room.restart()
    assert notices(room) == []
    await room.env.advance_time(61)
    assert len(notices(room)) == 1


async def test_a_table_where_the_bot_may_not_write_is_told_after_the_next_start(room: Room) -> None:
    await room.begin()
    await room.play_on(2)
    await room.bot.close()
    set_hash(room, "x")
    room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=403, code=50013, times=1)
    await room.restart()
    await room.env.advance_time(3_600)
    assert notices(room) == []
    await room.restart()
    assert len(notices(room)) == 1


@pytest.mark.parametrize("failure", [ZeroDivisionError, asyncio.CancelledError])
async def test_a_table_that_was_not_told_for_whatever_reason_is_told_after_the_next_start(
    room: Room, monkeypatch: pytest.MonkeyPatch, failure: type[BaseException]
) -> None:
    """The bot is stopped while it posts the notice, or something unexpected happens."""

    async def fail(*_: object, **how: object) -> None:
        raise failure

    with monkeypatch.context() as broken:
        broken.setattr(Poster, "notice", fail)
        await damage(room)
    assert notices(room) == []
    await room.restart()
    assert len(notices(room)) == 1


async def test_nobody_is_told_of_a_damaged_game_that_is_over(room: Room) -> None:
    await room.begin()
    await room.play_on(2)
    await end_game(manager(room), room.channel)
    await room.bot.close()
    set_hash(room, "x")
    await room.restart()
    await room.ann.slash(room.channel, "log", game="#1")
    assert notices(room) == []


async def test_a_watcher_of_a_damaged_game_is_told_when_a_manager_ends_it(room: Room) -> None:
    """There is no picture, because nobody knows the position. The channel need not be there any more."""
    await room.begin()
    await room.eve.slash(room.channel, "follow")
    await room.play_on(2)
    await room.bot.close()
    set_hash(room, "x")
    await room.restart()
    room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=403, code=50013, times=None)
    await end_game(manager(room), room.channel)
    *_, told = room.eve.user.dm_channel.history()
    assert (told.content, told.attachments) == (
        "Carcassonne #1 is over. A server manager ended it, so nobody wins.", []
    )  # fmt: skip
    assert room.bot.host.follows.of_game(1) == []
