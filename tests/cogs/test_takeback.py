"""A turn that can be taken back: its message in the channel has two buttons and a time."""

from typing import Any

import discord
import pytest

from carcassonne import DrawTile
from cogs.delivery.errors import NotAnnouncedError
from render import draw
from screens.pictures import picture_words
from tests.cogs.admin_commands import end_game, give_seat, manager
from tests.cogs.direct_messages import ask_for_direct_messages, private_boards
from tests.cogs.picker_buttons import place, tap
from tests.cogs.private_games import practise_in_channel
from tests.cogs.room import (
    ON_SIMCORD,
    WITH_PICTURES,
    Room,
    board_link,
    first_turn,
    labels,
    near_the_end,
    words,
)
from tests.cogs.seats import private_answer
from tests.cogs.typed_words import typed

pytestmark = ON_SIMCORD

MESSAGE = "/channels/*/messages/*"
TURN = "M12 180 knight S"
DONE = "Done"
TIME = 300
"""Seconds on the simulated clock."""


def boards(room: Room) -> list[discord.Message]:
    return [message for message in room.messages() if message.attachments]


def is_pending(message: discord.Message) -> bool:
    return labels(message) == ["Undo", DONE]


async def play_first(room: Room) -> discord.Message:
    """Let Ann play the first turn; return its message."""
    await room.begin(takeback=TIME)
    await room.play(TURN)
    [message] = boards(room)
    return message


async def pick_first(room: Room) -> Any:
    """Let Ann play the first turn with the picker; return its private message."""
    private = await place(room)
    for label in ("M12", "① knight · city · 2 tiles, scores 2 now", "Confirm"):
        private = await tap(room.ann, private, label)
    return private


def answer_to(room: Room, picked: discord.Message) -> tuple[str, list[str]]:
    """What Ann's private answer says now, and its buttons."""
    [private] = [one for one in room.channel.history(viewer=room.ann) if one.id == picked.id]
    return private.content, labels(private)


async def test_the_message_of_the_turn_shows_the_move_and_pings_nobody(room: Room) -> None:
    await room.begin(takeback=TIME)
    [asked] = boards(room)
    answered = await room.play(TURN)
    due = int(room.env.now().timestamp()) + TIME
    assert answered.response
    assert answered.response.content == "You placed tile D at M12 (180°) with a knight."
    assert (labels(answered.response), answered.followups) == ([], []), "the public message has the buttons"
    [shown] = boards(room)
    assert shown.id == asked.id
    assert shown.content.splitlines()[:2] == [
        f"**Ann** played turn 1 · Carcassonne #1 · next tile at <t:{due}:T>",
        "Ann placed tile D at M12 (180°) with a knight. Ann scores 2 for a city of 2 tiles.",
    ]
    assert is_pending(shown)
    [picture] = shown.attachments
    assert picture.filename == "game1-3.png"
    description = picture.description or ""
    assert description.startswith("Carcassonne #1 after 1 turn. Latest: D at M12 (180°).")
    assert "undo" not in description  # the picture keeps its description when that time is over
    assert "after 1 turn. Latest: D at M12 (180°). Ann can still undo the turn." in (
        await words(room.ann.slash(room.channel, "board", view="words"))
    )
    assert len([one for one in room.sent() if one.get("attachments")]) == 1, "nothing new is sent"


@WITH_PICTURES
async def test_the_picture_shows_a_game_that_goes_on(room: Room) -> None:
    [picture] = (await play_first(room)).attachments
    table = room.table()
    assert table.state is not None
    assert await picture.read() == draw(table.state, picture_words(table)).png


async def test_when_the_time_is_over_the_next_player_is_pinged(room: Room) -> None:
    await play_first(room)
    ends_at = int(room.env.now().timestamp()) + TIME
    await room.env.advance_time(TIME - 1)
    assert len(boards(room)) == 1
    await room.env.advance_time(2)
    old, new = boards(room)
    assert new.content.splitlines()[:2] == [
        f"**Bob**'s turn · Carcassonne #1 · <@{room.bob.user.id}>",
        "Ann placed tile D at M12 (180°) with a knight. Ann scores 2 for a city of 2 tiles.",
    ]
    assert [one.id for one in new.mentions] == [room.bob.user.id]
    assert old.content.splitlines() == [
        f"**Ann** played turn 1 · Carcassonne #1 · next tile at <t:{ends_at}:T>",
        "Ann placed tile D at M12 (180°) with a knight. Ann scores 2 for a city of 2 tiles.",
        "🔴 2 · 🔵 0",
    ], "it loses its buttons, and nothing else: what it says of the time stays true"
    assert labels(old) == []
    assert [one.filename for one in old.attachments] == ["game1-3.png"]
    assert not is_pending(new)


