"""Looking ahead: the most promising turns are tried in a number of futures, and the better half in more of them.

A future is what chance may bring: it is drawn from the tiles that are left, and is the same for all turns compared, so
that luck does not decide between them. In it every seat answers with the turn that is best at one ply.
"""

from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from typing import Final, TypeAlias

from carcassonne import Move, State, draws
from carcassonne.rules import step
from players.evaluation import Weights, evaluate, margin
from players.policy import Dice, ValuedTurn, ranked, valued_turns
from players.prospects import Prospects
from players.turns import WholeTurn

Future: TypeAlias = tuple[float, ...]
"""For each draw to come a number from 0 to 1: how far down the sorted list of the draws that are possible then."""

_GOLDEN: Final = 0.6180339887498949
_GRAIN: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is looked at before a turn is chosen; the same on every machine."""

    evaluations: int
    """About how many positions are evaluated."""
    candidates: int
    """How many of the turns that are best at one ply are compared."""
    replies: int
    """How many turns of others and oneself follow before a future is evaluated."""


@dataclass(slots=True)
class _Contender:
    """A turn that is still compared, and the sum of its values in the futures tried so far."""

    turn: WholeTurn
    value: float = 0.0


class _Search:
    """The work for one choice. It counts the positions that it evaluates."""

    def __init__(self, state: State, weights: Weights, effort: Effort, dice: Dice) -> None:
        self._prospects = Prospects(state)
        self._weights: Sequence[float] = astuple(weights)
        self._effort, self._dice, self._state = effort, dice, state
        self._shift = dice(_GRAIN) / _GRAIN
        self._evaluated = 0

    def choose(self) -> tuple[Move, ...]:
        """Return the moves of the turn that does best: after each round the better half goes on."""
        first = ranked(self._valued(self._state))
        contenders = [_Contender(one.turn) for one in first[: self._effort.candidates]]
        rounds, samples = (len(contenders) - 1).bit_length(), 0
        for number in range(rounds):
            limit = self._evaluated + (self._effort.evaluations - self._evaluated) // (rounds - number)
            while self._evaluated < limit:
                future = self._future(samples)
                samples += 1
                for one in contenders:
                    one.value += self._follow(one.turn.after, future)
            contenders = sorted(contenders, key=lambda one: -one.value)[: -(-len(contenders) // 2)]
        return contenders[0].turn.moves

    def _valued(self, state: State) -> Iterator[ValuedTurn]:
        for one in valued_turns(state, self._prospects, self._weights):
            self._evaluated += 1
            yield one

    def _future(self, number: int) -> Future:
        """Return a future; the first draws of all of them are spread evenly over the tiles that are left."""
        first = (self._shift + number * _GOLDEN) % 1.0
        return (first, *(self._dice(_GRAIN) / _GRAIN for _ in range(3 * self._effort.replies)))

    def _follow(self, state: State, future: Future) -> float:
        """Return what the position is worth after some turns in this future."""
        replies, numbers = 0, iter(future)
        while replies < self._effort.replies and not state.is_over:
            if possible := draws(state):
                state = state.copy()
                step(state, possible[int(next(numbers, 0.0) * len(possible))])
                continue
            state = max(self._valued(state), key=lambda one: one.value).turn.after
            replies += 1
        self._evaluated += 1
        return margin(evaluate(state, self._prospects, self._weights), self._state.seat, state)


def search(weights: Weights, effort: Effort, state: State, dice: Dice) -> tuple[Move, ...]:
    """Return the moves of the best turn found. With weights and an effort bound to it, this is a policy."""
    return _Search(state, weights, effort, dice).choose()
