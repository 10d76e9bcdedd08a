"""The outlines of walled segments: which part of the tile lies inside the walls."""

from dataclasses import dataclass
from typing import Final

from carcassonne.geometry import SIDES, Side
from render.art.curves import Line, smooth, turned

CAP: Final = smooth([(0, 0), (0.17, 0.125), (0.31, 0.245), (0.5, 0.295), (0.69, 0.245), (0.83, 0.125), (1, 0)])
"""The wall of a city on the north side."""
DIAGONAL: Final = smooth([(0, 1), (0.125, 0.83), (0.33, 0.64), (0.47, 0.47), (0.64, 0.33), (0.83, 0.125), (1, 0)])
"""The wall of a city on the north and west sides."""
WHOLE: Final[Line] = ((0, 0), (1, 0), (1, 1), (0, 1))


@dataclass(frozen=True, slots=True)
class Outline:
    """A region: ``polygon`` less ``cuts``. Walking along one of its ``walls``, the region lies to the left."""

    polygon: Line
    cuts: tuple[Line, ...]
    walls: tuple[Line, ...]


def outline(sides: tuple[Side, ...]) -> Outline:
    """Return the region of a walled segment that reaches these sides."""
    match sorted(sides):
        case [side]:
            wall = turned(CAP, side)
            return Outline(wall, (), (wall,))
        case [one, other] if (other - one) % 2:
            # The drawn corner lies between west and north, so it is turned to begin with the later of the two.
            quarters = 0 if (one, other) == (0, 3) else other
            wall = turned(DIAGONAL, quarters)
            return Outline((*wall, *turned([(0, 0)], quarters)), (), (wall,))
        case reached:
            cuts = tuple(turned(CAP, side) for side in SIDES if side not in reached)
            return Outline(WHOLE, cuts, tuple(cut[::-1] for cut in cuts))
