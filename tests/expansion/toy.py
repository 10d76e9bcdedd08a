"""Toy inns: an expansion that exists only for tests and lies completely in this file.

A road with an inn pays two a tile once it is finished, and nothing if it never is. Every player has a big figure, which
counts as two. There are two new tiles, and six may play.
"""

from dataclasses import replace
from typing import Final

from carcassonne import EMBLEM, FOLLOWER, Expansion, Figure, Item, Kind, Modifier, Modifiers, Ruleset, Unit
from carcassonne.modifiers import counts_once
from carcassonne.state import Scorer
from carcassonne.tiles import parse_tile_set

BIG: Final = Figure("big", FOLLOWER.roles, strength=2, prefix="big")
INN: Final = Modifier("inn", counts_once)

TILES: Final = parse_tile_set(
    """
iA 2  road N S inn | field NNE E SSE | field NNW SSW W
iB 1  city N E S + | road W inn | field WNW > 0 | field WSW > 0
""",
    {"+": EMBLEM, "inn": INN},
)


def add_inns(rules: Ruleset) -> Ruleset:
    """Add the tiles, the figures, a sixth player and what an inn means for a road."""
    *before, bag = rules.bags
    return replace(
        rules,
        players=range(rules.players.start, 7),
        tiles={**rules.tiles, **TILES.tiles},
        bags=(*before, {**bag, **TILES.copies}),
        supply={**rules.supply, BIG: 1},
        complete={**rules.complete, Kind.ROAD: with_inn(2, rules.complete[Kind.ROAD])},
        incomplete={**rules.incomplete, Kind.ROAD: with_inn(0, rules.incomplete[Kind.ROAD])},
    )


def with_inn(points: int, without: Scorer) -> Scorer:
    """Return a scorer that pays this number of points a tile where there is an inn."""

    def score(tiles: int, has: Modifiers) -> tuple[Item, ...]:
        return (Item(Unit.TILE, tiles, points),) if has[INN] else without(tiles, has)

    return score


INNS: Final = Expansion("toy-inns", add_inns, figures=(BIG,))
EDITIONS_WITH_INNS: Final = ("classic", "new-edition")
EVERYTHING: Final = "river abbot toy-inns"
"""The options of the new edition with which the inns are combined."""
