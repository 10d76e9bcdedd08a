"""What people choose for themselves, in all their games: language, hours, reminders, vacation, pictures. Pure."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import MAXYEAR, UTC, date, datetime, time, timedelta
from enum import StrEnum
from functools import cache
from itertools import count
from typing import Final, TypedDict, assert_never
from zoneinfo import ZoneInfo, available_timezones

from host.errors import (
    BadDateError,
    BadHoursError,
    BadMomentError,
    BadTimeOfDayError,
    PastTimeError,
    UnknownZoneError,
    VacationBackwardsError,
    VacationTooLongError,
)
from host.model.clock import NO_TIME, ReminderStage, Vacation, parse_pace

VACATION_DAYS: Final = 28
"""Days of vacation in a year, as it begins and ends in a person's zone."""

_WEEK: Final = timedelta(weeks=1)
_EXTRA_HOUR: Final = timedelta(hours=1)
"""A day on which the clocks are put back is longer by this."""

DEFAULT_ZONE: Final = "UTC"

_NOT_ZONES: Final = {"localtime", "Factory"}
"""Names that some systems list among the zones, though they name no place."""

_RECORDED: Final = datetime(1900, 1, 1, tzinfo=UTC), datetime(2037, 12, 31, tzinfo=UTC)
"""The time for which zones have data of their own."""

_TIME_OF_DAY: Final = re.compile(r"(\d{1,2})(?::(\d\d))?")
_DAY: Final = 24 * 60
WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
TODAY: Final = "today"
TOMORROW: Final = "tomorrow"
AFTER_NOW: Final = "in"
MINUTES_OF_DAY: Final = range(_DAY)


@dataclass(frozen=True, slots=True)
class QuietHours:
    """Hours without sound, as minutes from midnight. If ``until`` is less than ``start``, it is on the next day."""

    start: int
    until: int

    def has(self, minute: int) -> bool:
        """Return whether a minute of the day lies in these hours."""
        if self.start <= self.until:
            return self.start <= minute < self.until
        return minute >= self.start or minute < self.until


class Theme(StrEnum):
    """The colours around the tiles in pictures that only one person sees."""

    EVENING = "evening"
    """Dark, like the pictures that all see."""
    DAY = "day"


class PictureSize(StrEnum):
    """How large the pictures are that only one person sees."""

    SMALL = "small"
    """Fewer bytes, for slow connections."""
    USUAL = "usual"
    LARGE = "large"
    """For reading on a phone."""


class DmPreference(StrEnum):
    """Whether a person's turns are sent to them by direct message."""

    OFF = "off"
    ON = "on"
    REFUSED = "refused"
    """They were, until one could not be delivered. The person has not been told of that yet."""


class Reminders(StrEnum):
    """How often a person is reminded of a turn that has a time limit."""

    USUAL = "usual"
    """At half of the time and at nine tenths."""
    ONCE = "once"
    """At nine tenths."""
    NEVER = "never"

    def includes(self, stage: ReminderStage) -> bool:
        """Return whether a person who has chosen this is reminded at a stage."""
        match self:
            case Reminders.USUAL:
                return True
            case Reminders.ONCE:
                return stage is not ReminderStage.HALF
            case Reminders.NEVER:
                return stage is ReminderStage.OUT
            case _:
                assert_never(self)


@dataclass(frozen=True, slots=True)
class Digest:
    """The wish to get one list of the games that wait, each day, instead of single pings."""

    minute: int
    """When, in minutes from midnight in the person's zone."""
    since: datetime
    """When the last list was due, or else when this was chosen."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a person has chosen."""

    language: str | None = None
    """None stands for the language of the person's Discord."""
    zone: str = DEFAULT_ZONE
    """The name of the time zone."""
    quiet_hours: QuietHours | None = None
    vacation: Vacation | None = None
    """The vacation that is planned or under way, or else the last one."""
    theme: Theme = Theme.EVENING
    size: PictureSize = PictureSize.USUAL
    reminders: Reminders = Reminders.USUAL
    digest: Digest | None = None
    """None for single pings."""

    def is_quiet_at(self, moment: datetime) -> bool:
        """Return whether a time lies in the person's quiet hours."""
        local = moment.astimezone(ZoneInfo(self.zone))
        return self.quiet_hours is not None and self.quiet_hours.has(local.hour * 60 + local.minute)


