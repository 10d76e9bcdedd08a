"""Turns written as messages: `@Bot M14 90 thief E` in a channel, the same without the mention in private."""

import discord
import pytest
import simcord

from render.layout.panel_content import panel_content
from screens.pictures import picture_words
from tests.cogs.admin_commands import choose_language, manager
from tests.cogs.room import ON_SIMCORD, Room, board_link, first_turn, near_the_end

pytestmark = ON_SIMCORD

HOW = "Write your turn like this: `M14 90 2` for a follower on spot 2, `M14 90 -` for no follower, or `pass`. "


def mention(room: Room) -> str:
    assert room.bot.user is not None
    return room.bot.user.mention


async def say(room: Room, who: simcord.MemberActor, text: str, where: simcord.ChannelHandle | None = None) -> None:
    """Write a message that mentions the bot."""
    await who.send(where or room.channel, f"{mention(room)} {text}")


def replies(room: Room) -> list[discord.Message]:
    """The bot's replies in the channel."""
    return [one for one in room.messages() if one.author.bot and one.reference]


async def test_a_whole_game_by_mention_only(room: Room) -> None:
    await room.begin(edition="classic")
    turns = 0
    while room.bot.host.tables.cached(1):
        if room.state().turn == 6:
            await room.fast_forward(until=near_the_end)
        turn = room.state().turn
        await say(room, room.to_move(), first_turn(room.state()))
        turns += 1
        table = room.bot.host.tables.cached(1)
        assert table is None or room.state().turn == turn + 1
    assert turns > 8
    assert room.messages()[-1].content.startswith("Carcassonne #1 is over. ")
    assert replies(room) == []
    assert (await room.record()).is_finished


async def test_a_mention_plays_a_turn_and_the_next_message_is_the_answer(room: Room) -> None:
    await room.begin()
    await say(room, room.ann, "m14 180 THIEF e")
    assert room.messages()[-1].content.splitlines()[1] == "Ann placed tile D at M14 (180°) with a thief."
    assert replies(room) == []


@pytest.mark.parametrize("text", ["M14 180 -", "pass M14 180", "#1 M14 180 -", "place M14 180 -", "M14 180 - game: 1"])
async def test_ways_to_play_with_nobody(room: Room, text: str) -> None:
    await room.begin()
    await say(room, room.ann, text)
    assert room.table().ply > 1
    assert room.state().figures == {}


async def test_without_a_follower_the_mover_is_asked(room: Room) -> None:
    await room.begin()
    await say(room, room.ann, "M14 180")
    [asked] = replies(room)
    assert asked.content == "**M14 (180°)**: who goes on it?"
    assert asked.attachments == []
    assert asked.mentions == []
    assert room.table().ply == 1
    refused = await room.bob.click(asked, label="nobody")
    assert refused.followups[0].content == "It's Ann's turn in game #1, not yours. I'll tell you when it is."
    assert room.table().ply == 1
    await room.ann.click(asked, label="③ thief · road · 1 tile, 2 open ends")
    assert replies(room) == []
    assert room.messages()[-1].content.splitlines()[1] == "Ann placed tile D at M14 (180°) with a thief."


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("", HOW), ("help", HOW), ("hello there", HOW), ("M14", HOW),
        ("M14 91 -", "A tile can't be turned by “91”: type 0, 90, 180 or 270. Tile D fits at"),
        ("M14 thief E", "A tile can't be turned by “thief”: type 0, 90, 180 or 270. Tile D fits at"),
        ("M14 90 wizard", "I don't know “wizard”. "),
        ("M14 90 thief E please", "I don't know “thief E please”."),
        ("Z99 0 -", "Z99 isn't next to a tile. Tile D fits at"),
        ("M14 180 monk", "There's no place for a monk on this tile. Possible here: "),
        ("M14 180 - wall:9 9 9 9 9 9 9", "“9 9 9 9 9 9 9” isn't a wall tile"),
        ("#7 M14 180 -", "I can't see a game #7 here"),
        ("pass", "Place your tile first"),
    ],
)  # fmt: skip
async def test_a_line_that_cannot_be_played_is_answered_with_one_sentence(room: Room, text: str, answer: str) -> None:
    await room.begin()
    await say(room, room.ann, text)
    [reply] = replies(room)
    assert reply.content.startswith(answer)
    assert reply.mentions == []
    assert room.table().ply == 1


async def test_a_mention_in_the_wrong_turn(room: Room) -> None:
    await room.begin()
    await say(room, room.bob, "M14 180 -")
    assert [one.content for one in replies(room)] == [
        "It's Ann's turn in game #1, not yours. I'll tell you when it is."
    ]
    assert room.table().ply == 1


async def test_a_stranger_is_told_once_in_a_while(room: Room) -> None:
    await room.begin()
    for _ in range(3):
        await say(room, room.eve, "M14 180 -")
    assert [one.content for one in replies(room)] == [
        "You aren't in game #1: Ann and Bob are playing it. Press **Board** to watch."
    ]
    await room.env.advance_time(601)
    await say(room, room.eve, "hello")
    assert len(replies(room)) == 2
    assert room.table().ply == 1


async def test_bots_are_not_heard(room: Room) -> None:
    await room.begin()
    other = room.guild.add_member(room.env.create_user("robot", bot=True))
    await say(room, other, "M14 180 -")
    await say(room, other, "hello")
    assert replies(room) == []
    assert room.table().ply == 1


