"""What is worth something to a seat besides the board: goods, a builder at work, an extra turn. All of it is in points.

Rules keep such things in ``State.extras``. What a table row here values is left out of the final scoring's own part.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, TypeAlias

from carcassonne.expansions.builder import NAME as AGAIN
from carcassonne.expansions.builder import is_extra_turn
from carcassonne.expansions.goods import MOST_POINTS, UNITS, Goods, score_goods
from carcassonne.expansions.goods import NAME as GOODS
from carcassonne.figures import BUILDER
from carcassonne.modifiers import Modifier
from carcassonne.state import FinalScorer, Phase, Ruleset, State

TURN: Final = 3.5
"""About what a turn is worth."""
EXTENDED: Final = 0.35
"""In about so many of its player's turns a builder's road or city grows."""
MOST_TURNS: Final = 2.2
"""About so many extra turns a builder wins until he comes home."""

KeptValue: TypeAlias = Callable[[State], list[float]]
"""Returns what something that a state keeps is worth to each seat, in points."""


def goods_value(state: State) -> list[float]:
    """Return what each seat can expect of its goods: of 10 points, by its lead and by how many are still to come."""
    goods: Goods = state.extras[GOODS]
    values = [0.0] * state.seats
    for number, good in enumerate(UNITS):
        left = _in_the_game(state.ruleset, good) - sum(own[number] for own in goods)
        for seat, own in enumerate(goods):
            lead = own[number] - max(other[number] for rival, other in enumerate(goods) if rival != seat)
            share = 0.5 + 0.5 * lead / (left + 1)
            values[seat] += MOST_POINTS * min(max(share, 0.0), 1.0) if own[number] or left else 0.0
    return values


@cache
def _in_the_game(rules: Ruleset, good: Modifier) -> int:
    """Return how many of a good the tiles of a game show."""
    return sum(
        copies * sum(good in segment.modifiers for segment in rules.tiles[name].segments)
        for bag in rules.bags
        for name, copies in bag.items()
    )


def builder_value(state: State) -> list[float]:
    """Return what each seat can expect of its builder where he stands, and what an extra turn that begins is worth."""
    values = [0.0] * state.seats
    turns_left = state.tiles_left / state.seats
    for placed in state.figures.values():
        if placed.figure is BUILDER:
            values[placed.seat] += TURN * min(turns_left * EXTENDED, MOST_TURNS)
    if state.phase is Phase.DRAW and is_extra_turn(state):
        values[state.seat] += TURN
    return values


KEPT_VALUES: Final[Mapping[str, KeptValue]] = {GOODS: goods_value, AGAIN: builder_value}
"""By the names of ``Ruleset.extras``."""
VALUED_SCORERS: Final[frozenset[FinalScorer]] = frozenset({score_goods})
"""The parts of the final scoring of which a row has the value."""
