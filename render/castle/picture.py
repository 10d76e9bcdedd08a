"""The differences of The Castle's pictures from those of other editions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from carcassonne import State
from carcassonne.castle import castle_state
from carcassonne.castle.final_scoring import largest_empty_area
from render.board.board import Board, BoardExtras, PlacedPicture
from render.board.ground import paint_shadows, paint_slots
from render.castle.paint import castle_pictures, paint_floor, paint_pieces, paint_seams, paint_wall
from render.castle.pieces import WallTileRow
from render.castle.scene import CastleScene, castle_scene
from render.castle.wall_painter import MARGIN
from render.edition_picture import LABEL_ROOM, BoardPart, Edge, EditionPicture
from render.look.theme import PieceStyle, Theme
from render.look.words import Words

ENGLISH_TERMS: Final = {"keep": "keep", "empty_area": "Largest empty area:"}
"""Each comes before a number: the size of a player's keep, and that of the largest empty area."""
CARD_WIDTH: Final = 200
"""The least width of a player's card, which has a row of wall tiles."""


@dataclass(frozen=True, slots=True)
class CastleBoard(BoardExtras):
    """The castle on the board, painted layer by layer."""

    scene: CastleScene

    def paint_ground(self, image: Image.Image, board: Board, theme: Theme) -> None:
        """Paint the floor, the tiles' shadows on it, the wall and the slots."""
        pen = ImageDraw.Draw(image)
        paint_floor(pen, self.scene, board.tile, board.least_letters, theme)
        paint_shadows(pen, board, theme)
        paint_wall(image, self.scene, board.tile, board.least_letters, theme)
        paint_slots(pen, board, theme.floor_slot, theme)

    def paint_over_tiles(self, image: Image.Image, tile: int) -> None:
        """Paint the seams between tiles."""
        paint_seams(ImageDraw.Draw(image), self.scene, tile)

    def paint_over_figures(self, image: Image.Image, board: Board) -> None:
        """Paint the keeps and the scoring markers."""
        paint_pieces(image, self.scene, board.tile, board.least_letters)

    def pictures(self, board: Board, theme: Theme) -> Iterator[PlacedPicture]:
        """Yield the castle's pictures."""
        return castle_pictures(self.scene, board, theme)


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

    def board_extras(self, state: State, styles: Sequence[PieceStyle], part: BoardPart) -> BoardExtras:
        """Return the castle."""
        return CastleBoard(castle_scene(state, styles, part))

    def card_rows(self, state: State, seat: int, words: Words) -> tuple[WallTileRow]:
        """Return a player's keep and wall tiles."""
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
