"""The geometry of The Castle's wall: its bends, corner towers, and the spaces of the scoring track.

Lengths are in tiles, from the north-west corner of the cell A1; x grows eastward, y southward. The wall runs clockwise.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from carcassonne import position_at
from carcassonne.castle.tiles import CORNER_TOWERS, SPACES, TRACK

DEPTH: Final = 0.56
"""The depth of the wall."""
TRACK_DEPTH: Final = 0.26
"""The depth of the scoring track, which is at the outer edge of the wall."""
_TOWER_OFFSET: Final = 0.2
"""How far a tower at an inward bend is moved outward. It leaves room for the start space beside the tower."""

Vector: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Tower:
    """A corner tower: the lower of its two spaces, its middle, and the wall's directions before and after it."""

    number: int
    middle: Vector
    before: Vector
    after: Vector

    def at(self, share: float) -> Vector:
        """Return a point on the line from the first space (-1) through the middle (0) to the second space (1)."""
        (x, y), (cx, cy), (lx, ly) = self.middle, self.before, self.after
        reach = share * DEPTH / 2
        return x + reach * (cx + lx), y + reach * (cy + ly)


@dataclass(frozen=True, slots=True)
class Stretch:
    """A straight piece of wall between two towers: its inner edge from start to end, and the spaces on it."""

    start: Vector
    end: Vector
    outward: Vector
    numbers: range

    def at(self, share: float, out: float) -> Vector:
        """Return the point at a share of the length, ``out`` tiles outside the inner edge."""
        (x, y), (ex, ey), (ox, oy) = self.start, self.end, self.outward
        return x + (ex - x) * share + ox * out, y + (ey - y) * share + oy * out

    def box(self, begin: float, end: float, near: float, far: float) -> tuple[float, float, float, float]:
        """Return (left, top, right, bottom) of a part of it."""
        (x, y), (ex, ey) = self.at(begin, near), self.at(end, far)
        return min(x, ex), min(y, ey), max(x, ex), max(y, ey)


@dataclass(frozen=True, slots=True)
class Wall:
    """The whole wall. ``outline`` has the corners of its inner edge."""

    outline: tuple[Vector, ...]
    towers: tuple[Tower, ...]
    stretches: tuple[Stretch, ...]

    def space(self, number: int) -> Vector:
        """Return the middle of a space of the scoring track."""
        for tower in self.towers:
            if number - tower.number in (0, 1):
                return tower.at(0.5 if number > tower.number else -0.5)
        stretch = next(one for one in self.stretches if number in one.numbers)
        share = (number - stretch.numbers.start + 0.5) / len(stretch.numbers)
        return stretch.at(share, DEPTH - TRACK_DEPTH / 2)


@lru_cache(maxsize=1)
def castle_wall() -> Wall:
    """Return the wall of The Castle."""
    bends = list(_bends())
    numbers = (0, *CORNER_TOWERS)
    towers = tuple(_tower(number, bend) for number, bend in zip(numbers, bends, strict=True))
    ends = (*numbers[1:], TRACK)
    stretches = tuple(
        _stretch(bend, bends[(place + 1) % len(bends)], range(numbers[place] + 2, ends[place]))
        for place, bend in enumerate(bends)
    )
    return Wall(tuple(point for point, _, _ in bends), towers, stretches)


_Bend: TypeAlias = tuple[Vector, Vector, Vector]
"""A bend of the inner edge: its point, and the directions before and after it."""


def _bends() -> Iterator[_Bend]:
    """Yield the bends clockwise from the north-west corner, by following the border of the spaces."""
    start: Vector = (0.0, 0.0)
    here, heading = start, (0.0, -1.0)
    while True:
        before, heading = heading, _next_heading(here, heading)
        if heading != before:
            yield here, before, heading
        here = (here[0] + heading[0], here[1] + heading[1])
        if here == start:
            return


def _next_heading(here: Vector, heading: Vector) -> Vector:
    right = _right_of(heading)
    left = (-right[0], -right[1])
    if _is_inside(here, heading, left):
        return left
    return heading if _is_inside(here, heading, right) else right


def _right_of(heading: Vector) -> Vector:
    return -heading[1], heading[0]


def _is_inside(here: Vector, heading: Vector, aside: Vector) -> bool:
    """Return whether the space ahead, on the side ``aside``, is within the castle."""
    x, y = (point + (ahead + beside) / 2 for point, ahead, beside in zip(here, heading, aside, strict=True))
    return position_at(math.floor(x), math.floor(y)) in SPACES


def _tower(number: int, bend: _Bend) -> Tower:
    (x, y), before, after = bend
    outside = DEPTH / 2 if _is_convex(bend) else -DEPTH / 2 - _TOWER_OFFSET
    middle = x + outside * (before[0] - after[0]), y + outside * (before[1] - after[1])
    return Tower(number, middle, before, after)


def _is_convex(bend: _Bend) -> bool:
    return bend[2] == _right_of(bend[1])


def _stretch(bend: _Bend, following: _Bend, numbers: range) -> Stretch:
    """Return the wall from one bend to the next, without what the tower at an inward bend covers."""
    heading = bend[2]
    right = _right_of(heading)
    start, end = (
        point if _is_convex(one) else (point[0] + reach * heading[0], point[1] + reach * heading[1])
        for one, reach in ((bend, DEPTH), (following, -DEPTH))
        for point in (one[0],)
    )
    return Stretch(start, end, (-right[0], -right[1]), numbers)
