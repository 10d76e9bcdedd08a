"""The clock of a turn is a pure function of time, so tests let months pass in a moment."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.model.clock import (
    MOST_PAUSED,
    Clock,
    ReminderStage,
    Vacation,
    after_outage,
    after_vacation,
    expected_due,
    next_at,
    next_round,
    next_stage,
    parse_pace,
    stage_at,
    time_left,
)

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
PACES = ("10m", "1h", "12h", "24h", "2d", "3d", "7d")


def test_paces_are_read() -> None:
    assert [parse_pace(pace) for pace in ("", *PACES)] == [
        None, 10 * MINUTE, HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY,
    ]  # fmt: skip
    assert parse_pace("soon") is None


def test_reminders_come_at_half_and_at_nine_tenths() -> None:
    clock = next_round(None, DAY, NOON)
    assert (clock.round, clock.due) == (1, NOON + DAY)
    assert [stage_at(clock, DAY, stage) for stage in (ReminderStage.HALF, ReminderStage.NEARLY, ReminderStage.OUT)] == [
        NOON + 12 * HOUR, NOON + 21.6 * HOUR, NOON + DAY,
    ]  # fmt: skip


def test_a_reminder_leaves_time_to_play() -> None:
    """With ten minutes there is one, after five: another one, a minute before the end, would help nobody."""
    clock = next_round(None, 10 * MINUTE, NOON)
    assert next_at(clock, 10 * MINUTE, None) == NOON + 5 * MINUTE
    assert next_stage(clock, 10 * MINUTE, NOON + 5 * MINUTE) is ReminderStage.NEARLY
    reminded = replace(clock, stage=ReminderStage.NEARLY)
    assert next_at(reminded, 10 * MINUTE, None) == NOON + 10 * MINUTE
    assert next_stage(reminded, 10 * MINUTE, NOON + 10 * MINUTE) is ReminderStage.OUT


@pytest.mark.parametrize(
    ("pace", "left"),
    [("10m", (5 * MINUTE, 5 * MINUTE)), ("1h", (30 * MINUTE, 6 * MINUTE)), ("12h", (6 * HOUR, 72 * MINUTE)),
     ("7d", (84 * HOUR, 16.8 * HOUR))],
)  # fmt: skip
def test_how_much_time_is_left_at_a_reminder(pace: str, left: tuple[timedelta, timedelta]) -> None:
    length = parse_pace(pace)
    assert length is not None
    assert (time_left(length, ReminderStage.HALF), time_left(length, ReminderStage.NEARLY)) == left
    assert time_left(length, ReminderStage.OUT) == timedelta(0)


def test_of_several_that_are_due_only_the_last_is_told() -> None:
    clock = next_round(None, DAY, NOON)
    assert next_stage(clock, DAY, NOON + 11 * HOUR) is None
    assert next_stage(clock, DAY, NOON + 22 * HOUR) is ReminderStage.NEARLY
    assert next_stage(replace(clock, stage=ReminderStage.NEARLY), DAY, NOON + 22 * HOUR) is None


def test_an_outage_puts_off_deadline_and_reminders() -> None:
    clock = after_outage(next_round(None, DAY, NOON), NOON + 2 * HOUR, NOON + 40 * HOUR, None)
    assert clock.due == NOON + DAY + 38 * HOUR
    assert next_at(clock, DAY, None) == NOON + 50 * HOUR


def test_an_outage_counts_from_the_beginning_of_the_turn() -> None:
    assert after_outage(next_round(None, DAY, NOON), NOON - DAY, NOON + HOUR, None).due == NOON + DAY + HOUR


def test_a_vacation_stops_the_clock() -> None:
    clock, vacation = next_round(None, DAY, NOON), Vacation(NOON + 6 * HOUR, NOON + 5 * DAY)
    assert next_at(clock, DAY, vacation) == vacation.until
    assert expected_due(clock, vacation) == NOON + DAY + (vacation.until - vacation.start)
    assert after_vacation(clock, vacation, NOON + 2 * DAY) == clock, "it is not over yet"
    after = after_vacation(clock, vacation, vacation.until)
    assert after.due == expected_due(clock, vacation)
    assert after_vacation(after, vacation, vacation.until + DAY) == after, "a vacation counts once"
    assert next_at(after, DAY, vacation) == NOON + 12 * HOUR + (vacation.until - vacation.start)


def test_a_reminder_before_the_vacation_comes_in_time() -> None:
    vacation = Vacation(NOON + 13 * HOUR, NOON + 5 * DAY)
    assert next_at(next_round(None, DAY, NOON), DAY, vacation) == NOON + 12 * HOUR


def test_what_was_late_before_the_vacation_stays_late() -> None:
    clock = replace(next_round(None, DAY, NOON), stage=ReminderStage.OUT)
    assert next_at(clock, DAY, Vacation(NOON + 2 * DAY, NOON + 9 * DAY)) is None


def test_an_outage_within_a_vacation_is_not_counted_twice() -> None:
    clock, vacation = next_round(None, DAY, NOON), Vacation(NOON, NOON + 4 * DAY)
    after = after_vacation(after_outage(clock, NOON + 2 * DAY, NOON + 6 * DAY, vacation), vacation, NOON + 6 * DAY)
    assert after.due == NOON + 7 * DAY


def test_vacations_put_off_one_deadline_by_so_much_at_most() -> None:
    clock = replace(next_round(None, DAY, NOON), paused=MOST_PAUSED - DAY)
    vacation = Vacation(NOON, NOON + 9 * DAY)
    assert next_at(clock, DAY, vacation) == NOON + DAY
    after = after_vacation(clock, vacation, NOON + DAY)
    assert (after.due, after.paused) == (NOON + 2 * DAY, MOST_PAUSED)
    assert next_at(after, DAY, vacation) == NOON + DAY + 12 * HOUR


@pytest.mark.parametrize("stage", ReminderStage)
def test_without_a_pace_nothing_is_due(stage: ReminderStage) -> None:
    assert next_at(replace(next_round(None, None, NOON), stage=stage), None, None) is None


MINUTES = st.integers(0, 60 * 24 * 90)
PACE = st.sampled_from(PACES)
SPANS = st.tuples(MINUTES, st.integers(1, 60 * 24 * 40))


@given(PACE, st.lists(SPANS, max_size=4), st.lists(SPANS, max_size=4))
def test_over_months(pace: str, outages: list[tuple[int, int]], vacations: list[tuple[int, int]]) -> None:
    """Deadlines never shrink, each reminder comes once and in order, none is lost, and pauses are bounded."""
    length = parse_pace(pace)
    assert length is not None
    clock, now, vacation = next_round(None, length, NOON), NOON, None
    reached: list[ReminderStage] = []
    down = sum((timedelta(minutes=minutes) for _, minutes in outages), timedelta(0))
    for is_outage, start, minutes in sorted(
        [(True, *one) for one in outages] + [(False, *one) for one in vacations], key=lambda one: one[1]
    ):
        at = max(now, NOON + timedelta(minutes=start))
        clock = _process_due_times(clock, length, vacation, at, reached)
        now, span = at, timedelta(minutes=minutes)
        if is_outage:
            before, now = clock.due, at + span
            clock = after_outage(clock, at, now, vacation)
            assert before is not None
            assert clock.due is not None
            assert clock.due >= before
        elif vacation is None or vacation.until <= now:
            vacation = Vacation(now, now + span)
    clock = _process_due_times(clock, length, vacation, now + timedelta(days=400), reached)
    assert reached == sorted(set(reached)), "in order, none twice"
    assert reached[-1] is ReminderStage.OUT, "the last is never lost"
    assert clock.paused <= MOST_PAUSED
    assert clock.due is not None
    assert NOON + length <= clock.due <= NOON + length + MOST_PAUSED + down


def _process_due_times(
    clock: Clock, pace: timedelta, vacation: Vacation | None, until: datetime, reached: list[ReminderStage]
) -> Clock:
    """Process everything that becomes due, as the host does, and check that deadlines only grow."""
    for _ in range(20):
        at = next_at(clock, pace, vacation)
        if at is None or at > until:
            return clock
        before = clock.due
        clock = after_vacation(clock, vacation, at)
        if (news := next_stage(clock, pace, at)) is not None:
            reached.append(news)
            clock = replace(clock, stage=news)
        assert before is not None
        assert clock.due is not None
        assert clock.due >= before
    raise AssertionError("the clock does not go on")
