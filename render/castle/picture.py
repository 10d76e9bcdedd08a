"""The differences of The Castle's pictures from those of other editions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from carcassonne import State
from carcassonne.castle import castle_state
from carcassonne.castle.final_scoring import largest_empty_area
from render.board.board import BoardPart
from render.castle.paint import CastleBoard
from render.castle.pieces import WallTileRow
from render.castle.scene import castle_scene
from render.castle.wall_painter import MARGIN
from render.edition_picture import LABEL_ROOM, Edge, EditionPicture
from render.look.theme import PieceStyle
from render.look.words import Words

ENGLISH_TERMS: Final = {"keep": "keep", "empty_area": "Empty area:"}
"""Each comes before a number: the size of a player's keep, and that of the largest empty area."""
CARD_WIDTH: Final = 200
"""The least width of a player's card, which has a row of wall tiles."""


@dataclass(frozen=True, slots=True)
class CastlePicture(EditionPicture):
    """A board within a wall that is the scoring track; players' cards show their keep and wall tiles."""

    def edge(self, tile: int, labels: float, *, is_level: bool, is_end: bool) -> Edge:
        """Return one edge of the board. At its end, the wall is between the cells and the labels."""
        if not is_end:
            return EditionPicture.edge(self, tile, labels, is_level=is_level, is_end=False)
        room = LABEL_ROOM[is_level] * labels
        return Edge(
            margin=round(tile * (MARGIN + room)),
            label=round(tile * (MARGIN + 0.5 * room)),
            clip=round(tile * MARGIN),
        )

    def board_extras(self, state: State, styles: Sequence[PieceStyle], part: BoardPart) -> CastleBoard:
        return CastleBoard(castle_scene(state, styles, part))

    def card_rows(self, state: State, seat: int, words: Words) -> tuple[WallTileRow]:
        castle = castle_state(state)
        return (WallTileRow(castle.hands[seat], castle.keeps[seat].tiles, words.terms.get("keep", "")),)

    def card_text(self, state: State, seat: int, words: Words) -> str:
        """Return a player's keep and wall tiles in letters."""
        (row,) = self.card_rows(state, seat, words)
        hand = "".join(f" [{number}]" for number in row.tiles)
        return f"{row.word} {row.keep or '–'}".strip() + (f" ·{hand}" if hand else "")

    def panel_lines(self, state: State, words: Words) -> list[str]:
        """Return the size of the largest empty area."""
        return [f"{words.terms.get('empty_area', '')} {len(largest_empty_area(state))}".strip()]
