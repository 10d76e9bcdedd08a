"""The frames of an animation: one picture of the board and the panel for each turn, all laid out alike."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from carcassonne import winners
from render.layout.arranged import Arrangement
from render.layout.arrangement import arrangement_of, end_arrangement
from render.layout.board_layout import BoardLayout
from render.layout.panel_content import PanelContent, panel_content
from render.layout.scene import Scene
from render.look.look import ANIMATED, Look
from render.look.theme import Theme
from render.look.views import Area, DrawOptions
from render.share.steps import Step, TooLargeToShowError, game_area, shown_state

MAX_FRAMES: Final = 200
MAX_TILES_DRAWN: Final = 40_000
"""The most tiles on all frames together. A game with more has fewer frames."""
MIN_FRAMES: Final = 8
MAX_PIXELS: Final = 2_000_000
"""The most pixels of a frame. A board that is larger with the smallest tiles is not drawn."""


@dataclass(frozen=True, slots=True)
class FrameLayout:
    """What all frames have in common. ``size`` is the width and height of a frame."""

    area: Area
    options: DrawOptions
    arrangement: Arrangement

    @property
    def tile(self) -> int:
        """The side of a tile, in pixels."""
        return self.arrangement.tile

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of a frame, in pixels."""
        return self.arrangement.width, self.arrangement.height


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
    area = game_area(steps)
    options = DrawOptions(area=area, look=Look(theme, ANIMATED))
    tallest = max(steps, key=lambda step: _content(step).rows_height)
    arranged = arrangement_of(shown_state(tallest), area, _content(tallest), options)
    if arranged.width * arranged.height > MAX_PIXELS:
        raise TooLargeToShowError((arranged.width, arranged.height))
    return FrameLayout(area, options, arranged)


def frames(steps: Sequence[Step], layout: FrameLayout) -> Iterator[Image.Image]:
    """Yield the frames, as RGB images."""
    theme = layout.options.look.theme
    for step in steps:
        yield frame_scene(step, layout).paint(theme)


def frame_scene(step: Step, layout: FrameLayout) -> Scene:
    """Lay out one frame. The board has the same place in all of them."""
    state, arranged = shown_state(step), layout.arrangement
    styles = step.words.styles(state)
    board = BoardLayout(
        state, layout.area, layout.tile, layout.options, styles, arranged.board_at, arranged.letters
    ).board()
    content = _content(step)
    arranged = end_arrangement(arranged, content) if state.is_over else arranged
    return Scene(*layout.size, board, arranged.panel(content), arranged.scale)


def _content(step: Step) -> PanelContent:
    state = shown_state(step)
    return panel_content(state, step.words, winners(state) if step.winners is None else step.winners)
