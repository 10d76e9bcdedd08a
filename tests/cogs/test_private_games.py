"""Games of one person alone: nobody else sees them, and they last for days all the same."""

import asyncio
from typing import Any

import pytest

from cogs.private_games import BEGINNING
from host.model.controllers import Computer, Person
from host.model.game import PlayResult
from host.model.table import Venue
from screens.text.markup import command_mention
from tests.cogs.direct_messages import ask_for_direct_messages, private_boards
from tests.cogs.private_games import Alone, begin_alone, begin_practice, front_door
from tests.cogs.room import ON_SIMCORD, RETRY_PAUSES, Room, first_turn, labels, words
from tests.cogs.typed_words import old_button
from tests.fixtures import forgery

pytestmark = ON_SIMCORD

EXPIRY = 16 * 60
"""Seconds after which a private answer can't be changed any more."""
STEPS = 200
"""After how many steps of the event loop a press has come as far as it can."""


async def test_a_game_against_the_computer_runs_in_one_private_message(room: Room) -> None:
    game = Alone(room, room.ann, await front_door(room, room.ann))
    await game.press("Play the computer")
    assert game.text.startswith("How well should the computer play? Only you will see the game.")
    assert game.labels == ["Beginner", "Club", "Strong", "Expert", "Master"]
    await game.press("Club")
    assert "Ann against 🤖 Club." in game.text
    assert game.labels == ["Place", "Board", "Tiles left", "Hint"]
    assert len(game.message.attachments) == 1
    await game.take_turn()
    assert room.table().computer_to_move == Computer(2)
    assert game.labels == ["Board", "Tiles left"]
    await game.let_computer_play()
    assert game.labels == ["Place", "Board", "Tiles left", "Hint", "Undo"]
    assert game.text.startswith("**It's your turn** · Carcassonne #1")
    assert "Ann placed tile" in game.text
    assert "🤖 Club placed tile" in game.text
    assert room.messages() == []
    assert room.channel.threads == []


async def test_undo_goes_on_in_the_same_message(room: Room) -> None:
    game = await begin_alone(room)
    await game.take_turn()
    await game.let_computer_play()
    await game.press("Undo")
    assert room.state().turn == 0
    assert "undid" in game.text or "undone" in game.text
    assert game.labels[:1] == ["Place"]


async def test_the_cells_lead_back_to_the_game(room: Room) -> None:
    game = await begin_alone(room)
    await game.take_turn()
    await game.let_computer_play()
    shown = game.text
    await game.press("Place")
    assert game.labels[-1] == "Back"
    await game.press("Back")
    assert game.text == shown
    assert "Undo" in game.labels


async def test_after_a_restart_an_old_button_shows_the_game_anew(room: Room) -> None:
    game = await begin_alone(room)
    await game.take_turn()
    await room.restart()
    await game.let_computer_play()
    assert "🤖 Club placed" not in game.text, "nobody could change the message"
    board = await game.press("Board")
    assert len(board.followups) == 1
    assert "🤖 Club placed" in game.text
    await game.take_turn()
    await game.let_computer_play()
    assert room.state().turn == 4
    assert game.labels == ["Place", "Board", "Tiles left", "Hint", "Undo"]
    assert room.messages() == []


async def test_a_button_of_an_earlier_turn_shows_the_game_as_it_stands(room: Room) -> None:
    game = await begin_alone(room)
    await room.restart()
    await room.play(first_turn(room.state()))
    await game.let_computer_play()
    assert game.labels[0] == "Place", "it's the first turn that the message shows"
    pressed = await game.press("Place")
    assert pressed.followups == []
    assert "🤖 Club placed" in game.text
    assert game.labels == ["Place", "Board", "Tiles left", "Hint", "Undo"]


