"""What is told of people's games, as values."""

from collections.abc import Mapping
from dataclasses import dataclass

from carcassonne import Kind
from host.model.results import FeatureTotals
from host.model.table import Person


@dataclass(frozen=True, slots=True)
class GameTotals:
    """Games that were decided, how many of them were won (shared victories too), how many were played to the last tile,
    and the points made in those."""

    games: int = 0
    wins: int = 0
    scored: int = 0
    points: int = 0

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
    """Somebody's rank among all who are rated (equal ones share it), the rating, and the games that it comes from."""

    rank: int
    person: Person
    rating: int
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class Stats:
    """What somebody has played: by edition, the one played most first; by kind of feature, what paid most first.

    ``here`` is the standing on the server asked about; ``everywhere`` that over all servers, None unless the person
    wants it shown; both None where no rated game was played.
    """

    editions: Mapping[str, GameTotals]
    harvests: Mapping[Kind, FeatureTotals]
    here: Standing | None
    everywhere: Standing | None

    @property
    def total(self) -> GameTotals:
        """All editions together."""
        return sum(self.editions.values(), GameTotals())
