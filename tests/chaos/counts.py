"""What a harness did and found, as named numbers."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

MAX_DETAILS: Final = 40
"""The most descriptions of what went wrong that are kept."""


@dataclass(frozen=True, slots=True)
class Figure:
    """Something that was measured. It is shown beside its goal, and nothing fails because of it."""

    name: str
    value: float
    unit: str = ""
    goal: str = ""

    def __str__(self) -> str:
        goal = f"   (goal: {self.goal})" if self.goal else ""
        return f"{self.name:44} {self.value:10.2f} {self.unit}{goal}".rstrip()


@dataclass(slots=True)
class Counts:
    """The numbers of one harness.

    ``done`` counts what was tried, such as kills and moves. ``wrong`` counts what must not happen, such as lost and
    doubled turns: the harness has failed unless each of these is 0. ``figures`` are measured, and only shown.
    """

    done: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    figures: list[Figure] = field(default_factory=list)
    details: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """Sentences for the reader, such as why a part was left out."""

    @classmethod
    def of(cls, done: Iterable[str], wrong: Iterable[str]) -> "Counts":
        """Counts with these names, each 0, in this order."""
        return cls(Counter(dict.fromkeys(done, 0)), Counter(dict.fromkeys(wrong, 0)))

    @property
    def is_clean(self) -> bool:
        """Whether nothing went wrong."""
        return not any(self.wrong.values())

    def did(self, name: str, number: int = 1) -> None:
        """Count something that was tried."""
        self.done[name] += number

    def went_wrong(self, name: str, detail: str, number: int = 1) -> None:
        """Count something that must not happen, and keep a description of it."""
        self.wrong[name] += number
        if len(self.details) < MAX_DETAILS:
            self.details.append(f"{name}: {detail}")

    def check(self, holds: bool, name: str, detail: str) -> None:
        """Count something that must not happen, unless it ``holds``."""
        if not holds:
            self.went_wrong(name, detail)

    def measured(self, name: str, value: float, unit: str = "", goal: str = "") -> None:
        """Add a figure."""
        self.figures.append(Figure(name, value, unit, goal))

    def line(self) -> str:
        """All numbers in one line, for showing progress."""
        return ", ".join(f"{name} {number:,}" for name, number in (*self.done.items(), *self.wrong.items()))

    def report(self) -> Iterator[str]:
        """The whole report, line by line."""
        for name, number in self.done.items():
            yield f"{name:44} {number:10,}"
        for name, number in self.wrong.items():
            yield f"{name:44} {number:10,}   (must be 0)"
        yield from map(str, self.figures)
        yield from self.notes
        yield from (f"  {detail}" for detail in self.details)


Progress: TypeAlias = Callable[[Counts], None]
"""Called with the counts so far, as often as there is something new. Where Ctrl-C ends a run, the latest are shown."""


def ignore(_: Counts) -> None:
    """Show no progress, as in a test."""


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies, 0.99 for p99; 0 if there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
