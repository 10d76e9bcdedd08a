"""Deadlines, reminders and vacations as a channel sees them, also across restarts and outages."""

import asyncio
import sqlite3
from datetime import UTC, datetime
from typing import Any

import discord
import pytest
import simcord

from cogs.delivery.errors import NotAnnouncedError
from host.model.clock import VoteChoice
from host.model.notifications import DeliveryOutcome, NotificationKind
from host.model.preferences import QuietHours
from host.services.deadlines import HEARTBEAT_INTERVAL
from screens.screen import File
from screens.text.labels import VOTE_LABELS
from tests.cogs.deadlines import DAY, HOUR, MINUTE, boards, let_time_run_out, outcomes, pinged, send, time_messages
from tests.cogs.room import ON_SIMCORD, Room, build_bot, first_turn, labels, words
from tests.cogs.seats import ask_for_seat
from tests.host.tables import player

pytestmark = ON_SIMCORD


async def test_the_message_of_the_turn_tells_the_deadline(room: Room) -> None:
    await room.begin(pace="24h")
    due = int(room.env.now().timestamp()) + DAY
    head = room.messages()[-1].content.splitlines()[0]
    assert head == f"**Ann**'s turn · Carcassonne #1 · <@{room.ann.user.id}> · due <t:{due}:R>"


async def test_reminders_reply_to_it_at_half_and_nine_tenths(room: Room) -> None:
    await room.begin(pace="24h")
    turn = room.messages()[-1]
    await room.env.advance_time(12 * HOUR + 1)
    [half] = time_messages(room)
    assert half.content.startswith(f"<@{room.ann.user.id}> Half your time in Carcassonne #1 is gone")
    assert half.reference is not None
    assert half.reference.message_id == turn.id
    assert pinged(half) == [room.ann.user.id]
    assert not half.flags.silent
    await room.env.advance_time(10 * HOUR)
    assert len(time_messages(room)) == 2
    assert await outcomes(room) == [
        (NotificationKind.HALF, DeliveryOutcome.SENT),
        (NotificationKind.NEARLY, DeliveryOutcome.SENT),
    ]


async def test_who_plays_in_time_is_not_reminded(room: Room) -> None:
    await room.begin(pace="24h")
    await room.play_on(1)
    await room.env.advance_time(11 * HOUR)
    assert time_messages(room) == []


async def test_in_quiet_hours_pings_make_no_sound(room: Room) -> None:
    await room.begin(pace="24h")
    person = player(room.table().seats[0])
    await room.bot.host.people.choose_preferences(person, quiet_hours=QuietHours(11 * 60, 13 * 60))
    await room.env.advance_time(22 * HOUR)
    half, nearly = time_messages(room)
    assert (half.flags.silent, nearly.flags.silent) == (True, False)


async def test_a_restart_between_reminder_and_deadline(room: Room) -> None:
    await room.begin(pace="24h")
    await room.env.advance_time(13 * HOUR)
    await room.restart()
    assert len(time_messages(room)) == 1
    await room.env.advance_time(12 * HOUR)
    assert len(time_messages(room)) == 3
    assert labels(time_messages(room)[-1]) == list(VOTE_LABELS.values())


async def test_after_an_outage_the_deadline_is_as_far_as_it_was(room: Room) -> None:
    await room.begin(pace="24h")
    await room.env.advance_time(HOUR)
    await room.bot.close()
    await room.env.advance_time(10 * DAY)
    await room.env.restart_bot(build_bot(room.folder))
    assert time_messages(room) == [], "no burst"
    await room.env.advance_time(10 * HOUR)
    assert time_messages(room) == []
    await room.env.advance_time(HOUR + 660)
    assert len(time_messages(room)) == 1


async def test_a_ping_that_could_not_be_sent_comes_later_once(room: Room) -> None:
    await room.begin(pace="24h")
    room.env.inject_error("POST", "/channels/*/messages", status=400, code=0, times=1)
    await room.env.advance_time(12 * HOUR + 1)
    assert time_messages(room) == []
    assert await outcomes(room) == [(NotificationKind.HALF, None)]
    await room.restart()
    assert len(time_messages(room)) == 1
    await room.env.advance_time(HOUR)
    assert len(time_messages(room)) == 1
    assert await outcomes(room) == [(NotificationKind.HALF, DeliveryOutcome.SENT)]


