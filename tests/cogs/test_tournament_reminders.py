"""A day before a round ends, each game that still runs says so to whoever is to move."""

from typing import Any

import discord

from host.model.preferences import Reminders
from tests.cogs.deadlines import pinged
from tests.cogs.room import ON_SIMCORD, Room
from tests.cogs.tournaments import begun, resign, tournament

pytestmark = ON_SIMCORD

DAY = 24 * 3600


async def said_in(room: Room, game: int) -> list[discord.Message]:
    channel: Any = room.bot.get_channel((await room.bot.host.tables.known(game)).venue.channel)
    return [
        one async for one in channel.history(limit=None) if "and the player whose turn it is then loses." in one.content
    ]


async def test_each_game_that_runs_says_once_that_it_ends(room: Room) -> None:
    await begun(room, 4)
    cup = await tournament(room)
    over, running = (board.game or 0 for board in cup.boards(1))
    await resign(room, over, 0)
    await room.env.advance_time(6 * DAY - 60)
    assert await said_in(room, running) == []
    await room.env.advance_time(120)
    [said] = await said_in(room, running)
    # a turn that is late may pass to the other just then
    [to_move] = [one for one in room.table(running).people if [one.id] == pinged(said)]
    assert said.content.startswith(f"<@{to_move.id}> Carcassonne #{running} ends <t:")
    assert f"and the player whose turn it is then loses. It's {to_move.name}'s turn. [board](" in said.content
    assert await said_in(room, over) == []
    await room.env.advance_time(DAY - 120)
    assert len(await said_in(room, running)) == 1


async def test_who_wants_no_reminders_gets_none(room: Room) -> None:
    await begun(room, 4)
    cup = await tournament(room)
    game = next(cup.boards(1)).game or 0
    for person in room.table(game).humans:  # a turn that is late may pass to the other just then
        await room.bot.host.people.choose_preferences(person, reminders=Reminders.NEVER)
    await room.env.advance_time(6 * DAY + 60)
    assert await said_in(room, game) == []


async def test_it_says_when_the_game_ends_now_although_it_was_stored_before(room: Room) -> None:
    """While it couldn't be sent, an outage of the bot let the round end later."""
    await begun(room, 4)
    cup = await tournament(room)
    game = next(cup.boards(1)).game or 0
    path = f"/channels/{(await room.bot.host.tables.known(game)).venue.channel}/messages"
    await room.env.advance_time(6 * DAY - 60)
    room.env.inject_error("POST", path, status=500, times=6)  # the turn that is late then has a message, too
    await room.env.advance_time(61)
    assert await said_in(room, game) == []
    outage = await room.bot.host.deadlines.heartbeat(is_start=True)  # since the last heartbeat
    assert outage
    await room.env.advance_time(3 * 3600)
    [said] = await said_in(room, game)
    assert cup.round_due
    assert f" ends <t:{int((cup.round_due + outage).timestamp())}:R>" in said.content
