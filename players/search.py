"""Looking ahead: the most promising turns are compared by what the next seat makes of each, over the tiles it may draw.

The next seat answers with the turn that is best for it at one ply. Far from the tile just placed its answers are worth
as much as they were before, so they are valued once, on the board as it is now, for all the turns that are compared.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from operator import add
from typing import Final, NamedTuple

from carcassonne import (
    Deploy,
    DeployNobody,
    Event,
    IllegalMoveError,
    Move,
    Phase,
    PlaceTile,
    Position,
    State,
    Tile,
    apply_all,
    draws,
)
from carcassonne.geometry import AROUND, STEPS, opposite
from carcassonne.kinds import ENCLOSED
from carcassonne.rules import step
from carcassonne.state import OPEN
from carcassonne.turn import forget_turn
from players.evaluation import Evaluation, margin
from players.policy import Dice, ValuedTurn, ranked, valued_turns
from players.prospects import Prospects
from players.valuations import LEARNT, Valuations, valuation_of

_GRAIN: Final = 1 << 16
_NOBODY: Final = DeployNobody()
_LAST: Final = 3
"""With fewer tiles left than this, nothing is taken over from before: the final scoring changes every value."""
_MORE_CANDIDATES: Final = 2
"""How many more turns are compared for each kind of figure that joins a follower: a builder makes many turns alike."""
_NEARLY: Final = 1
"""A monastery with so few empty cells around it makes the answers beside it worth something else."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is looked at before a turn is chosen; the same on every machine."""

    candidates: int
    """How many of the turns that are best at one ply are compared."""
    tiles: int
    """With how many tiles the next seat answers; all kinds if no more are left."""


EXPERT: Final = Effort(candidates=8, tiles=24)
"""The effort of expert, who also gives hints and reviews games."""


class Draw(NamedTuple):
    """A tile that may be drawn, and how much it counts; all together count 1."""

    tile: Tile
    weight: float


class Change(NamedTuple):
    """What an answer changes, and the cell of its tile."""

    gain: float
    """For the seat that answers, less the best other's."""
    cell: Position
    by_seat: tuple[float, ...]
    """In what the position is worth to each seat."""
    moves: tuple[Move, ...]


class Answered(NamedTuple):
    """An answer to a turn, with one of the tiles that may be drawn."""

    tile: Tile
    weight: float
    moves: tuple[Move, ...]
    """Empty if the tile fits nowhere."""
    by_seat: list[float]
    """What the position is worth to each seat after it."""


class Weighed(NamedTuple):
    """A turn, and what the search has found of it."""

    turn: ValuedTurn
    after: State
    """The position after its moves; what chance reveals then is there already."""
    answers: list[Answered]
    """The best answer with each tile that was tried; empty if the game is over."""
    unmoved: State | None = None
    """Only for an extra turn: the position before the turn, with the next seat to draw."""
    later: Sequence[Answered] = ()
    """What the next seat makes of each tile after an extra turn, on the board as it was before."""


class Answers:
    """What a seat can make of each tile on the board as it is now, found when it is first asked."""

    def __init__(self, state: State, seat: int, prospects: Prospects, weights: Sequence[float]) -> None:
        self.seat: Final = seat
        self._prospects, self._weights = prospects, weights
        self._state = state.copy()
        self._state.seat, self._state.tile, self._state.phase = self.seat, None, Phase.DRAW
        forget_turn(self._state)
        self._now = Evaluation(self._state, prospects).values(weights)
        self._changes: dict[Tile, list[Change]] = {}

    def to(self, tile: Tile) -> list[Change]:
        """Return the answers with this tile, the best first."""
        found = self._changes.get(tile)
        if found is None:
            value = margin(self._now, self.seat, self._state)
            turns = valued_turns(with_tile(self._state, tile), self._prospects, self._weights)
            found = [self._change(one, value) for one in turns]
            found.sort(key=lambda one: -one.gain)
            self._changes[tile] = found
        return found

    def gain(self, tile: Tile) -> float:
        """Return what the best answer with this tile gains for the seat that answers."""
        return max((change.gain for change in self.to(tile)[:1]), default=0.0)

    def best(self, draws: Sequence[Draw]) -> tuple[State, list[Answered]]:
        """Return the board as it is now, and the best answer with each of some tiles that fits somewhere."""
        found = [(draw, change) for draw in draws for change in self.to(draw.tile)[:1]]
        return self._state, [
            Answered(draw.tile, draw.weight, change.moves, [*map(add, self._now, change.by_seat)])
            for draw, change in found
        ]

    def _change(self, turn: ValuedTurn, value: float) -> Change:
        place = turn.moves[0]
        assert isinstance(place, PlaceTile)  # noqa: S101 (the type checker learns it)
        changes = tuple([after - now for after, now in zip(turn.by_seat, self._now, strict=True)])
        return Change(turn.value - value, place.position, changes, turn.moves)


