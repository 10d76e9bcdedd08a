"""Hints: what expert would play, for people who play alone; and the level of the computer that fits somebody."""

import re
from typing import Any

from host.model.controllers import Person
from tests.cogs.private_games import Alone, begin_alone, begin_practice, front_door, practise_in_channel
from tests.cogs.room import ON_SIMCORD, Room, labels, words
from tests.fixtures.scripted_thinker import ScriptedThinker

pytestmark = ON_SIMCORD


def scripted(room: Room) -> ScriptedThinker:
    assert isinstance(room.bot.thinker, ScriptedThinker)
    return room.bot.thinker


async def hinted_game(room: Room) -> Alone:
    game = await begin_alone(room)
    await game.press("Hint")
    return game


async def test_a_hint_shows_three_turns_in_the_private_message(room: Room) -> None:
    game = await hinted_game(room)
    head, first, second, third, note = game.text.splitlines()
    assert head == "**What the expert computer would play**, with your lead at the end:"
    assert re.fullmatch(r"1\. \*\*[A-Z]\d+ \(\d+°\)\*\* · .+ · \*\*\+1\.5\*\*", first)
    assert second.endswith("**+0.5**")
    assert third.endswith("**−0.5**")
    assert note == "-# A guess, in points. At the end, I'll say that you had hints."
    places = [one.split("**")[1] for one in (first, second, third)]
    assert game.labels == [f"1 · {places[0]}", f"2 · {places[1]}", f"3 · {places[2]}", "Back"]
    assert [one.filename for one in game.message.attachments] == ["hint.png"]
    assert room.messages() == [], "nobody else sees it"


async def test_back_leads_to_the_game_and_a_number_to_the_turn(room: Room) -> None:
    game = await begin_alone(room)
    shown = game.text
    await game.press("Hint")
    await game.press("Back")
    assert game.text == shown
    await game.press("Hint")
    await game.press(game.labels[0])
    assert game.labels == ["Confirm", "Back"]
    await game.press("Confirm")
    assert room.state().turn == 1


async def test_a_game_with_hints_says_so_at_its_end_even_after_a_restart(room: Room) -> None:
    await hinted_game(room)
    await room.restart()
    asked = await room.ann.slash(room.channel, "resign")
    assert asked.response is not None
    over = (await room.ann.click(asked.response, label="Resign")).response
    assert over is not None
    assert over.content.splitlines()[-1] == "-# Played with hints from the computer."
    assert (await room.bot.host.tables.known_started(1)).settings.hinted
    await room.ann.click(over, label="Show it here")
    assert room.messages()[-1].content.splitlines()[-1] == "-# Played with hints from the computer."


async def test_a_game_without_hints_says_nothing_and_its_rematch_begins_without(room: Room) -> None:
    game = await hinted_game(room)
    await room.bot.host.turns.resign(1, Person(room.ann.user.id, "Ann"))
    await room.bot.outbox.publish_missed(1)
    assert "Played with hints" in game.text
    again = await game.press("Rematch")
    assert not room.table(2).settings.hinted
    await room.bot.host.turns.resign(2, Person(room.ann.user.id, "Ann"))
    await room.bot.outbox.publish_missed(2)
    assert "Played with hints" not in str((again.followups or [game.message])[-1].content)


async def test_in_practice_every_seat_has_hints(room: Room) -> None:
    game = await begin_practice(room)
    await game.take_turn()
    await game.press("Hint")
    assert game.text.startswith("**What the expert computer would play**")


async def test_in_a_channel_only_who_asks_sees_it(room: Room) -> None:
    await practise_in_channel(room)
    public = room.messages()[-1]
    pressed = await room.ann.click(public, label="Hint")
    [private] = pressed.followups
    assert private.flags.ephemeral
    assert labels(private)[0].startswith("1 · ")
    assert labels(room.messages()[-1])[0] == "Place", "the public message stays"
    refused = await room.bob.click(public, label="Hint")
    assert "You aren't in game #1" in refused.followups[0].content


async def test_among_people_there_are_none(room: Room) -> None:
    await room.begin()
    assert "Hint" not in labels(room.messages()[-1])
    refused = await press_forged(room, f"carc:hint:1:{room.table().ply}")
    assert refused == "Game #1 gives no hints. They're for games alone, where they're on, and not for tournaments."
    assert not room.table().settings.hinted


async def test_where_hints_are_off_there_are_none(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    await room.choose(aids=False)
    menu = await room.ann.slash(room.channel, "start")
    assert menu.response is not None
    game = Alone(room, room.ann, menu.response, 2)
    await game.press("Play the computer")
    await game.press("Club")
    assert game.labels == ["Place", "Board"]
    assert not room.table(2).offers_hints


async def test_an_old_button_gives_no_hint_for_a_turn_that_is_over(room: Room) -> None:
    await practise_in_channel(room)
    public, ply = room.messages()[-1], room.table().ply
    game_text = await press_forged(room, f"carc:hint:1:{ply - 1}")
    assert "is over" in game_text
    assert not room.table().settings.hinted
    assert labels(public)[0] == "Place"


async def test_a_hint_that_nobody_finds_is_told_and_not_counted(room: Room) -> None:
    game = await begin_alone(room)
    scripted(room).hints = 0
    pressed = await game.press("Hint")
    assert [one.content for one in pressed.followups] == ["I can't think of a hint right now. Try again in a moment."]
    assert game.labels[0] == "Place"
    assert not room.table().settings.hinted


async def test_the_guided_game_has_hints(room: Room) -> None:
    door = Alone(room, room.ann, await front_door(room, room.ann))
    task = (await door.press("Guided game")).followups[-1]
    assert labels(task)[-2:] == ["Hint", "Stop"]
    pressed = await room.ann.click(task, label="Hint")
    [hint] = pressed.followups
    assert hint.flags.ephemeral
    assert hint.content.splitlines()[-1] == "-# A guess, in points. In the guided game, play the turn that it asks for."
    assert labels(hint) == []


async def press_forged(room: Room, custom_id: str) -> str:
    """Press a button that the last public message doesn't have, and return the private answer."""
    message = room.messages()[-1]
    stored = room.env.backend.get_message(room.channel.id, message.id)
    stored.components = [{"type": 1, "components": [{"type": 2, "style": 2, "label": "?", "custom_id": custom_id}]}]
    mover = room.table().next_seat.person
    assert mover is not None
    actor: Any = next(one for one in (room.ann, room.bob) if one.user.id == mover.id)
    pressed = await actor.click(message, custom_id=custom_id)
    return str(pressed.followups[0].content)


# The level that fits


async def test_after_three_games_the_level_that_fits_stands_out(room: Room) -> None:
    for number in range(1, 4):
        game = await begin_alone(room, level="Club", number=number)
        assert "Your last" not in game.text
        await room.bot.host.turns.resign(number, Person(room.ann.user.id, "Ann"))
    door = Alone(room, room.ann, await front_door(room, room.ann))
    await door.press("Play the computer")
    assert door.text.splitlines()[-1] == "-# Your last 3 games suggest beginner: there you'd win about 50 in 100."
    [row] = door.message.components
    assert [one["label"] for one in row["components"] if one["style"] == 3] == ["Beginner"]
    said = (await words(room.ann.slash(room.channel, "stats"))).splitlines()
    assert said[2:4] == ["With computers, counted apart: 3 games, 0 won, no average yet", "- 🤖 Club: 3 games, 0 won"]
