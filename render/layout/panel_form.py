"""The forms that a panel can have. Lengths are those of a ``Sheet``."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from render.layout.panel_content import PanelContent
from render.panel.boxes import GAP, Box

_SPARE: Final = 1.03
"""How much higher than it must be a panel with larger letters is. So there is room for further lines."""


@dataclass(frozen=True, slots=True)
class PanelForm:
    """A form of the panel, beside the board or below it. ``box`` makes it of what it shows."""

    box: Callable[[PanelContent], Box]
    is_beside: bool
    width: float
    """Its least width."""


class PanelNeeds:
    """A form of the panel, with the least width and height that it needs to show a state."""

    def __init__(self, form: PanelForm, content: PanelContent) -> None:
        self.form, self.is_beside, self.width = form, form.is_beside, form.width
        self._box = form.box(content)
        self.height = self._box.height(self.width - 2 * GAP) + 2 * GAP

    @property
    def most_height(self) -> float:
        """How high it can be at the least width without empty room."""
        return self._box.bounds(self.width - 2 * GAP)[1] + 2 * GAP

    def most_scale(self, board: tuple[int, int], width: float, height: float) -> float:
        """Return the scale with which the panel and a board are nearly as wide or as high as a picture may be."""
        if self.is_beside:
            return min((width - board[0]) / self.width, height / (_SPARE * self.height))
        return min(width / self.width, (height - board[1]) / self.height)