class Search:
    """The work for one choice: all turns are valued with the same tiles to come."""

    def __init__(self, effort: Effort, state: State, dice: Dice, valuations: Valuations = LEARNT) -> None:
        self._prospects = Prospects(state)
        self._weights = valuation_of(valuations, state).at(self._prospects.left)
        self._state = state
        self._candidates = effort.candidates + _MORE_CANDIDATES * len(state.ruleset.joining)
        self._answers = Answers(state, state.ruleset.follows(state), self._prospects, self._weights)
        self._draws = _draws(state, effort.tiles, dice(_GRAIN) / _GRAIN)
        self._chance = dice(_GRAIN) / _GRAIN

    def candidates(self) -> list[ValuedTurn]:
        """Return the turns that are worth most at one ply, the best first; of those that are nearly the same, one."""
        best: dict[Hashable, ValuedTurn] = {}
        for turn in ranked(valued_turns(self._state, self._prospects, self._weights)):
            best.setdefault(_without_figure(turn.moves), turn)
        return list(best.values())[: self._candidates]

    def ranked(self) -> list[ValuedTurn]:
        """Return the candidates, the best first, valued after the answers to them."""
        return ranked([self.weighed(turn.moves).turn for turn in self.candidates()])

    def weighed(self, moves: tuple[Move, ...]) -> Weighed:
        """Return what a turn is worth after the answers to it, with these."""
        seat, after = self._state.seat, self._after(moves)
        by_seat = Evaluation(after, self._prospects).values(self._weights)
        if after.is_over or not self._draws:
            return Weighed(ValuedTurn(margin(by_seat, seat, after), moves, by_seat), after, [])
        answers = self._all_answers(after, by_seat)
        answered = [(answer.weight, answer.by_seat) for answer in answers]
        value: float = sum([weight * margin(values, seat, after) for weight, values in answered])
        expected = [sum([weight * values[seat] for weight, values in answered]) for seat in range(after.seats)]
        if after.seat == seat != self._answers.seat:  # an extra turn: the answer comes after it
            answer: float = sum([weight * self._answers.gain(tile) for tile, weight in self._draws])
            later = self._answers.best(self._draws)
            return Weighed(ValuedTurn(value - answer, moves, expected), after, answers, *later)
        return Weighed(ValuedTurn(value, moves, expected), after, answers)

    def _after(self, moves: tuple[Move, ...]) -> State:
        after = apply_all(self._state, moves).state
        while after.phase is Phase.REVEAL:
            possible = draws(after)
            step(after, possible[int(self._chance * len(possible))])
        return after

    def _all_answers(self, after: State, by_seat: list[float]) -> list[Answered]:
        cells = changed_cells(after) if self._is_as_before(after) else None
        return [self._answer(after, by_seat, draw, cells) for draw in self._draws]

    def _is_as_before(self, after: State) -> bool:
        """Return whether far from the last tile the answers are those of before: a whole turn lies between."""
        began = self._state.phase is Phase.PLACE
        return began and after.phase is Phase.DRAW and after.seat == self._answers.seat and after.tiles_left >= _LAST

    def _answer(self, after: State, by_seat: list[float], draw: Draw, cells: frozenset[Position] | None) -> Answered:
        """Return the best answer with a tile, and what the position is worth to each seat after it.

        ``cells`` are those where an answer is not worth what it was before; None if that is so everywhere.
        """
        tile, weight = draw
        best, most = by_seat, None
        moves: tuple[Move, ...] = ()
        if cells is not None:
            for gain, cell, changes, taken in self._answers.to(tile):
                if cell not in cells and cell in after.frontier:
                    best = [now + change for now, change in zip(by_seat, changes, strict=True)]
                    most, moves = margin(by_seat, after.seat, after) + gain, taken
                    break
        for one in valued_turns(with_tile(after, tile), self._prospects, self._weights, cells=cells):
            if most is None or one.value > most:
                best, most, moves = one.by_seat, one.value, one.moves
        return Answered(tile, weight, moves, best)


