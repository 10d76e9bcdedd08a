"""The tiles of all editions."""

from collections.abc import Iterator
from itertools import combinations

from carcassonne import EDITIONS, CarcassonneError, Tile, find_ruleset


def every_tile() -> Iterator[Tile]:
    """Yield the tiles of all editions with all combinations of their options."""
    for edition in EDITIONS.values():
        for count in range(len(edition.options) + 1):
            for options in combinations(edition.options, count):
                try:
                    yield from find_ruleset(edition.name, options).tiles.values()
                except CarcassonneError:  # an option that needs another one
                    continue
