"""A game that goes on, for a page that shows it: boards, spots and features as values, with pictures by their keys.

A length is a pixel of a board whose tiles have the side ``TILE``. The upper left corner of the first tile is (0, 0), so
nothing moves when the board grows.

Each picture has a key, which is the same for every game. The caller says of which keys the pictures are ``known``. Of
the others some are drawn: whoever lacks more asks again. As in ``render``, what draws is loaded when a function is
called.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, TypeVar

from carcassonne import Colour, Deployment, Position, Rotation, State, column_row
from render.look.views import View
from render.share.steps import Step

TILE: Final = 128
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


def draw_board(
    state: State,
    colours: tuple[Colour, ...],
    *,
    known: AbstractSet[str],
    recent: int = 1,
    winners: frozenset[int] | None = None,
) -> Drawn[LiveBoard]:
    """Return the board of a state, each seat's follower and the tile in hand. ``colours`` are by seat.

    See ``render.draw`` for the options.
    """
    from render.share import draw_live  # late: see above

    return draw_live.draw_board(state, colours, known, recent, winners)


def draw_view(
    state: State,
    colours: tuple[Colour, ...],
    view: View,
    theme: str,
    *,
    known: AbstractSet[str],
    winners: frozenset[int] | None = None,
) -> Drawn[LiveBoard]:
    """Return the board of a state in a view and a theme, with tiles that show what the view says of them."""
    from render.share import draw_live  # late: see above

    return draw_live.draw_view(state, colours, view, theme, known, winners)


def draw_spots(
    after_placement: State, colours: tuple[Colour, ...], deployments: Sequence[Deployment], *, known: AbstractSet[str]
) -> Drawn[LiveSpots]:
    """Return where each of these legal deployments would put a figure on the tile just placed."""
    from render.share import draw_live  # late: see above

    return draw_live.draw_spots(after_placement, colours, deployments, known)


def draw_feature(
    state: State, position: Position, point: tuple[float, float], *, known: AbstractSet[str]
) -> Drawn[LiveFeature]:
    """Return the feature under a point of a tile, from (0, 0) at its upper left corner to (1, 1)."""
    from render.share import draw_live  # late: see above

    return draw_live.draw_feature(state, position, point, known)


def draw_history(steps: Sequence[Step], *, known: AbstractSet[str]) -> Drawn[LiveHistory]:
    """Return a whole game turn by turn. Raise NothingToShowError."""
    from render.share import draw_live  # late: see above

    return draw_live.draw_history(steps, known)
