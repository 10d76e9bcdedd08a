"""Resigning, and ending a game by agreement."""

import sqlite3
from contextlib import closing

import discord
import pytest
import simcord

from host.model.controllers import USUAL_COMPUTER
from host.model.preferences import QuietHours
from host.model.table import RunningTable
from screens.text.agreements import resign_question
from tests.cogs.private_games import practise_in_channel
from tests.cogs.room import ON_SIMCORD, WITH_PICTURES, Room, labels, words
from tests.cogs.tournaments import begun, tournament
from tests.host.tables import player

pytestmark = ON_SIMCORD


async def press(person: simcord.MemberActor, room: Room, label: str) -> simcord.InteractionResult:
    """Ask to resign, and press one of the buttons."""
    asked = await person.slash(room.channel, "resign")
    assert asked.ephemeral
    assert asked.response is not None
    return await person.click(asked.response, label=label)


async def test_resigning_is_asked_about_first(room: Room) -> None:
    await room.begin()
    assert await words(room.ann.slash(room.channel, "resign")) == (
        "What do you want to do in Carcassonne #1? None of it can be undone.\n"
        "- **Resign**: Bob wins.\n"
        "- **Computer**: it plays on for you, but for your rating you resign. To come back, "
        "press **Take seat**: I'll ask the others first.\n"
        "- **End for everyone**: I ask the others to end the game without a winner."
    )
    assert room.table().ply == 1


@WITH_PICTURES
async def test_the_last_one_left_wins(room: Room) -> None:
    await room.begin()
    pressed = await press(room.ann, room, "Resign")
    assert pressed.response is not None
    assert pressed.response.content == "You resigned from Carcassonne #1."
    assert room.messages()[-1].content.splitlines() == [
        "Carcassonne #1 is over. Ann resigned, so **Bob wins!**",
        "🔵 Bob: 0",
        "🔴 Ann: 0",
    ]
    assert last_alt_text(room).startswith("Carcassonne #1 after 0 turns. It's over. Bob wins. Ann: 0 points, resigned")
    assert room.bot.host.tables.cached(1) is None


def last_alt_text(room: Room) -> str:
    """The description of the last picture of a game that is over."""
    [picture] = room.messages()[-1].attachments
    assert picture.description is not None
    assert "left" not in picture.description
    assert "to move" not in picture.description
    assert "fits on" not in picture.description
    return picture.description


async def test_who_has_resigned_comes_last_however_many_points(room: Room) -> None:
    await room.begin(3)
    await room.play("M12 180 knight S")
    await press(room.ann, room, "Resign")
    await press(room.bob, room, "Resign")
    lines = room.messages()[-1].content.splitlines()
    assert lines[0] == "Carcassonne #1 is over. **Chloé wins!** Everyone else resigned."
    assert [line.partition(" ")[2] for line in lines[-3:]] == ["Chloé: 0", "Ann: 2", "Bob: 0"]


@WITH_PICTURES
async def test_with_three_the_others_play_on(room: Room) -> None:
    await room.begin(3)
    await press(room.ann, room, "Resign")
    lines = room.messages()[-1].content.splitlines()
    assert lines[0] == f"**Bob**'s turn · Carcassonne #1 · <@{room.bob.user.id}>"
    assert lines[1] == "Ann resigned. Their followers stay, but score nothing, and nobody can take the seat."
    assert lines[-1].startswith("🔴 Ann 0 (resigned) · 🔵 **Bob**")
    said = await words(room.ann.slash(room.channel, "resign", game="#1"))
    assert said == "You resigned from game #1, so you can only watch it now. Press **Board**."
    await room.play_on(1)
    assert room.to_move() == room.chloe


async def test_who_is_to_move_is_not_pinged_again_when_another_resigns(room: Room) -> None:
    await room.begin(players=3)
    await press(room.bob, room, "Resign")
    await room.play_on(1)
    begun, resigned, played = room.sent()[-3:]
    assert resigned["content"].startswith("**Ann**'s turn")
    pinged = [one["allowed_mentions"].get("users") for one in (begun, resigned, played)]
    assert pinged == [[room.ann.user.id], [], [room.chloe.user.id]]


