"""A toy fair: an expansion that exists only for tests and lies completely in this file.

A mason stands only where his player has a thief or a knight. Who lays a tile that extends his road or city has one more
turn, but not a third. A shepherd stands only where his player has a farmer, and makes each city pay one point more.
Neither counts in a majority. Apples lie on roads and cities: whoever completes one takes those on it, even if it is
somebody else's or nobody's. In the end each seat with most apples gets five points.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from carcassonne import (
    Event,
    Expansion,
    FeatureScored,
    Figure,
    Item,
    Kind,
    Modifier,
    Role,
    Ruleset,
    State,
    Unit,
    completed_features,
)
from carcassonne.figures import Placement
from carcassonne.modifiers import each_counts
from carcassonne.scoring import find_modifiers, pay
from carcassonne.state import Extra, Follows, TurnStep
from carcassonne.tiles import parse_tile_set

MASON: Final = Figure(
    "mason", {Kind.CITY: Role.KNIGHT, Kind.ROAD: Role.THIEF}, strength=0, may_stand=Placement.OWN, prefix="mason"
)
SHEPHERD: Final = Figure("shepherd", {Kind.FIELD: Role.FARMER}, strength=0, may_stand=Placement.OWN, prefix="shepherd")
APPLE: Final = Modifier("apple", each_counts)

TILES: Final = parse_tile_set(
    """
fA 3  city N apple | road E W | field ENE WNW > 0 | field S ESE WSW
fB 3  city N E apple | field S W > 0
fC 3  road N S apple | field NNE E SSE | field NNW SSW W
""",
    {"apple": APPLE},
)
MOST_APPLES: Final = 5


class Fair(NamedTuple):
    """What the fair keeps."""

    apples: tuple[int, ...]
    """By seat."""
    is_due: bool = False
    """Whether the seat to move has another turn after this one."""
    is_second: bool = False
    """Whether this is such a turn."""


def format_fair(fair: Fair) -> str:
    return f"{' '.join(map(str, fair.apples))} {'due' if fair.is_due else 'second' if fair.is_second else 'first'}"


def parse_fair(text: str) -> Fair:
    *apples, turn = text.split()
    return Fair(tuple(map(int, apples)), turn == "due", turn == "second")


def next_turn(fair: Fair) -> Fair:
    return Fair(fair.apples, is_due=False, is_second=fair.is_due)


FAIR: Final = Extra(lambda seats: Fair((0,) * seats), format_fair, parse_fair, next_turn)
NAME: Final = "toy-fair"


def add_fair(rules: Ruleset) -> Ruleset:
    """Add the tiles, both figures, the second turn, the apples and what a shepherd pays."""
    *before, bag = rules.bags
    *parts, last = rules.turn_end
    return replace(
        rules,
        tiles={**rules.tiles, **TILES.tiles},
        bags=(*before, {**bag, **TILES.copies}),
        supply={**rules.supply, MASON: 1, SHEPHERD: 1},
        extras={**rules.extras, NAME: FAIR},
        turn_end=(TurnStep(look_for_masons), *parts, TurnStep(take_apples), last),
        follows=or_again(rules.follows),
        farms=replace(rules.farms, bonuses=(*rules.farms.bonuses, shepherds)),
        final=(*rules.final, score_apples),
    )


def fair_of(state: State) -> Fair:
    fair = state.extras[NAME]
    assert isinstance(fair, Fair)
    return fair


def look_for_masons(state: State) -> list[Event]:
    """Note whether the tile just laid extends something with the mover's mason, before he may come back."""
    assert state.last is not None
    roots = {state.root(node) for node in state.cells[state.last].nodes}
    is_extended = any(
        placed.figure is MASON
        and placed.seat == state.seat
        and ref.position != state.last
        and state.root(placed.node) in roots
        for ref, placed in state.figures.items()
    )
    fair = fair_of(state)
    if is_extended and not fair.is_second:
        state.set_extra(NAME, fair._replace(is_due=True))
    return []


def or_again(others: Follows) -> Follows:
    """Return who follows: the seat to move if another turn of its own is due."""

    def follows(state: State) -> int:
        is_again = fair_of(state).is_due and state.seat not in state.resigned
        return state.seat if is_again else others(state)

    return follows


def take_apples(state: State) -> list[Event]:
    """Give the mover the apples of what the tile just laid has completed."""
    found = sum(find_modifiers(state, state.root_at(ref))[APPLE] for ref in completed_features(state))
    fair = fair_of(state)
    apples = tuple(own + found * (seat == state.seat) for seat, own in enumerate(fair.apples))
    state.set_extra(NAME, fair._replace(apples=apples))
    return []


def shepherds(state: State, field: int, seat: int) -> int:
    """One point a city more for a seat whose shepherd is in the field."""
    own = [one.node for one in state.figures.values() if one.figure is SHEPHERD and one.seat == seat]
    return int(any(state.root(node) == field for node in own))


def score_apples(state: State) -> Iterator[FeatureScored]:
    """Five points for each seat with most apples."""
    apples = fair_of(state).apples
    if any(apples):
        most = tuple(seat for seat, own in enumerate(apples) if own == max(apples))
        seats = pay(state, Kind.ROAD, most, MOST_APPLES)
        items = (Item(Unit.TILE, 1, MOST_APPLES),)
        yield FeatureScored(Kind.ROAD, None, MOST_APPLES, seats, items, is_final=True)


THE_FAIR: Final = Expansion(NAME, add_fair, figures=(MASON, SHEPHERD))
EVERYTHING: Final = "river abbot toy-inns toy-fair"
"""The options of the new edition with which the fair is combined."""
