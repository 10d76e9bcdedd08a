"""Where a field or a court lies on its tile, as people say it: ``west``, ``northeast, northwest``.

The notation names it by one half-side (``SSW``), which nobody would say.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import compress
from typing import Final

from carcassonne import Segment
from carcassonne.geometry import SIDE_POINTS, SIDES
from carcassonne.kinds import OPEN_GROUND
from cogs.text.i18n import pgettext

_CORNERS: Final = ("NE", "SE", "SW", "NW")
"""The corners of a tile, each after the side with the same number."""

_WORDS: Final[Mapping[str, Callable[[], str]]] = {
    "N": lambda: pgettext("place on a tile", "north"),
    "E": lambda: pgettext("place on a tile", "east"),
    "S": lambda: pgettext("place on a tile", "south"),
    "W": lambda: pgettext("place on a tile", "west"),
    "NE": lambda: pgettext("place on a tile", "northeast"),
    "SE": lambda: pgettext("place on a tile", "southeast"),
    "SW": lambda: pgettext("place on a tile", "southwest"),
    "NW": lambda: pgettext("place on a tile", "northwest"),
}


def places(segment: Segment) -> tuple[str, ...]:
    """Return where a field or a court lies: the sides that it fills, or if it fills none, its corners (``NE``).

    Both corners of a side count as the side. No two fields or courts of a tile have the same. Return nothing for
    other kinds.
    """
    if segment.kind not in OPEN_GROUND:
        return ()
    ports = set(segment.ports)
    if filled := [SIDE_POINTS[side] for side in SIDES if {3 * side, 3 * side + 2} <= ports]:
        return tuple(filled)
    corners = [bool({3 * side + 2, (3 * side + 3) % 12} & ports) for side in SIDES]
    between = [corners[side - 1] and corners[side] for side in SIDES]
    alone = [corners[side] and not (between[side] or between[(side + 1) % 4]) for side in SIDES]
    return (*compress(SIDE_POINTS, between), *compress(_CORNERS, alone))


def place_text(segments: Sequence[Segment], number: int) -> str:
    """Return where a field or a court lies, in words: ``north, east``.

    Return nothing if the tile has no other of its kind, and for other kinds.
    """
    segment = segments[number]
    if sum(one.kind is segment.kind for one in segments) == 1:
        return ""
    return ", ".join(_WORDS[place]() for place in places(segment))
