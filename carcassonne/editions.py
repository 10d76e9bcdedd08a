"""The editions: each a row of parts in one table, found by name."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Final

from carcassonne.castle.edition import CASTLE
from carcassonne.errors import NotationError, Reason
from carcassonne.geometry import position_at
from carcassonne.matching import must_match
from carcassonne.placing import beside_a_tile
from carcassonne.river import along_river
from carcassonne.scoring import (
    city_but_small_ones_half,
    city_in_full,
    one_a_tile,
    one_a_tile_and_pennant,
    score_cities_once_a_player,
    score_each_city,
    score_each_farm,
    score_incomplete,
    ties_share,
)
from carcassonne.state import Ruleset
from carcassonne.tiles import Kind, with_gardens
from carcassonne.tilesets import river
from carcassonne.tilesets.base import BASE, GARDENS
from carcassonne.turn import no_answers, refuse_answer, score_and_end_turn

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
    supply=(FOLLOWERS, 0),
    bounds=None,
    edges_match=must_match,
    open_cells=beside_a_tile,
    majority=ties_share,
    complete={Kind.CITY: city_in_full, Kind.ROAD: one_a_tile, Kind.MONASTERY: one_a_tile, Kind.GARDEN: one_a_tile},
    incomplete={
        Kind.CITY: one_a_tile_and_pennant,
        Kind.ROAD: one_a_tile,
        Kind.MONASTERY: one_a_tile,
        Kind.GARDEN: one_a_tile,
    },
    final=(score_incomplete, partial(score_each_farm, 3)),
    after_deploy=score_and_end_turn,
    legal_answers=no_answers,
    answer=refuse_answer,
    edition_state=None,
    terms={"monastery": "cloister", "field": "farm", "emblem": "pennant", "figure": "follower", "thief": "thief"},
    picture="table",
)

TRAVEL: Final = replace(CLASSIC, edition="travel", picture="pocket")
"""The travel box: the rules of the 2000 game under its own name, with a picture for a phone."""

CHAT_ROOM: Final = replace(
    CLASSIC,
    edition="chat-room",
    complete={**CLASSIC.complete, Kind.CITY: city_but_small_ones_half},
    final=(score_incomplete, partial(score_cities_once_a_player, 3)),
    terms={**CLASSIC.terms, "field": "meadow", "emblem": "shield", "figure": "figure"},
)

CHAT_ROOM_OLD: Final = replace(
    CHAT_ROOM, edition="chat-room-old", final=(score_incomplete, partial(score_each_city, 4))
)


def _new_edition(options: tuple[str, ...]) -> Ruleset:
    """The new edition: river and abbots as chosen; with the river the start tile goes back to the box."""
    base, water = BASE, river.RIVER
    if "abbot" in options:
        base, water = with_gardens(base, GARDENS), with_gardens(water, river.GARDENS)
    rules = replace(
        CLASSIC,
        edition="new-edition",
        options=options,
        tiles=base.tiles,
        bags=({**base.copies, "D": base.copies["D"] - 1},),
        supply=(FOLLOWERS, int("abbot" in options)),
        terms={**CLASSIC.terms, "monastery": "monastery", "field": "field", "emblem": "coat-of-arms",
               "figure": "meeple", "thief": "highwayman"},
    )  # fmt: skip
    if "river" not in options:
        return rules
    ends = {river.SPRING, river.LAKE}
    return replace(
        rules,
        tiles={**base.tiles, **water.tiles},
        bags=(
            {name: copies for name, copies in water.copies.items() if name not in ends},
            {river.LAKE: 1},
            base.copies if "start-tile" in options else rules.bags[0],
        ),
        start=((ORIGIN, river.SPRING, 0),),
        open_cells=along_river,
    )


@dataclass(frozen=True, slots=True)
class Edition:
    """A game that people can choose: its rule options, and the ruleset for those chosen (sorted as listed here)."""

    name: str
    options: tuple[str, ...]
    build: Callable[[tuple[str, ...]], Ruleset]
    requires: Mapping[str, str] = field(default_factory=dict)
    """The options that go only together with another."""


EDITIONS: Final = {
    edition.name: edition
    for edition in (
        Edition("chat-room", (), lambda _: CHAT_ROOM),
        Edition("chat-room-old", (), lambda _: CHAT_ROOM_OLD),
        Edition("classic", (), lambda _: CLASSIC),
        Edition("travel", (), lambda _: TRAVEL),
        Edition("castle", (), lambda _: CASTLE),
        Edition("new-edition", ("river", "abbot", "start-tile"), _new_edition, {"start-tile": "river"}),
    )
}


def find_ruleset(edition: str, options: Iterable[str] = ()) -> Ruleset:
    """Return the ruleset of an edition with its options; raise NotationError for one that does not exist."""
    if edition not in EDITIONS:
        raise NotationError(Reason.UNKNOWN_EDITION, edition=edition, known=tuple(EDITIONS))
    known, chosen = EDITIONS[edition].options, set(options)
    for option in sorted(chosen - set(known)):
        raise NotationError(Reason.UNKNOWN_OPTION, option=option, edition=edition, known=known)
    for option, other in EDITIONS[edition].requires.items():
        if option in chosen and other not in chosen:
            raise NotationError(Reason.UNKNOWN_OPTION, option=option, edition=edition, known=known, needs=other)
    return _build(edition, tuple(option for option in known if option in chosen))


@cache
def _build(edition: str, options: tuple[str, ...]) -> Ruleset:
    return EDITIONS[edition].build(options)
