"""The podium of a tournament: the first three on their steps, each with a follower."""

from collections.abc import Sequence
from typing import Final

from PIL import Image

from carcassonne import Colour
from render.look.look import Look
from render.look.theme import PieceStyle
from render.look.words import PodiumStep
from render.panel.sheet import Sheet
from render.pieces.figures import figure_image
from render.text.fonts import BOLD, MEDIUM
from render.text.names import MAX_TITLE_LENGTH, showable_name

WIDTH: Final = 1100
HEIGHT: Final = 700
_TITLE: Final = 56
"""The level of the title."""
_STEPS: Final = {1: (400, 320), 2: (90, 230), 3: (710, 170)}
"""For each place the left edge of its step, and its height."""
_STEP_WIDTH: Final = 300
_FIGURE: Final = 120
_COLOURS: Final = {1: Colour.YELLOW, 2: Colour.BLUE, 3: Colour.RED}
_MOST_NAMES: Final = 2


def podium_image(title: str, steps: Sequence[PodiumStep], unreadable: str, look: Look) -> Image.Image:
    """Return the picture of a podium, an RGB image. Places that nobody has stay empty."""
    scale = look.size.scale
    image = Image.new("RGB", (round(WIDTH * scale), round(HEIGHT * scale)), look.theme.panel)
    sheet = Sheet(image, look.theme, scale)
    shown = showable_name(title, unreadable.format(rank=1), MAX_TITLE_LENGTH)
    shown, letters = sheet.fitted_in(shown, WIDTH - 80, (44, 38, 32), BOLD)
    sheet.text((WIDTH // 2, _TITLE), shown, sheet.theme.text, letters, BOLD, "mm")
    for step in steps:
        if step.place in _STEPS:
            _step(sheet, step, unreadable)
    return image


def _step(sheet: Sheet, step: PodiumStep, unreadable: str) -> None:
    theme = sheet.theme
    left, height = _STEPS[step.place]
    top, middle = HEIGHT - height, left + _STEP_WIDTH // 2
    line = theme.accent if step.place == 1 else None
    sheet.box((left, top, left + _STEP_WIDTH - 1, HEIGHT + 20), theme.card, line, thick=4, radius=12)
    sheet.text((middle, top + 50), str(step.place), theme.text, 60, BOLD, "mm")
    sheet.text((middle, top + 104), step.points, theme.text_dim, 32, MEDIUM, "mm")
    figure = figure_image(PieceStyle(0, _COLOURS[step.place]), sheet.pixels(_FIGURE), numbered=False)
    sheet.paste_at_level(figure, middle - figure.width / sheet.scale / 2, top - _FIGURE / 2 - 6)
    for number, name in enumerate(reversed(step.names[:_MOST_NAMES])):
        text, letters = sheet.fitted_in(showable_name(name, unreadable.format(rank=step.place)), 330, (38, 34, 30, 26))
        sheet.text((middle, top - _FIGURE - 48 - number * 44), text, theme.text, letters, BOLD, "mm")
