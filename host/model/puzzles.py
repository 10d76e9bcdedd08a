"""The puzzle of each day, and what people have answered, as values. Days are those of UTC. Pure."""

import hmac
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from host.model.controllers import Person

DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """What a person has answered."""

    day: date
    turn: str
    """In the notation of a record: ``M14 90 thief E``."""
    lost: float
    """How many points the turn is worth less than the best one."""

    @property
    def is_solved(self) -> bool:
        return self.lost == 0


@dataclass(frozen=True, slots=True)
class PuzzleStreaks:
    """What a person's answers come to."""

    current: int
    """How many days in a row they have answered, up to today, or up to yesterday if they have not answered today."""
    longest: int
    answered: int
    solved: int


@dataclass(frozen=True, slots=True)
class PuzzleStanding:
    """A person in the list of a server, for some days."""

    person: Person
    solved: int
    answered: int
    lost: float
    """In all."""


def puzzle_seed(secret: str, day: date) -> int:
    """Return the seed of a day's puzzle. Nobody finds it without the secret, not even by all puzzles before."""
    return int.from_bytes(hmac.digest(secret.encode(), day.isoformat().encode(), "sha256")[:8])


def start_of(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def first_of_week(day: date) -> date:
    return day - DAY * day.weekday()


def first_of_month(day: date) -> date:
    return day.replace(day=1)


def streaks_of(answers: Collection[PuzzleAnswer], today: date) -> PuzzleStreaks:
    """Return what all answers of a person come to."""
    runs = _runs(sorted(one.day for one in answers))
    is_going_on = bool(runs) and runs[-1][-1] >= today - DAY
    current = len(runs[-1]) if is_going_on else 0
    longest = max((len(run) for run in runs), default=0)
    return PuzzleStreaks(current, longest, len(answers), sum(one.is_solved for one in answers))


def _runs(days: Sequence[date]) -> list[list[date]]:
    """Return days, in their order, as runs of days that follow each other."""
    runs: list[list[date]] = []
    for day in days:
        if runs and runs[-1][-1] + DAY == day:
            runs[-1].append(day)
        else:
            runs.append([day])
    return runs


def ranked(standings: Collection[PuzzleStanding]) -> list[PuzzleStanding]:
    """Return standings in their order: who has solved most comes first, then who has lost least, then who has answered
    most.
    """
    return sorted(standings, key=lambda one: (-one.solved, one.lost, -one.answered, one.person.name.casefold()))
