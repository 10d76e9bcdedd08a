"""The layout of a whole picture: the board and the panel. Lengths are in pixels of the picture."""

from dataclasses import dataclass
from math import ceil

from carcassonne import Phase, State, winners
from carcassonne.projection import dead_cells, projected_scores
from render.board import Board
from render.board_layout import board_of, board_size, format_of
from render.draw_options import DrawOptions
from render.panel import Panel, below_panel, beside_panel
from render.views import Area, View, visible_area
from render.words import Words


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture. Lengths in the panel are ``scale`` pixels each."""

    width: int
    height: int
    board: Board
    panel: Panel
    scale: float


def scene_of(state: State, words: Words, options: DrawOptions) -> Scene:
    """Lay out the picture of a state, with the largest tiles that fit, and the panel beside or below the board."""
    if options.winners is not None:
        state = _as_finished(state)
    won = winners(state) if options.winners is None else options.winners
    shown = _shown_area(state, options)
    totals = projected_scores(state) if options.view is View.SCORE and not state.is_over else None
    form, scale = format_of(state, options), options.look.size.scale
    sizes = form.tiles if options.tile is None else (options.tile,)
    for size in sizes:
        width, height = (ceil(length / scale) for length in board_size(state, shown, size, options))
        choices = [lay(state, words, width, height, won, totals) for lay in (beside_panel, below_panel)]
        fitting = [panel for panel in choices if form.fits_size(*_scaled(panel.picture, scale))]
        if fitting or size == sizes[-1]:
            panel = min(fitting or choices, key=lambda one: one.picture[0] * one.picture[1])
            break
    board = board_of(state, shown, size, options, words.styles(state), _scaled(panel.board_at, scale))
    return Scene(*_scaled(panel.picture, scale), board, panel, scale)


def _scaled(lengths: tuple[int, int], scale: float) -> tuple[int, int]:
    return round(lengths[0] * scale), round(lengths[1] * scale)


def _as_finished(state: State) -> State:
    """Return a state as that of a finished game: nobody is to move, and no tile is in hand."""
    over = state.copy()
    over.phase, over.tile = Phase.OVER, None
    return over


def _shown_area(state: State, options: DrawOptions) -> Area:
    beyond = dead_cells(state) if options.view is View.DEAD else ()
    return visible_area(state, options.zoom, options.area, beyond)