async def test_a_ping_that_comes_after_an_outage_tells_the_new_deadline(room: Room) -> None:
    await room.begin(pace="24h")
    room.env.inject_error("POST", "/channels/*/messages", status=400, code=0, times=1)
    await room.env.advance_time(12 * HOUR + 1)
    assert time_messages(room) == []
    await room.bot.close()
    await room.env.advance_time(10 * DAY)
    await room.env.restart_bot(build_bot(room.folder))
    [reminder] = time_messages(room)
    assert f"your turn is due <t:{due_in(boards(room)[-1])}:R>" in reminder.content


async def test_a_ping_that_was_sent_before_a_crash_and_an_outage_is_found(room: Room) -> None:
    await room.begin(pace="24h")
    await room.env.advance_time(12 * HOUR + 1)
    assert len(time_messages(room)) == 1
    await room.bot.close()
    with sqlite3.connect(room.folder / "test.db") as database:  # as if the program had crashed before it was stored
        database.execute("UPDATE pings SET outcome = NULL")
    await room.env.advance_time(10 * DAY)
    await room.env.restart_bot(build_bot(room.folder))
    assert len(time_messages(room)) == 1
    assert await outcomes(room) == [(NotificationKind.HALF, DeliveryOutcome.SENT)]


async def test_a_ping_that_was_sent_before_a_crash_is_found(room: Room) -> None:
    await room.begin(pace="24h")
    await room.env.advance_time(12 * HOUR + 1)
    [(notification, _)] = await room.bot.host.notifications.of_game(1)
    await room.bot.outbox.notify(notification)
    assert len(time_messages(room)) == 1, "what was delivered is not sent again"
    await send(room, notification, is_new=True)
    assert len(time_messages(room)) == 2, "nobody looked for it"
    await send(room, notification, is_new=False)
    assert len(time_messages(room)) == 2


async def test_where_the_channel_is_gone_it_is_told_in_private(room: Room) -> None:
    await room.begin(pace="24h")
    room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=404, code=10003, times=None)
    await room.env.advance_time(DAY + 1)
    assert [outcome for _, outcome in await outcomes(room)] == [DeliveryOutcome.PRIVATE] * 3
    private = list(room.bob.user.dm_channel.history())
    assert "I can't write in the channel" in private[-1].content
    assert labels(private[-1]) == list(VOTE_LABELS.values())


async def test_on_vacation_nobody_is_reminded(room: Room) -> None:
    await room.begin(pace="24h")
    panel = await room.ann.slash(room.channel, "settings")
    assert panel.response is not None
    form = await room.ann.click(panel.response, label="Vacation")
    await room.ann.submit_modal(form, {"start": "", "until": "2026-01-10"})
    for _ in range(10):
        await room.env.advance_time(DAY - 1)
        assert time_messages(room) == []
    await room.env.advance_time(12 * HOUR + 60)
    assert len(time_messages(room)) == 1


def due_in(message: discord.Message) -> int:
    """The deadline in the message of a turn."""
    return int(message.content.splitlines()[0].rsplit("due <t:", 1)[1].partition(":")[0])


async def test_a_vacation_in_the_middle_of_a_turn_is_told_with_the_deadline_as_it_will_be(room: Room) -> None:
    await room.begin(pace="24h")
    [turn] = boards(room)
    panel = await room.ann.slash(room.channel, "settings")
    assert panel.response is not None
    form = await room.ann.click(panel.response, label="Vacation")
    await room.env.advance_time(HOUR)
    await room.ann.submit_modal(form, {"start": "", "until": "2026-01-10"})
    await room.env.advance_time(MINUTE)
    back = int(datetime(2026, 1, 11, tzinfo=UTC).timestamp())
    [on_vacation] = boards(room)
    assert due_in(on_vacation) == back + DAY - HOUR
    assert on_vacation.content.endswith(f"Ann is on vacation until <t:{back}:D>. The clock is stopped until then.")
    assert f"<t:{back + DAY - HOUR}:R>" in (await words(room.ann.slash(room.channel, "games")))

    panel = await room.ann.slash(room.channel, "settings")
    assert panel.response is not None
    await room.env.advance_time(HOUR)
    await room.ann.click(panel.response, label="End vacation")
    await room.env.advance_time(MINUTE)
    [again] = boards(room)
    assert due_in(turn) + HOUR < due_in(again) < due_in(turn) + HOUR + 3 * MINUTE
    assert "vacation" not in again.content


