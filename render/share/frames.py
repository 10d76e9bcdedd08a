"""The frames of an animation: one picture of the board and the panel for each turn, all laid out alike."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from PIL import Image

from carcassonne import State, winners
from render.board_layout import board_of, board_size, format_of
from render.draw_options import DrawOptions
from render.formats import ANIMATED
from render.look import Look
from render.paint import paint
from render.panel import Panel, below_panel, beside_panel, card_height
from render.scene import Scene
from render.share.steps import Step, TooLargeToShowError, shown_state, whole_area
from render.theme import Theme
from render.views import Area

MAX_FRAMES: Final = 200
MAX_TILES_DRAWN: Final = 40_000
"""The most tiles on all frames together. A game with more has fewer frames."""
MIN_FRAMES: Final = 8
MAX_PIXELS: Final = 2_000_000
"""The most pixels of a frame. A board that is larger with the smallest tiles is not drawn."""

LayPanel: TypeAlias = Callable[..., Panel]


@dataclass(frozen=True, slots=True)
class FrameLayout:
    """What all frames have in common. ``board`` is the width and height of the board, ``size`` that of a frame."""

    area: Area
    options: DrawOptions
    tile: int
    lay: LayPanel
    board: tuple[int, int]
    size: tuple[int, int]


def chosen_steps(steps: Sequence[Step]) -> Sequence[Step]:
    """Return the steps that get a frame: all of them, or of a very long game some, with the first and the last."""
    tiles = max(1, len(steps[-1].state.cells))
    most = max(MIN_FRAMES, min(MAX_FRAMES, MAX_TILES_DRAWN // tiles))
    if len(steps) <= most:
        return steps
    last = len(steps) - 1
    return [steps[number * last // (most - 1)] for number in range(most)]


def layout_of(steps: Sequence[Step], theme: Theme) -> FrameLayout:
    """Return a layout in which the tiles are as large as they can be. Raise TooLargeToShowError."""
    area = whole_area(steps)
    options = DrawOptions(area=area, look=Look(theme, ANIMATED))
    tallest = max(steps, key=lambda step: card_height(step.state))
    form = format_of(tallest.state, options)
    for tile in form.tiles:
        board = board_size(tallest.state, area, tile, options)
        for lay in (beside_panel, below_panel):
            width, height = _panel_of(tallest, lay, board).picture
            least = _panel_of(tallest, lay, (1, 1)).picture  # what the panel alone takes is never too much
            if form.fits_size(
                width - max(0, least[0] - form.max_size[0]), height - max(0, least[1] - form.max_size[1])
            ):
                return _layout(steps, area, options, tile, lay, board)
    return _layout(steps, area, options, form.tiles[-1], beside_panel, board)


def _layout(
    steps: Sequence[Step], area: Area, options: DrawOptions, tile: int, lay: LayPanel, board: tuple[int, int]
) -> FrameLayout:
    sizes = [_panel_of(step, lay, board).picture for step in steps]
    size = max(width for width, _ in sizes), max(height for _, height in sizes)
    if size[0] * size[1] > MAX_PIXELS:
        raise TooLargeToShowError(size)
    return FrameLayout(area, options, tile, lay, board, size)


def frames(steps: Sequence[Step], layout: FrameLayout) -> Iterator[Image.Image]:
    """Yield the frames, as RGB images."""
    theme = layout.options.look.theme
    for step in steps:
        yield paint(_scene(step, layout), theme)


def _scene(step: Step, layout: FrameLayout) -> Scene:
    """Lay out one frame. The board has the same place in all of them, and the panel fills the rest."""
    state, (width, height) = shown_state(step), layout.size
    room = (layout.board[0], height) if layout.lay is beside_panel else (width, layout.board[1])
    panel = _panel_of(step, layout.lay, room)
    corner = (room[0] - layout.board[0]) // 2, (room[1] - layout.board[1]) // 2
    board = board_of(state, layout.area, layout.tile, layout.options, step.words.styles(state), corner)
    return Scene(width, height, board, panel, layout.options.look.size.scale)


def _panel_of(step: Step, lay: LayPanel, board: tuple[int, int]) -> Panel:
    state = shown_state(step)
    return lay(state, step.words, *board, _winners(step, state))


def _winners(step: Step, state: State) -> frozenset[int]:
    return winners(state) if step.winners is None else step.winners
