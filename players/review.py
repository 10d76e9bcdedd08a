"""A game in review: what each turn lost against the best one, and which part of the result the draws made.

The luck of a draw is what the position is worth with the best turn for the tile drawn, less the mean of that over all
tiles that could have been drawn. On average it is nothing, however good the evaluation is. All else is skill, so both
add up to the result.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from carcassonne import Chance, DrawTile, Move, Phase, State, apply, apply_all, draws
from carcassonne.rules import step
from carcassonne.state import Outcome
from players.evaluation import Evaluation, margin
from players.policy import ValuedTurn, valued_turns
from players.prospects import Prospects
from players.search import Effort, compare_with
from players.valuations import LEARNT, valuation_of
from players.weights import PARTS

_EFFORT: Final = Effort(candidates=8, tiles=24)
"""The effort of expert, which judges the turns."""
_ALIKE: Final = 0.005
"""A difference in points that is none."""


class Reason(NamedTuple):
    """What makes the best turn better than the one played."""

    part: str
    """Of the evaluation: one of ``PARTS``."""
    seat: int
    points: float
    """What this seat has more by this part after the best turn; below 0 if it has less."""


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """A turn that was played. What is given by seat is what the position is worth to each, in points."""

    number: int
    """Which turn of the game it is, from 1."""
    seat: int
    tile: str
    played: tuple[Move, ...]
    best: tuple[Move, ...]
    """What expert would have played: the turn itself if nothing is better."""
    loss: float
    """What the turn gave away against the best one, in points of the seat's margin; never below 0."""
    reasons: tuple[Reason, ...]
    """The difference between the positions after both turns, the greatest part first; it makes up what one ply sees of
    the loss."""
    expected: tuple[float, ...]
    """What the position was worth by seat before the draw: the mean over all tiles, each with its best turn."""
    luck: tuple[float, ...]
    """What the draw changed in that."""
    skill: tuple[float, ...]
    """What came of it until the next draw, or the end, less what the best turn for the tile was worth."""


@dataclass(frozen=True, slots=True)
class GameReview:
    """A game that was played to its end."""

    turns: tuple[ReviewedTurn, ...]
    scores: tuple[int, ...]

    def result(self, seat: int) -> float:
        """Return a seat's points less the others', on average: with two seats, the difference."""
        return relative(self.scores, seat)

    def luck(self, seat: int) -> float:
        """Return which part of the result the draws made, of everybody."""
        return sum(relative(one.luck, seat) for one in self.turns)

    def skill(self, seat: int) -> float:
        """Return which part of the result the turns made, of everybody; with what it is worth to move first."""
        return relative(self.turns[0].expected, seat) + sum(relative(one.skill, seat) for one in self.turns)

    def with_even_luck(self, seat: int) -> float:
        """Return what the result would have been if no draw had been luckier than another."""
        return self.result(seat) - self.luck(seat)

    def lost(self, seat: int) -> float:
        """Return how many points a seat's turns lost in all."""
        return sum(one.loss for one in self.turns_of(seat))

    def error_rate(self, seat: int) -> float:
        """Return how many points a seat's turns lost on average."""
        turns = self.turns_of(seat)
        return self.lost(seat) / len(turns) if turns else 0.0

    def turns_of(self, seat: int) -> list[ReviewedTurn]:
        return [one for one in self.turns if one.seat == seat]

    def dearest(self, number: int) -> list[ReviewedTurn]:
        """Return the turns that cost most, the dearest first: this many at most, and only those that cost something."""
        lossy = [one for one in self.turns if one.loss > _ALIKE]
        return sorted(lossy, key=lambda one: (-one.loss, one.number))[:number]

    def curve(self, seat: int) -> list[float]:
        """Return how far ahead a seat stood before each turn, and at the end."""
        return [*(relative(one.expected, seat) for one in self.turns), self.result(seat)]


def relative(values: Sequence[float], seat: int) -> float:
    """Return a seat's value less the mean of the others'."""
    others = len(values) - 1
    return values[seat] - (sum(values) - values[seat]) / others


