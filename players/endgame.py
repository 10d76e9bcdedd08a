"""The last tiles of a game: every order of them, every seat's best turn, and the points of the final scoring."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from carcassonne import DrawTile, Move, Phase, State, apply_all
from carcassonne.rules import step
from carcassonne.turn import legal_answers
from players.evaluation import margin
from players.policy import ValuedTurn, ranked, valued_turns
from players.prospects import Prospects
from players.valuations import Valuations, valuation_of

SURE: Final = 2
"""How many turns are compared with the last tile: one ply says already which is best."""


@dataclass(frozen=True, slots=True)
class Breadth:
    """From when on the end is looked through, and how many turns are looked at."""

    tiles: int
    """The end begins with this many tiles, the one in hand among them."""
    first: int
    """How many of the turns that are best at one ply the seat to move compares."""
    answers: int
    """How many of theirs the seats compare that move after it."""


def is_end(state: State, breadth: Breadth) -> bool:
    """Return whether only the last tiles are left."""
    return state.tiles_left <= breadth.tiles


def compare_to_the_end(state: State, breadth: Breadth, valuations: Valuations) -> list[ValuedTurn]:
    """Return turns of the seat to move, the best first, each with the points that it leads to on average."""
    return _End(state, breadth, valuations).turns(state, breadth.first)


class _End:
    def __init__(self, state: State, breadth: Breadth, valuations: Valuations) -> None:
        self._breadth = breadth
        self._prospects = Prospects(state)
        self._weights = valuation_of(valuations, state).at(self._prospects.left)

    def turns(self, state: State, number: int) -> list[ValuedTurn]:
        """Return the most promising turns from here, the best first, each with what every seat will have."""
        found = ranked(valued_turns(state, self._prospects, self._weights))[:number]
        return ranked([self._looked_at(state, one.moves) for one in found])

    def _looked_at(self, state: State, moves: tuple[Move, ...]) -> ValuedTurn:
        points = self._points(apply_all(state, moves).state)
        return ValuedTurn(margin(points, state.seat, state), moves, points)

    def _points(self, state: State) -> list[float]:
        """Return what each seat will have at the end, on average over what chance may bring."""
        if state.phase is Phase.DRAW:
            bag, left = sorted(state.bag.items()), sum(state.bag.values())
            return _mean([(copies / left, self._after(state, DrawTile(tile))) for tile, copies in bag])
        if state.phase is Phase.REVEAL:
            possible = legal_answers(state)
            return _mean([(1 / len(possible), self._after(state, move)) for move in possible])
        if state.is_over:
            return [float(points) for points in state.scores]
        answers = self._breadth.answers if sum(state.bag.values()) else SURE
        return self.turns(state, answers)[0].by_seat

    def _after(self, state: State, move: Move) -> list[float]:
        after = state.copy()
        step(after, move)
        return self._points(after)


def _mean(weighted: Sequence[tuple[float, list[float]]]) -> list[float]:
    seats = range(len(weighted[0][1]))
    return [sum([weight * values[seat] for weight, values in weighted]) for seat in seats]
