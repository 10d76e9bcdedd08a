"""`/undo` in a channel: a question with two buttons that is edited as people answer, and then the turn again."""

import re

import discord
import pytest

from carcassonne import Phase, parse_turn
from carcassonne.castle import Asking
from cogs.delivery.errors import NotAnnouncedError
from host.model.notifications import DeliveryOutcome, NotificationKind
from host.model.preferences import QuietHours
from screens.text.markup import command_mention
from tests.cogs import castle_table
from tests.cogs.picker_buttons import place, tap
from tests.cogs.private_games import practise_in_channel
from tests.cogs.room import ON_SIMCORD, Room, first_turn, labels, words, written
from tests.cogs.typed_words import old_button
from tests.host.tables import player

pytestmark = ON_SIMCORD

TIME = 300
TURN = "M12 180 knight S"


async def ask(room: Room) -> discord.Message:
    """Let the first of three people ask to undo after two turns; return the question."""
    await room.begin(3)
    await room.play(TURN)
    await room.play_on(1)
    answer = await words(room.ann.slash(room.channel, "undo"))
    assert answer == (f"I've asked the others in <#{room.channel.id}>. Press **Refuse** there if you change your mind.")
    return room.messages()[-1]


async def test_the_others_are_asked_in_public(room: Room) -> None:
    question = await ask(room)
    assert question.content == (
        "**Ann** wants to undo 2 turns of Carcassonne #1 and place tile D again. "
        f"Agreed: Ann. Waiting for: <@{room.bob.user.id}> and <@{room.chloe.user.id}>."
    )
    assert labels(question) == ["Agree", "Refuse"]
    assert [one.id for one in question.mentions] == [room.bob.user.id, room.chloe.user.id]
    assert not question.flags.silent
    assert room.table().ply == 7


async def test_when_all_agree_the_turn_is_announced_once_more(room: Room) -> None:
    question = await ask(room)
    await room.chloe.click(question, label="Agree")
    assert room.messages()[-1].content.endswith(f" again. Agreed: Ann and Chloé. Waiting for: <@{room.bob.user.id}>.")
    await room.bob.click(room.messages()[-1], label="Agree")
    question, shown = room.messages()[-2:]
    assert question.content == "Everyone agreed to undo Ann's last turn in Carcassonne #1."
    assert question.components == []
    lines = shown.content.splitlines()
    assert lines[0] == f"**Ann**'s turn · Carcassonne #1 · <@{room.ann.user.id}>"
    assert lines[1] == "2 turns are undone."
    assert re.match(r"Tile \w+(, \d+°)?: \*\*city ", lines[2])
    assert [one.id for one in shown.mentions] == [room.ann.user.id]
    assert [one.filename for one in shown.attachments] == ["game1-8.png"]
    assert "Ann's turn" in (shown.attachments[0].description or "")
    assert room.table().announced == 8
    await room.play("M12 180 -")
    assert room.messages()[-1].content.splitlines()[:2] == [
        f"**Bob**'s turn · Carcassonne #1 · <@{room.bob.user.id}>",
        "Ann placed tile D at M12 (180°).",
    ]
    [line] = (await room.record()).turns
    assert line.entry.turn == parse_turn("M12 180 -")
    assert room.problems() == []


async def test_a_button_of_a_turn_that_was_undone_says_so(room: Room) -> None:
    question = await ask(room)
    old = f"carc:place:1:{room.table().ply}"
    for one in (room.bob, room.chloe):
        await one.click(question, label="Agree")
    await room.play(TURN)
    pressed = await room.chloe.click(old_button(room, old), custom_id=old)
    assert pressed.followups[0].content.startswith("That turn of game #1 was undone. Here's ")


async def test_the_last_turn_alone(room: Room) -> None:
    await room.begin()
    await room.play(TURN)
    await room.ann.slash(room.channel, "undo")
    assert room.messages()[-1].content == (
        "**Ann** wants to undo 1 turn of Carcassonne #1 and place tile D again. "
        f"Agreed: Ann. Waiting for: <@{room.bob.user.id}>."
    )
    await room.bob.click(room.messages()[-1], label="Agree")
    line = room.messages()[-1].content.splitlines()[1]
    assert line == "Ann's last turn is undone."
    assert room.to_move() == room.ann


async def test_one_refuses(room: Room) -> None:
    question = await ask(room)
    await room.bob.click(question, label="Agree")
    await room.chloe.click(question, label="Refuse")
    last = room.messages()[-1]
    assert (last.id, last.content, last.components) == (
        question.id, "Chloé said no, so Ann's last turn in Carcassonne #1 stands.", [],
    )  # fmt: skip
    assert room.table().ply == 7


