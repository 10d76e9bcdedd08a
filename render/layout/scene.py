"""The layout of a whole picture: the board and the panel. Lengths are in pixels of the picture."""

from dataclasses import dataclass, replace
from typing import Final

from PIL import Image

from carcassonne import Phase, Rgb, State, legal_placements, winners
from carcassonne.projection import dead_cells, projected_scores
from render.board.board import Board
from render.board.paint_board import paint_board
from render.layout.arranged import Arrangement
from render.layout.arrangement import arrangement_of
from render.layout.board_layout import BoardLayout
from render.layout.panel_content import PanelContent, panel_content
from render.look.overlays import picture_colours
from render.look.theme import END_COLOURS, Theme
from render.look.views import PART, Area, DrawOptions, View, is_large_game, part_that_matters, visible_area
from render.look.words import Words
from render.panel.boxes import Panel
from render.panel.result_card import ResultCard
from render.panel.sheet import Sheet
from render.panel.small_map import MapTile, SmallMap
from render.panel.view_key import view_key


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture. Lengths in the panel are ``scale`` pixels each."""

    width: int
    height: int
    board: Board
    panel: Panel
    scale: float

    def paint(self, theme: Theme) -> Image.Image:
        """Return the picture, an RGB image."""
        image = Image.new("RGB", (self.width, self.height), theme.table)
        paint_board(image, self.board, theme)
        self.panel.paint(Sheet(image, theme, self.scale))
        return image

    def colours(self, theme: Theme) -> tuple[Rgb, ...]:
        """Return the colours that it needs besides those of every picture, and of pieces."""
        return (*picture_colours(theme, self.board.view), *(END_COLOURS if self.panel.all(ResultCard) else ()))


def scene_of(state: State, words: Words, options: DrawOptions) -> Scene:
    """Lay out the picture of a state, so that it is read at a glance where it is shown."""
    if options.winners is not None:
        state = _as_finished(state)
    won = winners(state) if options.winners is None else options.winners
    beyond = dead_cells(state) if options.view is View.DEAD else ()
    shown = visible_area(state, options.zoom, options.area, beyond)
    totals = projected_scores(state) if options.view is View.SCORE and not state.is_over else None
    content = panel_content(
        state, words, won, totals, view_key(state, words, shown, options), shows_spots=options.shows_spots
    )
    arranged = arrangement_of(state, shown, content, options)
    if _is_too_small(state, arranged, options):
        whole, shown = shown, part_that_matters(state, shown)
        content, arranged = _with_map(state, whole, shown, content, options)
        if rows := arranged.empty_rows:
            shown = part_that_matters(state, whole, PART + rows)
            content, arranged = _with_map(state, whole, shown, content, options)
    styles = words.styles(state)
    board = BoardLayout(state, shown, arranged.tile, options, styles, arranged.board_at, arranged.letters).board()
    return Scene(arranged.width, arranged.height, board, arranged.panel(content), arranged.scale)


def _with_map(
    state: State, whole: Area, shown: Area, content: PanelContent, options: DrawOptions
) -> tuple[PanelContent, Arrangement]:
    """Return what the panel shows, with a map of the whole board, and the arrangement of a picture of a part."""
    tiles = [MapTile(position, laid.turned) for position, laid in sorted(state.cells.items())]
    slots = sorted({position for position, _ in legal_placements(state)}) if state.tile else []
    content = replace(content, map=SmallMap(tiles, slots, whole, shown))
    return content, arrangement_of(state, shown, content, options)


def _is_too_small(state: State, arranged: Arrangement, options: DrawOptions) -> bool:
    """Return whether the whole board would be too small to be read: only a part of it is shown then.

    Views are about the whole board, and so are finished games. Those with fewer tiles are always shown whole.
    """
    is_asked_for = options.zoom is not None or options.area is not None or options.tile is not None
    is_whole = is_asked_for or options.view is not View.NORMAL or state.is_over or state.ruleset.bounds is not None
    if is_whole or not is_large_game(state):
        return False
    return arranged.shown_tile(options.look.size.place) < _LEAST_TILE


_LEAST_TILE: Final = 14
"""The least side of a tile where a whole board is shown, in pixels."""


def _as_finished(state: State) -> State:
    """Return a state as that of a finished game: nobody is to move, and no tile is in hand."""
    over = state.copy()
    over.phase, over.tile = Phase.OVER, None
    return over