async def go_on_vacation(person: simcord.MemberActor, room: Room, until: str, start: str = "") -> None:
    panel = await person.slash(room.channel, "settings")
    assert panel.response is not None
    form = await person.click(panel.response, label="Vacation")
    await person.submit_modal(form, {"start": start, "until": until})


async def test_when_the_time_is_out_nobody_says_that_a_vacation_stops_it(room: Room) -> None:
    await room.begin(pace="24h", takeback=300)
    await room.env.advance_time(DAY + 1)
    await go_on_vacation(room.ann, room, "2026-01-10")
    await room.play("M12 180 knight S")
    await room.ann.click(boards(room)[0], label="Undo")
    await room.env.advance_time(MINUTE)
    assert "vacation" not in boards(room)[-1].content
    assert labels(time_messages(room)[-1]), "the others can still decide"


@pytest.mark.parametrize("is_restarted", [False, True])
async def test_without_a_time_limit_a_vacation_that_is_over_is_not_told_any_more(
    room: Room, *, is_restarted: bool
) -> None:
    await room.begin()
    await go_on_vacation(room.ann, room, "2026-01-10")
    [turn] = boards(room)
    assert turn.content.endswith("The clock is stopped until then.")
    if is_restarted:
        await room.restart()
    panel = await room.ann.slash(room.channel, "settings")
    assert panel.response is not None
    await room.ann.click(panel.response, label="End vacation")
    [turn] = boards(room)
    assert "vacation" not in turn.content


async def test_a_reminder_before_a_vacation_tells_the_deadline_that_the_turn_tells(room: Room) -> None:
    await room.begin(pace="3d")
    await go_on_vacation(room.ann, room, "2026-01-10", start="2026-01-03")
    await room.env.advance_time(36 * HOUR + MINUTE)
    [reminder] = time_messages(room)
    due = due_in(boards(room)[-1])
    assert due == int(datetime(2026, 1, 12, tzinfo=UTC).timestamp()), "3 days and 8 of vacation"
    assert f"your turn is due <t:{due}:R>" in reminder.content


async def test_more_time_during_a_vacation_tells_the_deadline_that_the_turn_tells(room: Room) -> None:
    asked = await let_time_run_out(room, players=2)
    await go_on_vacation(room.ann, room, "2026-01-10")
    await room.bob.click(asked, label=VOTE_LABELS[VoteChoice.MORE_TIME])
    await room.env.advance_time(MINUTE)
    assert f"is now due <t:{due_in(boards(room)[-1])}:R>" in time_messages(room)[-1].content


async def test_after_an_outage_the_message_of_the_turn_tells_the_new_deadline(room: Room) -> None:
    await room.begin(pace="24h")
    [turn] = boards(room)
    await room.bot.close()
    await room.env.advance_time(10 * DAY)
    await room.env.restart_bot(build_bot(room.folder))
    [now] = boards(room)
    assert now.id == turn.id
    assert due_in(now) == due_in(turn) + 10 * DAY
    assert [one.id for one in now.attachments] == [one.id for one in turn.attachments]
    assert labels(now) == labels(turn)
    edits = sum(one.path.endswith(str(turn.id)) for one in room.env.http_requests)
    await room.restart()
    assert sum(one.path.endswith(str(turn.id)) for one in room.env.http_requests) == edits, "it tells the truth already"