class PreferenceChoices(TypedDict, total=False):
    """What somebody chooses at once: some fields of their preferences. All but the vacation can be chosen so."""

    language: str | None
    zone: str
    quiet_hours: QuietHours | None
    theme: Theme
    size: PictureSize
    reminders: Reminders
    digest: Digest | None


def with_choices(preferences: Preferences, choices: PreferenceChoices) -> Preferences:
    """Return preferences with what was chosen now. A daily list at the time of day that it has already goes on."""
    after, digest = replace(preferences, **choices), preferences.digest
    if digest and after.digest and digest.minute == after.digest.minute:
        return replace(after, digest=digest)
    return after


def next_digest(digest: Digest, zone: str) -> datetime:
    """Return when the next list is due, for a person in a zone."""
    here = ZoneInfo(zone)
    day, at = digest.since.astimezone(here).date(), time(digest.minute // 60, digest.minute % 60)
    times = (datetime.combine(day + timedelta(days=days), at, here).astimezone(UTC) for days in count())
    return next(one for one in times if one > digest.since)


NO_PREFERENCES: Final = Preferences()


def parse_zone(text: str) -> str:
    """Read the name of a zone, or of its city if only one zone has it, in upper or lower case.

    Several names of one zone, such as ``Europe/Istanbul`` and ``Asia/Istanbul``, count as one: the longest says most.
    Empty text is the default. Raise UnknownZoneError.
    """
    wanted = text.strip().replace(" ", "_").casefold()
    if not wanted:
        return DEFAULT_ZONE
    if wanted in _zones():
        return _zones()[wanted]
    of_city = [zone for key, zone in _zones().items() if key.rpartition("/")[2] == wanted]
    if len({_offsets(zone) for zone in of_city}) != 1:
        raise UnknownZoneError(text)
    return max(of_city, key=len)


def parse_hours(text: str) -> QuietHours | None:
    """Read hours such as ``22:30-7``; empty text stands for none. Raise BadHoursError."""
    if not text.strip():
        return None
    times = [_minute(part) for part in re.split(r"\s*[-–]\s*", text.strip())]
    match times:
        case [int(start), int(until)] if start != until:
            return QuietHours(start, until)
        case _:
            raise BadHoursError(text)


def parse_time_of_day(text: str) -> int | None:
    """Read a time such as ``18:30`` or ``7`` as minutes from midnight; empty text is None. Raise BadTimeOfDayError."""
    if not text.strip():
        return None
    minute = _minute(text.strip())
    if minute is None:
        raise BadTimeOfDayError(text)
    return minute


def format_time_of_day(minute: int) -> str:
    """Write a time of a day as ``parse_time_of_day`` reads it: ``18:30``."""
    return f"{minute // 60:02}:{minute % 60:02}"


def format_hours(quiet: QuietHours | None) -> str:
    """Write hours as ``parse_hours`` reads them: ``22:30-07:00``."""
    return f"{format_time_of_day(quiet.start)}-{format_time_of_day(quiet.until)}" if quiet else ""


def parse_moment(text: str, zone: str, now: datetime) -> datetime | None:
    """Read a day and a time in a zone: ``2026-12-05 18:00``, ``tomorrow 18:00``; ``saturday 18:00`` or ``18:00`` is the
    next one; ``in 20m`` is after now, as ``parse_pace`` reads a length. Empty text is None. Raise BadMomentError,
    PastTimeError.
    """
    words, here = text.split(), ZoneInfo(zone)
    if not words:
        return None
    if words[:-1] == [AFTER_NOW] and (length := parse_pace(words[-1])):
        return now + length
    minute = _minutes(words[-1])
    try:
        days = _days(words[:-1], now.astimezone(here).date())
        moments = [_moment(day, minute, here) for day in days if minute is not None]
    except BadDateError:
        moments = []
    if not moments:
        raise BadMomentError(text)
    later = [one for one in moments if one > now]
    if not later:
        raise PastTimeError(moments[-1])
    return later[0]


def parse_vacation(start: str, until: str, zone: str, now: datetime) -> Vacation:
    """Read the days of a vacation, ``2026-12-24``, in a zone; without a first day it begins now. Raise BadDateError."""
    here = ZoneInfo(zone)
    first = _date(start) if start.strip() else now.astimezone(here).date()
    begins = now if first == now.astimezone(here).date() else _midnight(first, here)
    return Vacation(begins, _midnight(_date(until) + timedelta(days=1), here))


def check_vacation(vacation: Vacation, earlier: Iterable[Vacation], zone: str, now: datetime) -> None:
    """Raise PastTimeError, VacationBackwardsError or VacationTooLongError unless a person in a zone may take a
    vacation.
    """
    if vacation.until <= now or vacation.start < now - timedelta(minutes=1):
        raise PastTimeError(vacation.until if vacation.until <= now else vacation.start)
    if vacation.until <= vacation.start:
        raise VacationBackwardsError()
    taken, here = tuple(earlier), ZoneInfo(zone)
    first, last = vacation.start.astimezone(here), (vacation.until - timedelta.resolution).astimezone(here)
    for year in range(first.year, last.year + 1):
        left = timedelta(days=VACATION_DAYS) - sum((vacation_in_year(one, year, zone) for one in taken), NO_TIME)
        if vacation_in_year(vacation, year, zone) > left + _EXTRA_HOUR:
            raise VacationTooLongError(left=max(left, NO_TIME), year=year, most=VACATION_DAYS)


def vacation_in_year(vacation: Vacation, year: int, zone: str) -> timedelta:
    """Return how much of a vacation lies in a year, as that begins and ends in a zone."""
    start, end = (_midnight(date(one, 1, 1), ZoneInfo(zone)) for one in (year, year + 1))
    return max(min(vacation.until, end) - max(vacation.start, start), NO_TIME)


def _minute(text: str) -> int | None:
    """Return a time of a day in minutes from midnight, which ``24:00`` is, too; None for any other text."""
    minutes = _minutes(text)
    return None if minutes is None else minutes % _DAY


def _minutes(text: str) -> int | None:
    """Return a time of a day in minutes from its midnight, where ``24:00`` is its end; None for any other text."""
    match = _TIME_OF_DAY.fullmatch(text)
    if match is None:
        return None
    hours, minutes = int(match[1]), int(match[2] or 0)
    return hours * 60 + minutes if minutes < 60 and hours * 60 + minutes <= _DAY else None


def _days(words: Sequence[str], today: date) -> list[date]:
    """Return the days that words can mean, the first one first: a weekday is today or a week later, nothing is today
    or tomorrow. Raise BadDateError.
    """
    tomorrow = today + timedelta(days=1)
    if not words:
        return [today, tomorrow]
    name = " ".join(words).casefold()
    if name in {TODAY, TOMORROW}:
        return [today if name == TODAY else tomorrow]
    if name not in WEEKDAYS:
        return [_date(" ".join(words))]
    first = today + timedelta(days=(WEEKDAYS.index(name) - today.weekday()) % 7)
    return [first, first + _WEEK]


def _moment(day: date, minute: int, zone: ZoneInfo) -> datetime:
    """Return a minute of a day, by the clocks there. Raise BadDateError."""
    days, rest = divmod(minute, _DAY)
    try:
        at = datetime.combine(day + timedelta(days=days), time(rest // 60, rest % 60), zone)
        return at.astimezone(UTC)
    except OverflowError:
        raise BadDateError(day.isoformat()) from None


def _date(text: str) -> date:
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        raise BadDateError(text) from None
    if day.year == MAXYEAR:  # no datetime can hold the end of that year
        raise BadDateError(text)
    return day


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return _moment(day, 0, zone)


@cache
def _zones() -> dict[str, str]:
    return {zone.casefold(): zone for zone in available_timezones() - _NOT_ZONES}


def _offsets(zone: str) -> tuple[timedelta | None, ...]:
    """Return what a zone was ahead of UTC in each week of the recorded time: each zone has a history of its own."""
    (start, end), here = _RECORDED, ZoneInfo(zone)
    weeks = range((end - start) // _WEEK)
    return tuple((start + week * _WEEK).astimezone(here).utcoffset() for week in weeks)