async def test_an_expired_answer_is_shown_anew_by_a_command(room: Room) -> None:
    game = await begin_alone(room)
    await room.env.advance_time(EXPIRY)
    listed = await room.ann.slash(room.channel, "games")
    assert listed.response is not None
    assert command_mention("play") in listed.response.content
    assert labels(listed.response) == ["Go to #1"]
    again = Alone(room, room.ann, listed.response)
    await again.press("Go to #1")
    await again.take_turn()
    await again.let_computer_play()
    assert again.labels == ["Place", "Board", "Tiles left", "Hint", "Undo"]
    await room.env.advance_time(EXPIRY)
    door = Alone(room, room.ann, await front_door(room, room.ann))
    assert door.labels[0] == "Go to #1"
    await door.press("Go to #1")
    assert door.labels[0] == "Place"
    await room.env.advance_time(EXPIRY)
    board = await room.ann.slash(room.channel, "board")
    [shown] = [one for one in board.followups if "Place" in labels(one)]
    assert "Undo" in labels(shown)
    await room.env.advance_time(EXPIRY)
    played = await room.play(first_turn(room.state()))
    assert played.response is not None
    await game.let_computer_play()
    assert labels(played.response) == ["Place", "Board", "Tiles left", "Hint", "Undo"]
    assert room.messages() == []


async def test_a_turn_by_command_takes_the_place_of_the_message_before(room: Room) -> None:
    game = await begin_alone(room)
    played = await room.play(first_turn(room.state()))
    assert played.response is not None
    assert "Ann placed tile" in played.response.content
    assert game.message.id not in room.env.backend.messages[room.channel.id], "the message before is gone"
    await game.let_computer_play()
    again = Alone(room, room.ann, played.response)
    await again.take_turn()
    await game.let_computer_play()
    assert again.labels == ["Place", "Board", "Tiles left", "Hint", "Undo"]
    assert room.state().turn == 4


async def test_with_direct_messages_on_a_turn_goes_on_there(room: Room) -> None:
    await ask_for_direct_messages(room, room.ann)
    game = await begin_alone(room)
    await game.take_turn()
    await game.let_computer_play()
    assert private_boards(room.ann) == [], "the private answer shows it"
    await game.take_turn()
    await room.restart()
    await game.let_computer_play()
    [board] = private_boards(room.ann)
    assert "🤖 Club placed" in board.content
    there = Alone(room, room.ann.user, board)
    await there.take_turn()
    await game.let_computer_play()
    [board] = private_boards(room.ann)
    assert labels(board) == ["Place", "Board", "Tiles left", "Hint", "Undo"], "the same message shows the next turn"
    assert room.messages() == []


async def test_where_people_write_to_the_bot_they_play_alone_too(room: Room) -> None:
    door = await room.ann.user.slash("play")
    assert door.response is not None
    assert labels(door.response) == ["Play the computer", "Guided game", "Practice", "Puzzle"]
    game = Alone(room, room.ann.user, door.response)
    await game.press("Play the computer")
    await game.press("Club")
    await game.take_turn()
    await game.let_computer_play()
    assert game.labels == ["Place", "Board", "Tiles left", "Hint", "Undo"]
    await room.bot.host.turns.resign(1, room.table().humans[0])
    await room.bot.outbox.publish_missed(1)
    assert game.labels == ["Rematch", "Other level", "Replay", "Share"]


async def test_who_plays_alone_already_is_asked(room: Room) -> None:
    game = await begin_alone(room)
    await game.take_turn()
    await game.let_computer_play()
    door = Alone(room, room.ann, await front_door(room, room.ann))
    await door.press("Play the computer")
    assert door.text == "You're still playing #1."
    assert door.labels == ["Go on with #1", "New game"]
    await door.press("Go on with #1")
    assert door.labels == ["Place", "Board", "Tiles left", "Hint", "Undo"]
    other = Alone(room, room.ann, await front_door(room, room.ann))
    await other.press("Practice")
    assert other.text == "You're still playing #1."
    await other.press("New game")
    assert room.table(2).is_practice
    assert other.labels[0] == "Place"


async def test_the_level_played_last_stands_out(room: Room) -> None:
    door = Alone(room, room.ann, await front_door(room, room.ann))
    await door.press("Play the computer")
    assert chosen(door) == "Beginner", "Ann has never played"
    await door.press("Strong")
    await room.bot.host.turns.resign(1, room.table().humans[0])
    again = Alone(room, room.ann, await front_door(room, room.ann))
    await again.press("Play the computer")
    assert chosen(again) == "Strong"


