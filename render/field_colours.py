"""Colours for fields as for the countries of a map: no two that meet on a tile have the same."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import TypeAlias

from carcassonne import Feature, Position
from carcassonne.geometry import AROUND

FieldColour: TypeAlias = int
"""The number of a colour, from 0. Five are enough for nearly every board; there may be more."""
_FEW = 5


def colours_of_fields(fields: Sequence[Feature]) -> list[FieldColour]:
    """Return the colours of fields, in their order.

    Fields on one tile never have the same, and those on tiles side by side rarely. The most constrained field
    chooses first (Brélaz, 1979).
    """
    meeting, near = _meeting(fields), _near(fields)
    chosen: dict[int, FieldColour] = {}
    while len(chosen) < len(fields):
        taken = {
            number: {chosen[other] for other in meeting[number] if other in chosen} for number in range(len(fields))
        }
        waiting = (number for number in range(len(fields)) if number not in chosen)
        field = max(waiting, key=lambda number: (len(taken[number]), len(meeting[number]), -number))
        around = Counter(chosen[other] for other in near[field] if other in chosen)
        free = [colour for colour in range(_FEW) if colour not in taken[field]]
        usage = Counter(chosen.values())
        chosen[field] = (
            min(free, key=lambda colour: (around[colour], usage[colour], colour)) if free else max(taken[field]) + 1
        )
    return [chosen[number] for number in range(len(fields))]


def _meeting(fields: Sequence[Feature]) -> list[set[int]]:
    """Return the fields that share a tile with each."""
    by_tile: dict[Position, list[int]] = {}
    for number, field in enumerate(fields):
        for position in field.tiles:
            by_tile.setdefault(position, []).append(number)
    meeting: list[set[int]] = [set() for _ in fields]
    for together in by_tile.values():
        for one, other in combinations(together, 2):
            meeting[one].add(other)
            meeting[other].add(one)
    return meeting


def _near(fields: Sequence[Feature]) -> list[set[int]]:
    """Return the fields on the tiles around those of each."""
    by_tile: dict[Position, list[int]] = {}
    for number, field in enumerate(fields):
        for position in field.tiles:
            by_tile.setdefault(position, []).append(number)
    return [
        {other for position in field.tiles for step in AROUND for other in by_tile.get(position + step, ())} - {number}
        for number, field in enumerate(fields)
    ]
