"""`/games` lists whose turn it is in my games or in a channel's. `/log` gives the record of any game."""

from typing import Any

import simcord

from carcassonne import parse_record, replay
from screens.text.markup import command_mention
from tests.cogs.room import ON_SIMCORD, Room, words

pytestmark = ON_SIMCORD


async def begin_on_another_server(room: Room) -> simcord.ChannelHandle:
    """Start a game of Ann and Bob on another server; Bob has just laid the first tile."""
    guild = room.env.create_guild("Elsewhere")
    channel = guild.create_text_channel("far")
    ann, bob = (guild.add_member(one.user) for one in (room.ann, room.bob))
    for one in (bob, ann):
        await one.slash(channel, "join")
    await bob.slash(channel, "start", takeback=0)
    await bob.slash(channel, "place", at="M12", rotation=180, follower="-")
    return channel


async def begin_another(room: Room) -> None:
    """A second game in the room's channel, in which Bob is to move."""
    for one in (room.bob, room.ann):
        await one.slash(room.channel, "join")
    await room.bob.slash(room.channel, "start", takeback=0)


async def test_my_games_of_all_servers_those_that_wait_for_me_first_the_longest_waiting_before(room: Room) -> None:
    await begin_another(room)
    await room.env.advance_time(60)
    far = await begin_on_another_server(room)
    asked = int(room.table(2).moved_at.timestamp())
    await room.env.advance_time(60)
    await room.begin()
    head, *lines = (await words(room.ann.slash(room.channel, "games"))).splitlines()
    assert head == "It's your turn in 2 games."
    assert [line.partition(" · ")[0] for line in lines] == ["**#2**", "**#3**", "**#1**"]
    board = next(message for message in reversed(list(far.history())) if message.attachments)
    assert (
        lines[0]
        == f"**#2** · Bob and Ann · **your turn**, started <t:{asked}:R> · 70 tiles left · [board]({board.jump_url})"
    )
    assert "Bob's turn, started <t:" in lines[2]


async def test_games_here_are_those_of_this_channel(room: Room) -> None:
    await begin_on_another_server(room)
    await room.begin()
    _, *lines = (await words(room.ann.slash(room.channel, "games", scope="here"))).splitlines()
    assert [line.partition(" · ")[0] for line in lines] == ["**#2**"]


async def test_in_private_all_games_are_mine(room: Room) -> None:
    await begin_on_another_server(room)
    await room.begin()
    in_channel = await words(room.ann.slash(room.channel, "games"))
    for options in ({}, {"scope": "mine"}, {"scope": "here"}):
        assert await words(room.ann.user.slash("games", **options)) == in_channel


async def test_where_nothing_runs_there_is_a_hint(room: Room) -> None:
    join = command_mention("join")
    assert await words(room.ann.slash(room.channel, "games")) == f"You aren't at any table. Open one with {join}."
    assert (
        await words(room.ann.slash(room.channel, "games", scope="here"))
        == f"Nobody's playing here. Open a table with {join}."
    )
    assert await words(room.ann.user.slash("games", scope="here")) == (
        f"You aren't at any table. Open one with {join} in a server's channel."
    )


async def test_the_record_of_a_game_that_is_over_also_in_private(room: Room) -> None:
    await room.begin()
    await room.play_on(3)
    asked = await room.ann.slash(room.channel, "resign")
    assert asked.response is not None
    await room.ann.click(asked.response, label="Resign")
    await begin_another(room)
    for shown in (
        await room.eve.slash(room.channel, "log", game="#1"),
        await room.bob.user.slash("log", game="#1"),
    ):
        assert shown.response is not None
        [file] = shown.response.attachments
        assert file.filename == "carcassonne-1.carc"
        record = replay(parse_record((await file.read()).decode()))
        assert record.error is None
        assert len(record.turns) == 3
    said = await words(room.eve.user.slash("log", game="#1"))
    assert said == f"I can't see a game #1 here. Find yours with {command_mention('games')}."


def buttons(shown: simcord.InteractionResult) -> list[dict[str, Any]]:
    assert shown.response is not None
    return [one for row in shown.response.components for one in row["components"]]


async def test_a_button_leads_to_the_game_that_has_waited_longest_for_me(room: Room) -> None:
    await room.begin()
    board = next(message for message in room.messages() if message.attachments)
    await room.env.advance_time(60)
    await begin_on_another_server(room)
    [button] = buttons(await room.ann.slash(room.channel, "games"))
    assert (button["label"], button["url"]) == ("Go to #1", board.jump_url)
    await room.play_on(1)
    [button] = buttons(await room.ann.slash(room.channel, "games"))
    assert button["label"] == "Go to #2"
    await room.restart()
    assert buttons(await room.ann.user.slash("games")) == [button]


async def test_where_nothing_waits_for_me_no_button_leads_on(room: Room) -> None:
    await room.begin()
    assert buttons(await room.bob.slash(room.channel, "games")) == []
    assert buttons(await room.eve.slash(room.channel, "games", scope="here")) == []


async def test_where_the_channel_is_gone_the_button_shows_the_board_in_private(room: Room) -> None:
    await room.begin()
    other = room.guild.create_text_channel("other")
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    shown = await room.ann.slash(other, "games")
    assert "url" not in buttons(shown)[0]
    assert shown.response is not None
    pressed = await room.ann.click(shown.response, label="Go to #1")
    assert pressed.followups[0].ephemeral
    assert pressed.followups[0].attachments
    await room.ann.click(pressed.followups[0], label="M14")
