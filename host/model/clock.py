"""The clock of a turn: when it is due, when who is to move is reminded, and what stops it. Pure functions of time.

A round is the time that is given once: for a turn, or once more by a vote. A deadline is absolute and never comes
earlier. It grows by outages of the bot, and by the vacation of who is to move; the latter is credited when it is over.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import IntEnum, StrEnum
from typing import Final

NO_PACE: Final = "none"
"""How no pace is wished for."""

MOST_PAUSED: Final = timedelta(days=28)
"""By how much vacations can put off one deadline in all."""

PATIENCE: Final = timedelta(days=7)
"""After so long a turn can be voted on at a table without a pace."""

NONE: Final = timedelta(0)

_PACE: Final = re.compile(r"([1-9][0-9]{0,3})([hd])")
_UNITS: Final = {"h": timedelta(hours=1), "d": timedelta(days=1)}


class Timeout(StrEnum):
    """What a table does when the time of a turn is out."""

    WAIT = "wait"
    VOTE = "vote"
    SKIP = "skip"


class ReminderStage(IntEnum):
    """How far somebody has been told of a deadline."""

    NOTHING = 0
    HALF = 1
    """Half of the time is over."""
    NEARLY = 2
    """Nine tenths are over."""
    OUT = 3
    """All of it."""


class Choice(StrEnum):
    """What can be voted for when the time of a turn is out."""

    MORE_TIME = "time"
    SKIP = "skip"
    REPLACE = "replace"
    END = "end"


_LEFT: Final = {ReminderStage.HALF: 0.5, ReminderStage.NEARLY: 0.1, ReminderStage.OUT: 0.0}
"""Which part of the time is left when it is told."""


@dataclass(frozen=True, slots=True)
class Vacation:
    """A vacation, from its start to its end. Times are UTC."""

    start: datetime
    until: datetime

    def is_at(self, time: datetime) -> bool:
        """Say whether it is going on."""
        return self.start <= time < self.until


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of a turn. ``round`` counts the rounds of a game and never goes back; it began at ``since``. ``due`` is
    None without a pace. ``told`` is what was told last. Vacations are credited up to ``counted``, ``paused`` in all.
    ``votes`` are those of this round, by person."""

    round: int
    since: datetime
    due: datetime | None
    told: ReminderStage = ReminderStage.NOTHING
    counted: datetime | None = None
    paused: timedelta = NONE
    votes: Mapping[int, Choice] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Vote:
    """What a person votes for in a round of a game. Times are UTC."""

    game: int
    round: int
    person_id: int
    choice: Choice
    at: datetime


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The bot was there at this time (UTC)."""

    at: datetime


def parse_pace(text: str) -> timedelta | None:
    """Read how long a turn may take, ``12h`` or ``3d``; None where it may take its time."""
    match = _PACE.fullmatch(text)
    return int(match[1]) * _UNITS[match[2]] if match else None


def next_round(earlier: Clock | None, pace: timedelta | None, now: datetime) -> Clock:
    """Return the clock of a round that begins."""
    return Clock(earlier.round + 1 if earlier else 1, now, now + pace if pace else None)


def call_at(clock: Clock, pace: timedelta | None, told: ReminderStage) -> datetime | None:
    """Return when something is told of a deadline, as long as nothing stops the clock."""
    if clock.due is None or pace is None:
        return None
    return clock.due - pace * _LEFT[told]


def next_at(clock: Clock, pace: timedelta | None, away: Vacation | None) -> datetime | None:
    """Return when something happens next: something is told, or a vacation is over that stopped the clock."""
    if clock.told is ReminderStage.OUT:
        return None
    at, pause = call_at(clock, pace, ReminderStage(clock.told + 1)), _pause(clock, away)
    if at is None or pause is None or at < pause.start:
        return at
    return pause.until


def next_told(clock: Clock, pace: timedelta | None, now: datetime) -> ReminderStage | None:
    """Return what is to be told now, the latest where several are due; None where that is not yet so."""
    due = [told for told in _LEFT if told > clock.told and (at := call_at(clock, pace, told)) and at <= now]
    return max(due, default=None)


def credited(clock: Clock, away: Vacation | None, now: datetime) -> Clock:
    """Return the clock after a vacation that stopped it and is over; as it was, where there is none."""
    pause = _pause(clock, away)
    if (
        pause is None
        or pause.until > now
        or clock.due is None
        or clock.told is ReminderStage.OUT
        or clock.due < pause.start
    ):
        return clock
    length = pause.until - pause.start
    return replace(clock, due=clock.due + length, counted=pause.until, paused=clock.paused + length)


def grown(clock: Clock, down: datetime, now: datetime, away: Vacation | None) -> Clock:
    """Return the clock after an outage of the bot; what a vacation is credited with anyway is not counted twice."""
    start = max(down, clock.since)
    if clock.due is None or clock.told is ReminderStage.OUT or start >= now:
        return clock
    pause = _pause(clock, away)
    overlap = max(min(pause.until, now) - max(pause.start, start), NONE) if pause else NONE
    return replace(clock, due=clock.due + (now - start - overlap))


def expected_due(clock: Clock, away: Vacation | None) -> datetime | None:
    """Return the deadline as it will be, with the vacation that is known."""
    pause = _pause(clock, away)
    if clock.due is None or pause is None or clock.due < pause.start or clock.told is ReminderStage.OUT:
        return clock.due
    return clock.due + (pause.until - pause.start)


def is_late(clock: Clock, away: Vacation | None, now: datetime) -> bool:
    """Say whether a turn can be voted on: its time is out, or without a pace it takes very long."""
    return clock.told is ReminderStage.OUT if clock.due else now >= votable_at(clock, away)


def votable_at(clock: Clock, away: Vacation | None) -> datetime:
    """Return when a turn without a pace can be voted on; a vacation that begins before puts that off, too."""
    at, pause = clock.since + PATIENCE, _pause(clock, away)
    return at if pause is None or at < pause.start else at + (pause.until - pause.start)


def _pause(clock: Clock, away: Vacation | None) -> Vacation | None:
    """Return the part of a vacation that a clock has yet to be credited with."""
    if away is None:
        return None
    start = max(away.start, clock.counted or clock.since)
    until = min(away.until, start + MOST_PAUSED - clock.paused)
    return Vacation(start, until) if until > start else None
