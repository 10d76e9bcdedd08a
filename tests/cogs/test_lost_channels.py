"""Deleted channels, and people who have left the server: people get one sentence, and games go on."""

from typing import Any

import discord
import pytest
import simcord

from host.model.clock import VoteChoice
from host.model.controllers import Person
from host.model.table import Status
from screens.text.labels import VOTE_LABELS
from screens.text.markup import command_mention
from tests.cogs.admin_commands import end_game, give_seat, manager
from tests.cogs.direct_messages import private_boards
from tests.cogs.options_panel import open_form, options, private
from tests.cogs.room import ON_SIMCORD, Room, deleted_words, labels, words
from tests.cogs.typed_words import vote

pytestmark = ON_SIMCORD

TURN = "M12 180 knight S"
GONE = "That's done, but the channel of Carcassonne #1 is gone, so I couldn't tell the others."


async def lose_channel(room: Room) -> simcord.ChannelHandle:
    """Delete the table's channel; return another one."""
    other = room.guild.create_text_channel("other")
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    return other


def refuse(room: Room) -> simcord.ChannelHandle:
    """Let the table's channel refuse every message; return another one."""
    room.env.inject_error("*", f"/channels/{room.channel.id}/*", status=403, code=50001, times=None)
    return room.guild.create_text_channel("other")


def texts_of(result: simcord.InteractionResult) -> list[str]:
    """The texts of all answers to a command or a button."""
    shown = [one for one in (result.response, *result.followups) if one]
    assert all(one.ephemeral for one in shown)
    return [one.content for one in shown]


async def test_a_table_that_waits_is_closed_with_its_channel(room: Room) -> None:
    for one in (room.ann, room.bob):
        await one.slash(room.channel, "join")
    other = await lose_channel(room)
    assert (await room.bot.host.tables.load(1)).status is Status.ENDED
    assert (
        await words(room.eve.slash(other, "join", game="#1"))
        == f"Table #1 is closed. Open another with {command_mention('join')}."
    )
    assert "You're at table #2." in await words(room.ann.slash(other, "join"))


async def test_a_table_that_waits_in_a_thread_is_closed_with_it(room: Room) -> None:
    thread = await room.open_thread("late at night")
    await room.ann.slash(thread, "join")
    await room.bob.slash(room.channel, "join", game="#1")
    await room.chloe.slash(room.guild.create_text_channel("other"), "join")
    room.env.backend.delete_channel(thread.id)
    await room.env.settle()
    assert (await room.bot.host.tables.load(1)).status is Status.ENDED
    assert room.waiting(2).status is Status.OPEN


async def test_a_table_whose_channel_was_deleted_unseen_is_closed_at_the_next_start(room: Room) -> None:
    for one in (room.ann, room.bob):
        await one.slash(room.channel, "join")
    await room.bot.close()
    room.env.backend.delete_channel(room.channel.id)
    room.channel = room.guild.create_text_channel("other")
    await room.restart()
    assert (await room.bot.host.tables.load(1)).status is Status.ENDED
    closed = f"Table #1 is closed. Open another with {command_mention('join')}."
    assert await words(room.eve.slash(room.channel, "join", game="#1")) == closed


