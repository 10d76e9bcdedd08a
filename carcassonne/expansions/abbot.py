"""The abbots of the new edition, and the gardens on which they may stand."""

from dataclasses import replace
from typing import Final

from carcassonne.expansions.expansion import Expansion
from carcassonne.figures import ABBOT
from carcassonne.state import Ruleset
from carcassonne.tiles import TileSet, with_gardens

GARDENS: Final = tuple("EHIMNRUV")
"""The tiles of the base game of which one copy shows a garden in the new edition."""


def add_abbots(rules: Ruleset) -> Ruleset:
    """Give each player an abbot, and one copy of certain tiles a garden."""
    sets = [with_gardens(TileSet(rules.tiles, bag), [name for name in GARDENS if name in bag]) for bag in rules.bags]
    return replace(
        rules,
        tiles={name: tile for tiles in sets for name, tile in tiles.tiles.items()},
        bags=tuple(tiles.copies for tiles in sets),
        supply={**rules.supply, ABBOT: 1},
    )


ABBOTS: Final = Expansion("abbot", add_abbots)
