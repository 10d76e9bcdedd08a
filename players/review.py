"""A game in review: what each turn lost against the best one, and which part of the result the draws made.

The luck of a draw is what the position is worth with the best turn for the tile drawn, less the mean of that over all
tiles that could have been drawn. On average it is nothing, however good the evaluation is. All else is skill, so both
add up to the result.

A review is made turn by turn, so whoever has it made can do something else in between, and knows how far it is.
"""

import random
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final, NamedTuple

from carcassonne import Chance, Deploy, DrawTile, Move, Phase, PlaceTile, Resign, Skip, State, apply, apply_all, draws
from carcassonne.rules import step
from carcassonne.state import Outcome
from carcassonne.tiles import visual_key
from players.policy import valued_turns
from players.prospects import Prospects
from players.reasons import Reason, best_reasons
from players.search import EXPERT, Search, Weighed
from players.valuations import LEARNT, valuation_of

EXPLAINED: Final = 3
"""Of each seat, how many turns that cost most and how many of the best have reasons."""
_SEEN: Final = 0.05
"""The smallest difference in points that people see: they read one decimal."""
DIGITS: Final = 2
"""How many decimals points are kept with. Luck and skill follow from what is kept, so they add up."""
_WHOLE: Final = 2
"""How many moves a turn has at least, unless its player was passed over, or resigned, after placing the tile."""


class PlayedTurn(NamedTuple):
    """A turn of a game, in which a seat has placed a tile."""

    number: int
    """As records count them, from 1."""
    seat: int
    at: int
    """How many moves of the game come before its placement."""
    before: State
    """Before the draw."""
    state: State
    """With the tile in hand."""
    moves: tuple[Move, ...]
    """From the placement on, up to the next move of chance."""
    follows: bool
    """Whether the search in the turn before sees every draw of this one: nothing else lies between them."""


class Luck(NamedTuple):
    """What the position is worth to each seat, in points."""

    expected: tuple[float, ...]
    """Before the draw: the mean over all tiles, each with its best turn."""
    by_tile: Mapping[str, tuple[float, ...]]
    """With the best turn for each tile."""


class Look(NamedTuple):
    """What expert sees in a turn."""

    luck: Luck | None
    """Of its own draw; None if the turn before has it."""
    next_luck: Luck | None
    """Of the draw after it, as far as the search has seen that; None if it hasn't seen all tiles."""
    turns: tuple[Weighed, Weighed] | None
    """The turn and the best of the others; None if there is none, or if the turn was not whole."""

    @property
    def gain(self) -> float:
        """What the turn is worth more than the other one."""
        return self.turns[0].turn.value - self.turns[1].turn.value if self.turns else 0.0


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """A turn in review: see ``PlayedTurn``. Values by seat are what the position is worth to each, in points."""

    number: int
    seat: int
    at: int
    expected: tuple[float, ...]
    """Before the draw: the mean over all tiles, each with its best turn."""
    drawn: tuple[float, ...]
    """With the best turn for the tile drawn."""
    instead: tuple[Move, ...]
    """The best of the other turns; empty if there is none."""
    gain: float
    """What the turn is worth more than that one, in points of the seat's margin; below 0 if it is worth less."""
    reasons: tuple[Reason, ...] = ()
    """What speaks for the better of the turn and the other one: the greatest differences, the greatest one first. Only
    the turns of ``GameReview.explained`` have reasons."""

    @property
    def loss(self) -> float:
        """What the turn gave away against the best one; never below 0."""
        return max(-self.gain, 0.0)

    @property
    def kept_gain(self) -> float:
        """The gain as it's kept: the same turns stand out in a review that was just made, and when it's read."""
        return round(self.gain, DIGITS)

    @property
    def luck(self) -> tuple[float, ...]:
        """What the draw changed, by seat."""
        return tuple([drawn - expected for drawn, expected in zip(self.drawn, self.expected, strict=True)])


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
        return sum([relative(one.luck, seat) for one in self.turns])

    def skill(self, seat: int) -> float:
        """Return which part of the result the turns made, of everybody; with what it is worth to move first."""
        came_of = [*(one.expected for one in self.turns[1:]), self.scores]
        made = [relative(then, seat) - relative(one.drawn, seat) for one, then in zip(self.turns, came_of, strict=True)]
        return relative(self.turns[0].expected, seat) + sum(made)

    def even_scores(self) -> list[float]:
        """Return by seat what the scores would have been if no draw had been luckier than another."""
        return [points - sum([one.luck[seat] for one in self.turns]) for seat, points in enumerate(self.scores)]

    def lost(self, seat: int) -> float:
        """Return how many points a seat's turns lost in all."""
        return sum([one.loss for one in self.turns if one.seat == seat])

    def error_rate(self, seat: int) -> float:
        """Return how many points a seat's turns lost on average."""
        return self.lost(seat) / max(sum(one.seat == seat for one in self.turns), 1)

    def dearest(self, number: int, seat: int | None = None) -> list[ReviewedTurn]:
        """Return the turns that cost most, of a seat or of all: this many at most, and only those that cost something.

        The dearest comes first.
        """
        found = sorted(self._turns_of(seat), key=lambda one: (one.kept_gain, one.number))
        return [one for one in found if one.kept_gain <= -_SEEN][:number]

    def best(self, number: int, seat: int | None = None) -> list[ReviewedTurn]:
        """Return the turns that were worth most more than any other turn with the same tile, in the same way."""
        found = sorted(self._turns_of(seat), key=lambda one: (-one.kept_gain, one.number))
        return [one for one in found if one.kept_gain >= _SEEN][:number]

    def explained(self) -> list[ReviewedTurn]:
        """Return the turns that have reasons: of each seat, those that cost most and the best ones."""
        seats = range(len(self.scores))
        return [one for seat in seats for one in [*self.dearest(EXPLAINED, seat), *self.best(EXPLAINED, seat)]]

    def curve(self, seat: int) -> list[float]:
        """Return how far ahead a seat stood before each turn, and at the end.

        Each value is the mean over a round, as far as it was played: whoever is to move is ahead by a turn.
        """
        values, around = [*(relative(one.expected, seat) for one in self.turns), self.result(seat)], len(self.scores)
        rounds = [values[first : first + around] for first in range(len(values))]
        return [sum(one) / len(one) for one in rounds]

    def _turns_of(self, seat: int | None) -> Iterator[ReviewedTurn]:
        return (one for one in self.turns if seat is None or one.seat == seat)


