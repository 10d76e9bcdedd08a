"""The base editions as values: each replaces only the parts in which it differs."""

from dataclasses import replace
from typing import Final

from carcassonne.farms import by_city, by_farm, once_a_player, score_farms
from carcassonne.figures import FOLLOWER
from carcassonne.geometry import position_at
from carcassonne.kinds import Kind
from carcassonne.matching import must_match
from carcassonne.placing import beside_a_tile
from carcassonne.scoring import (
    city_but_small_ones_half,
    city_in_full,
    one_a_tile,
    one_a_tile_and_emblem,
    score_incomplete,
    ties_share,
)
from carcassonne.state import FarmRule, Ruleset
from carcassonne.tilesets.base import BASE
from carcassonne.turn import PASS_ON, SCORE, next_seat

ORIGIN: Final = position_at(12, 12)
"""The cell of the first tile, M13."""

FOLLOWERS: Final = 7
"""A player's followers in play; the eighth is the scoring marker (the 2000 rulebook, "Preparation")."""

COPIES_LESS_START: Final = {**BASE.copies, "D": BASE.copies["D"] - 1}

CLASSIC: Final = Ruleset(
    edition="classic",
    options=(),
    players=range(2, 6),
    tiles=BASE.tiles,
    bags=(COPIES_LESS_START,),
    start=((ORIGIN, "D", 0),),
    supply={FOLLOWER: FOLLOWERS},
    bounds=None,
    edges_match=must_match,
    open_cells=beside_a_tile,
    majority=ties_share,
    complete={Kind.CITY: city_in_full, Kind.ROAD: one_a_tile, Kind.MONASTERY: one_a_tile, Kind.GARDEN: one_a_tile},
    incomplete={
        Kind.CITY: one_a_tile_and_emblem,
        Kind.ROAD: one_a_tile,
        Kind.MONASTERY: one_a_tile,
        Kind.GARDEN: one_a_tile,
    },
    farms=FarmRule(by_farm, 3),
    final=(score_incomplete, score_farms),
    turn_end=(SCORE, PASS_ON),
    follows=next_seat,
    extras={},
    terms={"monastery": "cloister", "emblem": "pennant", "thief": "thief"},
    picture="table",
)

TRAVEL: Final = replace(CLASSIC, edition="travel", picture="pocket")
"""The travel box: the rules of the 2000 game under its own name, with a picture for a phone."""

CHAT_ROOM: Final = replace(
    CLASSIC,
    edition="chat-room",
    complete={**CLASSIC.complete, Kind.CITY: city_but_small_ones_half},
    farms=FarmRule(once_a_player, 3),
    terms={**CLASSIC.terms, "emblem": "shield"},
)

CHAT_ROOM_OLD: Final = replace(
    CHAT_ROOM,
    edition="chat-room-old",
    farms=FarmRule(by_city, 4, is_by_city=True),
    terms={**CHAT_ROOM.terms, "scored field": "farmers"},
)


NEW_EDITION: Final = replace(
    CLASSIC,
    edition="new-edition",
    terms={**CLASSIC.terms, "monastery": "monastery", "emblem": "coat-of-arms", "thief": "highwayman"},
)
"""The new edition without any of its options."""
