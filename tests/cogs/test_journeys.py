"""The journeys of docs/journeys.md: the functions that it names are called, in that order."""

import pytest

from cogs.interaction.thinking import Thinking
from host.model.controllers import USUAL_COMPUTER, Person
from host.model.table import Venue
from tests.cogs.deadlines import DAY
from tests.cogs.room import COMPUTER_PAUSE, ON_SIMCORD, Room, labels
from tests.fixtures.journeys import check_journey
from tests.fixtures.tracing import draw_traced, traced_calls
from workers import thread_workers

pytestmark = [ON_SIMCORD, pytest.mark.parametrize("run_drawing", [draw_traced])]


async def test_place_to_png(room: Room) -> None:
    await room.begin()
    with traced_calls() as calls:
        await room.play("M12 180 knight S")
    assert room.messages()[-1].attachments
    check_journey("/place to PNG", calls)


async def test_a_button(room: Room) -> None:
    """From the public message of a turn through the picker to the turn."""
    await room.begin()
    person = room.to_move()
    with traced_calls() as calls:
        opened = await person.click(room.messages()[-1], label="Place")
        shown, chosen = opened.followups[-1], ""
        while chosen != "Confirm":
            chosen = labels(shown)[0]
            shown = (await person.click(shown, label=chosen)).response or shown
    assert room.table().ply > 1
    check_journey("a button", calls)


async def test_a_deadline(room: Room) -> None:
    """A turn is skipped; later who comes next is reminded."""
    await room.env.advance_time(300)  # else the search for missed turns, every ten minutes, runs at the deadline, too
    await room.begin(pace="24h", timeout="skip")
    await room.env.advance_time(DAY - 60)
    with traced_calls() as calls:
        await room.env.advance_time(61)
        await room.env.advance_time(DAY / 2)
    assert "Half your time" in room.messages()[-1].content
    check_journey("a deadline", calls)


async def test_a_computers_turn(room: Room) -> None:
    """From a person's turn to the computer's, which thinks in a thread here."""
    room.bot.thinker = Thinking(thread_workers(1, draw_traced))
    await room.ann.slash(room.channel, "join")
    venue, ann = Venue(room.guild.id, room.channel.id), Person(room.ann.user.id, "Ann")
    await room.bot.host.lobby.add_computer(venue, ann, 1, USUAL_COMPUTER)
    await room.ann.click(room.messages()[0], label="Start")
    if room.table().computer_to_move:
        await room.env.advance_time(COMPUTER_PAUSE)
    with traced_calls() as calls:
        await room.play_on(1)
        await room.env.advance_time(COMPUTER_PAUSE)
    assert room.to_move() == room.ann
    check_journey("a computer's turn", calls)


async def test_no_log_is_replayed_to_show_a_turn(room: Room) -> None:
    """The bot still knows what the previous message reported, so it can remove its buttons without a replay."""
    await room.begin()
    await room.play_on(1)
    with traced_calls() as calls:
        await room.play_on(2)
    assert ("cogs/delivery/turn_messages.py", "TurnMessages._show") in calls
    assert ("host/services/history.py", "History.replay_log") not in calls
