"""The differences between editions' pictures: a class with methods that an edition with more to show overrides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from carcassonne import Rgb, State
from render.board.board import BoardExtras, BoardPart
from render.board.ground import PlainGround
from render.look.theme import PieceStyle
from render.look.words import Words
from render.panel.holding import Sign
from render.panel.player_card import CardRow

LABEL_MARGIN: Final = 0.36
"""The margin for the labels at an edge beyond which the table goes on, in tiles."""
LABEL_ROOM: Final = (1.25, 1.05)
"""The least margin for the labels at an edge at the side, and at one above or below, in heights of their letters."""


@dataclass(frozen=True, slots=True)
class Edge:
    """One edge of a board, in pixels outward from the outermost cells.

    ``margin`` is the room left there, ``label`` the distance of the labels' middle, and ``clip`` how far
    ``BoardExtras`` may draw.
    """

    margin: int
    label: int
    clip: int


@dataclass(frozen=True, slots=True)
class CardAdditions:
    """What an edition, or an expansion that keeps something in ``extras``, adds to cards and to the panel: nothing."""

    colours: tuple[Rgb, ...] = field(default=(), kw_only=True)
    """The colours for which pictures need palette entries besides those of every picture."""

    def signs(self, state: State, seat: int) -> Sequence[Sign]:
        """Return the signs, with numbers, of what a player has."""
        return ()

    def card_rows(self, state: State, seat: int, words: Words) -> Sequence[CardRow]:
        """Return the rows that are added to a player's card."""
        return ()

    def card_text(self, state: State, seat: int, words: Words) -> str:
        """Return the same in letters, for cards that are not drawn; empty if nothing is added."""
        return ""

    def panel_lines(self, state: State, words: Words) -> list[str]:
        """Return lines of text that the panel adds below those about the tile."""
        return []


@dataclass(frozen=True, slots=True)
class EditionPicture(CardAdditions):
    """The picture of an edition that has tiles and figures and nothing else.

    ``format`` is the name of its format in each ``Size``. The ``picture`` of a ruleset names its row in
    ``EDITION_PICTURES``.
    """

    format: str
    english_terms: Mapping[str, str] = field(default_factory=dict)
    """The words that this edition needs in ``Words.terms``, in English."""
    least_card_width: int = 0
    """The least width of a player's card, as a length of a ``Sheet``."""
    usual_lines: int = 2
    """How many lines the panel has about most tiles, at most."""

    def edge(self, tile: int, labels: float, *, is_level: bool, is_end: bool) -> Edge:
        """Return one edge of the board, for tiles with a side of ``tile`` pixels and labels of that height in tiles.

        ``is_level`` says that the edge is above or below the board. ``is_end`` says that the board ends there, and no
        cells are beyond it.
        """
        margin = round(tile * max(LABEL_MARGIN, LABEL_ROOM[is_level] * labels))
        return Edge(margin, margin // 2, 0)

    def board_extras(self, state: State, styles: Sequence[PieceStyle], part: BoardPart) -> BoardExtras:
        """Return what is drawn of the board besides tiles and figures; ``styles`` are by seat."""
        return PlainGround()
