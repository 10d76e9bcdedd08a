"""Giving up, and ending together."""

import pytest
import simcord

from tests.cogs.room import ON_SIMCORD, Room, words

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
        "Do you want to give up Carcassonne #1? Your figures stay and score nothing; Bob wins then."
    )
    assert room.table().ply == 1


async def test_the_last_one_left_wins(room: Room) -> None:
    await room.begin()
    pressed = await press(room.ann, room, "Resign")
    assert pressed.response is not None
    assert pressed.response.content == "You have resigned from Carcassonne #1."
    assert room.messages()[-1].content.splitlines() == [
        "Carcassonne #1 is over. **Bob wins**: everybody else has resigned.",
        "Ann resigned. Their figures stay, but score nothing.",
        "🔵 Bob: 0",
        "🔴 Ann: 0",
        f"The seed of the shuffle was `{'00' * 32}`; the file of `/log` can be checked with it.",
    ]
    assert last_alt_text(room).startswith("Carcassonne #1 after 0 turns. It is over. Ann: 0 points, resigned")
    assert room.bot.host.cached(1) is None


def last_alt_text(room: Room) -> str:
    """What the last picture of a game says; it waits for nobody."""
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
    assert lines[0] == "Carcassonne #1 is over. **Chloé wins**: everybody else has resigned."
    assert [line.partition(" ")[2] for line in lines[-4:-1]] == ["Chloé: 0", "Ann: 2", "Bob: 0"]


async def test_with_three_the_others_play_on(room: Room) -> None:
    await room.begin(3)
    await press(room.ann, room, "Resign")
    lines = room.messages()[-1].content.splitlines()
    assert lines[0] == f"**Bob** to move · Carcassonne #1 · <@{room.bob.user.id}>"
    assert lines[1] == "Ann resigned. Their figures stay, but score nothing."
    assert lines[-1].startswith("🔴 Ann 0 points, resigned · 🔵 **Bob**")
    said = await words(room.ann.slash(room.channel, "resign", game="#1"))
    assert said == "You have resigned from game #1."
    await room.play_on(1)
    assert room.to_move() == room.chloe


async def test_who_is_to_move_is_not_pinged_again_when_another_resigns(room: Room) -> None:
    await room.begin(players=3)
    await press(room.bob, room, "Resign")
    await room.play_on(1)
    begun, resigned, played = room.sent()[-3:]
    assert resigned["content"].startswith("**Ann** to move")
    pinged = [one["allowed_mentions"].get("users") for one in (begun, resigned, played)]
    assert pinged == [[room.ann.user.id], [], [room.chloe.user.id]]


async def test_all_agree_to_end_the_game(room: Room) -> None:
    await room.begin(3)
    await press(room.ann, room, "End the game for all")
    question = room.messages()[-1]
    assert question.content == (
        "Ann suggests ending Carcassonne #1 now, with no final scoring and no winner. "
        "Agreed: Ann. Still to agree: Bob and Chloé."
    )
    await room.bob.click(question, label="I agree")
    assert room.messages()[-1].content == (
        "Shall Carcassonne #1 end now, with no final scoring and no winner? Agreed: Ann and Bob. Still to agree: Chloé."
    )
    stranger = await room.eve.click(room.messages()[-1], label="I agree")
    assert [one.content for one in stranger.followups] == ["You don't play in game #1: Ann, Bob and Chloé do."]
    assert stranger.followups[0].ephemeral
    await room.chloe.click(room.messages()[-1], label="I agree")
    question, end = room.messages()[-2:]
    assert question.content == "All have agreed to end Carcassonne #1."
    assert question.components == []
    assert end.content.startswith("Carcassonne #1 is over. It was ended by its players, and nobody wins.")
    assert last_alt_text(room).startswith("Carcassonne #1 after 0 turns. It is over.")
    assert room.bot.host.cached(1) is None


@pytest.mark.parametrize(
    ("button", "said"),
    [("End the game for all", "The game is ended."), ("Resign", "You have resigned from Carcassonne #1.")],
)
async def test_the_practice_of_one_ends_at_once(room: Room, button: str, said: str) -> None:
    await room.ann.slash(room.channel, "join")
    offer = await room.ann.slash(room.channel, "start")
    assert offer.response is not None
    await room.ann.click(offer.response, label="Practice game")
    pressed = await press(room.ann, room, button)
    assert pressed.response is not None
    assert pressed.response.content == said
    assert room.messages()[-1].content.startswith("Carcassonne #1 is over. The practice game was given up.\n")
    assert last_alt_text(room)


async def test_a_game_that_ends_before_its_first_turn_does_not_begin_once_more(room: Room) -> None:
    await room.begin()
    await press(room.ann, room, "End the game for all")
    await room.bob.click(room.messages()[-1], label="I agree")
    lines = room.messages()[-1].content.splitlines()
    assert lines == [
        "Carcassonne #1 is over. It was ended by its players, and nobody wins.",
        "🔴 Ann: 0",
        "🔵 Bob: 0",
        f"The seed of the shuffle was `{'00' * 32}`; the file of `/log` can be checked with it.",
    ]


async def test_where_turns_can_be_taken_back_who_is_to_move_is_not_pinged_again_either(room: Room) -> None:
    await room.begin(players=4, takeback=300)
    await room.play("M12 180 knight S")
    await press(room.ann, room, "Resign")
    told = len(room.sent())
    await press(room.chloe, room, "Resign")
    assert [one["allowed_mentions"].get("users") for one in room.sent()[told - 1 : told + 1]] == [
        [room.bob.user.id],
        [],
    ]
