"""The panel, beside or below the board, as plain values: players' cards, the tile to place, and lines of text."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from carcassonne import Rotation, TurnedTile
from render.panel.cards import PlayerCard
from render.panel.results import LegendEntry, ResultCard
from render.panel.view_key import KeySign
from render.pieces.spots import SpotMark

Rectangle: TypeAlias = tuple[float, float, float, float]
"""Left, top, width, height."""

GAP: Final = 12
TEXT_HEIGHT: Final = 20
"""The height of the smallest letters in a panel."""
HEADLINE_HEIGHT: Final = 24


@dataclass(frozen=True, slots=True)
class RotationPreview:
    """A small picture of the tile at one rotation; grey if it fits nowhere."""

    x: float
    y: float
    side: float
    turned: TurnedTile
    rotation: Rotation
    is_legal: bool


@dataclass(frozen=True, slots=True)
class TileCard:
    """The tile to place, or the tile just laid: large, with the spots where figures may be deployed.

    Without ``turned`` nobody has drawn yet, and the tiles lie face down.
    """

    x: float
    y: float
    side: float
    turned: TurnedTile | None
    spot_marks: tuple[SpotMark, ...]
    previews: tuple[RotationPreview, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text by its left end and middle height; it is cut if it is wider than ``room``."""

    x: float
    y: float
    room: float
    text: str
    is_strong: bool = False
    height: int = TEXT_HEIGHT
    """The height of its letters."""


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """A sign of a view with its meaning, by its left end and middle height. Without a sign, its words go on."""

    x: float
    y: float
    room: float
    sign: KeySign | None
    text: str


@dataclass(frozen=True, slots=True)
class Panel:
    """The panel by its rectangle within the picture. All lengths are those of a ``Sheet``.

    That of a finished game has ``results`` instead of cards, with a ``legend`` of their colours. A view has a ``key``.
    """

    x: float
    y: float
    width: float
    height: float
    cards: tuple[PlayerCard, ...]
    tile_card: TileCard | None
    texts: tuple[Text, ...]
    results: tuple[ResultCard, ...] = ()
    legend: tuple[LegendEntry, ...] = ()
    key: tuple[KeyEntry, ...] = ()
