"""The private answers to turns that are typed: they go on saying what is true."""

from tests.cogs.room import ON_SIMCORD, Room

pytestmark = ON_SIMCORD

TIME = 300
"""Seconds on the simulated clock."""
TURN = "M12 180 knight S"


def private_messages(room: Room) -> dict[int, str]:
    """What Ann's private messages say, by their ids."""
    return {one.id: one.content for one in room.channel.history(viewer=room.ann) if one.flags.ephemeral}


async def test_the_answer_to_a_typed_turn_says_that_the_turn_is_undone(room: Room) -> None:
    await room.begin(takeback=TIME)
    answered = (await room.play(TURN)).response
    assert answered
    [shown] = [message for message in room.messages() if message.attachments]
    await room.ann.click(shown, label="Undo")
    assert private_messages(room)[answered.id] == "Your turn in Carcassonne #1 is undone. Place tile D again."

    again = (await room.play(TURN)).response
    assert again
    await room.env.advance_time(TIME + 1)
    assert private_messages(room)[again.id] == "You placed tile D at M12 (180°) with a knight.", "it stands"


async def test_a_question_about_a_typed_turn_goes_when_another_one_is_typed(room: Room) -> None:
    await room.begin()
    asked = (await room.ann.slash(room.channel, "place", at="M14", rotation=180)).response
    assert asked
    again = (await room.ann.slash(room.channel, "place", at="M12", rotation=180)).response
    assert again
    assert private_messages(room).keys() & {asked.id, again.id} == {again.id}, (
        "the last question is the one that counts"
    )
    await room.play("M14 180 -")
    assert again.id not in private_messages(room)
    assert room.table().ply == 4
