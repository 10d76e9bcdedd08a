"""What the checks after a simulation have counted, and what they have found wrong."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Violation:
    """Something that went wrong. Ply and game are 0 where it belongs to none."""

    game: int
    ply: int
    what: str


@dataclass(slots=True)
class CheckResults:
    """Totals by name, a line for each game that still waits for a player, and every violation."""

    totals: Counter[str] = field(default_factory=Counter)
    waiting: list[str] = field(default_factory=list)
    violations: list[Violation] = field(default_factory=list)
    stories: dict[tuple[int, int], list[str]] = field(default_factory=dict)
    """What happened around violations, line by line, by game and ply."""

    def check(self, holds: object, game: int, ply: int, what: str) -> None:
        """Record a violation if a condition does not hold."""
        if not holds:
            self.violations.append(Violation(game, ply, what))
