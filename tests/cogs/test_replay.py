"""`/replay`: a game turn by turn, in one private message with buttons."""

from typing import Any

import pytest
import simcord

from carcassonne import EDITIONS
from carcassonne.castle import Asking
from tests.cogs import castle_table
from tests.cogs.direct_messages import ask_for_direct_messages, private_boards
from tests.cogs.rematches import last_of, resign
from tests.cogs.room import ON_SIMCORD, WITH_PICTURES, Room, labels, near_the_end, words
from tests.fixtures.cases import slow_but

pytestmark = ON_SIMCORD


async def begin_replay(person: simcord.MemberActor, room: Room, **options: Any) -> simcord.ResponseMessage:
    """The private message that `/replay` opens."""
    shown = await person.slash(room.channel, "replay", **options)
    assert shown.ephemeral
    assert shown.response is not None
    return shown.response


async def press(person: simcord.MemberActor, message: simcord.ResponseMessage, label: str) -> simcord.ResponseMessage:
    """The same message after a press."""
    pressed = (await person.click(message, label=label)).response
    assert pressed is not None
    return pressed


def buttons_of(message: simcord.ResponseMessage) -> list[str]:
    """Where one can go from here."""
    return [one["label"] for row in message.components for one in row["components"] if not one.get("disabled")]


@WITH_PICTURES
async def test_a_game_is_gone_through_turn_by_turn(room: Room) -> None:
    await room.begin()
    await room.play("M12 180 knight S")
    await room.play_on(2)
    first = await begin_replay(room.eve, room)
    assert first.content.startswith("Turn 0 of 3 · Carcassonne #1\n")
    assert buttons_of(first) == ["Next turn", "Last turn", "Share"]
    picture = await first.attachments[0].read()
    second = await press(room.eve, first, "Next turn")
    assert second.content.startswith("Turn 1 of 3 · Carcassonne #1\nAnn placed tile D at M12")
    assert buttons_of(second) == ["First turn", "Previous turn", "Next turn", "Last turn", "Share"]
    assert len(second.attachments) == 1
    assert await second.attachments[0].read() != picture
    last = await press(room.eve, second, "Last turn")
    assert last.content.startswith("Turn 3 of 3 · Carcassonne #1\n")
    assert buttons_of(last) == ["First turn", "Previous turn", "Share"]
    assert (await press(room.eve, last, "Previous turn")).content.startswith("Turn 2 of 3 · Carcassonne #1\n")
    assert len(labels(room.messages()[-1])) > 1, "the game itself goes on as before"


async def test_it_begins_where_one_wants_and_works_after_a_restart(room: Room) -> None:
    await room.begin()
    await room.play_on(4)
    shown = await begin_replay(room.bob, room, turn=2)
    assert shown.content.startswith("Turn 2 of 4 · Carcassonne #1\n")
    await room.restart()
    assert (await press(room.bob, shown, "Next turn")).content.startswith("Turn 3 of 4 · Carcassonne #1\n")
    assert (await begin_replay(room.bob, room, turn=150)).content.startswith("Turn 4 of 4 · Carcassonne #1\n")


async def test_a_turn_that_was_undone_is_left_out(room: Room) -> None:
    await room.begin()
    await room.play_on(3)
    await room.ann.slash(room.channel, "undo")
    await room.bob.click(room.messages()[-1], label="Agree")
    shown = await begin_replay(room.ann, room, turn=200)
    assert shown.content.startswith("Turn 2 of 2 · Carcassonne #1\n")


async def test_who_resigns_plays_no_turn(room: Room) -> None:
    await room.begin(3)
    await room.play_on(1)
    asked = await room.ann.slash(room.channel, "resign")
    assert asked.response is not None
    await room.ann.click(asked.response, label="Resign")
    await room.play_on(1)
    shown = await begin_replay(room.bob, room, turn=200)
    assert shown.content.startswith("Turn 2 of 2 · Carcassonne #1\n")
    first, second, *_ = shown.content.splitlines()[1:]
    assert first.startswith("Ann resigned. Their followers stay"), "only the points said so"
    assert second.startswith("Bob placed tile")
    before = await press(room.bob, shown, "Previous turn")
    assert "Ann resigned." not in before.content


@pytest.mark.parametrize("edition", slow_but(3, (name for name in EDITIONS if name != "castle")))
async def test_a_whole_game_of_every_edition_without_questions(room: Room, edition: str) -> None:
    await room.begin(edition=edition)
    await room.fast_forward(until=near_the_end)
    await room.play_on(100)
    shown = await begin_replay(room.ann, room, turn=200, game="#1")
    turns = int(shown.content.split()[1])
    assert turns > 40
    assert shown.content.startswith(f"Turn {turns} of {turns}\nCarcassonne #1 is over. ")
    for turn in (turns - 1, turns // 2, 1):
        earlier = await begin_replay(room.ann, room, turn=turn, game="#1")
        assert earlier.content.startswith(f"Turn {turn} of {turns} · Carcassonne #1\n")


async def test_a_game_of_the_castle_with_a_question(room: Room) -> None:
    await castle_table.begin(room)
    await castle_table.play_to(room, Asking.ORDER)
    played = room.state().turn
    shown = await begin_replay(room.ann, room, turn=200)
    assert shown.content.startswith(f"Turn {played} of {played} · Carcassonne #1\n")


async def test_the_last_message_of_a_game_opens_its_replay_in_private(room: Room) -> None:
    await room.begin()
    await room.play_on(2)
    end = await resign(room, room.ann, 1)
    assert labels(end) == ["Rematch", "Series", "Replay", "Share"]
    [opened] = (await room.eve.click(end, label="Replay")).followups
    assert opened.ephemeral
    assert opened.content.startswith("Turn 0 of 3 · Carcassonne #1\n")
    assert (await press(room.eve, opened, "Next turn")).content.startswith("Turn 1 of 3 · Carcassonne #1\n")
    [question] = (await room.eve.click(end, label="Share")).followups
    assert question.ephemeral
    assert labels(question) == ["Animation", "Web page"]
    assert last_of(room, 1).content == end.content, "everybody else sees what was there"


async def test_who_reads_the_last_message_in_private_keeps_it_beside_the_replay(room: Room) -> None:
    await room.begin()
    await ask_for_direct_messages(room, room.ann)
    await room.play_on(2)
    await resign(room, room.bob, 1)
    letter = private_boards(room.ann)[-1]
    [opened] = (await room.ann.user.click(letter, label="Replay")).followups
    assert opened.content.startswith("Turn 0 of 3 · Carcassonne #1\n")
    assert private_boards(room.ann)[-1].content == letter.content


async def test_a_game_without_a_turn_has_nothing_to_replay(room: Room) -> None:
    await room.begin()
    assert labels(await resign(room, room.bob, 1)) == ["Rematch", "Series"]


async def test_before_there_is_a_game_there_is_nothing_to_replay(room: Room) -> None:
    assert "No game is running here" in await words(room.ann.slash(room.channel, "replay"))
