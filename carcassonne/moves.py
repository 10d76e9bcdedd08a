"""Moves: the values that change a state, and all that a game's log consists of."""

from dataclasses import dataclass
from typing import TypeAlias

from carcassonne.figures import FOLLOWER, Figure
from carcassonne.geometry import Position, Rotation
from carcassonne.kinds import Role
from carcassonne.values import Value


@dataclass(frozen=True, slots=True)
class DrawTile(Value):
    """The chance move: the named tile comes out of the bag. It goes straight to the box if it fits nowhere."""

    tile: str

    def __init__(self, tile: str) -> None:
        object.__setattr__(self, "tile", tile)


@dataclass(frozen=True, slots=True)
class PlaceTile(Value):
    """The seat to move lays the tile drawn."""

    position: Position
    rotation: Rotation

    def __init__(self, position: Position, rotation: Rotation) -> None:
        object.__setattr__(self, "position", position)
        object.__setattr__(self, "rotation", rotation)


@dataclass(frozen=True, slots=True)
class Deploy(Value):
    """A figure goes onto the tile just laid."""

    role: Role
    point: str | None
    """A compass point of its segment, as the tile lies; None for a monastery or garden."""
    figure: Figure
    """Which kind of figure it is."""

    def __init__(self, role: Role, point: str | None = None, figure: Figure = FOLLOWER) -> None:
        object.__setattr__(self, "role", role)
        object.__setattr__(self, "point", point)
        object.__setattr__(self, "figure", figure)

    @property
    def name(self) -> str:
        """The figure's role with the prefix that tells it from others: ``knight``, ``big knight``."""
        return f"{self.figure.prefix} {self.role}".lstrip()


@dataclass(frozen=True, slots=True)
class Recall(Value):
    """Instead of deploying, the abbot comes back and scores what he stands on."""


@dataclass(frozen=True, slots=True)
class DeployNobody(Value):
    """The turn ends without a figure on the tile."""


@dataclass(frozen=True, slots=True)
class Skip(Value):
    """The seat to move is passed over; the tile drawn leaves the game."""

    seat: int


@dataclass(frozen=True, slots=True)
class Resign(Value):
    """A seat gives up; a tile that it had drawn goes to the next seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class ScoreFirst(Value):
    """The feature to score next, named by any cell and side of it (The Castle)."""

    position: Position
    point: str


@dataclass(frozen=True, slots=True)
class PlayWallTile(Value):
    """The answer to a question for a wall tile: play it, or keep it if the number is None (The Castle)."""

    number: int | None


@dataclass(frozen=True, slots=True)
class RevealWallTile(Value):
    """The chance move: the number of the wall tile on the corner tower just reached (The Castle)."""

    number: int


Chance: TypeAlias = DrawTile | RevealWallTile
"""Moves that chance makes."""

Answer: TypeAlias = ScoreFirst | PlayWallTile
"""Moves that answer a question while features are scored."""

FigureMove: TypeAlias = Deploy | Recall
"""What a figure may do after the tile is placed."""
Deployment: TypeAlias = FigureMove | DeployNobody
"""What a player decides after the tile is placed."""

Move: TypeAlias = DrawTile | PlaceTile | Deployment | Answer | RevealWallTile | Skip | Resign
