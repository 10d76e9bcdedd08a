"""Two people and a computer at a table: nobody is mentioned, reminded or asked on behalf of the computer.

The computer is a script here, as in the tests of the host.
"""

from typing import Any

import pytest
import pytest_asyncio
import simcord

from host.model.clock import VoteChoice
from screens.text.labels import VOTE_LABELS
from tests.cogs.deadlines import DAY, HOUR, boards, outcomes, pinged, time_messages
from tests.cogs.direct_messages import ask_for_direct_messages, private_boards
from tests.cogs.room import ON_SIMCORD, Room, labels, near_the_end, words
from tests.cogs.scripted_computers import Script

pytestmark = ON_SIMCORD

MONTH = 30 * 24 * 3600
"""In seconds."""


@pytest_asyncio.fixture
async def script(room: Room, monkeypatch: pytest.MonkeyPatch) -> Script:
    """A computer that takes the third seat in the game of Ann and Bob."""
    return Script(room, monkeypatch)


async def test_a_computers_turn_is_announced_to_nobody(room: Room, script: Script) -> None:
    await room.begin(pace="24h")
    await room.play_on(2)
    message = room.messages()[-1]
    assert message.content.splitlines()[0] == "**🤖 Strong**'s turn · Carcassonne #1"
    assert (message.mentions, labels(message)) == ([], ["Board", "Tiles left"])
    await script.play()
    message = room.messages()[-1]
    assert message.content.splitlines()[0].startswith(f"**Ann**'s turn · Carcassonne #1 · <@{room.ann.user.id}> · due")
    assert message.content.splitlines()[1].startswith("🤖 Strong placed tile R at M14")
    assert labels(message)[0] == "Place"


async def test_nobody_is_reminded_of_a_computers_turn(room: Room, script: Script) -> None:
    await room.begin(pace="24h")
    script.thinker.seconds = MONTH
    await room.play_on(2)
    await room.env.advance_time(3 * DAY)
    assert (time_messages(room), await outcomes(room)) == ([], [])
    await room.restart()
    assert (time_messages(room), len(boards(room))) == ([], 3)


async def test_people_alone_are_asked_to_end_the_game(room: Room, script: Script) -> None:
    await room.begin()
    await room.play_on(2)
    await script.play()
    question = await asked_to_end(room.ann, room)
    assert question.content.endswith(f"Agreed: Ann. Waiting for: <@{room.bob.user.id}>.")
    assert pinged(question) == [room.bob.user.id]
    await room.bob.click(question, label="Agree")
    over = "Carcassonne #1 is over. The players agreed to end it, so nobody wins."
    assert room.messages()[-1].content.splitlines()[0] == over


async def asked_to_end(person: simcord.MemberActor, room: Room) -> Any:
    """The question to the others after somebody suggests ending the game."""
    asked = await person.slash(room.channel, "resign")
    assert asked.response is not None
    await person.click(asked.response, label="End for everyone")
    return room.messages()[-1]


async def test_people_alone_are_asked_to_undo_a_turn(room: Room, script: Script) -> None:
    await room.begin()
    await room.play_on(2)
    await script.play()
    await room.ann.slash(room.channel, "undo")
    question = room.messages()[-1]
    assert pinged(question) == [room.bob.user.id]
    await room.bob.click(question, label="Agree")
    assert (room.to_move(), room.state().turn) == (room.ann, 0)


async def test_people_alone_vote(room: Room, script: Script) -> None:
    await room.begin(pace="24h", timeout="vote")
    await room.env.advance_time(DAY + HOUR)
    vote = time_messages(room)[-1]
    assert labels(vote) == list(VOTE_LABELS.values())
    assert pinged(vote) == [room.bob.user.id]
    await room.bob.click(vote, label=VOTE_LABELS[VoteChoice.SKIP])
    assert room.to_move() == room.bob


async def test_a_computers_turn_is_sent_to_nobody_in_private(room: Room, script: Script) -> None:
    await ask_for_direct_messages(room, room.ann, room.bob)
    await room.begin()
    await room.play_on(2)
    assert (len(private_boards(room.ann)), len(private_boards(room.bob))) == (1, 1)
    await script.play()
    assert (len(private_boards(room.ann)), len(private_boards(room.bob))) == (2, 1)


async def test_everything_that_is_shown_names_the_computer(room: Room, script: Script) -> None:
    await room.begin()
    await room.play_on(2)
    assert "🤖 Strong" in await words(room.ann.slash(room.channel, "games"))
    assert "🤖 Strong's turn" in room.messages()[0].content
    await script.play()
    shown = await room.ann.slash(room.channel, "log")
    assert shown.response is not None
    assert "🤖 Strong" in shown.response.content
    await room.fast_forward(until=near_the_end)
    while room.bot.host.tables.cached(1):
        if room.table().next_seat.person:
            await room.play_on(1)
        else:
            await script.play()
    assert "🤖 Strong: " in room.messages()[-1].content
    record = await room.record()
    assert (record.is_finished, record.error) == (True, None)
