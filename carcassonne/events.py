"""Events: the effects of a move, as values for texts and pictures. They do not repeat what the move itself says."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from carcassonne.geometry import Position
from carcassonne.kinds import Kind
from carcassonne.values import Value


class SegmentRef(NamedTuple):
    """A segment on the table: the cell, and the number of the segment on its tile."""

    position: Position
    segment: int


class Unit(StrEnum):
    """What points are paid for."""

    TILE = "tile"
    EMBLEM = "emblem"
    CITY = "city"
    MARKET = "market"
    SPACE = "space"
    WALL_TILE = "wall-tile"
    WINE = "wine"
    GRAIN = "grain"
    CLOTH = "cloth"


class Item(NamedTuple):
    """One term of a score: ``amount`` units at ``each`` points."""

    unit: Unit
    amount: int
    each: int

    @property
    def points(self) -> int:
        """Return what the term comes to."""
        return self.amount * self.each


@dataclass(frozen=True, slots=True)
class TileDiscarded(Value):
    """The tile left the game: it fitted nowhere, or its player was skipped."""

    tile: str


@dataclass(frozen=True, slots=True)
class FeatureScored(Value):
    """A feature has been paid."""

    kind: Kind
    ref: SegmentRef | None
    """A segment of the feature (see ``features.feature_at``); for a field, one with a farmer. None if the points are
    not for a feature."""
    points: int
    """What each of ``seats`` got."""
    seats: tuple[int, ...]
    """The seats that were paid. Empty if all that hold the feature have resigned."""
    items: tuple[Item, ...]
    """The terms of the score."""
    returned: tuple[SegmentRef, ...]
    """The segments from which figures came back to their players."""
    is_final: bool
    """Whether this is the scoring after the last turn."""

    def __init__(
        self,
        kind: Kind,
        ref: SegmentRef | None,
        points: int,
        seats: tuple[int, ...],
        items: tuple[Item, ...],
        returned: tuple[SegmentRef, ...] = (),
        is_final: bool = False,
    ) -> None:
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "ref", ref)
        object.__setattr__(self, "points", points)
        object.__setattr__(self, "seats", seats)
        object.__setattr__(self, "items", items)
        object.__setattr__(self, "returned", returned)
        object.__setattr__(self, "is_final", is_final)


@dataclass(frozen=True, slots=True)
class WallTileTaken(Value):
    """A seat's marker came to lie on a corner tower, and the wall tile there is now in its hand (The Castle)."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class WallTilePlayed(Value):
    """A seat has played a wall tile, which leaves the game (The Castle)."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class KeepMoved(Value):
    """A seat's keep stands on its largest house now, of this many tiles (The Castle)."""

    seat: int
    ref: SegmentRef
    tiles: int


@dataclass(frozen=True, slots=True)
class ExtraTurn(Value):
    """A seat has another turn after this one, because its builder's road or city grew (Traders & Builders)."""

    seat: int
    kind: Kind
    """What grew: a road or a city."""


@dataclass(frozen=True, slots=True)
class GoodsTaken(Value):
    """A seat has completed cities, and taken the goods in them (Traders & Builders)."""

    seat: int
    goods: tuple[tuple[Unit, int], ...]
    """What it took, and how many of each."""


@dataclass(frozen=True, slots=True)
class GameEnded(Value):
    """The game is over. ``is_scored`` is false if it was given up before the bag was empty."""

    is_scored: bool


Event: TypeAlias = (
    TileDiscarded | FeatureScored | WallTileTaken | WallTilePlayed | KeepMoved | ExtraTurn | GoodsTaken | GameEnded
)