async def suggest(room: Room, players: int = 3) -> discord.Message:
    """Let Ann suggest ending the game; return the question."""
    await room.begin(players)
    pressed = await press(room.ann, room, "End for everyone")
    assert pressed.response is not None
    assert pressed.response.content == (
        f"I've asked the others in <#{room.channel.id}>. "
        "Press **Refuse** there, or just play on, if you change your mind."
    )
    return room.messages()[-1]


def now(room: Room, message: discord.Message) -> discord.Message:
    """The current version of a message."""
    [same] = [one for one in room.messages() if one.id == message.id]
    return same


async def test_all_agree_to_end_the_game(room: Room) -> None:
    question = await suggest(room)
    assert question.content == (
        "**Ann** wants to end Carcassonne #1 now, with no final scoring and no winner. "
        f"Agreed: Ann. Waiting for: <@{room.bob.user.id}> and <@{room.chloe.user.id}>."
    )
    assert labels(question) == ["Agree", "Refuse"]
    assert [one.id for one in question.mentions] == [room.bob.user.id, room.chloe.user.id]
    assert not question.flags.silent
    await room.bob.click(question, label="Agree")
    question = now(room, question)
    assert question.content.endswith(f"Agreed: Ann and Bob. Waiting for: <@{room.chloe.user.id}>.")
    stranger = await room.eve.click(question, label="Agree")
    assert [one.content for one in stranger.followups] == [
        "You aren't in game #1: Ann, Bob and Chloé are playing it. Press **Board** to watch."
    ]
    assert stranger.followups[0].ephemeral
    await room.chloe.click(question, label="Agree")
    question, end = room.messages()[-2:]
    assert question.content == (
        "**Ann** wants to end Carcassonne #1 now, with no final scoring and no winner. Agreed: Ann, Bob and Chloé."
    )
    assert question.components == []
    assert end.content.startswith("Carcassonne #1 is over. The players agreed to end it, so nobody wins.")
    assert last_alt_text(room).startswith("Carcassonne #1 after 0 turns. It's over.")
    assert room.bot.host.tables.cached(1) is None


async def test_one_refuses_and_the_game_goes_on(room: Room) -> None:
    question = await suggest(room)
    await room.bob.click(question, label="Agree")
    await room.chloe.click(question, label="Refuse")
    assert (now(room, question).content, labels(now(room, question))) == (
        "Chloé said no to ending Carcassonne #1, so it goes on.", [],
    )  # fmt: skip
    assert room.table().end_request is None
    await room.play_on(1)


async def test_who_suggested_it_withdraws_it(room: Room) -> None:
    question = await suggest(room)
    await room.ann.click(question, label="Refuse")
    assert (now(room, question).content, labels(now(room, question))) == (
        "Ann withdrew the request to end Carcassonne #1, so it goes on.", [],
    )  # fmt: skip
    await press(room.ann, room, "End for everyone")
    again = room.messages()[-1]
    assert again.id != question.id
    assert [one.id for one in again.mentions] == [room.bob.user.id, room.chloe.user.id]


async def test_who_suggests_it_and_plays_on_takes_the_question_back(room: Room) -> None:
    question = await suggest(room)
    await room.play_on(1)
    assert (now(room, question).content, labels(now(room, question))) == (
        "Carcassonne #1: this request to end the game is over.", [],
    )  # fmt: skip


@pytest.mark.parametrize("label", ["Agree", "Refuse"])
async def test_an_answer_that_comes_too_late(room: Room, label: str) -> None:
    question = await suggest(room)
    room.env.inject_error(
        "PATCH", f"/channels/*/messages/{question.id}", status=403, code=50013
    )  # the buttons cannot be removed
    await room.play_on(1)
    pressed = await room.bob.click(question, label=label)
    [said] = pressed.followups
    assert said.ephemeral
    assert said.content.startswith("That question in game #1 is closed. Here's [the board now](")
    assert labels(now(room, question)) == []


async def test_the_question_goes_on_while_others_play_and_over_a_restart(room: Room) -> None:
    await room.begin(3)
    await press(room.bob, room, "End for everyone")
    question = room.messages()[-1]
    await room.play_on(1)
    await room.restart()
    assert labels(now(room, question)) == ["Agree", "Refuse"]
    for one in (room.ann, room.chloe):
        await one.click(question, label="Agree")
    assert room.bot.host.tables.cached(1) is None


async def test_the_others_are_asked_once_even_after_a_crash(room: Room) -> None:
    await room.begin(3)
    await room.bot.host.end_requests.ask(
        1, player(room.table().seats[0])
    )  # stored, but the program crashes before it is shown
    for _ in range(2):
        await room.restart()
        assert sum("wants to end" in one.content for one in room.messages()) == 1