async def test_what_does_not_speak_to_the_bot_is_not_heard(room: Room) -> None:
    await room.begin()
    await room.ann.send(room.channel, "M14 180 -")
    await room.ann.send(room.channel, f"I like {mention(room)} so much")
    assert replies(room) == []
    assert room.table().ply == 1


async def test_an_edited_message_plays_nothing(room: Room) -> None:
    await room.begin()
    await say(room, room.ann, "M14")
    written = next(one for one in room.messages() if one.author.id == room.ann.user.id)
    await room.ann.edit(written, f"{mention(room)} M14 180 -")
    assert room.table().ply == 1


async def test_a_mention_in_another_channel_is_confirmed_there(room: Room) -> None:
    await room.begin()
    elsewhere = room.guild.create_text_channel("elsewhere")
    await say(room, room.ann, "#1 M14 180 -", elsewhere)
    [reply] = [one for one in elsewhere.history() if one.author.bot]
    assert reply.content == f"You placed tile D at M14 (180°). {board_link(room)}"


async def test_the_number_names_the_game(room: Room) -> None:
    await room.begin()
    for one in (room.chloe, room.ann):
        await one.slash(room.channel, "join")
    await room.chloe.slash(room.channel, "start", takeback=0)
    await say(room, room.chloe, "M14 180 -")
    await say(room, room.ann, f"#2 {first_turn(room.state(2))}")
    assert room.table(1).ply == 1
    assert room.state(2).turn == 2


async def test_a_reply_that_cannot_be_sent_costs_nothing(room: Room) -> None:
    await room.begin()
    room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=403, code=50013, times=1)
    await say(room, room.ann, "hello")
    await say(room, room.ann, "M14 180 -")
    assert room.state().turn == 1


async def test_a_whole_game_in_private(room: Room) -> None:
    await room.begin(edition="classic")
    while room.bot.host.tables.cached(1):
        if room.state().turn == 6:
            await room.fast_forward(until=near_the_end)
        mover = room.to_move()
        turn = room.state().turn
        await mover.user.send_dm(first_turn(room.state()))
        table = room.bot.host.tables.cached(1)
        assert table is None or room.state().turn == turn + 1
    answers = [one.content for one in room.ann.user.dm_channel.history() if one.author.bot]
    assert all(one.startswith("You placed ") for one in answers)
    assert room.messages()[-1].content.startswith("Carcassonne #1 is over. ")


async def test_in_private_the_follower_is_asked_for_with_a_picture(room: Room) -> None:
    await room.begin()
    await room.ann.user.send_dm("M14 180")
    asked = room.ann.user.dm_channel.history()[-1]
    assert [one.filename for one in asked.attachments] == ["spots.png"]
    await room.ann.user.click(asked, label="nobody")
    closed = room.ann.user.dm_channel.history()[-1]
    assert closed.content == f"You placed tile D at M14 (180°). {board_link(room)}"
    assert (closed.components, closed.attachments) == ([], [])


@pytest.mark.parametrize("text", ["leave", "/leave", "#1 Leave"])
async def test_a_word_leaves_the_table(room: Room, text: str) -> None:
    for one in (room.ann, room.bob):
        await one.slash(room.channel, "join")
    await say(room, room.bob, text)
    [reply] = replies(room)
    assert reply.content == "You've left table #1."
    assert [one.name for one in room.waiting().people] == ["Ann"]


async def test_a_word_opens_a_vote_and_shows_it_anew(room: Room) -> None:
    await room.begin(players=3)
    await say(room, room.bob, "vote")
    assert replies(room)[-1].content.startswith("Game #1 has no time limit. You can vote on Ann's turn from <t:")
    await room.env.advance_time(7 * 24 * 3600 + 1)
    await say(room, room.bob, "vote")
    assert room.messages()[-1].content.startswith("**Time's up** in Carcassonne #1")
    await say(room, room.chloe, "#1 vote")
    assert replies(room)[-1].content.startswith("**Time's up** in Carcassonne #1")


@pytest.mark.parametrize("text", ["M14 180 pass", "M14 180 nobody", "M14 180 PASS"])
async def test_nobody_may_be_called_a_pass(room: Room, text: str) -> None:
    await room.begin()
    await say(room, room.ann, text)
    assert room.table().ply > 1
    assert room.state().figures == {}


async def test_while_a_turn_can_be_taken_back_nobody_has_the_stars(room: Room) -> None:
    await room.begin(takeback=300)
    assert movers(room) == [0]
    await room.play_on(1)
    assert movers(room) == []
    await room.ann.click(room.messages()[-1], label="Done")
    assert movers(room) == [1]


def movers(room: Room) -> list[int]:
    """The seats whose cards have the stars of whoever is to move."""
    shown = panel_content(room.state(), picture_words(room.table()), frozenset())
    return [card.style.seat for card in shown.cards if card.is_to_move]


async def test_answers_in_a_channel_are_in_the_language_of_its_tables(room: Room) -> None:
    """The managers have chosen it, though the server speaks English."""
    await choose_language(manager(room), room.channel, "de")

    async def answer_to(who: simcord.MemberActor, text: str) -> str:
        await say(room, who, text)
        return room.messages()[-1].content

    assert (await answer_to(room.ann, "hello")).startswith("Schreib deinen Zug so:")
    for one in (room.ann, room.bob):
        await one.slash(room.channel, "join")
    assert await answer_to(room.bob, "leave") == "Du hast Tisch #1 verlassen."
    await room.bob.slash(room.channel, "join")
    await room.ann.slash(room.channel, "start", takeback=0)
    assert (await answer_to(room.bob, "vote")).startswith("Partie #1 hat kein Zeitlimit.")