async def test_who_asked_withdraws_it(room: Room) -> None:
    question = await ask(room)
    await room.ann.click(question, label="Agree")
    assert room.messages()[-1].content == question.content, "that was known"
    await room.ann.click(question, label="Refuse")
    assert room.messages()[-1].content == ("Ann withdrew the undo request in Carcassonne #1.")
    assert room.table().undo_request is None


@pytest.mark.parametrize("label", ["Agree", "Refuse"])
async def test_an_answer_that_comes_too_late(room: Room, label: str) -> None:
    question = await ask(room)
    await room.bob.click(question, label="Agree")
    room.env.inject_error(
        "PATCH", f"/channels/*/messages/{question.id}", status=403, code=50013
    )  # the buttons cannot be removed
    await room.play_on(1)
    ply = room.table().ply
    pressed = await room.bob.click(question, label=label)
    [said] = pressed.followups
    assert said.ephemeral
    assert said.content.startswith("That question in game #1 is closed. Here's [the board now](")
    assert room.table().ply == ply
    [now] = [one for one in room.messages() if one.id == question.id]
    assert now.components == []


async def test_when_the_game_goes_on_the_question_goes(room: Room) -> None:
    question = await ask(room)
    await room.play_on(1)
    [now] = [one for one in room.messages() if one.id == question.id]
    assert (now.content, now.components) == ("Carcassonne #1: this undo request is over.", [])


async def test_when_it_goes_on_while_discord_fails_the_question_goes_later(room: Room) -> None:
    question = await ask(room)
    room.env.inject_error("PATCH", f"/channels/*/messages/{question.id}", status=400, code=0)
    await room.play_on(1)
    [now] = [one for one in room.messages() if one.id == question.id]
    assert now.components
    await room.restart()
    [now] = [one for one in room.messages() if one.id == question.id]
    assert now.components == []


async def test_what_was_decided_stays_to_be_read(room: Room) -> None:
    question = await ask(room)
    await room.chloe.click(question, label="Refuse")
    await room.play_on(1)
    [now] = [one for one in room.messages() if one.id == question.id]
    assert now.content.startswith("Chloé said no")


async def test_a_question_refused_and_asked_again_pings_again(room: Room) -> None:
    question = await ask(room)
    await room.chloe.click(question, label="Refuse")
    await room.ann.slash(room.channel, "undo")
    again = room.messages()[-1]
    assert again.id != question.id
    assert [one.id for one in again.mentions] == [room.bob.user.id, room.chloe.user.id]
    notifications = [
        (notification.round, outcome) for notification, outcome in await room.bot.host.notifications.of_game(1)
    ]
    assert notifications == [(1, DeliveryOutcome.SENT), (2, DeliveryOutcome.SENT)]


async def test_of_two_questions_about_the_same_none_keeps_its_buttons(room: Room) -> None:
    question = await ask(room)
    room.env.inject_error(
        "PATCH", f"/channels/*/messages/{question.id}", status=403, code=50013
    )  # the buttons cannot be removed
    await room.ann.slash(room.channel, "undo")
    again = room.messages()[-1]
    await room.chloe.click(question, label="Refuse")
    now = {one.id: one for one in room.messages()}
    assert now[question.id].content.startswith("Chloé said no")
    await room.play_on(1)
    now = {one.id: one for one in room.messages()}
    assert (labels(now[question.id]), labels(now[again.id])) == ([], [])


async def test_who_sleeps_is_asked_without_a_sound(room: Room) -> None:
    await room.begin(3)
    await room.play(TURN)
    await room.play_on(1)
    hour = room.env.now().hour
    night = QuietHours(60 * hour, 60 * hour + 60)
    await room.bot.host.people.choose_preferences(player(room.table().seats[1]), quiet_hours=night)
    await room.ann.slash(room.channel, "undo")
    question, whisper = room.messages()[-2:]
    assert room.sent()[-2]["allowed_mentions"]["users"] == [room.chloe.user.id]
    assert (question.flags.silent, whisper.flags.silent) == (False, True)
    assert whisper.content == (
        f"<@{room.bob.user.id}> This question is for you too. It makes no sound in your quiet hours or on vacation."
    )
    assert whisper.reference is not None
    assert whisper.reference.message_id == question.id
    assert [kind for kind, _ in await outcomes(room)] == [NotificationKind.UNDO, NotificationKind.UNDO_QUIET]


async def test_where_all_sleep_one_message_is_enough(room: Room) -> None:
    await room.begin(2)
    await room.play(TURN)
    await room.bot.host.people.choose_preferences(player(room.table().seats[1]), quiet_hours=QuietHours(0, 23 * 60))
    await room.ann.slash(room.channel, "undo")
    assert room.messages()[-1].flags.silent
    assert await outcomes(room) == [(NotificationKind.UNDO, DeliveryOutcome.SENT)]


