"""Statistics of people's games, as values."""

from collections.abc import Mapping
from dataclasses import dataclass

from host.model.controllers import Person
from host.model.results import FeatureTotals


@dataclass(frozen=True, slots=True)
class GameTotals:
    """Totals over games that were decided."""

    games: int = 0
    wins: int = 0
    """How many were won; shared victories count."""
    scored: int = 0
    """How many were played to the last tile."""
    points: int = 0
    """The points made in those."""

    @property
    def average(self) -> float | None:
        """The average score."""
        return self.points / self.scored if self.scored else None

    def __add__(self, other: "GameTotals") -> "GameTotals":
        return GameTotals(
            self.games + other.games,
            self.wins + other.wins,
            self.scored + other.scored,
            self.points + other.points,
        )


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's rank among all who are rated."""

    rank: int
    """1 is the best; equal ratings share a rank."""
    person: Person
    rating: int
    games: int
    """How many games the rating comes from."""
    wins: int


@dataclass(frozen=True, slots=True)
class PersonStatistics:
    """What a person has played: among people, but for ``with_computers``."""

    editions: Mapping[str, GameTotals]
    """By edition, the one played most first."""
    feature_totals: Mapping[str, FeatureTotals]
    """By what scored (see ``scored_name``), what paid most first."""
    here: Standing | None
    """The standing on the server asked about; None if no rated game was played there."""
    everywhere: Standing | None
    """The standing over all servers; None unless the person wants it shown."""
    with_computers: GameTotals = GameTotals()
    """The games in which a computer played, all editions together."""

    @property
    def total(self) -> GameTotals:
        """All editions together, among people."""
        return sum(self.editions.values(), GameTotals())
