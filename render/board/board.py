"""The board in a picture as plain values: what it shows, and where. Lengths are in pixels of the finished picture."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final, NamedTuple, Self, TypeAlias

from PIL import Image

from carcassonne import Figure, Position, TurnedTile
from render.look.overlays import Tint
from render.look.theme import PieceStyle, Theme
from render.look.views import Area, View
from render.pieces.figures import figure_image, figure_outline, figure_size

Box: TypeAlias = tuple[int, int, int, int]
"""(left, top, right, bottom), in pixels."""
_FRAME_SHARE: Final = 0.06
"""The width of a frame, in tiles, without the lines on both sides of it."""


@dataclass(frozen=True, slots=True)
class BoardPart:
    """The part of a board that is shown.

    ``corner`` returns the upper left corner of a cell, ``tile`` is the side of a tile, ``letters`` the height that
    letters should have to be read. ``BoardExtras`` draw nothing outside ``clip``.
    """

    shown: Area
    corner: Callable[[Position], tuple[int, int]]
    tile: int
    letters: int
    clip: Box


class TileItem(NamedTuple):
    """A tile by its upper left corner."""

    position: Position
    turned: TurnedTile
    x: int
    y: int


class FigureItem(NamedTuple):
    """A figure by its middle.

    ``height`` is that of an ordinary figure in its place, ``letters`` the height that its number should have.
    """

    style: PieceStyle
    figure: Figure
    is_lying: bool
    height: int
    letters: int
    x: int
    y: int

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of its picture."""
        return figure_size(self.height, self.figure, is_lying=self.is_lying, letters=self.letters)

    @property
    def key(self) -> str:
        """A text that is different for each picture of a figure on a board."""
        return f"{self.style} {self.figure.name} {self.height} {self.is_lying}"

    def image(self) -> Image.Image:
        """Return its picture."""
        return figure_image(self.style, self.height, self.figure, is_lying=self.is_lying, letters=self.letters)

    def outline(self) -> Image.Image:
        """Return its outline, which shows where it stood."""
        return figure_outline(self.style, self.height, self.figure, is_lying=self.is_lying, letters=self.letters)


class Slot(NamedTuple):
    """A cell with its name, by its upper left corner. The tile in hand fits there, or no tile ever will."""

    x: int
    y: int
    name: str


class Plate(NamedTuple):
    """A plate with points in the colour of the seat that gets them, by its upper left corner.

    ``letters`` is the height of its letters.
    """

    style: PieceStyle
    text: str
    letters: int
    x: int
    y: int


class FrameNumber(NamedTuple):
    """The number of one of several frames, inside its tile, on a plate by its edges: left, top, right and bottom."""

    number: int
    letters: int
    box: Box


class Frame(NamedTuple):
    """The frame round one of the last moves by its tile's corner, in the colour of who made it.

    ``inward`` is how far its left and its right side lie on the tile, where the names of rows are beside it.
    """

    style: PieceStyle
    x: int
    y: int
    number: FrameNumber | None = None
    inward: tuple[int, int] = (0, 0)


def frame_lines(tile: int) -> tuple[int, int]:
    """Return how thick a frame is, and each of the two lines beside it."""
    return max(3, round(tile * _FRAME_SHARE)), max(1, tile // 48)


class SpotNumber(NamedTuple):
    """The number of a spot in a circle, by its middle. ``letters`` is the height of its letters."""

    number: int
    letters: int
    half: int
    x: int
    y: int


class Label(NamedTuple):
    """A column's or row's name by its middle."""

    text: str
    x: int
    y: int


class Layer(IntEnum):
    """The layers of a board, from the lowest to the highest."""

    GROUND = 0
    TILES = 1
    OVER_TILES = 2
    FIGURES = 3
    OVER_FIGURES = 4


@dataclass(frozen=True, slots=True)
class PlacedPicture:
    """A picture on the board by its upper left corner. Two with the same ``key`` are the same picture."""

    layer: Layer
    key: str
    x: int
    y: int
    draw: Callable[[], Image.Image] = field(compare=False)

    @classmethod
    def centred(cls, layer: Layer, key: str, x: int, y: int, image: Image.Image) -> Self:
        """Return a picture by its middle."""
        return cls(layer, key, x - image.width // 2, y - image.height // 2, lambda: image)


class BoardExtras:
    """What the board of an edition shows besides tiles and figures. Each method paints one layer of the board."""

    def paint_ground(self, image: Image.Image, board: "Board", theme: Theme) -> None:
        """Paint what lies below the tiles: their shadows, the slots, and whatever else the edition has there."""

    def paint_over_tiles(self, image: Image.Image, tile: int) -> None:
        """Paint what covers tiles but no figure; ``tile`` is the side of a tile."""

    def paint_over_figures(self, image: Image.Image, board: "Board") -> None:
        """Paint what covers tiles and figures."""

    def pictures(self, board: "Board", theme: Theme) -> Iterator[PlacedPicture]:
        """Yield all of that as pictures to be placed, but for slots and shadows."""
        yield from ()


@dataclass(frozen=True, slots=True)
class Board:
    """The board within a rectangle of the picture, whose upper left corner is (0, ``top``).

    ``tile`` is the side of a tile. ``names`` and ``labels_height`` are the heights of the letters in slots and at the
    border, ``least_letters`` is that of the smallest letters anywhere. ``joint_towers`` are the feet of the towers
    where walls meet at the corners of tiles. ``returned`` are the figures that came back in the last turn, where they
    stood; ``plates`` say what they brought, or what each figure would bring.
    """

    tile: int
    names: int
    labels_height: int
    least_letters: int
    width: int
    height: int
    tiles: tuple[TileItem, ...]
    joint_towers: tuple[tuple[int, int], ...]
    view: View
    tints: tuple[tuple[int, int, TurnedTile, Tint], ...]
    slots: tuple[Slot, ...]
    frames: tuple[Frame, ...]
    returned: tuple[FigureItem, ...]
    plates: tuple[Plate, ...]
    figures: tuple[FigureItem, ...]
    dead: tuple[Slot, ...]
    labels: tuple[Label, ...]
    extras: BoardExtras
    chosen_spot: SpotNumber | None = None
