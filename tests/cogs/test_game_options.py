"""The option `game` of every command: which games are suggested to whom, and that the command accepts them."""

from typing import Any

import discord
import pytest
import simcord

from screens.text.markup import command_mention
from tests.cogs.admin_commands import manager, press, shown
from tests.cogs.room import ON_SIMCORD, Room, words

pytestmark = ON_SIMCORD

MANAGE = discord.Permissions(manage_guild=True)
LOOKS = ("board", "tiles", "log")
OWN = ("place", "undo", "resign")


@pytest.fixture
async def busy_room(room: Room) -> Room:
    """Games 1 (Ann, Bob) and 2 (Chloé, Dmitri, elsewhere) run, Eve waits at table 3, game 4 (Ann, Bob) is over."""
    await room.begin()
    other = room.guild.create_text_channel("other")
    for one in (room.chloe, room.dmitri):
        await one.slash(other, "join")
    await room.chloe.slash(other, "start", takeback=0)
    await room.eve.slash(room.channel, "join")
    third = room.guild.create_text_channel("third")
    for one in (room.ann, room.bob):
        await one.slash(third, "join")
    await room.ann.slash(third, "start", takeback=0)
    await resign(room, third)
    assert [table.number for table in room.bot.host.tables.nameable(_venue(room), room.ann.user.id)] == [1, 3, 2]
    return room


async def resign(room: Room, channel: simcord.ChannelHandle) -> None:
    asked = (await room.ann.slash(channel, "resign")).response
    assert asked is not None
    await room.ann.click(asked, label="Resign")


def _venue(room: Room) -> Any:
    return room.table(1).venue


async def offered(
    room: Room,
    person: simcord.MemberActor,
    command: str,
    typed: str = "",
    *,
    channel: simcord.ChannelHandle | None = None,
) -> list[str]:
    choices = await person.autocomplete(channel or room.channel, command, "game", typed)
    return [choice["value"] for choice in choices]


@pytest.mark.parametrize("command", LOOKS)
async def test_any_game_that_has_begun_can_be_looked_at_by_anybody_on_the_server(busy_room: Room, command: str) -> None:
    assert await offered(busy_room, busy_room.ann, command) == ["#1", "#2", "#4"]
    assert await offered(busy_room, busy_room.chloe, command) == ["#2", "#1", "#4"]
    assert await offered(busy_room, busy_room.eve, command) == ["#1", "#2", "#4"]
    for number in ("#1", "#2", "#4"):
        refused = len(busy_room.env.errors)
        assert await words(busy_room.eve.slash(busy_room.channel, command, game=number))
        assert len(busy_room.env.errors) == refused


async def test_the_rules_are_read_at_a_waiting_table_too(busy_room: Room) -> None:
    assert await offered(busy_room, busy_room.ann, "rules") == ["#1", "#3", "#2", "#4"]
    assert await offered(busy_room, busy_room.eve, "rules", "#3") == ["#3"]
    assert await words(busy_room.eve.slash(busy_room.channel, "rules", game="#3"))


async def test_a_game_that_is_over_tells_when_it_ended(busy_room: Room) -> None:
    choices = await busy_room.eve.autocomplete(busy_room.channel, "log", "game", "4")
    assert choices == [{"name": "#4 · Ann, Bob · ended 2026-01-01", "value": "#4"}]
    assert await offered(busy_room, busy_room.eve, "log", "dmi") == ["#2"]


async def test_of_more_tables_than_are_searched_any_is_found_by_its_number(
    busy_room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.interaction.options.MAX_LIVE_SEARCHED", 1)
    assert await offered(busy_room, busy_room.ann, "board") == ["#1", "#4"]
    assert await offered(busy_room, busy_room.ann, "board", "#2") == ["#2"]
    assert await offered(busy_room, busy_room.ann, "board", "#3") == []  # it waits
    assert await offered(busy_room, busy_room.ann, "place", "#2") == []  # others play there


async def test_in_private_the_own_games_are_offered_also_those_over(busy_room: Room) -> None:
    async def in_private(person: simcord.MemberActor) -> list[str]:
        return [choice["value"] for choice in await person.user.autocomplete("log", "game", "")]

    assert await in_private(busy_room.ann) == ["#1", "#4"]
    assert await in_private(busy_room.eve) == []
    assert (await words(busy_room.ann.user.slash("log", game="#4"))).startswith("Carcassonne #4")
    assert await words(busy_room.eve.user.slash("log", game="#4")) == (
        f"I can't see a game #4 here. Find yours with {command_mention('games')}."
    )


@pytest.mark.parametrize("command", OWN)
async def test_only_who_plays_is_offered_what_players_do(busy_room: Room, command: str) -> None:
    assert await offered(busy_room, busy_room.ann, command) == ["#1"]
    assert await offered(busy_room, busy_room.dmitri, command) == ["#2"]
    assert await offered(busy_room, busy_room.eve, command) == []


async def test_before_a_game_the_tables_that_wait_are_offered(busy_room: Room) -> None:
    assert await offered(busy_room, busy_room.ann, "join") == ["#3"]
    for name in ("start", "oldstart"):
        assert await offered(busy_room, busy_room.eve, name) == ["#3"]
        assert await offered(busy_room, busy_room.ann, name) == []


async def test_managers_are_offered_the_games_of_their_server(busy_room: Room) -> None:
    page = shown(await press(manager(busy_room), busy_room.channel, "Games"))
    [menu] = [one for row in page.components for one in row["components"] if one["type"] == 3]
    assert [one["value"] for one in menu["options"]] == ["#1", "#2", "#3", "#4"]
    elsewhere = busy_room.env.create_guild("H")
    channel = elsewhere.create_text_channel("far")
    roles = [elsewhere.create_role("Managers", permissions=MANAGE)]
    page = shown(await press(elsewhere.add_member(busy_room.env.create_user("far"), roles=roles), channel, "Games"))
    assert page.content == "Nobody has played on this server yet."
    assert "#1" not in str(page.components)


async def test_an_early_game_is_found_by_its_number(busy_room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await busy_room.env.advance_time(60)
    await resign(busy_room, busy_room.channel)
    monkeypatch.setattr("cogs.interaction.options.MAX_SEARCHED", 1)
    assert await offered(busy_room, busy_room.eve, "log") == ["#2", "#1"]
    assert await offered(busy_room, busy_room.eve, "log", "#4") == ["#4"]


async def test_a_number_that_was_typed_stands_before_other_texts_with_it(busy_room: Room) -> None:
    assert await offered(busy_room, busy_room.dmitri, "log", "1") == ["#1", "#4"]
    assert await offered(busy_room, busy_room.dmitri, "log", "2") == ["#2", "#4"]
