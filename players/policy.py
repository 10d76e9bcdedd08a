"""What every policy shares: its dice, and the choice among turns that have a value."""

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from carcassonne import Move, State
from players.turns import WholeTurn

Dice: TypeAlias = Callable[[int], int]
"""Takes how many sides; returns a number from 0 to one less, each as likely. ``random.Random(1).randrange`` is one."""

Policy: TypeAlias = Callable[[State, Dice], tuple[Move, ...]]
"""Takes a state in which a seat is to move, and dice; returns the moves that this seat makes now."""

_ALIKE = 1e-9


class ValuedTurn(NamedTuple):
    """A turn and what it is worth to whoever takes it, in points."""

    value: float
    turn: WholeTurn


def ranked(turns: Iterable[ValuedTurn]) -> list[ValuedTurn]:
    """Return turns by their value, the best first; turns of the same value in the order in which they come."""
    return sorted(turns, key=lambda one: -one.value)


def best(turns: Iterable[ValuedTurn], dice: Dice) -> WholeTurn:
    """Return the turn of the highest value; the dice choose among several."""
    found = ranked(turns)
    alike = [one.turn for one in found if one.value >= found[0].value - _ALIKE]
    return alike[dice(len(alike))]