async def test_done_does_not_wait(room: Room) -> None:
    message = await play_first(room)
    await room.ann.click(message, label=DONE)
    old, new = boards(room)
    assert new.content.startswith("**Bob**'s turn")
    assert labels(old) == []
    await room.env.advance_time(3 * TIME)
    assert len(boards(room)) == 2


async def test_taken_back_the_message_is_again_what_it_was(room: Room) -> None:
    await room.begin(takeback=TIME)
    [asked] = boards(room)
    await room.play(TURN)
    await room.ann.click(boards(room)[0], label="Undo")
    [again] = boards(room)
    assert (again.id, again.content, labels(again)) == (asked.id, asked.content, labels(asked))
    assert again.attachments[0].description == asked.attachments[0].description
    await room.env.advance_time(3 * TIME)
    assert len(boards(room)) == 1
    await room.play("M12 180 -")
    await room.env.advance_time(TIME + 1)
    assert boards(room)[-1].content.splitlines()[1] == "Ann placed tile D at M12 (180°)."
    assert len([one for one in await room.bot.host.history.log(1) if isinstance(one.move, DrawTile)]) == 2
    assert [line.entry.number for line in (await room.record()).turns] == [1]


async def test_after_an_undo_the_direct_message_opens_the_same_turn(room: Room) -> None:
    await ask_for_direct_messages(room, room.ann)
    await room.begin(takeback=TIME)
    await room.play(TURN)
    await room.ann.click(boards(room)[0], label="Undo")
    [told] = private_boards(room.ann)
    picked = private_answer(await room.ann.user.click(told, label="Place"))
    for label in ("M12", "① knight · city · 2 tiles, scores 2 now", "Confirm"):
        picked = private_answer(await room.ann.user.click(picked, label=label))
    assert is_pending(boards(room)[-1])


async def test_the_direct_message_of_another_turn_of_the_same_player_stays_over(room: Room) -> None:
    await ask_for_direct_messages(room, room.ann)
    await room.begin()
    await room.play_on(2)
    first, _ = private_boards(room.ann)
    answer = private_answer(await room.ann.user.click(first, label="Place"))
    assert answer.content.startswith("That turn of game #1 is over.")


async def test_the_command_answers_only_where_the_private_answer_does_not(room: Room) -> None:
    await room.begin(takeback=TIME)
    picked = await pick_first(room)
    undone = await room.ann.slash(room.channel, "undo")
    assert answer_to(room, picked) == ("Your turn in Carcassonne #1 is undone. Place tile D again.", [])
    assert undone.response is None, "the answer to the turn has said so"
    await room.play("M12 180 -")
    await room.restart()
    assert await words(room.ann.slash(room.channel, "undo")) == (
        "Your turn in Carcassonne #1 is undone. Place tile D again."
    )


async def test_the_private_answer_tells_that_the_turn_was_taken_back(room: Room) -> None:
    await room.begin(takeback=TIME)
    picked = await pick_first(room)
    assert picked.content == f"You placed tile D at M12 (180°) with a knight. {board_link(room)}"
    await room.ann.click(boards(room)[0], label="Undo")
    assert answer_to(room, picked) == ("Your turn in Carcassonne #1 is undone. Place tile D again.", [])


@pytest.mark.parametrize("is_restarted", [False, True])
async def test_undo_and_done_stand_below_the_private_answer_too(room: Room, is_restarted: bool) -> None:
    await room.begin(takeback=TIME)
    picked = await pick_first(room)
    assert labels(picked) == ["Undo", DONE]
    if is_restarted:
        await room.restart()
    await room.ann.click(picked, label="Undo")
    assert answer_to(room, picked) == ("Your turn in Carcassonne #1 is undone. Place tile D again.", [])
    picked = await pick_first(room)
    if is_restarted:
        await room.restart()
    await room.ann.click(picked, label=DONE)
    assert answer_to(room, picked) == (picked.content, [])
    assert boards(room)[-1].content.startswith("**Bob**'s turn")


async def test_when_the_time_is_over_the_private_answer_has_no_buttons(room: Room) -> None:
    await room.begin(takeback=TIME)
    picked = await pick_first(room)
    await room.env.advance_time(TIME + 1)
    assert answer_to(room, picked) == (picked.content, [])


@pytest.mark.parametrize("how", ["refused", "resigned", "ended", "reseated"])
async def test_whatever_comes_after_a_turn_removes_the_buttons_of_the_private_answer(room: Room, how: str) -> None:
    await room.begin(3, takeback=TIME)
    picked = await pick_first(room)
    assert labels(picked) == ["Undo", DONE]
    match how:
        case "refused":
            room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=403, code=50013, times=1)
            await room.ann.click(boards(room)[0], label=DONE)
        case "resigned":
            asked = await room.ann.slash(room.channel, "resign")
            assert asked.response is not None
            await room.ann.click(asked.response, label="Resign")
        case "ended":
            await end_game(manager(room), room.channel)
        case "reseated":
            await give_seat(manager(room), room.channel, 1, room.eve)
            assert room.table().seats[0].is_played_by(room.eve.user.id)
    assert answer_to(room, picked) == (picked.content, [])


