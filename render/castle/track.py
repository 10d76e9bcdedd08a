"""The wall of The Castle as a figure on the plane: its bends, corner towers, and the spaces of the scoring track.

Measured in tiles from the north-west corner of the cell A1; x grows eastward, y southward. One walks clockwise.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from carcassonne import position_at
from carcassonne.castle.tiles import CORNER_TOWERS, SPACES, TRACK

DEPTH: Final = 0.56
"""How deep the wall is."""
TRACK_DEPTH: Final = 0.26
"""How much of it, on its outer edge, the scoring track takes."""
_ASIDE: Final = 0.16
"""How far a tower at an inward bend is moved outward, to leave room for the start space beside it."""

Vector: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Tower:
    """A corner tower: the lower of its two spaces, its middle, and the directions in which one comes and leaves."""

    number: int
    middle: Vector
    come: Vector
    leave: Vector

    def at(self, share: float) -> Vector:
        """Return a point on the line from the first space (-1) across the middle (0) to the second (1)."""
        (x, y), (cx, cy), (lx, ly) = self.middle, self.come, self.leave
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
        """Return a point at a share of the length, so many tiles outside the inner edge."""
        (x, y), (ex, ey), (ox, oy) = self.start, self.end, self.outward
        return x + (ex - x) * share + ox * out, y + (ey - y) * share + oy * out

    def box(self, begin: float, end: float, near: float, far: float) -> tuple[float, float, float, float]:
        """Return (left, top, right, bottom) of a part of it."""
        (x, y), (ex, ey) = self.at(begin, near), self.at(end, far)
        return min(x, ex), min(y, ey), max(x, ex), max(y, ey)


@dataclass(frozen=True, slots=True)
class Wall:
    """The whole wall. ``outline`` are the corners of its inner edge."""

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
    """Return the wall round the outline, with its towers at the bends."""
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
"""Where it is, and the directions in which one comes and leaves."""


def _bends() -> Iterator[_Bend]:
    """Walk round the outline with the castle on the right, from its north-west corner and back to it."""
    start: Vector = (0.0, 0.0)
    here, way = start, (0.0, -1.0)
    while True:
        come, way = way, _way_on(here, way)
        if way != come:
            yield here, come, way
        here = (here[0] + way[0], here[1] + way[1])
        if here == start:
            return


def _way_on(here: Vector, way: Vector) -> Vector:
    right = _right_of(way)
    left = (-right[0], -right[1])
    if _is_inside(here, way, left):
        return left
    return way if _is_inside(here, way, right) else right


def _right_of(way: Vector) -> Vector:
    return -way[1], way[0]


def _is_inside(here: Vector, way: Vector, aside: Vector) -> bool:
    """Say whether the space lies within the castle that one sees ahead, on that side."""
    x, y = (point + (ahead + beside) / 2 for point, ahead, beside in zip(here, way, aside, strict=True))
    return position_at(math.floor(x), math.floor(y)) in SPACES


def _tower(number: int, bend: _Bend) -> Tower:
    (x, y), come, leave = bend
    outside = DEPTH / 2 if _is_convex(bend) else -DEPTH / 2 - _ASIDE
    middle = x + outside * (come[0] - leave[0]), y + outside * (come[1] - leave[1])
    return Tower(number, middle, come, leave)


def _is_convex(bend: _Bend) -> bool:
    return bend[2] == _right_of(bend[1])


def _stretch(bend: _Bend, following: _Bend, numbers: range) -> Stretch:
    """Return the wall from one bend to the next, less what the tower at an inward bend takes of it."""
    way = bend[2]
    right = _right_of(way)
    start, end = (
        point if _is_convex(one) else (point[0] + reach * way[0], point[1] + reach * way[1])
        for one, reach in ((bend, DEPTH), (following, -DEPTH))
        for point in (one[0],)
    )
    return Stretch(start, end, (-right[0], -right[1]), numbers)
