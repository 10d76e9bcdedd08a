"""The pig of Traders & Builders, which makes its player's cities pay more in the field where it stands."""

from typing import Final

from carcassonne.figures import PIG
from carcassonne.state import State

POINTS: Final = 1


def pig_bonus(state: State, field: int, seat: int) -> int:
    """Return what a seat that scores a field gets a city besides: 4 points instead of 3 where its pig stands.

    Traders & Builders, "The pig". Of tied players each gets it only by a pig of their own.
    """
    pigs = (one.node for one in state.figures.values() if one.figure is PIG and one.seat == seat)
    return POINTS if any(state.root(node) == field for node in pigs) else 0