def take(state: State, moves: Sequence[Move]) -> list[Event]:
    """Take a turn as far as it is legal: one that was found in an earlier position may not be any more."""
    events: list[Event] = []
    for move in moves:
        try:
            events += step(state, move)
        except IllegalMoveError:
            if state.phase is Phase.DEPLOY:
                events += step(state, _NOBODY)
            break
    return events


def compare(state: State, effort: Effort, dice: Dice, valuations: Valuations = LEARNT) -> list[ValuedTurn]:
    """Return the most promising turns of the seat to move, the best first, valued after the answers to them.

    A turn's value is the margin of the seat to move; ``by_seat`` is what it is worth to each seat on average.
    """
    return Search(effort, state, dice, valuations).ranked()


def search(valuations: Valuations, effort: Effort, state: State, dice: Dice) -> tuple[Move, ...]:
    """Return the moves of the best turn found. With valuations and an effort bound to it, this is a policy."""
    return compare(state, effort, dice, valuations)[0].moves


def _without_figure(moves: tuple[Move, ...]) -> Hashable:
    """Return what a turn has in common with one that sends a stronger follower to the same spot."""
    return tuple([(move.role, move.point) if isinstance(move, Deploy) else move for move in moves])


def with_tile(state: State, tile: Tile) -> State:
    """Return the state in which this tile has been drawn."""
    state = state.copy()
    if (copies := state.bag.pop(tile.name, 0) - 1) > 0:
        state.bag[tile.name] = copies
    state.tile, state.phase = tile, Phase.PLACE
    return state


def _draws(state: State, number: int, shift: float) -> list[Draw]:
    """Return some tiles that may be drawn next, spread evenly over the bag, or all kinds if there are no more."""
    bag = state.bag or (state.ruleset.bags[state.bags_left[0]] if state.bags_left else {})
    tiles = [state.ruleset.tiles[name] for name in sorted(bag) for _ in range(bag[name])]
    if number < len(bag):
        tiles = [tiles[int((one + shift) * len(tiles) / number)] for one in range(number)]
    counted: dict[Tile, int] = {}
    for tile in tiles:
        counted[tile] = counted.get(tile, 0) + 1
    return [Draw(tile, copies / len(tiles)) for tile, copies in counted.items()]


def changed_cells(after: State) -> frozenset[Position]:
    """Return the empty cells where an answer may be worth something else than before the last tile was placed.

    They are beside it, or beside a feature that it has changed.
    """
    last, cells = after.last, after.cells
    assert last is not None  # noqa: S101 (the type checker learns it)
    turned, nodes = cells[last]
    roots = {after.root(node) for node, one in zip(nodes, turned.segments, strict=True) if one.kind in ENCLOSED}
    roots |= {after.root(cells[there].nodes[segment]) for there, segment in after.closed}
    roots |= {after.root(one.node) for ref, one in after.figures.items() if ref.position == last}
    changed = {last + beside for beside in STEPS}
    for there, node in after.monasteries.items():
        if there - last in AROUND and after.counters[after.root(node)] & OPEN <= _NEARLY:
            changed |= {there + beside for beside in AROUND}
    return frozenset(
        cell for cell in after.frontier if cell in changed or any(root in roots for root in _touching(after, cell))
    )


def _touching(state: State, cell: Position) -> Iterator[int]:
    """Yield the roots of the features that a tile in this cell would touch."""
    for side, beside in enumerate(STEPS):
        neighbour = state.cells.get(cell + beside)
        if neighbour is not None:
            for _, segment in neighbour.turned.faces[opposite(side)]:
                yield state.root(neighbour.nodes[segment])
