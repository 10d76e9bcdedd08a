"""The window through which a board is seen: which cells it shows, and where it can be moved."""

from dataclasses import dataclass

from carcassonne import Position, State, position_at
from carcassonne.projection import dead_cells
from render.look.views import Area, View, visible_area


@dataclass(frozen=True, slots=True)
class BoardWindow:
    """The cells that are shown, and those of the whole board."""

    shown: Area
    whole: Area

    @property
    def is_whole(self) -> bool:
        """Return whether nothing of the board is left out."""
        return self.shown == self.whole

    @property
    def corners(self) -> tuple[Position, Position]:
        """The north-western and the south-eastern cell that are shown."""
        return position_at(self.shown.left, self.shown.top), position_at(self.shown.right, self.shown.bottom)

    @property
    def middle(self) -> Position:
        """The cell in the middle of those that are shown."""
        return position_at((self.shown.left + self.shown.right) // 2, (self.shown.top + self.shown.bottom) // 2)

    def moved(self, east: int, south: int) -> Position | None:
        """Return the middle of the window after it has moved by half of itself; None if it is at the edge already.

        ``east`` and ``south`` say where: 1, 0 or -1.
        """
        shown, whole = self.shown, self.whole
        left = _moved(shown.left, east, shown.columns, whole.left, whole.right)
        top = _moved(shown.top, south, shown.rows, whole.top, whole.bottom)
        if (left, top) == (shown.left, shown.top):
            return None
        return position_at(left + shown.columns // 2, top + shown.rows // 2)


def board_window(state: State, view: View, zoom: int | None, area: Area | None) -> BoardWindow:
    """Return the window of a picture with these options; see ``render.draw``. Raise ValueError for an unknown zoom."""
    beyond = dead_cells(state) if view is View.DEAD else ()
    return BoardWindow(visible_area(state, zoom, area, beyond), visible_area(state, None, None, beyond))


def _moved(first: int, direction: int, length: int, least: int, most: int) -> int:
    """Return the first of ``length`` cells moved by half of that, within the least and the most."""
    return max(least, min(first + direction * max(1, length // 2), most - length + 1))
