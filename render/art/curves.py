"""Points and curves on a tile's unit square: x grows eastward, y southward."""

import functools
import itertools
import math
import operator
from collections.abc import Iterable, Sequence
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Line: TypeAlias = tuple[Point, ...]

CENTRE_POINT: Point = (0.5, 0.5)
MIDDLES: tuple[Point, ...] = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))
"""By side: its middle."""
OUTWARD: tuple[Point, ...] = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
"""By side: the direction away from the tile."""


def turned(points: Iterable[Point], quarters: int) -> Line:
    """Turn points clockwise round the tile's centre by quarter turns."""
    line = tuple(points)
    for _ in range(quarters % 4):
        line = tuple((1 - y, x) for x, y in line)
    return line


def toward(start: Point, end: Point, share: float) -> Point:
    """Return the point that lies a share of the way from start to end."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def bezier(start: Point, leave: Point, arrive: Point, end: Point, steps: int = 24) -> Line:
    """Return a cubic curve by its end points and control points."""
    points: list[Point] = []
    for step in range(steps + 1):
        t = step / steps
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        x = a * start[0] + b * leave[0] + c * arrive[0] + d * end[0]
        y = a * start[1] + b * leave[1] + c * arrive[1] + d * end[1]
        points.append((x, y))
    return tuple(points)


def smooth(knots: Sequence[Point], steps: int = 10) -> Line:
    """Return a curve through all knots (Catmull-Rom)."""
    first = toward(knots[1], knots[0], 2)
    last = toward(knots[-2], knots[-1], 2)
    every = [first, *knots, last]
    curve: list[Point] = []
    for before, start, end, after in zip(every, every[1:], every[2:], every[3:], strict=False):
        leave = start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6
        arrive = end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6
        curve += bezier(start, leave, arrive, end, steps)[:-1]
    return (*curve, knots[-1])


def resampled(line: Sequence[Point], step: float) -> Line:
    """Return points along a line about ``step`` apart, both ends included."""
    pieces = list(itertools.pairwise(line))
    stretches = list(itertools.starmap(math.dist, pieces))
    whole = added(stretches)
    count = max(1, round(whole / step))
    step = whole / count
    points = [line[0]]
    walked, due = 0.0, step
    for (start, end), stretch in zip(pieces, stretches, strict=True):
        while stretch and due <= walked + stretch and len(points) < count:
            points.append(toward(start, end, (due - walked) / stretch))
            due += step
        walked += stretch
    return (*points, line[-1])


def added(numbers: Iterable[float]) -> float:
    """Return the sum of numbers, added one after the other.

    The sum() of Python 3.12 rounds in another way, and a picture has to be the same with all versions.
    """
    return functools.reduce(operator.add, numbers, 0.0)


def mean(points: Iterable[Point]) -> Point:
    """Return the middle of some points."""
    every = list(points)
    return added(x for x, _ in every) / len(every), added(y for _, y in every) / len(every)


def length(line: Sequence[Point]) -> float:
    """Return how long a line is."""
    return added(itertools.starmap(math.dist, itertools.pairwise(line)))


def along(line: Sequence[Point], share: float) -> Point:
    """Return the point at a share of the line's length."""
    points = resampled(line, length(line) / 64)
    return points[round(share * (len(points) - 1))]


def shifted(line: Iterable[Point], dx: float, dy: float) -> Line:
    """Return a line moved by (dx, dy)."""
    return tuple((x + dx, y + dy) for x, y in line)


def beside(line: Sequence[Point], distance: float) -> Line:
    """Return the line at a distance to the right of another, in its direction."""
    out: list[Point] = []
    for number, (x, y) in enumerate(line):
        before, after = line[max(0, number - 1)], line[min(len(line) - 1, number + 1)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        norm = math.hypot(dx, dy) or 1.0
        out.append((x - dy / norm * distance, y + dx / norm * distance))
    return tuple(out)


def intersection_of(one: Sequence[Point], other: Sequence[Point]) -> Point | None:
    """Return the point where two lines meet, or None."""
    near = min(((math.dist(a, b), a) for a in resampled(one, 0.02) for b in resampled(other, 0.02)), default=None)
    return near[1] if near and near[0] < 0.03 else None