def chosen(game: Alone) -> str:
    [row] = game.message.components
    [label] = [one["label"] for one in row["components"] if one["style"] == 3]
    return str(label)


async def test_practice_is_private(room: Room) -> None:
    game = await begin_practice(room)
    await game.take_turn()
    await game.take_turn()
    assert room.table().is_practice
    assert room.state().turn == 2
    assert "Undo" in game.labels
    assert room.messages() == []


async def test_the_table_stays_where_somebody_plays_the_computer_meanwhile(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    offer = await room.ann.slash(room.channel, "start", edition="new-edition", options="river", takeback=60)
    assert offer.response is not None
    await room.restart()
    game = Alone(room, room.ann, offer.response, 2)
    await game.press("Play the computer")
    await game.press("Expert")
    table = room.table(2)
    assert (table.edition, table.options, table.settings.takeback) == ("new-edition", ("river",), 60)
    assert table.is_private
    assert len(room.waiting(1).people) == 1
    assert len(room.messages()) == 1
    custom_id = "carc:practice:1:::::::::"
    practice = await room.bob.click(old_button(room, custom_id), custom_id=custom_id)
    [shown] = practice.followups
    assert "The practice game begins!" in shown.content
    assert len(room.messages()) == 2, "the table, and the old button"


async def test_the_rematch_at_another_level_is_private(room: Room) -> None:
    game = await begin_alone(room)
    game.message = await resign(room)
    assert "Ann resigned" in game.text
    menu = (await game.press("Other level")).followups[-1]
    begun = await room.ann.select(menu, ["1"], custom_id="carc:level:1")
    assert begun.response is not None
    assert {one.controller for one in room.table(2).seats if one.person is None} == {Computer(1)}
    await game.let_computer_play()
    assert labels(begun.response)[:1] == ["Place"]
    assert room.messages() == []


async def test_trouble_at_discord_is_over_some_time(room: Room) -> None:
    game = await begin_alone(room)
    await game.take_turn()
    room.env.inject_error("PATCH", "/webhooks/*", status=500, times=1)
    await game.let_computer_play()
    assert "Undo" not in game.labels
    await room.env.advance_time(RETRY_PAUSES[0] + 1)
    assert "Undo" in game.labels
    assert room.messages() == []


async def test_it_goes_on_in_any_channel_and_when_its_own_is_gone(room: Room) -> None:
    await begin_alone(room)
    other = room.guild.create_text_channel("another")
    await room.env.settle()
    played = await room.ann.slash(other, "board")
    assert played.response is not None
    assert "Carcassonne #1" in played.response.content
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    door = Alone(room, room.ann, (await room.ann.slash(other, "play")).response)
    await door.press("Go to #1")
    await door.take_turn()
    await door.let_computer_play()
    assert door.labels == ["Place", "Board", "Tiles left", "Hint", "Undo"]
    assert [one for one in other.history() if one.author.bot] == []


async def test_whoever_plays_needs_not_follow(room: Room) -> None:
    await room.begin()
    said = await words(room.ann.slash(room.channel, "follow"))
    assert said == "You're playing #1, so you'll hear how it ends. Name another game to follow it."
    assert room.bot.host.follows.of_person(room.ann.user.id) == []
    assert "I'll tell you in private" in await words(room.eve.slash(room.channel, "follow"))


async def test_a_second_press_begins_no_second_game(room: Room) -> None:
    door = Alone(room, room.ann, await front_door(room, room.ann))
    await door.press("Play the computer")
    again = [button["custom_id"] for row in door.message.components for button in row["components"]][1]
    await door.press("Club")
    message = forgery_of(room, door.message, again)
    await room.ann.click(message, label="Club")
    assert room.bot.host.tables.summary(2) is None
    assert door.labels[0] == "Place"


async def test_two_presses_in_the_same_moment_begin_one_game(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the second one comes while the first one is being stored."""
    door = Alone(room, room.ann, await front_door(room, room.ann))
    await door.press("Play the computer")
    backend, start, may = room.env.backend, room.bot.host.lobby.start, asyncio.Event()

    async def slow_start(*given: Any, **named: Any) -> PlayResult:
        await may.wait()
        return await start(*given, **named)

    monkeypatch.setattr(room.bot.host.lobby, "start", slow_start)
    message = backend.get_message(room.channel.id, door.message.id)
    [club] = [one for row in message.components for one in row["components"] if one["label"] == "Club"]
    for _ in range(2):
        _, event = forgery.component(backend, room.ann.user.id, club["custom_id"], message, room.channel.id)
        backend.emit("INTERACTION_CREATE", event)
    for _ in range(STEPS):
        await asyncio.sleep(0)
    may.set()
    await room.env.settle()
    assert [one.number for one in room.bot.host.tables.private_games(room.ann.user.id)] == [1]
    shown = backend.get_message(room.channel.id, door.message.id)
    assert "Ann against 🤖 Club." in shown.content


async def test_a_table_whose_beginning_was_cut_off_is_closed_with_the_next_start(room: Room) -> None:
    """Else it would wait in the list of games for ever: nothing shows it, so nobody could leave it."""
    venue, person = Venue(room.guild.id, room.channel.id), Person(room.ann.user.id, "Ann")
    await room.bot.host.lobby.open(venue, person, is_private=True)
    await room.env.advance_time(BEGINNING.total_seconds() + 1)
    assert "#1" in await words(room.ann.slash(room.channel, "games"))
    await room.restart()
    assert "#1" not in await words(room.ann.slash(room.channel, "games"))
    await begin_alone(room, number=2)
    await room.restart()
    assert [one.number for one in room.bot.host.tables.private_games(person.id)] == [2]


def forgery_of(room: Room, message: Any, custom_id: str) -> Any:
    """The message with the button that it had a moment ago: the second press of somebody who presses twice."""
    stored = room.env.backend.get_message(room.channel.id, message.id)
    button = {"type": 2, "style": 2, "label": "Club", "custom_id": custom_id}
    stored.components = [{"type": 1, "components": [button]}]
    return message


async def resign(room: Room, label: str = "Resign") -> Any:
    """Give `/resign`, and press a button of its answer. Return what is shown then."""
    asked = await room.ann.slash(room.channel, "resign")
    assert asked.response is not None
    pressed = await room.ann.click(asked.response, label=label)
    assert pressed.followups == []
    assert pressed.response is not None
    assert pressed.response.id == asked.response.id
    return pressed.response


async def test_who_resigns_sees_the_end_in_the_answer_and_plays_again(room: Room) -> None:
    game = await begin_alone(room)
    await game.take_turn()
    await game.let_computer_play()
    over = await resign(room)
    assert "wins" in over.content
    assert "Club wins" in over.attachments[0].description
    assert labels(over) == ["Rematch", "Other level", "Replay", "Share", "Show it here"]
    assert game.message.id not in room.env.backend.messages[room.channel.id], "the message before is gone"
    [again] = (await room.ann.click(over, label="Rematch")).followups
    assert "Tiles left" in labels(again)
    assert room.table(2).is_private


async def test_who_ends_a_practice_game_sees_the_end_in_the_answer(room: Room) -> None:
    await begin_practice(room)
    over = await resign(room, "End game")
    assert "over" in over.content
    assert labels(over) == ["Rematch", "Show it here"]


async def test_who_resigns_late_sees_the_end_and_plays_again(room: Room) -> None:
    await begin_alone(room)
    await room.env.advance_time(EXPIRY)
    assert labels(await resign(room)) == ["Rematch", "Other level", "Show it here"]
    await room.env.advance_time(EXPIRY)
    board = await room.ann.slash(room.channel, "board")
    assert labels(board.followups[-1]) == ["Rematch", "Other level", "Show it here"]


async def test_who_presses_show_it_here_twice_shows_it_once(room: Room) -> None:
    await begin_practice(room)
    over = await resign(room, "End game")
    for _ in range(2):
        await room.ann.click(over, label="Show it here")
    assert len([one for one in room.messages() if one.attachments]) == 1
