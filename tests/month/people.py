"""How people play: when they answer, how they lay their tiles, what they do besides. Pure, with dice handed in."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, StrEnum
from random import Random
from zoneinfo import ZoneInfo

ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Sydney")
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


class Kind(StrEnum):
    PROMPT = "prompt"
    SLEEPER = "sleeper"
    SLOW = "slow"
    VANISHING = "vanishing"
    TRAVELLER = "traveller"


class Door(Enum):
    """By what a turn is played."""

    COMMAND = 0
    BUTTONS = 1
    MENTION = 2


KINDS = (Kind.PROMPT,) * 4 + (Kind.SLEEPER,) * 3 + (Kind.TRAVELLER, Kind.SLOW, Kind.VANISHING)
"""Of ten people, so many are of a kind."""
MEAN = {
    Kind.PROMPT: 20 * MINUTE,
    Kind.SLEEPER: 45 * MINUTE,
    Kind.SLOW: 9 * HOUR,
    Kind.VANISHING: 40 * MINUTE,
    Kind.TRAVELLER: 40 * MINUTE,
}
"""How long somebody who is awake leaves a turn on the average."""


@dataclass(frozen=True, slots=True)
class Habits:
    """Somebody's ways. Awake from one hour of the own day to another; after `gone` never seen again; `away` from one
    instant to another, which only those who plan it tell the bot. Chances are of one turn."""

    kind: Kind
    zone: str
    awake: tuple[int, int]
    is_quiet: bool
    """Whether the hours of sleep are told to the bot as quiet hours."""
    wants_letters: bool
    doors: tuple[float, float, float]
    takes_back: float
    is_done: float
    undoes: float
    resigns: float
    gone: datetime | None = None
    leaves: bool = False
    """Whether who is gone has left the server, too."""
    away: tuple[datetime, datetime] | None = None

    @property
    def sleep(self) -> str:
        """The hours of sleep, as `/settings` takes them."""
        start, until = self.awake
        return f"{until % 24:02}:00-{start:02}:00"

    def is_asleep(self, moment: datetime) -> bool:
        start, until = self.awake
        return not start <= moment.astimezone(ZoneInfo(self.zone)).hour < until

    def is_absent(self, moment: datetime) -> bool:
        is_gone = self.gone is not None and moment >= self.gone
        return is_gone or (self.away is not None and self.away[0] <= moment < self.away[1])

    def next_awake(self, moment: datetime, dice: Random) -> datetime | None:
        """The moment itself, or one in the hour after getting up; None if they are never seen again."""
        if self.away and self.away[0] <= moment < self.away[1]:
            moment = self.away[1] + dice.random() * HOUR
        while self.is_asleep(moment):
            local = moment.astimezone(ZoneInfo(self.zone))
            up = local.replace(hour=self.awake[0], minute=0, second=0, microsecond=0)
            up = up if up > local else up + DAY
            moment = up.astimezone(moment.tzinfo) + dice.random() * HOUR
        return None if self.gone and moment >= self.gone else moment

    def answers_at(self, now: datetime, dice: Random) -> datetime | None:
        """When they do something about what reaches them now; None if never."""
        delay = min(dice.expovariate(1 / MEAN[self.kind].total_seconds()), 3 * DAY.total_seconds())
        return self.next_awake(now + timedelta(seconds=30 + delay), dice)


def habits(number: int, start: datetime, days: int, dice: Random) -> Habits:
    """The habits of one of many people."""
    kind = KINDS[number % len(KINDS)]
    up = dice.randrange(6, 10)
    awake = (up, up + dice.randrange(6, 9)) if kind is Kind.SLEEPER else (up, min(up + 15, 24))
    leave = start + dice.uniform(0.2, 0.5) * days * DAY
    command, press = dice.uniform(0.3, 1), dice.uniform(0, 0.3)
    return Habits(
        kind,
        dice.choice(ZONES),
        awake,
        is_quiet=dice.random() < 0.5,
        wants_letters=dice.random() < 0.1,
        doors=(command, press, dice.uniform(0, 0.6)),
        takes_back=0.04,
        is_done=0.5,
        undoes=0.02,
        resigns=0.001,
        gone=start + dice.uniform(0.2, 0.8) * days * DAY if kind is Kind.VANISHING else None,
        leaves=dice.random() < 0.5,
        away=(leave, leave + dice.uniform(0.1, 0.3) * days * DAY) if kind is Kind.TRAVELLER else None,
    )