def review(start: State, moves: Sequence[Move], seed: int = 1) -> GameReview:
    """Review a game from its start by all its moves, draws included.

    The same game and seed give the same review on every machine. Raise ValueError unless the game was played to its
    end, and IllegalMoveError.
    """
    turns = list(_turns(start, moves))
    end = apply_all(start, moves).state
    if end.outcome is not Outcome.SCORED or not turns:
        raise ValueError("only a game that was played to its end can be reviewed")
    looked = [_look(turn, seed + number) for number, turn in enumerate(turns, 1)]
    after = [*(one.expected for one in looked[1:]), [float(points) for points in end.scores]]
    reviewed = [
        ReviewedTurn(
            number,
            turn.seat,
            turn.tile,
            turn.moves,
            one.best,
            one.loss,
            one.reasons,
            tuple(one.expected),
            _less(one.drawn, one.expected),
            _less(then, one.drawn),
        )
        for number, (turn, one, then) in enumerate(zip(turns, looked, after, strict=True), 1)
    ]
    return GameReview(tuple(reviewed), tuple(end.scores))


class _Turn(NamedTuple):
    before: State
    """Before the draw."""
    tile: str
    seat: int
    moves: tuple[Move, ...]
    """Up to the next move of chance."""


class _Looked(NamedTuple):
    expected: list[float]
    drawn: list[float]
    """What the position is worth by seat with the best turn for the tile drawn."""
    best: tuple[Move, ...]
    loss: float
    reasons: tuple[Reason, ...]


def _turns(start: State, moves: Sequence[Move]) -> Iterator[_Turn]:
    """Yield each turn in which a seat has placed a tile."""
    state = start.copy()
    for place, move in enumerate(moves):
        before = state.copy() if isinstance(move, DrawTile) else None
        step(state, move)
        if before is not None and state.phase is Phase.PLACE and (own := _until_chance(moves[place + 1 :])):
            assert isinstance(move, DrawTile)  # noqa: S101 (the type checker learns it)
            yield _Turn(before, move.tile, state.seat, own)


def _until_chance(moves: Sequence[Move]) -> tuple[Move, ...]:
    chance = next((place for place, move in enumerate(moves) if isinstance(move, Chance)), len(moves))
    return tuple(moves[:chance])


def _look(turn: _Turn, seed: int) -> _Looked:
    prospects = Prospects(turn.before)
    weights = valuation_of(LEARNT, turn.before.ruleset).at(prospects.left)
    counted = Counter(move.tile for move in draws(turn.before) if isinstance(move, DrawTile))
    drawn = {tile: apply(turn.before, DrawTile(tile)).state for tile in counted}
    fitting = {tile: one for tile, one in drawn.items() if one.phase is Phase.PLACE}  # others are drawn again
    by_tile = {tile: _best_answer(one, prospects, weights) for tile, one in fitting.items()}
    copies = sum(counted[tile] for tile in by_tile)
    expected = [
        sum([counted[tile] * by_seat[seat] for tile, by_seat in by_tile.items()]) / copies
        for seat in range(turn.before.seats)
    ]
    state = apply(turn.before, DrawTile(turn.tile)).state
    dice = random.Random(seed).randrange  # noqa: S311 (the seed is no secret)
    played, found = compare_with(state, turn.moves, _EFFORT, dice)
    best = found[0] if found[0].value > played.value + _ALIKE else played
    reasons = tuple(_reasons(state, played, best, prospects, weights))
    return _Looked(expected, by_tile[turn.tile], best.moves, best.value - played.value, reasons)


def _best_answer(state: State, prospects: Prospects, weights: Sequence[float]) -> list[float]:
    """Return what the position is worth by seat after the best turn with the tile in hand, at one ply."""
    best = max(valued_turns(state, prospects, weights), key=lambda one: one.value)
    return best.by_seat


def _reasons(
    state: State, played: ValuedTurn, best: ValuedTurn, prospects: Prospects, weights: Sequence[float]
) -> list[Reason]:
    """Return by which parts the positions after two turns differ, and for whom; the greatest difference first."""
    if best is played:
        return []
    ours, theirs = (Evaluation(apply_all(state, one.moves).state, prospects).parts for one in (best, played))
    found = [
        Reason(part, seat, weight * (mine - other))
        for seat, (after, instead) in enumerate(zip(ours, theirs, strict=True))
        for part, weight, mine, other in zip(PARTS, weights, after, instead, strict=True)
    ]
    return sorted((one for one in found if abs(one.points) > _ALIKE), key=lambda one: -abs(one.points))


def one_ply_difference(reasons: Sequence[Reason], seat: int, state: State) -> float:
    """Return what reasons come to for a seat's margin where two play: a check on the sentences made of them."""
    by_seat = [sum(one.points for one in reasons if one.seat == other) for other in range(state.seats)]
    return margin(by_seat, seat, state)


def _less(values: Sequence[float], others: Sequence[float]) -> tuple[float, ...]:
    return tuple([value - other for value, other in zip(values, others, strict=True)])
