"""Numbers for the fields of a board, as for the countries of a map: neighbours never have the same one."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from carcassonne import Feature, SegmentRef, State, column_row

_CORNERS: Final = ((1, 0), (1, 1), (0, 1), (0, 0))
"""By side: the corner of the tile at the side's end, clockwise, as columns and rows from the tile's upper left."""


def field_numbers(state: State, fields: Sequence[Feature]) -> list[int]:
    """Return a number for each field, from 0. Fields on one tile, or that meet at a corner, have different ones."""
    near = _neighbours(state, fields)
    numbers: dict[int, int] = {}

    def urgency(field: int) -> tuple[int, int, int]:
        return len({numbers[one] for one in near[field] if one in numbers}), len(near[field]), -field

    while len(numbers) < len(fields):
        field = max((one for one in range(len(fields)) if one not in numbers), key=urgency)
        used = {numbers[one] for one in near[field] if one in numbers}
        numbers[field] = next(number for number in range(len(fields)) if number not in used)
    return [numbers[field] for field in range(len(fields))]


def _neighbours(state: State, fields: Sequence[Feature]) -> dict[int, set[int]]:
    """Return the neighbours of each field."""
    meeting: dict[tuple[float, float], set[int]] = defaultdict(set)
    for number, field in enumerate(fields):
        for ref in field.refs:
            for place in _places(state, ref):
                meeting[place].add(number)
    near: dict[int, set[int]] = {number: set() for number in range(len(fields))}
    for there in meeting.values():
        for one, other in combinations(there, 2):
            near[one].add(other)
            near[other].add(one)
    return near


def _places(state: State, ref: SegmentRef) -> Iterator[tuple[float, float]]:
    """Yield the middle of a segment's tile, and the corners that the segment reaches, in tiles."""
    column, row = column_row(ref.position)
    yield column + 0.5, row + 0.5
    for port in state.segment_at(ref).ports:
        side, place = divmod(port, 3)
        if place != 1:
            dx, dy = _CORNERS[side if place else side - 1]
            yield column + dx, row + dy
