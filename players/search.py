"""Looking ahead: the most promising turns are compared by what the next seat makes of each, over the tiles it may draw.

The next seat answers with the turn that is best for it at one ply. Far from the tile just placed its answers are worth
as much as they were before, so they are valued once, on the board as it is now, for all the turns that are compared.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from carcassonne import Move, Phase, PlaceTile, Position, State, Tile, apply_all, draws
from carcassonne.geometry import AROUND, STEPS, opposite
from carcassonne.kinds import ENCLOSED
from carcassonne.rules import step
from carcassonne.state import OPEN
from carcassonne.turn import next_seat
from players.evaluation import Evaluation, margin
from players.policy import Dice, ValuedTurn, ranked, valued_turns
from players.prospects import Prospects
from players.weights import Valuation

_GRAIN: Final = 1 << 16
_LAST: Final = 3
"""With fewer tiles left than this, nothing is taken over from before: the final scoring changes every value."""
_NEARLY: Final = 1
"""A monastery with so few empty cells around it makes the answers beside it worth something else."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is looked at before a turn is chosen; the same on every machine."""

    candidates: int
    """How many of the turns that are best at one ply are compared."""
    tiles: int
    """For how many tiles that the next seat may draw; all of them if fewer are left."""


class Draw(NamedTuple):
    """A tile that may be drawn, and how much it counts."""

    tile: Tile
    weight: float


class Change(NamedTuple):
    """What an answer changes in what the position is worth to each seat, and where its tile lies."""

    gain: float
    """For the seat that answers, less the best other's."""
    cell: Position
    by_seat: tuple[float, ...]


class _Answers:
    """What the next seat can make of each tile on the board as it is now, found when it is first asked."""

    def __init__(self, state: State, prospects: Prospects, weights: Sequence[float]) -> None:
        self.seat: Final = next_seat(state)
        self._prospects, self._weights = prospects, weights
        self._state = state.copy()
        self._state.seat, self._state.tile, self._state.phase = self.seat, None, Phase.DRAW
        self._now = Evaluation(self._state, prospects).values(weights)
        self._changes: dict[Tile, list[Change]] = {}

    def to(self, tile: Tile) -> list[Change]:
        """Return the answers with this tile, the best first."""
        found = self._changes.get(tile)
        if found is None:
            now, state = self._now, _with_tile(self._state, tile)
            value = margin(now, self.seat, state)
            found = [
                Change(one.value - value, _cell(one), tuple([a - b for a, b in zip(one.by_seat, now, strict=True)]))
                for one in valued_turns(state, self._prospects, self._weights)
            ]
            found.sort(key=lambda one: -one.gain)
            self._changes[tile] = found
        return found


def search(valuation: Valuation, effort: Effort, state: State, dice: Dice) -> tuple[Move, ...]:
    """Return the moves of the best turn found. With a valuation and an effort bound to it, this is a policy."""
    prospects = Prospects(state)
    weights = valuation.at(prospects.left)
    shift, chance = dice(_GRAIN) / _GRAIN, dice(_GRAIN) / _GRAIN
    first = ranked(valued_turns(state, prospects, weights))[: effort.candidates]
    if len(first) == 1:
        return first[0].moves
    answers = _Answers(state, prospects, weights)
    drawn = _draws(state, effort.tiles, shift)
    found = []
    for one in first:
        after = _after_chance(apply_all(state, one.moves).state, chance)
        value = 0.0
        if after.is_over or not drawn:
            value = margin(Evaluation(after, prospects).values(weights), state.seat, after)
        else:
            by_seat = Evaluation(after, prospects).values(weights)
            is_known = after.phase is Phase.DRAW and after.seat == answers.seat and after.tiles_left >= _LAST
            changed = _changed_cells(after) if is_known else None
            for tile, weight in drawn:
                value += weight * margin(
                    _answered(after, by_seat, tile, changed, answers, prospects, weights), state.seat, after
                )
        found.append((value, one.moves))
    return max(found, key=lambda one: one[0])[1]


def _answered(
    after: State,
    by_seat: list[float],
    tile: Tile,
    changed: set[Position] | None,
    answers: _Answers,
    prospects: Prospects,
    weights: Sequence[float],
) -> Sequence[float]:
    """Return what the position is worth to each seat after the next seat has answered with this tile."""
    best: Sequence[float] = by_seat
    most = None
    if changed is not None:
        for gain, cell, change in answers.to(tile):
            if cell not in changed and cell in after.frontier:
                best = [a + b for a, b in zip(by_seat, change, strict=True)]
                most = margin(by_seat, after.seat, after) + gain
                break
    if changed is None or changed:
        for one in valued_turns(_with_tile(after, tile), prospects, weights, cells=changed):
            if most is None or one.value > most:
                best, most = one.by_seat, one.value
    return best


def _cell(answer: ValuedTurn) -> Position:
    place = answer.moves[0]
    assert isinstance(place, PlaceTile)  # noqa: S101 (the type checker learns it)
    return place.position


def _with_tile(state: State, tile: Tile) -> State:
    """Return the state in which the next tile that is drawn is this one."""
    state = state.copy()
    if copies := state.bag.get(tile.name):
        if copies == 1:
            del state.bag[tile.name]
        else:
            state.bag[tile.name] = copies - 1
    state.tile, state.phase = tile, Phase.PLACE
    return state


def _after_chance(state: State, number: float) -> State:
    """Let chance do what it does before a tile is drawn, such as to reveal a wall tile; in place."""
    while state.phase is Phase.REVEAL:
        possible = draws(state)
        step(state, possible[int(number * len(possible))])
    return state


def _draws(state: State, number: int, shift: float) -> list[Draw]:
    """Return so many tiles that may be drawn next, spread evenly over those in the bag, or all if there are fewer."""
    bag = state.bag or (state.ruleset.bags[state.bags_left[0]] if state.bags_left else {})
    tiles = [state.ruleset.tiles[name] for name in sorted(bag) for _ in range(bag[name])]
    if number < len(set(tiles)):
        tiles = [tiles[int((one + shift) * len(tiles) / number)] for one in range(number)]
    counted: dict[Tile, int] = {}
    for tile in tiles:
        counted[tile] = counted.get(tile, 0) + 1
    return [Draw(tile, copies / len(tiles)) for tile, copies in counted.items()]


def _changed_cells(after: State) -> set[Position]:
    """Return the empty cells where an answer may be worth something else than before the last tile was placed."""
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
    return {cell for cell in after.frontier if cell in changed or any(root in roots for root in _touching(after, cell))}


def _touching(state: State, cell: Position) -> Iterator[int]:
    """Yield the roots of the features that a tile in this cell would touch."""
    for side, beside in enumerate(STEPS):
        neighbour = state.cells.get(cell + beside)
        if neighbour is not None:
            for _, segment in neighbour.turned.faces[opposite(side)]:
                yield state.root(neighbour.nodes[segment])
