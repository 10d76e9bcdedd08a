"""Inns & Cathedrals: a big follower, inns on roads, cathedrals in cities, and a sixth player.

Source: the rules of 2002 and of the second and third edition, which agree.
"""

from dataclasses import replace
from typing import Final

from carcassonne.events import Item, Unit
from carcassonne.expansions.expansion import Expansion, shuffle_in
from carcassonne.figures import BIG_FOLLOWER
from carcassonne.kinds import Kind
from carcassonne.modifiers import CATHEDRAL, EMBLEM, INN, Modifiers
from carcassonne.state import Ruleset, Scorer
from carcassonne.tiles import parse_tile_set

TILES: Final = parse_tile_set(
    """
iA 1  road S W inn | field N E SSE WNW | field SSW WSW
iB 1  road E W inn | field N ENE WNW | field S ESE WSW
iC 1  road E inn | road S | road W | field N ENE WNW | field ESE SSE | field SSW WSW
iD 1  road E | road W | monastery | field N ENE WNW | field S ESE WSW
iE 1  road N W | road E S | field NNW WNW | field NNE ENE SSW WSW | field ESE SSE
iF 1  city N W | road E | field ENE > 0 | field S ESE > 0
iG 1  city W | field N > 0 | field E S > 0
iH 1  city N | city E | city S | city W | field > 0 1 2 3
iI 1  city N | city S | road E | road W | field ENE > 0 | field ESE > 1 | field WSW > 1 | field WNW > 0
iJ 1  city N | road S | field E SSE > 0 | field W SSW > 0
iK 2  city N E S W cathedral
iL 1  city N W + | road E S inn | field ENE SSW > 0 | field ESE SSE
iM 1  city N | road S W inn | field E SSE WNW > 0 | field SSW WSW
iN 1  city N W | road S inn | field E SSE > 0 | field SSW > 0
iO 1  city N | city E | city W | field S > 0 1 2
iP 1  city N W + | city S | field E > 0 1
iQ 1  city E W + | road N | road S | field NNW > 0 | field NNE > 0 | field SSE > 0 | field SSW > 0
""",
    {"+": EMBLEM, "inn": INN, "cathedral": CATHEDRAL},
)
"""Checked against pictures of three printings. The inn of iC lies at its eastern road, as in the first of them."""

GARDENS: Final = ("iB", "iH")
"""The tiles that show a garden in the second and third edition."""

MOST_PLAYERS: Final = 6


def add_inns(rules: Ruleset) -> Ruleset:
    """Add the tiles, a big follower for each, a sixth player, and what inns and cathedrals mean."""
    return replace(
        shuffle_in(rules, TILES, GARDENS),
        players=range(rules.players.start, MOST_PLAYERS + 1),
        supply={**rules.supply, BIG_FOLLOWER: 1},
        complete={
            **rules.complete,
            Kind.ROAD: with_inn(rules.complete[Kind.ROAD], 2),
            Kind.CITY: with_cathedral(rules.complete[Kind.CITY], 3),
        },
        incomplete={
            **rules.incomplete,
            Kind.ROAD: with_inn(rules.incomplete[Kind.ROAD], 0),
            Kind.CITY: with_cathedral(rules.incomplete[Kind.CITY], 0),
        },
    )


def with_inn(without: Scorer, points: int) -> Scorer:
    """Return a scorer of roads that pays so many points a tile where there is an inn (Inns & Cathedrals, "Inns")."""

    def score(tiles: int, has: Modifiers) -> tuple[Item, ...]:
        return (Item(Unit.TILE, tiles, points),) if has[INN] else without(tiles, has)

    return score


def with_cathedral(without: Scorer, points: int) -> Scorer:
    """Return a scorer of cities that pays so many points a tile and an emblem where there is a cathedral.

    Inns & Cathedrals, "Cathedrals".
    """

    def score(tiles: int, has: Modifiers) -> tuple[Item, ...]:
        if not has[CATHEDRAL]:
            return without(tiles, has)
        return Item(Unit.TILE, tiles, points), Item(Unit.EMBLEM, has[EMBLEM], points)

    return score


INNS: Final = Expansion("inns", add_inns)
