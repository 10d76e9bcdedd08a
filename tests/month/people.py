"""How people play: when they react, how they enter their turns, what else they do. Pure: the dice are handed in."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, StrEnum
from random import Random
from zoneinfo import ZoneInfo

ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Sydney")
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


class PersonKind(StrEnum):
    PROMPT = "prompt"
    SLEEPER = "sleeper"
    SLOW = "slow"
    VANISHING = "vanishing"
    TRAVELLER = "traveller"


class InputMethod(Enum):
    """How a turn is entered."""

    COMMAND = 0
    BUTTONS = 1
    MENTION = 2


KINDS = (
    (PersonKind.PROMPT,) * 4 + (PersonKind.SLEEPER,) * 3 + (PersonKind.TRAVELLER, PersonKind.SLOW, PersonKind.VANISHING)
)
"""Ten people have these kinds; everybody gets one of them in turn."""
MEAN_DELAY = {
    PersonKind.PROMPT: 20 * MINUTE,
    PersonKind.SLEEPER: 45 * MINUTE,
    PersonKind.SLOW: 9 * HOUR,
    PersonKind.VANISHING: 40 * MINUTE,
    PersonKind.TRAVELLER: 40 * MINUTE,
}
"""How long they take on average until they react, while awake."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How one person behaves. Each chance is the chance at one turn."""

    kind: PersonKind
    zone: str
    awake: tuple[int, int]
    """The hours of the local day at which they get up and go to bed."""
    has_quiet_hours: bool
    """Whether they set their hours of sleep as quiet hours."""
    wants_direct_messages: bool
    input_weights: tuple[float, float, float]
    """How often they use each `InputMethod`."""
    takeback_chance: float
    done_chance: float
    undo_chance: float
    resign_chance: float
    vanishes_at: datetime | None = None
    """When they stop playing without a word."""
    leaves_server: bool = False
    """Whether they leave the server as well."""
    vacation: tuple[datetime, datetime] | None = None
    """Its start and end. They tell the bot before they go."""

    @property
    def quiet_hours(self) -> str:
        """The hours of sleep, as `/settings` takes them."""
        start, until = self.awake
        return f"{until % 24:02}:00-{start:02}:00"

    def is_asleep(self, moment: datetime) -> bool:
        start, until = self.awake
        return not start <= moment.astimezone(ZoneInfo(self.zone)).hour < until

    def is_absent(self, moment: datetime) -> bool:
        is_gone = self.vanishes_at is not None and moment >= self.vanishes_at
        return is_gone or (self.vacation is not None and self.vacation[0] <= moment < self.vacation[1])

    def next_awake(self, moment: datetime, dice: Random) -> datetime | None:
        """The moment itself if they are awake, else one soon after they get up; None if they have vanished by then."""
        if self.vacation and self.vacation[0] <= moment < self.vacation[1]:
            moment = self.vacation[1] + dice.random() * HOUR
        while self.is_asleep(moment):
            local = moment.astimezone(ZoneInfo(self.zone))
            up = local.replace(hour=self.awake[0], minute=0, second=0, microsecond=0)
            up = up if up > local else up + DAY
            moment = up.astimezone(moment.tzinfo) + dice.random() * HOUR
        return None if self.vanishes_at and moment >= self.vanishes_at else moment

    def reacts_at(self, now: datetime, dice: Random) -> datetime | None:
        """When they react to what reaches them now; None if never."""
        delay = min(dice.expovariate(1 / MEAN_DELAY[self.kind].total_seconds()), 3 * DAY.total_seconds())
        return self.next_awake(now + timedelta(seconds=30 + delay), dice)


def random_habits(number: int, start: datetime, days: int, dice: Random) -> Habits:
    """Habits for the person of this number, drawn at random."""
    kind = KINDS[number % len(KINDS)]
    up = dice.randrange(6, 10)
    awake = (up, up + dice.randrange(6, 9)) if kind is PersonKind.SLEEPER else (up, min(up + 15, 24))
    leave = start + dice.uniform(0.2, 0.5) * days * DAY
    command, press = dice.uniform(0.3, 1), dice.uniform(0, 0.3)
    return Habits(
        kind,
        dice.choice(ZONES),
        awake,
        has_quiet_hours=dice.random() < 0.5,
        wants_direct_messages=dice.random() < 0.1,
        input_weights=(command, press, dice.uniform(0, 0.6)),
        takeback_chance=0.04,
        done_chance=0.5,
        undo_chance=0.02,
        resign_chance=0.001,
        vanishes_at=start + dice.uniform(0.2, 0.8) * days * DAY if kind is PersonKind.VANISHING else None,
        leaves_server=dice.random() < 0.5,
        vacation=(leave, leave + dice.uniform(0.1, 0.3) * days * DAY) if kind is PersonKind.TRAVELLER else None,
    )