async def test_a_private_answer_of_an_earlier_run_explains_that_the_turn_is_over(room: Room) -> None:
    await room.begin(takeback=TIME)
    picked = await pick_first(room)
    await room.restart()
    await room.env.advance_time(TIME + 1)
    late = await room.ann.click(picked, label="Undo")
    assert late.followups[0].content.startswith("That turn of game #1 is over. ")
    assert late.response is not None
    assert (late.response.content, late.response.components) == (picked.content, [])


async def test_in_a_practice_game_only_the_last_answer_has_undo(room: Room) -> None:
    await practise_in_channel(room)
    answers = [await pick_first(room)]
    private = await place(room)
    while labels(private)[0] != "Undo":
        private = await tap(room.ann, private, labels(private)[0])
    answers.append(private)
    assert [answer_to(room, one)[1] for one in answers] == [[], ["Undo"]]
    await room.ann.click(private, label="Undo")
    assert answer_to(room, private)[0].startswith("Your turn in Carcassonne #1 is undone.")
    assert room.state().turn == 1


async def test_the_answer_to_an_earlier_turn_stays_when_a_later_one_is_taken_back(room: Room) -> None:
    await room.begin(takeback=TIME)
    picked = await pick_first(room)
    await room.ann.click(boards(room)[0], label=DONE)
    await room.play(first_turn(room.state()))
    await room.bob.click(boards(room)[-1], label="Undo")
    [private] = [one for one in room.channel.history(viewer=room.ann) if one.id == picked.id]
    assert private.content.startswith("You placed tile D")


async def test_an_answer_of_an_earlier_run_stays_as_it_was(room: Room) -> None:
    await room.begin(takeback=TIME)
    picked = await pick_first(room)
    await room.restart()
    await room.ann.click(boards(room)[0], label="Undo")
    [private] = [one for one in room.channel.history(viewer=room.ann) if one.id == picked.id]
    assert private.content.startswith("You placed tile D")


async def test_others_are_told_that_it_is_not_theirs(room: Room) -> None:
    message = await play_first(room)
    due = int(room.env.now().timestamp()) + TIME
    for label in ("Undo", DONE):
        pressed = await room.bob.click(message, label=label)
        assert [one.content for one in pressed.followups] == [
            f"Only Ann can undo this turn. The next tile comes <t:{due}:R>."
        ]
    assert is_pending(boards(room)[0])


async def test_nobody_can_play_while_a_turn_is_pending(room: Room) -> None:
    await play_first(room)
    due = int(room.env.now().timestamp()) + TIME
    for one in (room.ann, room.bob):
        said = await words(one.slash(room.channel, "place", at="N13", rotation=0, follower="-"))
        for answer in (said, await typed(room, one, "pass")):
            assert answer == f"Ann can still undo the last turn of game #1. The next tile comes <t:{due}:R>."
    assert room.table().ply == 3


async def test_boards_while_a_turn_is_pending(room: Room) -> None:
    await play_first(room)
    due = int(room.env.now().timestamp()) + TIME
    shown = await words(room.bob.slash(room.channel, "board"))
    assert shown.startswith(f"**Ann** played turn 1 · Carcassonne #1 · next tile at <t:{due}:T>\n")
    assert f"Ann just played, next tile <t:{due}:R>" in await words(room.bob.slash(room.channel, "games"))
    assert "1. Ann: tile D at M12, turned 180°, knight S" in await words(room.bob.slash(room.channel, "log"))
    assert await room.bob.autocomplete(room.channel, "place", "at", "m") == []


async def test_old_buttons_answer_politely(room: Room) -> None:
    message = await play_first(room)
    room.env.inject_error("PATCH", MESSAGE, status=500, times=None)  # the buttons cannot be removed
    await room.env.advance_time(TIME + 1)
    for label in ("Undo", DONE):
        pressed = await room.ann.click(message, label=label)
        assert pressed.followups[0].content.startswith("That turn of game #1 is over. Here's ")


async def test_after_an_outage_the_tile_is_drawn_at_once(room: Room) -> None:
    await play_first(room)
    await room.bot.close()
    await room.env.advance_time(3600)
    await room.restart()
    old, new = boards(room)
    assert new.content.startswith("**Bob**'s turn")
    assert labels(old) == []
    assert room.table().announced == room.table().ply == 4