async def test_a_question_that_could_not_be_sent_comes_later(room: Room) -> None:
    await room.begin(2)
    await room.play(TURN)
    room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=400, code=0, times=1)
    await room.ann.slash(room.channel, "undo")
    assert "wants to undo" not in room.messages()[-1].content
    await room.env.advance_time(61)
    assert "wants to undo" in room.messages()[-1].content
    await room.bob.click(room.messages()[-1], label="Agree")
    assert room.to_move() == room.ann


async def test_whose_turn_was_undone_before_it_was_shown_is_pinged(room: Room) -> None:
    """It's the turn that they were pinged for, but they have played since, and wait for the others."""
    await room.begin(2)
    room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=400, code=0, times=1)
    await room.play(TURN)
    room.expect(NotAnnouncedError)
    await room.ann.slash(room.channel, "undo")
    question = room.messages()[-1]
    assert "wants to undo" in question.content
    await room.bob.click(question, label="Agree")
    played, undone = room.messages()[-2:]
    assert played.content.startswith("**Bob**'s turn")
    assert undone.content.startswith("**Ann**'s turn")
    stored = room.env.backend.messages[room.channel.id]
    assert [list(stored[one.id].ping_user_ids) for one in (played, undone)] == [[], [room.ann.user.id]]


async def outcomes(room: Room) -> list[tuple[NotificationKind, DeliveryOutcome | None]]:
    return [(notification.kind, outcome) for notification, outcome in await room.bot.host.notifications.of_game(1)]


async def test_strangers_are_not_asked(room: Room) -> None:
    question = await ask(room)
    for label in ("Agree", "Refuse"):
        pressed = await room.eve.click(question, label=label)
        assert [one.content for one in pressed.followups] == [
            "You aren't in game #1: Ann, Bob and Chloé are playing it. Press **Board** to watch."
        ]
    assert (
        await words(room.eve.slash(room.channel, "undo"))
        == "You aren't in game #1: Ann, Bob and Chloé are playing it. Press **Board** to watch."
    )
    assert room.table().undo_request is not None


async def test_why_nothing_is_asked(room: Room) -> None:
    await room.begin(3)
    nothing = "You have no turn to undo in game #1 yet."
    assert await words(room.ann.slash(room.channel, "undo")) == nothing
    await room.play(TURN)
    await room.play_on(1)
    await room.bob.slash(room.channel, "undo")
    before = len(room.messages())
    assert await words(room.ann.slash(room.channel, "undo")) == (
        "Bob has already asked to undo a turn of game #1. Answer that first."
    )
    assert await words(room.chloe.slash(room.channel, "undo", game="#7")) == (
        f"I can't see a game #7 here. Find yours with {command_mention('games')}."
    )
    assert len(room.messages()) == before
    await room.bot.host.turns.resign(1, room.table().people[2])
    assert await words(room.ann.slash(room.channel, "undo")) == (
        "Chloé resigned from game #1 after your last turn, so you can't undo it."
    )
    await room.bot.host.turns.resign(1, room.table().people[1])
    said = await words(room.ann.slash(room.channel, "undo", game="#1"))
    assert said.startswith("Game #1 is over ([board](")


async def test_the_message_of_an_undo_goes_when_whoever_is_to_move_resigns(room: Room) -> None:
    question = await ask(room)
    for one in (room.bob, room.chloe):
        await one.click(question, label="Agree")
    undone = room.messages()[-1]
    assert labels(undone)[0] == "Place"
    asked = (await room.ann.slash(room.channel, "resign")).response
    assert asked is not None
    await room.ann.click(asked, label="Resign")
    [undone] = [one for one in room.messages() if one.id == undone.id]
    assert (labels(undone), undone.content.splitlines()[1]) == ([], "2 turns are undone.")
    assert labels(room.messages()[-1])[0] == "Place"


async def test_whoever_practises_undoes_at_once(room: Room) -> None:
    await practise_in_channel(room)
    assert labels(room.messages()[-1]) == ["Place", "Board", "Tiles left", "Hint"]
    await room.play(TURN)
    assert room.messages()[-1].content.startswith("**Ann (2)**'s turn"), "nobody waits for the next tile"
    assert await words(room.ann.slash(room.channel, "undo")) == (
        "Your turn in Carcassonne #1 is undone. Place tile D again."
    )
    assert_undone(room)
    picked = await place(room)
    for label in ("M12", "nobody", "Confirm"):
        picked = await tap(room.ann, picked, label)
    last = room.messages()[-1]
    assert labels(last) == ["Place", "Board", "Tiles left", "Hint", "Undo"]
    told = await room.bob.click(last, label="Undo")
    assert [one.content for one in told.followups] == [
        "You aren't in game #1: Ann is playing it. Press **Board** to watch."
    ]
    await room.ann.click(last, label="Undo")
    assert_undone(room)
    [private] = [one for one in room.channel.history(viewer=room.ann) if one.id == picked.id]
    assert private.content == "Your turn in Carcassonne #1 is undone. Place tile D again."
    await room.play(TURN)
    await room.restart()
    await room.ann.click(room.messages()[-1], label="Undo")
    assert_undone(room)


