"""What an expansion may add to the rules of the base game, and the points that are paid."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from .board import Feature, Figure


@dataclass(frozen=True, slots=True)
class Points:
    seat: int
    points: int
    kind: str


class Table(Protocol):
    """What an expansion asks of the game that it is in."""

    players: int
    active: list[int]


class MoreRules:
    """The rules of one expansion in one game. The base game is what these methods do."""

    figures: tuple[Figure, ...] = ()
    players = 5

    def __init__(self, game: Table) -> None:
        self.game = game

    def worth(self, feature: Feature, points: int) -> int:
        """What a feature pays, complete or not, where the base game would pay `points`."""
        return points

    def city_bonus(self, seat: int, field: Feature) -> int:
        """What each city beside a field pays a seat besides."""
        return 0

    def laid(self, here: str, there: list[Feature]) -> None:
        """A tile lies on the cell `here`, the figure stands, nothing is scored yet. `there` is every feature."""

    def scored(self, here: str, there: list[Feature]) -> None:
        """What the tile has completed is paid."""

    def again(self) -> bool:
        """Does the seat to move have another turn? Asked once at the end of each turn."""
        return False

    def passed_over(self) -> None:
        """The seat to move has been skipped, or has resigned."""

    def final(self) -> Iterator[Points]:
        """What is paid after the fields."""
        yield from ()