async def test_a_restart_keeps_the_time_and_the_buttons(room: Room) -> None:
    message = await play_first(room)
    await room.restart()
    assert len(boards(room)) == 1
    await room.ann.click(message, label="Undo")
    assert boards(room)[0].content.startswith("**Ann**'s turn")
    await room.play("M12 180 -")
    await room.restart()
    await room.env.advance_time(TIME + 1)
    assert boards(room)[-1].content.startswith("**Bob**'s turn")
    assert len(boards(room)) == 2


async def test_where_the_message_is_gone_another_is_sent(room: Room) -> None:
    await room.begin(takeback=TIME)
    for _ in range(2):  # it is posted again once
        await boards(room)[0].delete()
        await room.env.settle()
    await room.play(TURN)
    [shown] = boards(room)
    assert is_pending(shown)
    assert shown.mentions == []
    await room.ann.click(shown, label=DONE)
    old, _ = boards(room)
    assert labels(old) == []


async def test_if_it_cannot_be_shown_the_game_goes_on(room: Room) -> None:
    await room.begin(takeback=TIME)
    room.env.inject_error("PATCH", MESSAGE, status=403, code=50013, times=2)
    answer = await room.play(TURN)
    assert answer.response is not None, "it stays, because nothing else says what was stored"
    assert answer.response.content == "You placed tile D at M12 (180°) with a knight."
    assert answer.followups[0].content.startswith("That's saved, but ")
    room.expect(NotAnnouncedError)
    await room.env.advance_time(TIME + 1)
    old, new = boards(room)
    assert (old.content.splitlines()[1], labels(old)) == ("The game begins! First Ann, then Bob.", [])
    assert new.content.splitlines()[1].startswith("Ann placed tile D at M12 (180°) with a knight. ")


async def test_what_was_not_shown_is_shown_after_a_restart(room: Room) -> None:
    for _ in range(2):
        await room.begin(takeback=TIME)
    room.env.inject_error("PATCH", MESSAGE, status=403, code=50013, times=2)
    await room.play(TURN)
    await room.play(TURN, 2)
    await room.bot.host.turns.take_back(2, room.table(2).organiser, 3)
    room.expect(NotAnnouncedError)
    await room.restart()
    first, second = boards(room)
    assert is_pending(first)
    assert second.content.startswith("**Ann**'s turn")
    assert second.attachments[0].filename == "game2-4.png"
    assert [room.table(number).announced for number in (1, 2)] == [3, 4]


async def test_several_games_at_once(room: Room) -> None:
    await room.begin(takeback=TIME + 10)
    await room.begin(takeback=TIME)
    await room.play(TURN)
    await room.play(TURN, 2)
    await room.env.advance_time(TIME + 1)
    assert [message.content.splitlines()[0].split(" · ")[1] for message in boards(room)] == [
        "Carcassonne #1", "Carcassonne #2", "Carcassonne #2",
    ]  # fmt: skip
    await room.env.advance_time(10)
    assert boards(room)[-1].content.split(" · ")[1] == "Carcassonne #1"


async def test_where_messages_are_not_kept_the_pending_turn_is_shown_again(room: Room) -> None:
    await play_first(room)
    for message in room.messages():
        await message.delete()
    await room.restart(keeps_messages=False)
    [shown] = room.messages()
    assert is_pending(shown)


async def test_a_whole_game(room: Room) -> None:
    await room.begin(takeback=TIME)
    played, taken_back = set[int](), set[int]()
    while table := await room.bot.host.tables.load_if_running(1):
        turn = table.state.turn
        if table.pending and turn % 3 == 2 and turn not in taken_back:
            taken_back.add(turn)
            await room.people[table.pending.seat].click(boards(room)[-1], label="Undo")
        elif table.pending:
            await room.env.advance_time(TIME + 1)
        elif turn == 9:
            await room.fast_forward(until=near_the_end)
            played.add(room.state().turn)
            await room.play_on(1)
        else:
            played.add(turn)
            await room.play_on(1)
    record = await room.record()
    assert record.is_finished
    assert record.error is None
    assert len(taken_back) > 3
    assert len(boards(room)) == len(played) + 1 > 12
    assert boards(room)[-1].content.startswith("Carcassonne #1 is over. ")


async def test_a_board_while_a_turn_is_pending_has_the_scores_once(room: Room) -> None:
    await play_first(room)
    said = await words(room.bob.slash(room.channel, "board"))
    assert said.count("**Ann** played") == 1
    assert len([line for line in said.splitlines() if line.startswith("🔴")]) == 1
    await room.bob.slash(room.channel, "board", share=True)
    assert len([line for line in room.messages()[-1].content.splitlines() if line.startswith("🔴")]) == 1
