"""A game that goes on as values: boards, spots and features, with pictures by their keys. ``live.py`` says more."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, TypeVar

from carcassonne import Position, Rotation, State, column_row

TILE: Final = 112
"""The side of a tile on the board, and of its picture."""

T = TypeVar("T")


class DrawnPicture(NamedTuple):
    """A picture as a file. Its name follows from what it holds."""

    name: str
    width: int
    height: int
    data: bytes


class Item(NamedTuple):
    """A picture on the board by its key, its layer (``Layer``) and its upper left corner.

    ``theme`` is the only theme in which it is shown; empty for all.
    """

    key: str
    layer: int
    x: int
    y: int
    theme: str


class LastTile(NamedTuple):
    """One of the last tiles by its upper left corner, with the seat that placed it, and its colour as CSS writes it."""

    x: int
    y: int
    colour: str
    seat: int


class SeatLook(NamedTuple):
    """How a seat's pieces look: colours as CSS writes them, and the key of its follower's picture.

    ``colour`` is that of its lines, ``plate`` that behind its number where it stands alone, ``digit`` the number's.
    """

    colour: str
    plate: str
    digit: str
    figure: str


@dataclass(frozen=True, slots=True)
class LiveBoard:
    """A board as it is shown. ``area`` has its edges, without the labels: left, top, right, bottom.

    ``labels`` are the names of columns and rows by their middles. ``hand`` are the keys of the tile in hand by its
    rotation; it is empty where there is none. ``dead`` are the upper left corners of the cells where no tile fits any
    more, in a view that shows them.
    """

    items: tuple[Item, ...]
    last: tuple[LastTile, ...]
    labels: tuple[tuple[str, int, int], ...]
    area: tuple[int, int, int, int]
    looks: tuple[SeatLook, ...] = ()
    """By seat."""
    hand: Mapping[Rotation, str] | None = None
    dead: tuple[tuple[int, int], ...] = ()

    @property
    def keys(self) -> frozenset[str]:
        """The keys of all its pictures."""
        return frozenset(
            (*(item.key for item in self.items), *(look.figure for look in self.looks), *(self.hand or {}).values())
        )


class FigurePlace(NamedTuple):
    """Where a figure would stand on a tile: its middle, in sides of the tile; and the key of its picture."""

    x: float
    y: float
    key: str


@dataclass(frozen=True, slots=True)
class LiveSpots:
    """The tile just placed, by the key of its picture, and where each deployment puts a figure; None for nowhere."""

    tile: str
    places: tuple[FigurePlace | None, ...]

    @property
    def keys(self) -> frozenset[str]:
        """The keys of all its pictures."""
        return frozenset((self.tile, *(place.key for place in self.places if place)))


@dataclass(frozen=True, slots=True)
class LiveFeature:
    """The segment under a point of a tile, None for ground of no segment; and pictures that light up its feature."""

    segment: int | None
    items: tuple[Item, ...] = ()

    @property
    def keys(self) -> frozenset[str]:
        """The keys of all its pictures."""
        return frozenset(item.key for item in self.items)


@dataclass(frozen=True, slots=True)
class LiveHistory:
    """A whole game turn by turn: what ``game_data`` returns, with the keys of its pictures, in their order."""

    data: Mapping[str, Any]
    pictures: tuple[str, ...]

    @property
    def keys(self) -> frozenset[str]:
        """The keys of all its pictures."""
        return frozenset(self.pictures)


@dataclass(frozen=True, slots=True)
class Drawn(Generic[T]):
    """What was asked for, and pictures by their keys that the caller did not have."""

    value: T
    pictures: Mapping[str, DrawnPicture]


def cell_corner(state: State, position: Position) -> tuple[int, int]:
    """Return the upper left corner of a cell."""
    (column, row), (first_column, first_row) = column_row(position), column_row(next(iter(state.cells)))
    return (column - first_column) * TILE, (row - first_row) * TILE
