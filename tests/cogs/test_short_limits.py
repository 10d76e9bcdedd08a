"""Time limits of ten minutes and of an hour, for people who are all here."""

import pytest

from cogs.interaction.options import PACE_CHOICES
from host.model.preferences import QuietHours, Reminders
from tests.cogs.deadlines import MINUTE, boards, pinged, time_messages
from tests.cogs.options_panel import open_form
from tests.cogs.room import ON_SIMCORD, Room, labels
from tests.host.tables import player

pytestmark = ON_SIMCORD


async def test_ten_minutes_have_one_reminder_after_five_and_a_vote_at_the_end(room: Room) -> None:
    await room.begin(players=3, pace="10m")
    due = int(room.env.now().timestamp()) + 10 * MINUTE
    assert f"due <t:{due}:R>" in boards(room)[-1].content
    await room.env.advance_time(5 * MINUTE - 1)
    assert time_messages(room) == []
    await room.env.advance_time(2)
    [reminder] = time_messages(room)
    assert reminder.content.startswith(f"<@{room.ann.user.id}> Your turn in Carcassonne #1 is due <t:{due}:R>.")
    await room.env.advance_time(5 * MINUTE - 2)
    assert len(time_messages(room)) == 1
    await room.env.advance_time(2)
    [_, vote] = time_messages(room)
    assert vote.content.startswith("**Time's up** in Carcassonne #1")
    assert pinged(vote) == sorted(one.user.id for one in (room.bob, room.chloe))
    await room.bob.click(vote, label="More time")
    await room.chloe.click(vote, label="More time")
    clock = room.table().clock
    assert clock is not None
    assert clock.due is not None
    assert (clock.due - clock.since).total_seconds() == 10 * MINUTE


async def test_after_ten_minutes_a_turn_is_skipped_at_once(room: Room) -> None:
    await room.begin(pace="10m", timeout="skip")
    await room.env.advance_time(10 * MINUTE + 1)
    assert room.to_move() is room.bob
    await room.env.advance_time(10 * MINUTE + 1)
    assert room.to_move() is room.ann
    assert len(time_messages(room)) == 2, "one reminder for each turn"


async def test_quiet_hours_make_it_silent_and_not_later(room: Room) -> None:
    await room.begin(pace="10m", timeout="skip")
    now = room.env.now()
    minute = now.hour * 60 + now.minute
    quiet = QuietHours((minute - 60) % 1440, (minute + 60) % 1440)
    await room.bot.host.people.choose_preferences(player(room.table().seats[0]), quiet_hours=quiet)
    await room.env.advance_time(5 * MINUTE + 1)
    [reminder] = time_messages(room)
    assert reminder.flags.silent
    await room.env.advance_time(5 * MINUTE)
    assert room.to_move() is room.bob


@pytest.mark.parametrize(("often", "count"), [("usual", 1), ("once", 1), ("never", 0)])
async def test_who_wants_one_reminder_gets_the_only_one(room: Room, often: str, count: int) -> None:
    await room.begin(pace="10m", timeout="wait")
    person = player(room.table().seats[0])
    await room.bot.host.people.choose_preferences(person, reminders=Reminders(often))
    await room.env.advance_time(9 * MINUTE)
    assert len(time_messages(room)) == count


async def test_an_hour_has_two_reminders(room: Room) -> None:
    await room.begin(pace="1h")
    for minutes, count in ((29, 0), (2, 1), (22, 1), (2, 2), (4, 2), (2, 3)):
        await room.env.advance_time(minutes * MINUTE)
        assert len(time_messages(room)) == count
    assert labels(time_messages(room)[-1]), "a vote"


async def test_a_restart_in_the_ten_minutes_forgets_nothing(room: Room) -> None:
    await room.begin(pace="10m", timeout="skip")
    await room.env.advance_time(6 * MINUTE)
    await room.restart()
    assert len(time_messages(room)) == 1
    await room.env.advance_time(4 * MINUTE + 1)
    assert room.to_move() is room.bob


async def test_the_form_and_the_command_say_whom_a_short_limit_is_for(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    form = (await open_form(room.ann, room.messages()[0])).modal or {}
    [paces] = [one["component"]["options"] for one in form["components"] if one["component"]["custom_id"] == "pace"]
    assert [one["label"] for one in paces][:3] == [
        "No time limit",
        "10 minutes: for people who are all here",
        "1 hour: for people who are all here",
    ]
    assert [one.name for one in PACE_CHOICES][1:3] == [one["label"] for one in paces][1:3]
