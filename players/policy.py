"""What the policies share: their dice, turns with a value, and the choice among them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from carcassonne import Move, State
from players.evaluation import evaluate, margin
from players.prospects import Prospects
from players.turns import WholeTurn, whole_turns

Dice: TypeAlias = Callable[[int], int]
"""Takes how many sides; returns a number from 0 to one less, each as likely. ``random.Random(1).randrange`` is one."""

Policy: TypeAlias = Callable[[State, Dice], tuple[Move, ...]]
"""Takes a state in which a seat is to move, and dice; returns the moves that this seat makes now."""

_ALIKE: Final = 1e-9


class ValuedTurn(NamedTuple):
    """A turn and what it is worth to whoever takes it, in points."""

    value: float
    turn: WholeTurn


def valued_turns(
    state: State, prospects: Prospects, weights: Sequence[float], *, sees_others: bool = True
) -> Iterator[ValuedTurn]:
    """Yield the turns of the seat to move with the value of the position after them: its own less the best other's.

    Without ``sees_others`` only its own counts.
    """
    seat = state.seat
    for turn in whole_turns(state):
        values = evaluate(turn.after, prospects, weights)
        yield ValuedTurn(margin(values, seat, turn.after) if sees_others else values[seat], turn)


def ranked(turns: Iterable[ValuedTurn]) -> list[ValuedTurn]:
    """Return turns by their value, the best first; turns of the same value in the order in which they come."""
    return sorted(turns, key=lambda one: -one.value)


def best(turns: Iterable[ValuedTurn], dice: Dice) -> WholeTurn:
    """Return the turn of the highest value; the dice choose among several."""
    found = ranked(turns)
    alike = [one.turn for one in found if one.value >= found[0].value - _ALIKE]
    return alike[dice(len(alike))]
