"""How a picture is arranged: where the panel is, in which form, and how large everything is."""

from dataclasses import dataclass
from math import ceil

from render.layout.board_shape import BoardShape
from render.layout.panel_content import PanelContent
from render.layout.panel_forms import PanelForm
from render.look.formats import Format, Place
from render.panel.panel import Panel, Rectangle


@dataclass(frozen=True, slots=True)
class PanelNeeds:
    """A form of the panel with its least width and height, as lengths of a ``Sheet``.

    Of several forms, the one with the least ``number`` shows most. Up to ``most_height`` it fills its room.
    """

    form: PanelForm
    number: int
    width: float
    height: float
    most_height: float


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How a picture is arranged. All lengths are pixels; one length of the panel is ``scale`` of them.

    ``tile`` is the side of a tile, ``letters`` the height of the smallest letters on the board.
    """

    needs: PanelNeeds
    tile: int
    scale: float
    letters: int
    board: tuple[int, int]
    width: int
    height: int

    def shown_tile(self, place: Place) -> float:
        """Return the side of a tile where the picture is shown."""
        return self.tile * place.share(self.width, self.height)

    @property
    def board_at(self) -> tuple[int, int]:
        """The upper left corner of the board."""
        if self.needs.form.is_beside:
            return 0, (self.height - self.board[1]) // 2
        return (self.width - self.board[0]) // 2, 0

    def panel(self, content: PanelContent) -> Panel:
        """Lay out the panel of a state."""
        return self.needs.form.lay(content, self._panel_rectangle)

    @property
    def has_room(self) -> bool:
        """Whether the panel has all the room that it needs."""
        _, _, width, height = self._panel_rectangle
        return self.needs.width <= width and self.needs.height <= height

    @property
    def _panel_rectangle(self) -> Rectangle:
        left, top = (self.board[0], 0) if self.needs.form.is_beside else (0, self.board[1])
        rectangle = (left, top, self.width - left, self.height - top)
        x, y, width, height = (length / self.scale for length in rectangle)
        return x, y, width, height

    @property
    def empty(self) -> float:
        """How much of the height of a panel beside the board is more than it can fill."""
        return 1 - self.needs.most_height * self.scale / self.height if self.needs.form.is_beside else 0.0


def arranged(needs: PanelNeeds, shape: BoardShape, form: Format, tile: int, scale: float, letters: int) -> Arrangement:
    """Return the arrangement with tiles, a panel and letters of these sizes."""
    board = shape.size(tile, max(form.labels, letters / tile))
    width, height = ceil(needs.width * scale), ceil(needs.height * scale)
    if needs.form.is_beside:
        return Arrangement(needs, tile, scale, letters, board, board[0] + width, max(board[1], height))
    return Arrangement(needs, tile, scale, letters, board, max(board[0], width), board[1] + height)