async def test_who_sleeps_is_asked_without_a_sound(room: Room) -> None:
    await room.begin(3)
    hour = room.env.now().hour
    night = QuietHours(60 * hour, 60 * hour + 60)
    await room.bot.host.people.choose_preferences(player(room.table().seats[1]), quiet_hours=night)
    await press(room.ann, room, "End for everyone")
    question, whisper = room.messages()[-2:]
    assert [one["allowed_mentions"]["users"] for one in room.sent()[-2:]] == [[room.chloe.user.id], [room.bob.user.id]]
    assert (question.flags.silent, whisper.flags.silent) == (False, True)
    assert whisper.reference is not None
    assert whisper.reference.message_id == question.id


async def test_a_button_older_than_the_numbers_of_questions_still_answers(room: Room) -> None:
    await suggest(room)
    old = discord.ui.View(timeout=None)
    old.add_item(discord.ui.Button(label="I agree", custom_id="carc:agree:1"))
    channel = room.bot.get_partial_messageable(room.channel.id)
    message = await channel.send("Shall it end?", view=old)
    pressed = await room.bob.click(now(room, message), label="I agree")
    assert pressed.followups[0].content.startswith("That question in game #1 is closed")
    assert labels(now(room, message)) == []


async def test_who_gives_up_is_not_asked_any_more(room: Room) -> None:
    question = await suggest(room, players=4)
    await press(room.dmitri, room, "Resign")
    still = now(room, question)
    assert still.content.endswith(f"Waiting for: <@{room.bob.user.id}> and <@{room.chloe.user.id}>.")
    assert labels(still) == ["Agree", "Refuse"]


async def test_who_joins_in_a_suggestion_asks_the_others_anew(room: Room) -> None:
    question = await suggest(room)
    await press(room.chloe, room, "End for everyone")
    again = room.messages()[-1]
    assert again.content.endswith(f"Agreed: Ann and Chloé. Waiting for: <@{room.bob.user.id}>.")
    assert labels(now(room, question)) == []
    await room.bob.click(again, label="Agree")
    assert room.bot.host.tables.cached(1) is None


@pytest.mark.parametrize(
    ("button", "said"),
    [("End game", "The game is over."), ("Resign", "You resigned from Carcassonne #1.")],
)
async def test_the_practice_of_one_ends_at_once(room: Room, button: str, said: str) -> None:
    await practise_in_channel(room)
    pressed = await press(room.ann, room, button)
    assert pressed.response is not None
    assert pressed.response.content == said
    assert room.messages()[-1].content.startswith("Carcassonne #1 is over. You ended the practice game.\n")
    assert last_alt_text(room)


async def test_a_game_that_ends_before_its_first_turn_does_not_begin_once_more(room: Room) -> None:
    await room.begin()
    await press(room.ann, room, "End for everyone")
    await room.bob.click(room.messages()[-1], label="Agree")
    lines = room.messages()[-1].content.splitlines()
    assert lines == [
        "Carcassonne #1 is over. The players agreed to end it, so nobody wins.",
        "🔴 Ann: 0",
        "🔵 Bob: 0",
    ]


async def test_a_game_that_ends_before_its_first_turn_is_not_pinned_once_more(room: Room) -> None:
    await room.begin(3)
    [pinned] = [one for one in room.messages() if one.pinned]
    await pinned.unpin()  # as somebody did who doesn't want it
    await press(room.ann, room, "End for everyone")
    question = room.messages()[-1]
    await room.bob.click(question, label="Agree")
    already_sent = len(room.env.http_requests)
    await room.chloe.click(question, label="Agree")
    assert [one.path for one in room.env.http_requests[already_sent:] if one.method == "PUT"] == []
    assert sum(one.is_system() for one in room.channel.history()) == 1, "Discord tells once that it was pinned"


async def test_a_game_that_ends_before_its_first_turn_leaves_no_question_open(room: Room) -> None:
    await room.begin(3)
    await room.bot.host.seats.leave_to_computer(1, player(room.table().seats[2]), USUAL_COMPUTER)
    await room.restart()
    left = room.messages()[-1]
    assert labels(left) == ["Take seat"]
    await press(room.ann, room, "End for everyone")
    await room.bob.click(room.messages()[-1], label="Agree")
    assert room.bot.host.tables.cached(1) is None
    assert (now(room, left).content, labels(now(room, left))) == ("Carcassonne #1: this seat isn't open any more.", [])