async def test_what_could_not_be_edited_is_edited_at_the_next_start(room: Room) -> None:
    await room.begin(pace="24h")
    [turn] = boards(room)
    await room.bot.close()
    await room.env.advance_time(DAY)
    room.env.inject_error("PATCH", f"/channels/*/messages/{turn.id}", status=400, code=0, times=None)
    await room.env.restart_bot(build_bot(room.folder))
    assert due_in(boards(room)[0]) == due_in(turn)
    room.env.backend.faults.clear()
    await room.restart()
    assert due_in(boards(room)[0]) == due_in(turn) + DAY


async def test_more_time_stands_in_the_message_of_the_turn(room: Room) -> None:
    asked = await let_time_run_out(room, players=2)
    [turn] = boards(room)
    await room.bob.click(asked, label=VOTE_LABELS[VoteChoice.MORE_TIME])
    [now] = boards(room)
    assert now.id == turn.id
    assert due_in(now) == int(room.env.now().timestamp()) + DAY
    assert now.content.splitlines()[1:] == turn.content.splitlines()[1:]


async def test_a_turn_that_is_over_loses_its_buttons_and_nothing_else(room: Room) -> None:
    await room.begin(pace="24h")
    said = boards(room)[0].content
    await room.play_on(1)
    old, new = boards(room)
    assert (old.content, labels(old)) == (said, [])
    assert due_in(new) == int(room.env.now().timestamp()) + DAY


async def test_an_open_seat_can_be_taken_below_the_turn_too(room: Room) -> None:
    asked = await let_time_run_out(room, players=2)
    await room.bob.click(asked, label=VOTE_LABELS[VoteChoice.REPLACE])
    [turn] = boards(room)
    assert labels(turn)[-1] == "Take seat"
    await ask_for_seat(room.eve, turn)
    [turn] = boards(room)
    assert "Take seat" not in labels(turn)
    assert turn.content.startswith("**Eve**'s turn")


async def test_after_a_stop_the_deadline_grows_by_the_outage_and_no_more(room: Room) -> None:
    await room.begin(pace="24h")
    due = due_in(boards(room)[0])
    await room.env.advance_time(9 * 60)
    await room.bot.close()
    await room.env.advance_time(HOUR)
    await room.env.restart_bot(build_bot(room.folder))
    assert due_in(boards(room)[0]) == due + HOUR


async def test_after_a_crash_it_counts_from_the_last_move(room: Room) -> None:
    await room.begin(pace="24h")
    await room.env.advance_time(9 * 60)
    await room.play_on(1)
    due = due_in(boards(room)[-1])
    await room.bot.host.close()  # nothing can be stored any more
    await room.bot.close()
    await room.env.advance_time(HOUR)
    await room.env.restart_bot(build_bot(room.folder))
    assert due_in(boards(room)[-1]) == due + HOUR


@pytest.mark.parametrize("heartbeat_interval", [HEARTBEAT_INTERVAL])
async def test_without_a_connection_the_deadline_grows_by_just_that_time(room: Room) -> None:
    await room.begin(pace="24h")
    due = due_in(boards(room)[0])
    await room.env.advance_time(9 * 60)
    clock: Any = room.bot.get_cog("DeadlineTimer")
    await clock.on_shard_disconnect(0)
    await room.env.advance_time(HOUR)
    await clock.end_outage(0)
    now = room.table().clock
    assert now is not None
    assert now.due == datetime.fromtimestamp(due + HOUR, UTC)


async def test_after_a_restart_the_turn_comes_before_the_question_about_it(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = room.bot.pictures.board

    async def draw_slowly(*args: Any, **options: Any) -> File | None:
        await asyncio.sleep(0.1)
        return await draw(*args, **options)

    await room.begin(players=3, pace="1h")
    room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=503, times=None)
    await room.play(first_turn(room.state()))
    room.expect(NotAnnouncedError)
    await room.env.advance_time(HOUR + 1)
    assert (await outcomes(room))[-1] == (NotificationKind.OUT, None)
    room.env.backend.faults.clear()
    known = {one.id for one in room.messages()}
    monkeypatch.setattr(room.bot.pictures, "board", draw_slowly)
    await room.restart()
    turn, question = [one for one in room.messages() if one.id not in known]
    assert turn.content.startswith("**Bob**'s turn")
    assert labels(question) == list(VOTE_LABELS.values())
