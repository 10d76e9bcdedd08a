"""What server managers can choose for the tables on their server."""

import re

import discord

from host.model.clock import TimeoutAction
from host.model.server_settings import ServerSettings
from host.model.table_options import SeatOrder, TableSettings
from screens.text.admin import server_text
from screens.text.markup import command_mention
from tests.cogs.admin_commands import (
    ADMIN,
    acts,
    allow_channel,
    choose_language,
    fill,
    limit_tables,
    manager,
    press,
    settings_text,
    told,
)
from tests.cogs.room import ON_SIMCORD, Room, words

pytestmark = ON_SIMCORD


async def test_nothing_is_chosen_at_first(room: Room) -> None:
    assert (await settings_text(manager(room), room.channel)).splitlines() == [
        "Tables can open in any channel.",
        "Any number of tables at a time.",
        "Each person can have up to 5 waiting tables and games on their own.",
        "New tables play Standard.",
        "Language of new tables: the server's.",
        "-# Import a finished game: give " + command_mention(ADMIN) + " its log as `file`.",
    ]


async def test_tables_in_chosen_channels_only(room: Room) -> None:
    max_, other = manager(room), room.guild.create_text_channel("other")
    said = await allow_channel(max_, other)
    assert said.startswith(f"Tables can open only in <#{other.id}>.")
    said = await words(room.ann.slash(room.channel, "join"))
    assert said == f"On this server you can open tables only in <#{other.id}>."
    await room.ann.slash(other, "join")
    assert room.waiting().venue.channel == other.id
    said = await allow_channel(max_, other, room.channel)
    assert f"<#{room.channel.id}>" in said.splitlines()[0]
    assert f"<#{other.id}>" in said.splitlines()[0]
    said = await allow_channel(max_, other, room.channel)
    assert said.startswith(f"Tables can open only in <#{other.id}>.")
    said = await allow_channel(max_, other)
    assert said.startswith("Tables can open in any channel.")


def test_of_many_channels_none_is_cut() -> None:
    channels = frozenset(range(10**18, 10**18 + 100))
    line = server_text(ServerSettings(1, channels), 5).splitlines()[0]
    assert re.sub("<#[0-9]{19}>", "#x", line) == f"Tables can open only in {', '.join(['#x'] * 40)} and 60 more."


async def test_a_channel_that_is_gone_leaves_the_list_with_the_next_change(room: Room) -> None:
    max_, other = manager(room), room.guild.create_text_channel("other")
    await allow_channel(max_, room.channel, other)
    channel = room.bot.get_channel(other.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.delete()
    await room.env.settle()
    said = await allow_channel(max_, room.channel)
    assert said.startswith(f"Tables can open only in <#{room.channel.id}>.")


async def test_no_more_tables_than_chosen(room: Room) -> None:
    max_, other = manager(room), room.guild.create_text_channel("other")
    said = await limit_tables(max_, room.channel, 1)
    assert "At most 1 table at a time." in said
    await room.ann.slash(room.channel, "join")
    said = await words(room.bob.slash(other, "join"))
    seat = f"There's a free seat at #1 (<#{room.channel.id}>)."
    assert said == f"This server allows 1 table at a time. {seat}"
    await room.bob.slash(room.channel, "join")
    await room.ann.slash(room.channel, "start")
    said = await words(room.chloe.slash(other, "join"))
    assert said == "This server allows 1 table at a time. Wait until it's free."
    await limit_tables(max_, room.channel, 0)
    assert "You're at table #2." in await words(room.bob.slash(other, "join"))


async def test_new_tables_are_set_up_as_chosen(room: Room) -> None:
    max_ = manager(room)
    rules = {"edition": ["new-edition"], "options": ["river"], "besides": []}
    await fill(max_, room.channel, "Rules", rules)
    time = {"pace": ["3d"], "timeout": ["skip"], "takeback": "0", "order": ["joined"]}
    await fill(max_, room.channel, "Time and order", time)
    said = await choose_language(max_, room.channel, "de")
    assert said.splitlines()[-4:-1] == [
        "New tables play Carcassonne, new edition with The River.",
        "3 days a turn · the turn is skipped when time's up · no time to undo"
        " · hints off · in order of joining · not rated.",
        "Language of new tables: Deutsch.",
    ]
    await room.restart()
    await room.ann.slash(room.channel, "join")
    table = room.waiting()
    assert (table.edition, table.options) == ("new-edition", ("river",))
    assert table.settings == TableSettings("3d", False, 0, SeatOrder.JOINED, False, "de", False, TimeoutAction.SKIP)
    said = told(await fill(max_, room.channel, "Rules", {"edition": ["classic"]}))
    assert said.endswith("I left out what's only in Carcassonne, new edition: The River.")
    assert room.bot.host.administration.server(room.guild.id).table_options.options == ()
    said = told(await press(max_, room.channel, "New tables as usual"))
    assert "New tables play Standard." in said
    said = told(await fill(max_, room.channel, "Time and order", {"takeback": "1", "pace": ["24h"]}))
    assert said.splitlines()[-4:-1] == [
        "New tables play Standard.",
        "24 hours a turn · 1 second to undo.",
        "Language of new tables: the server's.",
    ]
    said = told(await fill(max_, room.channel, "Time and order", {"pace": ["none"]}))
    assert "No time limit · 1 second to undo." in said.splitlines()


async def test_rule_options_that_are_left_on_go_along_to_another_edition(room: Room) -> None:
    max_ = manager(room)
    await fill(max_, room.channel, "Rules", {"edition": ["new-edition"], "options": ["inns"]})
    said = told(await fill(max_, room.channel, "Rules", {"edition": ["classic"]}))
    assert "New tables play Carcassonne (2000) with Inns & Cathedrals." in said.splitlines()


async def test_what_was_taken_back_alone_is_said_alone(room: Room) -> None:
    max_ = manager(room)
    await fill(max_, room.channel, "Time and order", {"pace": ["3d"]})
    await choose_language(max_, room.channel, "de")
    await choose_language(max_, room.channel, "server")
    await fill(max_, room.channel, "Rules", {"edition": ["new-edition"], "options": ["river"]})
    await fill(max_, room.channel, "Rules", {"options": []})
    latest = [line.partition("settings: ")[2] for line in (await acts(max_, room.channel)).splitlines()]
    assert latest[:3] == [
        "Rule options: –",
        "Carcassonne, new edition; The River",
        "language of new tables: the server's",
    ]


async def test_what_no_form_takes_is_refused(room: Room) -> None:
    max_ = manager(room)
    for name, wrong in (("most", "many"), ("most", "1001"), ("takeback", "601"), ("takeback", "soon")):
        label = {"most": "Number of tables", "takeback": "Time and order"}[name]
        assert wrong in told(await fill(max_, room.channel, label, {name: wrong}))
    assert room.bot.host.administration.server(room.guild.id) == ServerSettings(room.guild.id)


async def test_one_person_cannot_fill_the_server_with_tables(room: Room) -> None:
    for number in range(5):
        await room.ann.slash(room.guild.create_text_channel(f"c{number}"), "join")
    said = await words(room.ann.slash(room.channel, "join"))
    assert said == ("You already have 5 tables to yourself (#1, #2, #3, #4 and #5). Leave or end one first.")