async def test_where_turns_can_be_taken_back_who_is_to_move_is_not_pinged_again_either(room: Room) -> None:
    await room.begin(players=4, takeback=300)
    await room.play("M12 180 knight S")
    await press(room.ann, room, "Resign")
    already_sent = len(room.sent())
    await press(room.chloe, room, "Resign")
    assert [one["allowed_mentions"].get("users") for one in room.sent()[already_sent - 1 : already_sent + 1]] == [
        [room.bob.user.id],
        [],
    ]


async def test_the_end_tells_nothing_that_was_told_before(room: Room) -> None:
    await room.begin(3)
    await room.play_on(3)
    asked = await room.chloe.slash(room.channel, "resign")
    assert asked.response is not None
    await room.chloe.click(asked.response, label="Resign")
    content = room.messages()[-1].content
    await press(room.ann, room, "End for everyone")
    await room.bob.click(room.messages()[-1], label="Agree")
    last = room.messages()[-1].content.splitlines()
    assert "Chloé resigned. Their followers stay, but score nothing, and nobody can take the seat." in content
    assert last[:2] == ["Carcassonne #1 is over. The players agreed to end it, so nobody wins.", "🔴 Ann: 2"]
    assert last[3] == "🟡 Chloé: 0, resigned"


async def test_the_end_tells_what_could_not_be_told_before(room: Room) -> None:
    await room.begin(3)
    ann, bob, chloe = (player(seat) for seat in room.table().seats)
    await room.bot.host.turns.resign(1, chloe)  # stored, but never shown
    await room.bot.host.end_requests.ask(1, ann)
    request = room.table().end_request
    assert request is not None
    await room.bot.host.end_requests.agree(1, bob, request.number)
    await room.restart()
    head, line, *_ = room.messages()[-1].content.splitlines()
    assert head == "Carcassonne #1 is over. The players agreed to end it, so nobody wins."
    assert line == "Chloé resigned. Their followers stay, but score nothing, and nobody can take the seat."


async def test_who_suggests_what_is_suggested_already_agrees(room: Room) -> None:
    await room.begin(3)
    await press(room.chloe, room, "End for everyone")
    shown = (await press(room.ann, room, "End for everyone")).response
    assert shown is not None
    assert shown.content == (
        f"You agreed with Chloé to end Carcassonne #1. I've asked the others in <#{room.channel.id}>."
    )
    assert room.messages()[-1].content.startswith("**Chloé** wants to end Carcassonne #1 now")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (("ann", "Refuse"), "Ann withdrew the request to end Carcassonne #1, so it goes on."),
        (("bob", "Agree"), "**Ann** wants to end Carcassonne #1 now, with no final scoring and no winner. Agreed: "),
    ],
)
async def test_a_suggestion_stays_that_of_who_made_it(room: Room, answer: tuple[str, str], said: str) -> None:
    await suggest(room)
    await press(room.chloe, room, "End for everyone")
    asked_by_chloe = room.messages()[-1]
    name, label = answer
    await getattr(room, name).click(asked_by_chloe, label=label)
    assert now(room, asked_by_chloe).content.startswith(said)


async def test_a_game_whose_turn_has_no_message_yet_asks_without_a_reply_to_it(room: Room) -> None:
    await room.begin()
    with closing(sqlite3.connect(room.folder / "test.db")) as database:
        database.execute("UPDATE games SET message = NULL")
        database.commit()
    await room.restart()
    await press(room.ann, room, "End for everyone")
    question = room.messages()[-1]
    assert labels(question) == ["Agree", "Refuse"]
    assert question.reference is None


async def test_who_leaves_a_game_of_a_tournament_reads_what_it_means_there(room: Room) -> None:
    await begun(room, 4)
    [board, *_] = (await tournament(room)).boards(1)
    table = await room.bot.host.tables.load(board.game or 0)
    assert isinstance(table, RunningTable)
    _, resign, computer, end = resign_question(table, table.people[0].id).splitlines()
    assert resign.endswith(" wins.")
    assert computer.startswith("- **Computer**: it plays on for you, but in the tournament you come in last. ")
    assert end.endswith("without a winner. In the tournament that's a tie.")