def relative(values: Sequence[float], seat: int) -> float:
    """Return a seat's value less the mean of the others'."""
    others = len(values) - 1
    return values[seat] - (sum(values) - values[seat]) / others


def review(start: State, moves: Sequence[Move]) -> GameReview:
    """Review a game from its start by all its moves, draws included.

    The same game has the same review on every machine. Raise ValueError unless the game was played to its end, and
    IllegalMoveError.
    """
    played = played_turns(start, moves)
    looks = [look(turn) for turn in played]
    found = assembled(played, looks, apply_all(start, moves).state)
    by_number = {turn.number: (turn, seen) for turn, seen in zip(played, looks, strict=True)}
    return with_reasons(found, [reasons_for(*by_number[one.number]) for one in found.explained()])


def played_turns(start: State, moves: Sequence[Move]) -> list[PlayedTurn]:
    """Return each turn in which a seat has placed a tile, with what it did then; raise IllegalMoveError."""
    state, before, turns = start.copy(), start, list[PlayedTurn]()
    end = 0
    for at, move in enumerate(moves):
        if isinstance(move, DrawTile):
            before = state.copy()
        elif isinstance(move, PlaceTile):
            own = tuple(takewhile(lambda one: not isinstance(one, (Chance, Skip, Resign)), moves[at:]))
            follows = bool(turns) and end == at - 1 and len({*draws(before)}) <= EXPERT.tiles
            turns.append(PlayedTurn(state.turn + 1, state.seat, at, before, state.copy(), own, follows))
            end = at + len(own)
        step(state, move)
    return turns


def look(turn: PlayedTurn) -> Look:
    """Return what expert sees in a turn. This takes most of the time of a review."""
    luck = None if turn.follows else _luck_of(turn)
    if len(turn.moves) < _WHOLE:
        return Look(luck, None, None)
    search = searched(turn.state)
    weighed = [search.weighed(one.moves) for one in search.candidates()]
    played = next((one for one in weighed if one.turn.moves == turn.moves), None) or search.weighed(turn.moves)
    others = [one for one in weighed if _seen_of(one) != _seen_of(played)]
    best = max(others, key=lambda one: one.turn.value, default=None)  # the first of those that are worth the same
    return Look(luck, _luck_after(played), (played, best) if best else None)


