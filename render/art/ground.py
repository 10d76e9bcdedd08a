"""Random points on free ground, for houses and towers."""

import math
from collections.abc import Iterator
from random import Random
from typing import Final

from render.art.canvas import Layer
from render.art.curves import Point

FREE_GRID: Final = 96
"""The width and height of a mask of free ground, in pixels."""


def free_points(free: Layer, rng: Random, room: tuple[float, float], tries: int) -> Iterator[Point]:
    """Yield random points on free ground. They keep a distance of ``room``, a width and a height in tiles."""
    taken: list[Point] = []
    ground = free.image.tobytes()
    for _ in range(tries):
        x, y = rng.random(), rng.random()
        if not ground[int(y * FREE_GRID) * FREE_GRID + int(x * FREE_GRID)]:
            continue
        if all(math.hypot((x - px) / room[0], (y - py) / room[1]) > 1 for px, py in taken):
            taken.append((x, y))
            yield x, y
