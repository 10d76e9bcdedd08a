"""The panel, beside or below the board: everything that is seen on it, at its place."""

from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

from render.panel.boxes import Box, Part
from render.panel.player_card import PlayerCard
from render.panel.result_card import ResultCard
from render.panel.sheet import Sheet
from render.panel.text_boxes import Entry, Text
from render.panel.tile_card import TileCard

GAP: Final = 12
"""The room at each edge."""

Rectangle: TypeAlias = tuple[float, float, float, float]
"""Left, top, width, height."""

_Part = TypeVar("_Part")


@dataclass(frozen=True, slots=True)
class Panel:
    """The panel by its rectangle within the picture. All lengths are those of a ``Sheet``."""

    x: float
    y: float
    width: float
    height: float
    parts: tuple[Part, ...]

    def paint(self, sheet: Sheet) -> None:
        """Draw it at its place in the picture."""
        sheet.box((self.x, self.y, self.x + self.width - 1, self.y + self.height - 1), sheet.theme.panel)
        for part in self.parts:
            part.paint(sheet)

    @property
    def cards(self) -> tuple[PlayerCard, ...]:
        """The players' cards of a game that goes on."""
        return self._all(PlayerCard)

    @property
    def results(self) -> tuple[ResultCard, ...]:
        """The players' cards of a finished game."""
        return self._all(ResultCard)

    @property
    def tile_card(self) -> TileCard | None:
        """The tile to place, or the tile just laid; None in a finished game."""
        return next(iter(self._all(TileCard)), None)

    @property
    def texts(self) -> tuple[Text, ...]:
        """The lines of text."""
        return self._all(Text)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The colours with their meanings."""
        return self._all(Entry)

    def _all(self, kind: type[_Part]) -> tuple[_Part, ...]:
        return tuple(part for part in self.parts if isinstance(part, kind))


def panel_of(box: Box, rectangle: Rectangle) -> Panel:
    """Lay out a panel in a rectangle."""
    x, y, width, height = rectangle
    return Panel(*rectangle, tuple(box.parts(x + GAP, y + GAP, width - 2 * GAP, height - 2 * GAP)))
