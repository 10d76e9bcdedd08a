"""The picture of a missed turn is drawn ahead while the bot starts, and used once."""

import asyncio
from typing import Any

import discord
import pytest

from cogs.delivery import prepared_pictures
from cogs.delivery.errors import NotAnnouncedError
from cogs.delivery.prepared_pictures import PreparedPictures
from cogs.message.pictures import Pictures
from host.model.controllers import Person
from host.model.table import StartedTable
from tests.cogs.room import ON_SIMCORD, Room

pytestmark = ON_SIMCORD


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The number and the ply of each board, as it is drawn."""
    found: list[tuple[int, int]] = []
    draw = Pictures.board

    async def board(pictures: Pictures, table: StartedTable, *given: Any, **how: Any) -> discord.File:
        found.append((table.number, table.ply))
        return await draw(pictures, table, *given, **how)

    monkeypatch.setattr(Pictures, "board", board)
    return found


async def miss_a_turn(room: Room) -> None:
    """Begin a game, and play a turn whose message Discord refuses."""
    await room.begin()
    room.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=1)
    await room.play("M12 180 knight S")
    room.expect(NotAnnouncedError)


async def test_a_missed_turn_is_drawn_once(room: Room, drawn: list[tuple[int, int]]) -> None:
    await miss_a_turn(room)
    drawn.clear()
    await room.restart()
    assert drawn == [(1, room.table().ply)]
    assert [len(message.attachments) for message in room.messages()][-1] == 1


async def test_a_picture_with_a_name_that_was_deleted_is_not_used(room: Room) -> None:
    await room.begin(3)
    await room.bot.host.turns.resign(1, Person(room.bob.user.id, "Bob"))
    prepared = PreparedPictures(room.bot.delivery)
    for is_deleted in (False, True):
        prepared.begin([1])
        await room.env.settle()
        if is_deleted:
            await room.bot.host.privacy.delete(room.bob.user.id)
        assert (await prepared.take(room.table()) is None) is is_deleted
    await prepared.close()


async def test_pictures_that_nobody_takes_are_dropped(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await room.begin()
    prepared = PreparedPictures(room.bot.delivery)
    monkeypatch.setattr(prepared_pictures, "KEPT_SECONDS", 0.001)
    prepared.begin([1])
    await asyncio.sleep(0.01)
    assert await prepared.take(room.table()) is None
    await prepared.close()


async def test_a_picture_of_another_turn_is_not_used(room: Room, drawn: list[tuple[int, int]]) -> None:
    await room.begin()
    prepared = PreparedPictures(room.bot.delivery)
    prepared.begin([1, 2])
    before = room.table()
    await room.play_on(1)
    assert await prepared.take(room.table()) is None
    prepared.begin([1])
    assert (await prepared.take(room.table())) is not None
    assert await prepared.take(room.table()) is None
    assert before.ply < room.table().ply
    await prepared.close()
