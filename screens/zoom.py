"""The buttons below a private board: five levels of zoom, all of it, and four that move the part that is shown."""

from typing import Final

from carcassonne import Position
from render import BoardWindow
from screens import custom_ids as ids
from screens.screen import Button, Rows, Style, rows
from screens.text.choices import BoardView, ZoomLevel, ZoomPress

_ARROWS: Final = {
    ZoomPress.WEST: ("←", -1, 0),
    ZoomPress.NORTH: ("↑", 0, -1),
    ZoomPress.SOUTH: ("↓", 0, 1),
    ZoomPress.EAST: ("→", 1, 0),
}
"""By button: its label, and how many halves of the window it moves east and south."""


def zoom_of(level: ZoomLevel) -> int | None:
    """Return the zoom of a level as pictures have it: None for all of the board."""
    return None if level is ZoomLevel.ALL else int(level)


def zoom_rows(number: int, view: BoardView, window: BoardWindow, zoom: int | None, middle: Position | None) -> Rows:
    """Return the buttons below a board of which a window is seen.

    ``zoom`` is its level and ``middle`` the cell that was asked for; None for the whole board and for the last move.
    """
    levels, arrows = list[Button](), list[Button]()
    for level in ZoomLevel:
        is_shown = window.is_whole if level is ZoomLevel.ALL else zoom_of(level) == zoom
        custom_id = ids.ZoomId(number, ZoomPress.LEVEL, view, level, middle)
        style = Style.PRIMARY if is_shown else Style.SECONDARY
        levels.append(Button(custom_id, level.value, style, is_disabled=is_shown))
    same_level = ZoomLevel.ALL if zoom is None else ZoomLevel(str(zoom))
    for press, (label, east, south) in _ARROWS.items():
        moved = None if zoom is None else window.moved(east, south)
        arrows.append(Button(ids.ZoomId(number, press, view, same_level, moved), label, is_disabled=moved is None))
    return rows(levels[1:], [levels[0], *arrows])
