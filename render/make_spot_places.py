"""Writes where the numbers of spots are drawn on every tile: ``python -m render.make_spot_places``."""

from collections.abc import Iterator

from carcassonne import EDITIONS, Tile, find_ruleset, spots_of
from render.art.regions import regions_of
from render.art.spot_places import PLACES_FILE, places_of


def lines() -> Iterator[str]:
    """Yield a line for each tile of every edition, with all its options, as ``spot_places`` reads it."""
    rulesets = (find_ruleset(edition.name, edition.options) for edition in EDITIONS.values())
    tiles = {name: tile for ruleset in rulesets for name, tile in ruleset.tiles.items()}
    return (f"{name}: {_places(tile)}" for name, tile in sorted(tiles.items()))


def _places(tile: Tile) -> str:
    by_rotation = []
    for turned in tile.turned.values():
        places = places_of(turned, regions_of(turned).figure_points)
        by_rotation.append(" ".join(places[segment] for segment in spots_of(tile)))
    return " | ".join(by_rotation)


def main() -> None:
    """Write the file."""
    PLACES_FILE.write_text("\n".join(lines()) + "\n", "ascii")


if __name__ == "__main__":
    main()