def _seen_of(weighed: Weighed) -> Hashable:
    """Return what people see of a turn: rotations in which the tile looks the same are one choice, and so are the
    points of one spot.
    """
    place, deployment, *answers = weighed.turn.moves
    assert isinstance(place, PlaceTile)  # noqa: S101 (such turns are compared)
    turned = weighed.after.cells[place.position].turned
    spot: Hashable = deployment
    if isinstance(deployment, Deploy) and (option := turned.deploy_options.find(deployment)):
        spot = deployment.role, deployment.figure, turned.segments[option.segment].ports
    return place.position, visual_key(turned), spot, tuple(answers)


def reasons_for(turn: PlayedTurn, seen: Look) -> tuple[Reason, ...]:
    """Return what speaks for the better of a turn and the best other one; nothing if there is none."""
    if seen.turns is None:
        return ()
    better, worse = sorted(seen.turns, key=lambda one: -one.turn.value)
    return best_reasons(turn.state, better, worse)


def assembled(played: Sequence[PlayedTurn], looks: Sequence[Look], end: State) -> GameReview:
    """Return a review whose turns have no reasons yet; raise ValueError unless the game was played to its end."""
    if end.outcome is not Outcome.SCORED or not played:
        raise ValueError("only a game that was played to its end can be reviewed")
    turns, before = list[ReviewedTurn](), looks[0]
    for turn, seen in zip(played, looks, strict=True):
        luck = seen.luck or before.next_luck
        assert luck is not None  # noqa: S101 (one of them has seen it)
        assert turn.state.tile is not None  # noqa: S101 (it was placed)
        drawn = luck.by_tile[turn.state.tile.name]
        instead = seen.turns[1].turn.moves if seen.turns else ()
        turns.append(ReviewedTurn(turn.number, turn.seat, turn.at, luck.expected, drawn, instead, seen.gain))
        before = seen
    return GameReview(tuple(turns), tuple(end.scores))


def with_reasons(found: GameReview, reasons: Sequence[tuple[Reason, ...]]) -> GameReview:
    """Return a review with the reasons of its explained turns, in their order."""
    by_number = {one.number: why for one, why in zip(found.explained(), reasons, strict=True)}
    turns = [replace(one, reasons=by_number.get(one.number, ())) for one in found.turns]
    return GameReview(tuple(turns), found.scores)


def searched(state: State) -> Search:
    """Return expert's work for a position. The dice follow from it, so it is always the same."""
    return Search(EXPERT, state, random.Random(state.turn).randrange)  # noqa: S311 (the seed is no secret)


def _luck_of(turn: PlayedTurn) -> Luck:
    """Return what the position is worth before the draw, on average, and with each tile."""
    prospects = Prospects(turn.before)
    weights = valuation_of(LEARNT, turn.before).at(prospects.left)
    copies = Counter(move.tile for move in draws(turn.before) if isinstance(move, DrawTile))
    worth = dict[str, Sequence[float]]()
    for tile in copies:
        state = apply(turn.before, DrawTile(tile)).state
        if state.phase is Phase.PLACE:  # others fit nowhere, and are drawn again
            worth[tile] = max(valued_turns(state, prospects, weights), key=lambda one: one.value).by_seat
    return _mean(worth, copies)


def _luck_after(played: Weighed) -> Luck | None:
    """Return the luck of the draw after a turn: the search has found the best turn with each tile already.

    It takes what lies far from the turn's tile over from before. None if it hasn't tried each tile.
    """
    worth = {one.tile.name: one.by_seat for one in played.answers if one.moves}  # others fit nowhere
    copies = Counter(move.tile for move in draws(played.after) if isinstance(move, DrawTile))
    return _mean(worth, copies) if worth and copies.keys() == {one.tile.name for one in played.answers} else None


def _mean(worth: Mapping[str, Sequence[float]], copies: Mapping[str, int]) -> Luck:
    number = sum([copies[tile] for tile in worth])
    by_seat = zip(*([copies[tile] * one for one in values] for tile, values in worth.items()), strict=True)
    return Luck(tuple([sum(values) / number for values in by_seat]), {tile: tuple(one) for tile, one in worth.items()})
