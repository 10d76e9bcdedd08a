"""What the policies share: their dice, turns with a value, and the choice among them."""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from carcassonne import Deploy, DeployNobody, Move, Phase, PlaceTile, Position, State
from carcassonne.moves import Deployment
from carcassonne.rules import legal_deployments, step
from players.evaluation import Evaluation, margin
from players.prospects import Prospects
from players.turns import WholeTurn, distinct_placements, turns_after_placing, whole_turns

Dice: TypeAlias = Callable[[int], int]
"""Takes how many sides; returns a number from 0 to one less, each as likely. ``random.Random(1).randrange`` is one."""

Policy: TypeAlias = Callable[[State, Dice], tuple[Move, ...]]
"""Takes a state in which a seat is to move, and dice; returns the moves that this seat makes now."""

Judge: TypeAlias = Callable[[Sequence[float], int, State], float]
"""Takes what a position is worth to each seat, a seat, and the state; returns what counts for that seat."""

ALIKE: Final = 1e-9
"""A difference in points that is none."""


class ValuedTurn(NamedTuple):
    """The moves of a turn, and what the position after them is worth, in points."""

    value: float
    """As whoever takes it judges that."""
    moves: tuple[Move, ...]
    by_seat: list[float]
    """What it is worth to each seat."""


def valued_turns(
    state: State,
    prospects: Prospects,
    weights: Sequence[float],
    judge: Judge = margin,
    cells: Container[Position] | None = None,
) -> Iterator[ValuedTurn]:
    """Yield the turns of the seat to move with the value of the position after them, perhaps only in some cells.

    Each placement is made and evaluated once, without a figure. A figure changes the value only by what it stands on
    and by what is left in hand. Where that is not all, its turn is made and evaluated, too.
    """
    if state.phase is not Phase.PLACE:
        for turn in whole_turns(state):
            yield _made(turn, state.seat, prospects, weights, judge)
        return
    for position, rotation in distinct_placements(state):
        if cells is None or position in cells:
            yield from _placed(state, PlaceTile(position, rotation), prospects, weights, judge)


def _placed(
    state: State, place: PlaceTile, prospects: Prospects, weights: Sequence[float], judge: Judge
) -> Iterator[ValuedTurn]:
    seat, nobody = state.seat, DeployNobody()
    after = state.copy()
    step(after, place)
    deployments: list[Deployment] = [*legal_deployments(after)]
    step(after, nobody)
    if after.phase is Phase.ASK:
        deployments.insert(0, nobody)
    else:
        evaluation = Evaluation(after, prospects)
        values = evaluation.values(weights)
        yield ValuedTurn(judge(values, seat, after), (place, nobody), values)
        left: list[Deployment] = []
        for deployment in deployments:
            found = evaluation.values_with(deployment, seat, weights) if isinstance(deployment, Deploy) else None
            if found is None:
                left.append(deployment)
            else:
                yield ValuedTurn(judge(found, seat, after), (place, deployment), found)
        deployments = left
    if deployments:
        for turn in turns_after_placing(state, place, deployments):
            yield _made(turn, seat, prospects, weights, judge)


def _made(turn: WholeTurn, seat: int, prospects: Prospects, weights: Sequence[float], judge: Judge) -> ValuedTurn:
    values = Evaluation(turn.after, prospects).values(weights)
    return ValuedTurn(judge(values, seat, turn.after), turn.moves, values)


def own_value(values: Sequence[float], seat: int, _: State) -> float:
    """Judge as one who forgets the others."""
    return values[seat]


def ranked(turns: Iterable[ValuedTurn]) -> list[ValuedTurn]:
    """Return turns by their value, the best first; turns of the same value in the order in which they come."""
    return sorted(turns, key=lambda one: -one.value)


def best(turns: Iterable[ValuedTurn], dice: Dice) -> tuple[Move, ...]:
    """Return the moves of the turn with the highest value; the dice choose among several."""
    found = list(turns)
    most = max(one.value for one in found) - ALIKE
    alike = [one.moves for one in found if one.value >= most]
    return alike[dice(len(alike))]