def assert_undone(room: Room) -> None:
    last = room.messages()[-1]
    lines = last.content.splitlines()
    assert lines[0].startswith("**Ann (1)**'s turn")
    assert lines[1] == "Ann (1)'s last turn is undone."
    assert labels(last) == ["Place", "Board", "Tiles left", "Hint"]


async def test_a_turn_that_is_pending_is_simply_taken_back(room: Room) -> None:
    await room.begin(takeback=TIME)
    [asked] = [one for one in room.messages() if one.attachments]
    await room.play(TURN)
    due = int(room.env.now().timestamp()) + TIME
    assert await words(room.bob.slash(room.channel, "undo")) == (
        f"Ann can still undo the last turn of game #1. The next tile comes <t:{due}:R>."
    )
    assert await words(room.ann.slash(room.channel, "undo")) == (
        "Your turn in Carcassonne #1 is undone. Place tile D again."
    )
    [again] = [one for one in room.messages() if one.attachments]
    assert (again.id, again.content) == (asked.id, asked.content)


async def test_of_several_games_that_is_undone_where_it_costs_nobody_anything(room: Room) -> None:
    for number in (1, 2):
        for one in (room.ann, room.bob):
            await one.slash(room.channel, "join")
        await room.ann.slash(room.channel, "start", game=f"#{number}", takeback=60)
    await room.play(first_turn(room.state(2)), number=2)
    said = await words(room.ann.slash(room.channel, "undo"))
    assert said.startswith("Your turn in Carcassonne #2 is undone")


async def test_after_its_time_a_turn_is_undone_and_has_its_time_again(room: Room) -> None:
    await room.begin(takeback=TIME)
    await room.play(TURN)
    await room.env.advance_time(TIME + 1)
    await room.ann.slash(room.channel, "undo")
    await room.bob.click(room.messages()[-1], label="Agree")
    assert room.messages()[-1].content.startswith("**Ann**'s turn")
    await room.play("M12 180 -")
    assert room.messages()[-1].content.startswith("**Ann** played")
    await room.env.advance_time(TIME + 1)
    assert room.messages()[-1].content.splitlines()[1] == "Ann placed tile D at M12 (180°)."


async def test_a_restart_in_between(room: Room) -> None:
    question = await ask(room)
    await room.bob.click(question, label="Agree")
    await room.restart()
    await room.chloe.click(room.messages()[-1], label="Agree")
    assert room.messages()[-1].content.startswith("**Ann**'s turn")
    before = len(room.messages())
    await room.restart()
    assert len(room.messages()) == before


async def test_what_could_not_be_shown_is_shown_after_a_restart(room: Room) -> None:
    question = await ask(room)
    await room.bob.click(question, label="Agree")
    room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=403, code=50013, times=1)
    pressed = await room.chloe.click(question, label="Agree")
    assert pressed.followups[0].content.startswith("That's saved, but ")
    assert room.messages()[-1].content == "Everyone agreed to undo Ann's last turn in Carcassonne #1."
    await room.restart()
    shown = room.messages()[-1]
    assert shown.content.splitlines()[1] == "2 turns are undone."
    assert [one.id for one in shown.mentions] == [room.ann.user.id]


async def test_a_question_that_is_lost_is_asked_again(room: Room) -> None:
    question = await ask(room)
    await room.bob.click(question, label="Agree")
    await question.delete()
    await room.ann.slash(room.channel, "undo")
    again = room.messages()[-1]
    assert again.content.endswith(f" Agreed: Ann and Bob. Waiting for: <@{room.chloe.user.id}>.")
    await room.chloe.click(again, label="Agree")
    assert room.to_move() == room.ann


@pytest.mark.parametrize("seed", [11])
async def test_a_question_of_the_castle(room: Room) -> None:
    await castle_table.begin(room)
    plan = await castle_table.play_to(room, Asking.ORDER)
    mover, tile = room.to_move(), room.state().tile
    other = room.bob if mover == room.ann else room.ann
    assert tile is not None
    await room.play(written(plan))
    assert room.state().phase is Phase.ASK
    asked = room.messages()[-1]
    await mover.slash(room.channel, "undo")
    assert f"and place tile {tile.name} again. " in room.messages()[-1].content
    await other.click(room.messages()[-1], label="Agree")
    shown = room.messages()[-1]
    assert shown.content.splitlines()[1] == f"{mover.name.title()}'s last turn is undone."
    assert (room.state().phase, room.state().tile, room.to_move()) == (Phase.PLACE, tile, mover)
    [old] = [one for one in room.messages() if one.id == asked.id]
    assert old.components == [], "its answers have had their time"
