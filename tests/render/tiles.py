"""Every tile of every edition, in every rotation."""

from collections.abc import Iterator

from carcassonne import EDITIONS, TurnedTile, find_ruleset
from carcassonne.geometry import ROTATIONS


def every_tile() -> Iterator[TurnedTile]:
    tiles = {
        tile
        for edition in EDITIONS.values()
        for options in ((), edition.options)
        for tile in find_ruleset(edition.name, options).tiles.values()
    }
    for tile in sorted(tiles, key=lambda tile: tile.name):
        for rotation in ROTATIONS:
            yield tile.turned[rotation]
