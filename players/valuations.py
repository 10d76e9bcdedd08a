"""The weights of the levels, as data. ``python -m players tune`` finds such weights."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from carcassonne import State
from players.weights import Valuation, Weights

Valuations: TypeAlias = Mapping[str, Sequence[Valuation]]
"""By the edition's name the valuation for two seats, and the one for more if that is another.

An edition that is not there takes those of ``classic``.
"""

_BEGINNER: Final = Weights(
    cities=0.5,
    roads=0.5,
    monasteries=0.5,
    city_sides=0,
    road_sides=0,
    farmed=0,
    farming=0,
    in_hand=3,
    returning=0,
    kept=0.3,
)

BEGINNER: Final[Valuations] = {"classic": (Valuation(_BEGINNER, _BEGINNER),)}
"""Sees roads, cities and monasteries, and forgets fields."""

CLUB: Final[Valuations] = {
    "classic": (Valuation(Weights(in_hand=4.7), Weights(in_hand=0.8)),),
    "castle": (Valuation(
        Weights(city_sides=-0.7, road_sides=0, in_hand=1.2, first_in_hand=2, returning=2.2, edition_points=0.1),
        Weights(
            cities=0.8, roads=0.9, city_sides=-0.7, road_sides=0, in_hand=0, first_in_hand=1, returning=1.2,
        ),
    ),),
}  # fmt: skip
"""Chosen by hand."""

_LEARNT_IN_THE_CASTLE: Final = Valuation(
    Weights(
        points=1.72, cities=0.3, roads=1.21, city_sides=-1.48, road_sides=-1.36, in_hand=0.33, first_in_hand=1.75,
        third_in_hand=1.27, standing=-0.59, returning=2.64, stuck=0.22, edition_points=-0.12,
    ),
    Weights(
        points=0.89, cities=1.16, roads=1.77, city_sides=-1.35, road_sides=-0.25, in_hand=-0.77, first_in_hand=0.91,
        third_in_hand=0.73, standing=-0.45, returning=1.4, stuck=0.13, edition_points=0.67,
    ),
)  # fmt: skip

STRONG: Final[Valuations] = {
    "classic": (Valuation(
        Weights(
            cities=0.58, roads=0.58, monasteries=0.6, city_sides=0.5, road_sides=0.5, farmed=0.92, farming=1.05,
            in_hand=4.4, first_in_hand=2.25, third_in_hand=0.25, returning=2.4,
        ),
        Weights(
            cities=0.9, roads=0.95, city_sides=0.5, road_sides=0.5, farmed=0.95, farming=1.15,
            in_hand=1.35, first_in_hand=2.15, third_in_hand=0.15, returning=2.1,
        ),
    ),),
    "castle": (_LEARNT_IN_THE_CASTLE,),
}  # fmt: skip
"""Chosen by hand, a step towards what was learnt; in The Castle what was learnt there."""

LEARNT: Final[Valuations] = {
    "classic": (Valuation(
        Weights(
            1.09, -0.16, -0.28, -1.28, -0.04, -0.27, -0.66, 0.61, 0.13, 0.17, 1.96, 6.19, 3.88, -0.86, 3.72, -0.84, 0.66
        ),
        Weights(0.98, -0.03, 2.83, 4.29, 0.32, 0.13, 0.3, 0.95, 1.53, 0.02, 0.07, 2.77, 1.12, -1.13, 1.57, 0.78, 0.3),
    ),),
    "castle": (_LEARNT_IN_THE_CASTLE,),
}  # fmt: skip
"""Learnt from games of two: how many, docs/players.md says."""

_OF_EXPERT: Final = LEARNT["classic"][0]
_SEEING_JOINS: Final = Valuation(_OF_EXPERT.first, replace(_OF_EXPERT.last, fields_joined=1.07))
"""Learnt from 960 games: fields that may be joined count nothing at first, and all that they would bring in the end."""

OF_MASTER: Final[Valuations] = {
    **LEARNT,
    "classic": (_SEEING_JOINS, Valuation(
        Weights(
            points=0.4, unfinished=-0.02, cities=-0.15, roads=-0.35, monasteries=0.12, city_sides=-0.18,
            road_sides=-0.03, farmed=0.14, farming=0.26, open_farming=-0.11, in_hand=0.1, first_in_hand=6.56,
            third_in_hand=2.48, standing=-0.43, returning=1.59, stuck=0.06, outnumbered=1.18,
        ),
        Weights(
            points=0.96, unfinished=0, cities=1.59, roads=1.72, monasteries=0.18, city_sides=0.02,
            road_sides=-0.05, farmed=0.86, farming=1.1, open_farming=0.03, in_hand=1.12, first_in_hand=0.46,
            third_in_hand=-0.83, standing=-0.41, returning=-0.58, stuck=-0.01, outnumbered=-0.45,
        ),
    )),
}  # fmt: skip
"""For two what expert has, and fields that may be joined; for three and more what is learnt from games of four."""


def valuation_of(valuations: Valuations, state: State) -> Valuation:
    """Return the valuation for a game."""
    found = valuations.get(state.ruleset.edition, valuations["classic"])
    return found[-1] if state.seats > 2 else found[0]
