"""The clock of a turn: its deadline, its reminders, and what moves the deadline. Pure.

A round is one period of time for a turn. A vote can give the same turn another round. A deadline only ever moves to a
later time: by the length of an outage of the bot, and by the length of the player's vacation when that is over.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import IntEnum, StrEnum
from typing import Final

NO_PACE: Final = "none"
"""The option that stands for no pace."""

MOST_PAUSED: Final = timedelta(days=28)
"""How far vacations can move one deadline in total."""

VOTABLE_AFTER: Final = timedelta(days=7)
"""At a table without a pace, a turn can be voted on when it has taken this long."""

NO_TIME: Final = timedelta(0)

LEAST_LEFT: Final = timedelta(minutes=5)
"""A reminder leaves a player at least this time. One that would come later comes earlier, and of two that come at once
only the later one is sent."""

_PACE: Final = re.compile(r"([1-9][0-9]{0,4})([mhd])")
_UNITS: Final = {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1)}


class TimeoutAction(StrEnum):
    """What a table does when the time of a turn is out."""

    WAIT = "wait"
    VOTE = "vote"
    SKIP = "skip"


class ReminderStage(IntEnum):
    """The reminders of a deadline, in order."""

    NOTHING = 0
    HALF = 1
    """Half of the time is over."""
    NEARLY = 2
    """Nine tenths are over, or no more than ``LEAST_LEFT`` is left."""
    OUT = 3
    """All of it."""


class VoteChoice(StrEnum):
    """What people can vote for when the time of a turn is out."""

    MORE_TIME = "time"
    SKIP = "skip"
    REPLACE = "replace"
    COMPUTER = "computer"
    END = "end"


_LEFT: Final = {ReminderStage.HALF: 0.5, ReminderStage.NEARLY: 0.1, ReminderStage.OUT: 0.0}
"""The part of the time that is left at each stage."""


@dataclass(frozen=True, slots=True)
class Vacation:
    """A vacation, from its start to its end. Times are UTC."""

    start: datetime
    until: datetime

    def is_active_at(self, time: datetime) -> bool:
        """Return whether the vacation is under way at a time."""
        return self.start <= time < self.until


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a turn. Times are UTC."""

    round: int
    """The number of the round in its game; it never goes back."""
    since: datetime
    """When the round began."""
    due: datetime | None
    """The deadline; None without a pace."""
    stage: ReminderStage = ReminderStage.NOTHING
    """The last stage that was reached."""
    counted_until: datetime | None = None
    """Vacations up to this time have moved the deadline already; None if none has."""
    paused: timedelta = NO_TIME
    """How far vacations have moved the deadline in total."""
    votes: Mapping[int, VoteChoice] = field(default_factory=dict)
    """The votes of this round by person."""


@dataclass(frozen=True, slots=True)
class Vote:
    """A person's vote in a round of a game. Times are UTC."""

    game: int
    round: int
    person_id: int
    choice: VoteChoice
    at: datetime


@dataclass(frozen=True, slots=True)
class DueClaim:
    """A claim on a game where something is due. It holds while what is due is stored, together with it."""

    game: int


def parse_pace(text: str) -> timedelta | None:
    """Read how long a turn may take, ``10m``, ``12h`` or ``3d``; any other text is no pace."""
    match = _PACE.fullmatch(text)
    return int(match[1]) * _UNITS[match[2]] if match else None


def next_round(earlier: Clock | None, pace: timedelta | None, now: datetime) -> Clock:
    """Return the clock of a round that begins now, after an earlier one."""
    return Clock(earlier.round + 1 if earlier else 1, now, now + pace if pace else None)


def stage_at(clock: Clock, pace: timedelta | None, stage: ReminderStage) -> datetime | None:
    """Return when a stage is reached if no vacation comes before it; None without a deadline."""
    if clock.due is None or pace is None:
        return None
    return clock.due - time_left(pace, stage)


def time_left(pace: timedelta, stage: ReminderStage) -> timedelta:
    """Return how much of the time of a turn is left at a stage."""
    least = NO_TIME if stage is ReminderStage.OUT else min(LEAST_LEFT, pace / 2)
    return max(pace * _LEFT[stage], least)


def next_at(clock: Clock, pace: timedelta | None, vacation: Vacation | None) -> datetime | None:
    """Return when something is due: at the next stage, or at the end of a vacation that moves it; or None."""
    if clock.stage is ReminderStage.OUT:
        return None
    at, pause = stage_at(clock, pace, ReminderStage(clock.stage + 1)), _pause(clock, vacation)
    if at is None or pause is None or at < pause.start:
        return at
    return pause.until


def next_stage(clock: Clock, pace: timedelta | None, now: datetime) -> ReminderStage | None:
    """Return the stage reached by now, the last of several; None if the clock has reached it already."""
    due = [stage for stage in _LEFT if stage > clock.stage and (at := stage_at(clock, pace, stage)) and at <= now]
    return max(due, default=None)


def after_vacation(clock: Clock, vacation: Vacation | None, now: datetime) -> Clock:
    """Return the clock with its deadline moved by a vacation that is over now; the same clock if there is none."""
    pause, due = _pause(clock, vacation), expected_due(clock, vacation)
    if pause is None or pause.until > now or due == clock.due:
        return clock
    return replace(clock, due=due, counted_until=pause.until, paused=clock.paused + (pause.until - pause.start))


def after_outage(clock: Clock, last_seen: datetime, now: datetime, vacation: Vacation | None) -> Clock:
    """Return the clock with its deadline moved by an outage of the bot from ``last_seen`` to ``now``.

    The part of the outage that lies in a vacation does not count: the vacation moves the deadline itself.
    """
    start = max(last_seen, clock.since)
    if clock.due is None or clock.stage is ReminderStage.OUT or start >= now:
        return clock
    pause = _pause(clock, vacation)
    overlap = max(min(pause.until, now) - max(pause.start, start), NO_TIME) if pause else NO_TIME
    return replace(clock, due=clock.due + (now - start - overlap))


def expected_due(clock: Clock, vacation: Vacation | None) -> datetime | None:
    """Return the deadline as it will be after the vacation that is planned or under way."""
    pause = _pause(clock, vacation)
    if clock.due is None or pause is None or clock.due < pause.start or clock.stage is ReminderStage.OUT:
        return clock.due
    return clock.due + (pause.until - pause.start)


def is_late(clock: Clock, vacation: Vacation | None, now: datetime) -> bool:
    """Return whether a turn can be voted on: its time is out, or it has taken very long without a pace."""
    return clock.stage is ReminderStage.OUT if clock.due else now >= votable_at(clock, vacation)


def votable_at(clock: Clock, vacation: Vacation | None) -> datetime:
    """Return when a turn without a pace can be voted on; a vacation that begins before moves this."""
    at, pause = clock.since + VOTABLE_AFTER, _pause(clock, vacation)
    return at if pause is None or at < pause.start else at + (pause.until - pause.start)


def _pause(clock: Clock, vacation: Vacation | None) -> Vacation | None:
    """Return the part of a vacation that has not moved the deadline yet."""
    if vacation is None:
        return None
    start = max(vacation.start, clock.counted_until or clock.since)
    until = min(vacation.until, start + MOST_PAUSED - clock.paused)
    return Vacation(start, until) if until > start else None