async def test_a_manager_closes_a_table_where_nobody_can_be_told(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    other = refuse(room)
    answers = await end_game(manager(room), other)
    assert answers == [
        "You ended Carcassonne #1.",
        f"That's done, but I couldn't tell the others: I can't write in <#{room.channel.id}>.",
    ]
    assert (await room.bot.host.tables.load(1)).status is Status.ENDED


async def test_a_manager_ends_a_game_whose_channel_is_gone(room: Room) -> None:
    await room.begin()
    other = await lose_channel(room)
    answers = await end_game(manager(room), other)
    assert answers == [
        "You ended Carcassonne #1.",
        "That's saved, but the channel of game #1 is gone. I'll tell the players in private.",
    ]
    assert all("Carcassonne #1 is over" in private_boards(one)[-1].content for one in (room.ann, room.bob))


async def test_a_seat_handed_over_where_the_channel_is_gone(room: Room) -> None:
    await room.begin()
    other = await lose_channel(room)
    answers = [await give_seat(manager(room), other, 1, room.eve)]
    assert answers == [f"Eve has the seat now. I can't write in <#{room.channel.id}>, so I told only Eve, in private."]
    assert [one.content.partition(" · ")[0] for one in private_boards(room.eve)] == ["**Eve**'s turn"]
    [*_, message] = room.eve.user.dm_channel.history()
    assert message.content.startswith("manager gave Ann's seat in Carcassonne #1 to <@")
    await room.eve.user.send_dm(TURN)
    assert private_boards(room.bob)[-1].content.startswith("**Bob**'s turn")


@pytest.mark.parametrize("is_gone", [True, False])
async def test_where_the_channel_takes_no_question_the_others_are_asked_in_private(room: Room, is_gone: bool) -> None:
    await room.begin()
    other = await lose_channel(room) if is_gone else refuse(room)
    asked = (await room.ann.slash(other, "resign", game="#1")).response
    assert asked is not None
    done = (await room.ann.click(asked, label="End for everyone")).response
    assert done is not None
    assert done.content == f"I can't write in <#{room.channel.id}>, so I asked the others in private."
    [*_, question] = room.bob.user.dm_channel.history()
    assert question.content.startswith("**Ann** wants to end Carcassonne #1 now")
    await room.bob.user.click(question, label="Agree")
    assert room.bot.host.tables.cached(1) is None


@pytest.mark.parametrize("is_reached", [True, False])
async def test_who_asks_is_told_how_the_others_are_asked(room: Room, is_reached: bool) -> None:
    await room.begin(timeout="wait", pace="1h")
    await room.play_on(2)
    await room.env.advance_time(3_601)
    other = await lose_channel(room)
    if not is_reached:
        room.env.inject_error("POST", "/channels/*/messages", status=403, code=50007, times=None)
    said = {
        True: f"I can't write in <#{room.channel.id}>, so I asked the others in private.",
        False: f"I can't write in <#{room.channel.id}> "
        "or to the others in private, so I couldn't ask anyone. Please tell them yourself.",
    }
    assert await vote(room, room.bob, other) == said[is_reached]
    assert await words(room.bob.slash(other, "undo", game="#1")) == said[is_reached]


def last_private_messages(*people: simcord.MemberActor) -> list[discord.Message]:
    """The last private message to each of these people."""
    return [list(one.user.dm_channel.history())[-1] for one in people]


async def suggest_in_private(room: Room) -> list[discord.Message]:
    """Let Ann suggest ending a game whose channel is deleted; return the questions to the others."""
    await room.begin(3)
    other = await lose_channel(room)
    asked = (await room.ann.slash(other, "resign", game="#1")).response
    assert asked is not None
    await room.ann.click(asked, label="End for everyone")
    return last_private_messages(room.bob, room.chloe)


async def test_an_answer_in_private_is_shown_to_all_who_were_asked(room: Room) -> None:
    questions = await suggest_in_private(room)
    await room.bob.user.click(questions[0], label="Agree")
    for said in last_private_messages(room.bob, room.chloe):
        assert said.content.endswith(f"Agreed: Ann and Bob. Waiting for: <@{room.chloe.user.id}>.")
        assert labels(said) == ["Agree", "Refuse"]
    await room.chloe.user.click(questions[1], label="Refuse")
    for said in last_private_messages(room.bob, room.chloe):
        assert (said.content, labels(said)) == ("Chloé said no to ending Carcassonne #1, so it goes on.", [])


@pytest.mark.parametrize("label", ["Zustimmen", "Ablehnen"])
async def test_a_question_in_private_goes_on_in_the_language_of_its_reader(room: Room, label: str) -> None:
    await room.bot.host.people.choose_preferences(Person(room.bob.user.id, "Bob"), language="de")
    questions = await suggest_in_private(room)
    assert questions[0].content.startswith("**Ann** möchte Carcassonne #1 jetzt beenden")
    await room.bob.user.click(questions[0], label=label)
    bobs, chloes = last_private_messages(room.bob, room.chloe)
    if label == "Zustimmen":
        assert "Einverstanden: Ann und Bob." in bobs.content
        assert "Agreed: Ann and Bob." in chloes.content
        assert (labels(bobs), labels(chloes)) == (["Zustimmen", "Ablehnen"], ["Agree", "Refuse"])
    else:
        assert bobs.content == "Bob möchte Carcassonne #1 nicht beenden, also geht es weiter."
        assert chloes.content == "Bob said no to ending Carcassonne #1, so it goes on."


async def test_a_question_in_private_loses_its_buttons_when_the_game_goes_on(room: Room) -> None:
    await suggest_in_private(room)
    await room.ann.user.send_dm(TURN)
    said = [one for one in room.chloe.user.dm_channel.history() if "to end the game" in one.content]
    assert [(one.content, labels(one)) for one in said] == [
        ("Carcassonne #1: this request to end the game is over.", [])
    ]


async def test_a_vote_in_private_is_over_for_all_who_were_asked(room: Room) -> None:
    await room.begin(3, pace="1h")
    await lose_channel(room)
    await room.env.advance_time(3_601)
    for one, asked in zip((room.bob, room.chloe), last_private_messages(room.bob, room.chloe), strict=True):
        await one.user.click(asked, label=VOTE_LABELS[VoteChoice.SKIP])
    over = [one for who in (room.bob, room.chloe) for one in who.user.dm_channel.history() if "skip Ann" in one.content]
    assert [(one.content, labels(one)) for one in over] == [("Carcassonne #1: you voted to skip Ann's turn.", [])] * 2


async def test_who_has_left_the_server_is_replaced_by_a_manager(room: Room) -> None:
    await room.begin()
    await room.play(TURN)
    room.guild.remove_member(room.bob)
    said = await vote(room, room.ann)
    assert said.startswith("Game #1 has no time limit. You can vote on Bob's turn from <t:")
    await give_seat(manager(room), room.channel, 2, room.eve)
    await room.play_on(2)
    assert room.to_move() is room.eve


async def test_who_has_left_the_server_is_voted_on_and_said_to_be_gone(room: Room) -> None:
    await room.begin(pace="1h")
    await room.play(TURN)
    room.guild.remove_member(room.bob)
    await room.env.advance_time(3_601)
    asked = room.messages()[-1]
    assert "Bob has left this server." in asked.content
    await room.ann.click(asked, label=VOTE_LABELS[VoteChoice.SKIP])
    assert room.to_move() is room.ann
    await room.play_on(1)


@pytest.mark.parametrize("game", [{}, {"game": "#1"}])
async def test_who_has_left_the_server_before_the_start_does_not_play(room: Room, game: dict[str, str]) -> None:
    for one in (room.ann, room.bob, room.chloe):
        await one.slash(room.channel, "join")
    room.guild.remove_member(room.ann)
    started = await room.bob.slash(room.channel, "start", takeback=0, **game)
    assert texts_of(started) == ["Ann has left this server, so the seat at table #1 is free."]
    assert deleted_words(started) == "Game #1 begins!", "the public message says it"
    assert [seat.name for seat in room.table().seats] == ["Bob", "Chloé"]
    assert room.table().organiser.name == "Bob"


async def gather_and_lose_the_organiser(room: Room) -> discord.Message:
    """Seat three people at a table, and let Ann, the organiser, leave the server; return the table's message."""
    for one in (room.ann, room.bob, room.chloe):
        await one.slash(room.channel, "join")
    room.guild.remove_member(room.ann)
    return room.messages()[-1]


async def test_when_the_organiser_has_left_the_server_the_next_one_chooses(room: Room) -> None:
    lobby = await gather_and_lose_the_organiser(room)
    assert (await open_form(room.bob, lobby)).modal is not None
    lines = room.messages()[-1].content.splitlines()
    assert [line.partition(" ")[2] for line in lines[1:3]] == ["**Bob** (host)", "Chloé"]


async def test_when_the_organiser_has_left_the_server_the_next_one_orders_the_seats(room: Room) -> None:
    lobby = await gather_and_lose_the_organiser(room)
    assert "You're the host" in (await options(room.bob, lobby)).content
    assert [one.name for one in room.waiting().people] == ["Bob", "Chloé"]


async def test_another_than_the_next_one_reads_who_chooses_now(room: Room) -> None:
    lobby = await gather_and_lose_the_organiser(room)
    refused = await private(room.chloe.click(lobby, label="Computers"))
    assert "Ask Bob." in refused.content
    assert "**Bob** (host)" in room.messages()[-1].content


async def test_an_organiser_who_is_here_stays_it(room: Room) -> None:
    for one in (room.ann, room.bob):
        await one.slash(room.channel, "join")
    refused = await private(room.bob.click(room.messages()[-1], label="Computers"))
    assert "Ask Ann." in refused.content
    assert room.waiting().organiser.name == "Ann"


async def test_who_is_left_alone_by_it_is_offered_practice(room: Room) -> None:
    for one in (room.ann, room.bob):
        await one.slash(room.channel, "join")
    room.guild.remove_member(room.ann)
    answers = texts_of(await room.bob.slash(room.channel, "start"))
    assert answers[0] == "Ann has left this server, so the seat at table #1 is free."
    assert answers[1].startswith("You're the only one here so far.")


async def test_the_tables_message_shows_who_is_left_even_if_no_game_begins(room: Room) -> None:
    lobby = await gather_and_lose_the_organiser(room)
    room.guild.remove_member(room.chloe)
    await room.bob.click(lobby, label="Start")
    assert room.messages()[-1].content.splitlines()[:2] == ["**Table #1** · 1 of 5 seats taken", "▫️ **Bob** (host)"]


async def delete(room: Room, *shown: discord.Message) -> None:
    for one in shown:
        await one.delete()
    await room.env.settle()


async def test_a_turn_whose_message_somebody_deletes_is_shown_again(room: Room) -> None:
    await room.begin()
    await room.play_on(1)
    _, turn = room.messages()[-2:]
    await delete(room, turn)
    again = room.messages()[-1]
    assert again.id != turn.id
    assert (again.content, labels(again)) == (turn.content, labels(turn))
    assert again.attachments[0].filename == turn.attachments[0].filename
    assert again.flags.silent
    assert not room.sent()[-1]["allowed_mentions"].get("users"), "everybody was told"
    assert room.table().message == again.id
    await room.play_on(1)
    assert labels(next(one for one in room.messages() if one.id == again.id)) == []


async def test_a_turn_is_shown_again_once_where_another_bot_deletes_everything(room: Room) -> None:
    await room.begin()
    await delete(room, room.messages()[-1])
    await delete(room, room.messages()[-1])
    assert not [one for one in room.messages() if one.attachments]
    await room.play_on(1)
    await delete(room, room.messages()[-1])
    assert [one.content.splitlines()[0][:7] for one in room.messages() if one.attachments] == ["**Bob**"]


async def test_no_earlier_turn_comes_back_and_none_of_a_game_that_is_over(room: Room) -> None:
    await room.begin()
    await room.play_on(1)
    first, _ = room.messages()[-2:]
    await delete(room, first)
    question = (await room.ann.slash(room.channel, "resign")).response
    assert question is not None
    await room.ann.click(question, label="Resign")
    shown = [one for one in room.messages() if one.attachments]
    await delete(room, *shown)
    assert not [one for one in room.messages() if one.attachments]


async def test_a_message_that_is_deleted_as_the_next_turn_is_played_stays_gone(room: Room) -> None:
    await room.begin()
    turn = room.messages()[-1]
    data: Any = {"id": str(turn.id), "channel_id": str(room.channel.id), "guild_id": str(room.guild.id)}
    room.bot.dispatch("raw_message_delete", discord.RawMessageDeleteEvent(data))
    await room.play_on(1)
    shown = [one for one in room.messages() if one.attachments and one.id != turn.id]
    assert [labels(one) for one in shown[:-1]] == [[]] * (len(shown) - 1), "only the latest turn has buttons"
    assert "**Bob**'s turn" in shown[-1].content
    assert room.table().message == shown[-1].id
