"""Reminders, outages and vacations: when the time for a turn runs out, and what puts it off."""

import asyncio
from datetime import timedelta

import pytest

from host.host import Host
from host.model.notifications import NotificationKind
from host.services.deadlines import DEADLINE, DeadlineResult
from tests.fixtures.databases import Place
from tests.host.deadlines import DAY, PACED, begin, pass_time
from tests.host.tables import ANN, BOB, CHANNEL, Clock, open_host, running, seat, take_turns


async def test_reminders_and_the_end_of_the_time_come_in_time(host: Host, clock: Clock) -> None:
    await begin(host, ANN, BOB)
    assert host.schedule.upcoming(DEADLINE) == [(clock() + timedelta(hours=12), 1)]
    due_times = await pass_time(host, clock, 3 * DAY)
    notifications = [due.notification for due in due_times]
    assert [notification.kind for notification in notifications if notification] == [
        NotificationKind.HALF,
        NotificationKind.NEARLY,
        NotificationKind.OUT,
    ]
    assert {notification.person_id for notification in notifications if notification} == {ANN.id}
    assert host.schedule.upcoming(DEADLINE) == []


async def test_a_turn_has_a_round_of_its_own(host: Host, clock: Clock) -> None:
    table = running(await begin(host, ANN, BOB))
    clock.pass_minutes(60)
    after = running(await take_turns(host, table, 1))
    assert after.clock is not None
    assert (after.clock.round, after.clock.since, after.clock.due) == (2, clock(), clock() + timedelta(days=1))


async def test_no_reminder_comes_twice_after_a_restart(host: Host, clock: Clock, place: Place) -> None:
    await begin(host, ANN, BOB)
    await pass_time(host, clock, 13 * 60)
    before = (await host.tables.load_running(1)).clock
    await host.close()
    again = await open_host(place, clock)
    try:
        assert (await again.tables.load_running(1)).clock == before
        assert [notification.kind for notification in await again.notifications.claim_unsent()] == [
            NotificationKind.HALF
        ]
        assert [one.notification.kind for one in await pass_time(again, clock, DAY) if one.notification] == [
            NotificationKind.NEARLY, NotificationKind.OUT,
        ]  # fmt: skip
    finally:
        await again.close()


async def test_after_an_outage_all_deadlines_grow(host: Host, clock: Clock) -> None:
    assert await host.deadlines.heartbeat() is None
    table = running(await begin(host, ANN, BOB))
    assert table.clock is not None
    assert table.clock.due is not None
    clock.pass_minutes(5 * DAY)
    assert await host.deadlines.heartbeat() == timedelta(days=5)
    after = (await host.tables.load_running(1)).clock
    assert after is not None
    assert after.due == table.clock.due + timedelta(days=5)
    assert await host.deadlines.process_due(1) is None
    assert await host.deadlines.heartbeat() is None, "it is made up for once"


@pytest.mark.parametrize(("minutes", "moved"), [(1, 0), (2, 2), (9, 9)])
async def test_who_could_not_play_without_a_connection_gets_that_time_back(
    host: Host, clock: Clock, minutes: int, moved: int
) -> None:
    table = running(await begin(host, ANN, BOB))
    assert table.clock
    assert table.clock.due
    await host.deadlines.heartbeat()
    clock.pass_minutes(minutes)
    await host.deadlines.heartbeat(was_away=True)
    after = (await host.tables.load_running(1)).clock
    assert after
    assert after.due == table.clock.due + timedelta(minutes=moved)


async def test_an_outage_is_added_once_whoever_notices_it(host: Host, clock: Clock) -> None:
    await host.deadlines.heartbeat()
    before = (await begin(host, ANN, BOB)).clock
    clock.pass_minutes(60)
    first, second = await asyncio.gather(host.deadlines.heartbeat(), host.deadlines.heartbeat())
    assert first == timedelta(hours=1)
    assert second is None
    after = (await host.tables.load_running(1)).clock
    assert before
    assert before.due
    assert after
    assert after.due == before.due + timedelta(hours=1)


async def test_a_vacation_puts_the_turn_off(host: Host, clock: Clock) -> None:
    await begin(host, ANN, BOB)
    vacation = await host.people.plan_vacation(ANN, "", (clock() + timedelta(days=6)).date().isoformat())
    assert host.schedule.upcoming(DEADLINE) == [(vacation.until, 1)]
    [over] = await pass_time(host, clock, int((vacation.until - clock()).total_seconds() // 60))
    assert over == DeadlineResult()
    assert host.schedule.upcoming(DEADLINE) == [(vacation.until + timedelta(hours=12), 1)]


async def test_who_comes_back_early_goes_on_from_there(host: Host, clock: Clock) -> None:
    await begin(host, ANN, BOB)
    await host.people.plan_vacation(ANN, "", "2026-12-01")
    clock.pass_minutes(2 * DAY)
    await host.people.end_vacation(ANN)
    await pass_time(host, clock, 0)
    assert host.schedule.upcoming(DEADLINE) == [(clock() + timedelta(hours=12), 1)]


async def test_a_practice_game_has_no_clock(host: Host) -> None:
    await seat(host, ANN)
    played = await host.lobby.start(CHANNEL, ANN, 1, PACED, practice=True)
    assert running(played.after).clock is None
    assert host.schedule.upcoming(DEADLINE) == []
