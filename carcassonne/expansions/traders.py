"""Traders & Builders: its tiles, and what comes with them: goods, the builder's extra turn, the pig.

Source: the rules of 2003 with the publisher's clarifications, and of the second and third edition.
"""

from dataclasses import replace
from typing import Final

from carcassonne.expansions.builder import AGAIN, NOTE_BUILDER, TELL_BUILDER, builder_again
from carcassonne.expansions.expansion import Expansion, shuffle_in
from carcassonne.expansions.goods import CLOTH, GOODS, GRAIN, TAKE_GOODS, WINE, score_goods
from carcassonne.expansions.pig import pig_bonus
from carcassonne.figures import BUILDER, PIG
from carcassonne.state import Ruleset
from carcassonne.tiles import parse_tile_set

TILES: Final = parse_tile_set(
    """
tA 1  city N | road E | field ENE > 0 | field S W ESE > 0
tB 1  road N S | road E W | field NNW WNW | field NNE ENE | field ESE SSE | field SSW WSW
tC 1  city N | road S | road W | field E SSE > 0 | field SSW WSW | field WNW > 0
tD 1  city N E grain | city W | road S | field SSE > 0 | field SSW > 0 1
tE 1  city E W grain | road S | field N > 0 | field SSE > 0 | field SSW > 0
tF 1  city N W grain | road S | field E SSE > 0 | field SSW > 0
tG 1  city N W grain | field E S > 0
tH 1  city N E W grain | field S > 0
tI 1  city N W grain | road S | field E > 0 | field SSE > 0 | field SSW > 0
tJ 1  road E | road S | road W | monastery | field N ENE WNW | field ESE SSE | field SSW WSW
tK 1  city N E cloth | road S | field SSE > 0 | field W SSW > 0
tL 1  city N E cloth | city W | road S | field SSE > 0 | field SSW > 0 1
tM 1  city N W cloth | city E | city S | field > 0 1 2
tN 1  city N | city E W cloth | field S > 1 | field > 0 1
tO 1  city N W cloth | road E | road S | field ENE > 0 | field ESE > 0 | field SSE > 0 | field SSW > 0
tP 1  city E W wine | city S | field N > 0 | field > 0 1
tQ 1  city E W wine | field N > 0 | field S > 0
tR 1  city E W wine | road N | road S | field NNW > 0 | field NNE > 0 | field SSE > 0 | field SSW > 0
tS 1  city E W wine | road S | field N > 0 | field SSE > 0 | field SSW > 0
tT 1  city N W wine | field E S > 0
tU 1  city N W wine | road E | road S | field ENE > 0 | field ESE SSE > 0 | field SSW > 0
tV 1  city N E W wine | road S | field SSE > 0 | field SSW > 0
tW 1  city N W wine | road E | field ENE > 0 | field ESE > 0 | field S > 0
tX 1  city N W wine | city E S | field > 0 1
""",
    {good.name: good for good in (WINE, GRAIN, CLOTH)},
)
"""Checked against pictures of two printings. tB's roads cross on a bridge without meeting; so does tC's, whose western
road ends at a farmhouse. A field without a point lies closed in between cities."""

GARDENS: Final = ("tK", "tU")
"""The tiles that show a garden in the second and third edition."""


def add_traders(rules: Ruleset) -> Ruleset:
    """Add the tiles, a builder and a pig for each, the extra turn, the goods, and what a pig means for a field."""
    *parts, last = rules.turn_end
    return replace(
        shuffle_in(rules, TILES, GARDENS),
        supply={**rules.supply, BUILDER: 1, PIG: 1},
        extras={**rules.extras, **GOODS, **AGAIN},
        turn_end=(NOTE_BUILDER, *parts, TAKE_GOODS, TELL_BUILDER, last),
        follows=builder_again(rules.follows),
        farms=replace(rules.farms, bonuses=(*rules.farms.bonuses, pig_bonus)),
        final=(*rules.final, score_goods),
    )


TRADERS: Final = Expansion("traders", add_traders)
