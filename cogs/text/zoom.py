"""Texts about the part of a board that is shown, and the levels of its zoom."""

from enum import StrEnum

from carcassonne import Position, format_cell
from cogs.text.i18n import _


class ZoomLevel(StrEnum):
    """The levels of the zoom, as their buttons show them: all of the board, or ever less of it and larger tiles."""

    ALL = "A"
    LEVEL_1 = "1"
    LEVEL_2 = "2"
    LEVEL_3 = "3"
    LEVEL_4 = "4"
    LEVEL_5 = "5"


class ZoomPress(StrEnum):
    """What a button below a board does: it chooses a level, or moves the part that is shown."""

    LEVEL = "level"
    WEST = "west"
    NORTH = "north"
    SOUTH = "south"
    EAST = "east"


def shown_part_text(corners: tuple[Position, Position]) -> str:
    """Say which cells are shown, by the first and the last of them."""
    first, last = map(format_cell, corners)
    return _("You see {first} to {last}.").format(first=first, last=last)
