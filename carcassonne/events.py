"""What a move brought about beyond what the move itself says: values from which words and pictures are made."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from carcassonne.geometry import Position
from carcassonne.kinds import Kind


class SegmentRef(NamedTuple):
    """A segment on the table: the cell, and the number of the segment on its tile."""

    position: Position
    segment: int


class Unit(StrEnum):
    """What points are paid for."""

    TILE = "tile"
    PENNANT = "pennant"
    CITY = "city"
    MARKET = "market"
    SPACE = "space"
    WALL_TILE = "wall-tile"


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
class TileDiscarded:
    """The tile left the game: it fitted nowhere, or its player was skipped."""

    tile: str


@dataclass(frozen=True, slots=True)
class FeatureScored:
    """A feature paid ``points`` to each of ``seats`` (nobody, where those who hold it have resigned).

    ``ref`` is a segment of the feature (see ``features.feature_at``); for a field, one where a farmer lies; None where
    the points are not for a feature.
    ``returned`` are the places from which figures came back to their players. ``is_final`` tells the scoring after the
    last turn from that during the game.
    """

    kind: Kind
    ref: SegmentRef | None
    points: int
    seats: tuple[int, ...]
    items: tuple[Item, ...]
    returned: tuple[SegmentRef, ...] = ()
    is_final: bool = False


@dataclass(frozen=True, slots=True)
class WallTileTaken:
    """A seat's marker came to lie on a corner tower, and the wall tile there is now in its hand (The Castle)."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class WallTilePlayed:
    """A seat has played a wall tile, which leaves the game (The Castle)."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class KeepMoved:
    """A seat's keep stands on its largest house now, of so many tiles (The Castle)."""

    seat: int
    ref: SegmentRef
    tiles: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over; ``is_scored`` is false where it was given up before the bag was empty."""

    is_scored: bool


Event: TypeAlias = TileDiscarded | FeatureScored | WallTileTaken | WallTilePlayed | KeepMoved | GameEnded
