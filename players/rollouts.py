"""Playing on: the turns that the search finds best are played on over the same orders of the tiles, to see what comes.

Every seat plays on at one ply. Far from the tiles laid meanwhile a turn gains what it gains now, so those turns are
valued once for all that is played on.
"""

from collections.abc import Sequence
from typing import TypeAlias

from carcassonne import DrawTile, Move, Phase, Position, State, Tile, apply_all
from carcassonne.rules import step
from carcassonne.turn import legal_answers
from players.evaluation import Evaluation, margin
from players.policy import Dice, ValuedTurn, valued_turns
from players.prospects import Prospects
from players.search import Answers, Change, changed_cells, take

Order: TypeAlias = Sequence[str]
"""The names of the tiles that are left, in the order in which they will be drawn."""


class Line:
    """A game that is played on: its state, what that is worth to each seat, and what was drawn and played so far."""

    __slots__ = ("drawn", "played", "state", "touched", "values")

    def __init__(self, state: State, values: list[float], touched: frozenset[Position]) -> None:
        self.state, self.values, self.touched = state, values, touched
        self.drawn = self.played = 0

    def copy(self) -> "Line":
        other = Line(self.state.copy(), self.values, self.touched)
        other.drawn, other.played = self.drawn, self.played
        return other


class Players:
    """Play on for every seat, each turn the best at one ply.

    ``looked`` is at how many turns they have looked for that: the effort so far, the same on every machine.
    """

    def __init__(self, state: State, prospects: Prospects, weights: Sequence[float]) -> None:
        self._state, self._prospects, self._weights = state, prospects, weights
        self.looked = 0
        self._answers: dict[int, Answers] = {}
        self._changes: dict[tuple[int, Tile], list[Change]] = {}

    def begin(self, after: State) -> Line:
        return Line(after, self._value(after), changed_cells(after))

    def play(self, line: Line, order: Order, turns: int) -> None:
        """Play on until this number of turns has been played in all, or the game is over."""
        state = line.state
        while line.played < turns and self.draw(line, order):
            if state.phase is Phase.PLACE:
                take(state, self._turn(line))
                line.touched |= changed_cells(state)
                line.played += 1
            else:
                take(state, self._best(state, None)[0].moves)
            line.values = self._value(state)

    def draw(self, line: Line, order: Order) -> bool:
        """Let chance move; return whether a seat is to move then. If not, the game is over, or the order is."""
        state = line.state
        while True:
            if state.phase is Phase.DRAW:
                if line.drawn == len(order):
                    return False
                step(state, DrawTile(order[line.drawn]))
                line.drawn += 1
            elif state.phase is Phase.REVEAL:
                possible = legal_answers(state)
                step(state, possible[state.turn % len(possible)])
            else:
                return not state.is_over

    def _turn(self, line: Line) -> tuple[Move, ...]:
        state, tile = line.state, line.state.tile
        assert tile is not None  # noqa: S101 (the type checker learns it)
        near = self._best(state, line.touched)
        for gain, cell, _, moves in self._before(state.seat, tile):
            if cell not in line.touched and cell in state.frontier:
                is_better = not near or margin(line.values, state.seat, state) + gain > near[0].value
                return moves if is_better else near[0].moves
        return (near or self._best(state, None))[0].moves

    def _best(self, state: State, cells: frozenset[Position] | None) -> list[ValuedTurn]:
        best: list[ValuedTurn] = []
        for one in valued_turns(state, self._prospects, self._weights, cells=cells):
            self.looked += 1
            if not best or one.value > best[0].value:
                best = [one]
        return best

    def _before(self, seat: int, tile: Tile) -> list[Change]:
        """Return what a seat can make of a tile where nothing has changed, the best first."""
        found = self._changes.get((seat, tile))
        if found is None:
            answers = self._answers.get(seat)
            if answers is None:
                answers = self._answers[seat] = Answers(self._state, seat, self._prospects, self._weights)
            found = self._changes[seat, tile] = answers.to(tile)
            self.looked += len(found)
        return found

    def _value(self, state: State) -> list[float]:
        if state.is_over:
            return [float(points) for points in state.scores]
        return Evaluation(state, self._prospects).values(self._weights)


def shuffled_orders(state: State, number: int, dice: Dice) -> list[Order]:
    """Return orders of the tiles that are left, each as likely."""
    bags = [state.bag, *(state.ruleset.bags[one] for one in state.bags_left)]
    orders: list[Order] = []
    for _ in range(number):
        order: list[str] = []
        for bag in bags:
            tiles = [name for name in sorted(bag) for _ in range(bag[name])]
            for last in range(len(tiles) - 1, 0, -1):
                other = dice(last + 1)
                tiles[last], tiles[other] = tiles[other], tiles[last]
            order += tiles
        orders.append(order)
    return orders


class Branch:
    """A turn that is compared, and what comes of it."""

    def __init__(self, players: Players, state: State, moves: Sequence[Move]) -> None:
        self._players, self._seat, self.moves = players, state.seat, tuple(moves)
        self._begun = players.begin(apply_all(state, moves).state)
        self._first: dict[str, Line] = {}

    def first(self, tile: str) -> Line:
        """Return the game after the answer with this tile."""
        found = self._first.get(tile)
        if found is None:
            found = self._first[tile] = self._begun.copy()
            self._players.play(found, [tile], 1)
        return found

    def margin(self, line: Line) -> float:
        """Return what a game is worth to whoever took the turn."""
        return margin(line.values, self._seat, line.state)

    def expected(self) -> float:
        """Return what the turn is worth after the answers to it, on average over the tiles."""
        state = self._begun.state
        if state.is_over:
            return self.margin(self._begun)
        tiles = sum(state.bag.values())
        return sum([state.bag[tile] / tiles * self.margin(self.first(tile)) for tile in sorted(state.bag)])

    def gained(self, order: Order, turns: int) -> float:
        """Return what is gained between the first answer and the last of these turns, with the tiles in this order."""
        if self._begun.state.is_over:
            return 0.0
        first = self.first(order[0])
        line = first.copy()
        self._players.play(line, order, turns)
        return self.margin(line) - self.margin(first)
