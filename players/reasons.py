"""Why a turn is better than another one: what lies between both, feature by feature, after the answers to them.

What the evaluation counts belongs to a feature with figures, or to a topic that has no place on the board. So all
reasons together are what the search finds between the turns.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from operator import mul
from typing import Final, NamedTuple, TypeAlias

from carcassonne import FeatureScored, Kind, PlaceTile, Position, State, apply_all
from carcassonne.events import Event
from carcassonne.kinds import ENCLOSED, SURROUNDED
from carcassonne.scoring import touched_cities
from carcassonne.state import CLAIM_SHIFT, OPEN, PlacedFigure
from players.evaluation import Evaluation
from players.prospects import Prospects
from players.search import Weighed, take, with_tile
from players.valuations import LEARNT, valuation_of
from players.weights import PARTS

_ALIKE: Final = 0.005
"""A difference in points that is none."""
REASONS: Final = 3
"""How many reasons are kept of a turn at most."""
_SMALL: Final = 0.5
"""What counts less than this, in points, is no reason, unless there is no greater one."""
_NOTHING: Final = 0.05
"""A player who can expect less of a feature than this has no way into it."""
_HAND: Final = frozenset(map(PARTS.index, ("in_hand", "first_in_hand", "third_in_hand")))
_KEPT: Final = PARTS.index("kept")
_POINTS: Final = PARTS.index("points")


class Fact(StrEnum):
    """What the better of two turns does, for a player. Where it names a feature, that one is meant."""

    FINISHES = "finishes"
    GIVES = "gives"
    """The player holds the feature, and nobody else does."""
    SHARES = "shares"
    """The player holds the feature, as others do."""
    TAKES = "takes"
    """The player doesn't hold the feature any more, or not in time."""
    WAY = "way"
    """The player may get into the feature with the next tile."""
    NO_WAY = "no way"
    """The player can't get into the feature with the next tile."""
    LESS_WAY = "less way"
    """The player gets into the feature less often."""
    ENDS = "ends"
    """The feature has this number of open ends."""
    TILES = "tiles"
    """The feature lacks this number of tiles."""
    CITIES = "cities"
    """This number of finished cities is beside the field."""
    EASIER = "easier"
    """The feature is finished with a greater chance."""
    HARDER = "harder"
    MORE = "more"
    """The feature is worth more."""
    LESS = "less"
    NEXT_MORE = "next more"
    """The player can expect more of what the next tile brings: of features that nobody holds yet."""
    NEXT_LESS = "next less"
    IN_HAND = "in hand"
    """The player has this number of followers in hand."""
    HAND_MORE = "hand more"
    """The player can expect to have more followers in hand, or to have them earlier."""
    HAND_LESS = "hand less"
    KEPT_MORE = "kept more"
    """What else the rules keep is worth more: goods, a builder at work, an extra turn."""
    KEPT_LESS = "kept less"
    POINTS_MORE = "points more"
    POINTS_LESS = "points less"


class Reason(NamedTuple):
    """What the better of two turns changes for a player, after the answers to both."""

    fact: Fact
    seat: int
    points: float
    """What that counts more for this seat after the better turn; below 0 if it counts less."""
    kind: Kind | None = None
    """Of the feature; None if the fact is about none."""
    cell: Position | None = None
    """Where it is found: the cell of one of its figures, if it has any."""
    owner: int | None = None
    """The seat by which it's called; None if it's called by its cell alone."""
    number: int = 0
    """What the fact counts, right after the better turn."""


class _Topic(StrEnum):
    """What is no feature's. The values are the beginnings of facts."""

    NEXT = "next"
    HAND = "hand"
    KEPT = "kept"
    POINTS = "points"


_Place: TypeAlias = tuple[PlaceTile | None, int]
"""What names a feature: of an old one, the root that it has in the position before; of a new one, the placement of the
turn's tile and the number of a segment."""
_Key: TypeAlias = _Place | _Topic
_KeyOf: TypeAlias = Callable[[State, int], _Key]


class _Standing(NamedTuple):
    """A feature right after a turn."""

    holders: tuple[int, ...]
    open_sides: int
    cities: int
    """Finished, beside a field."""
    chance: float


class _Joined:
    """The features before two turns; those that one of the turns joins are one feature."""

    def __init__(self, state: State, afters: Iterable[State]) -> None:
        self._older: dict[int, int] = {}
        self.number: Final = len(state.parent)
        """How many nodes there are before."""
        for after in afters:
            for node in range(self.number):
                older, newer = sorted((self.find(node), self.find(after.root(node))))
                self._older[newer] = older

    def find(self, node: int) -> int:
        """Return what stands for all nodes that are one feature with this one."""
        while (older := self._older.get(node, node)) != node:
            node = older
        return node


class _Side:
    """One of the two turns: what it leaves of each feature, and what that counts for each seat after the answers."""

    def __init__(self, before: State, weighed: Weighed, joined: _Joined) -> None:
        [place, *_] = weighed.turn.moves
        assert isinstance(place, PlaceTile)  # noqa: S101 (such turns are compared)
        self._place, self._joined, self._weighed = place, joined, weighed
        self.before, self.after = before, weighed.after
        self._prospects = Prospects(before)
        self._weights = valuation_of(LEARNT, before).at(self._prospects.left)
        self._paid = _payments(apply_all(before, weighed.turn.moves).events)
        self._now = Evaluation(self.after, self._prospects)
        self._roots: dict[_Key, list[int]] = {}
        """Several where only the other turn joins them."""
        for root in self._roots_after():
            self._roots.setdefault(self.key(self.after, root), []).append(root)
        self.worth: Final[dict[tuple[_Key, int], float]] = {}
        for share, end, paid in self._ends():
            self._add(share, end, paid, self.key)
        for share, end, paid in self._later():
            self._add(share, end, paid, self._older_key)

    def key(self, state: State, node: int) -> _Key:
        """Return what names the feature of a node in this position, after this turn or an answer to it."""
        root = state.root(node)
        if root < self._joined.number:
            return None, self._joined.find(root)
        segments = self.after.cells[self._place.position].nodes
        return (self._place, segments.index(root)) if root in segments else _Topic.NEXT

    def _older_key(self, state: State, node: int) -> _Key:
        """Return the same in a position in which there is only an answer to the position before."""
        root = state.root(node)
        return (None, self._joined.find(root)) if root < self._joined.number else _Topic.NEXT

    def root(self, key: _Key, seat: int) -> int | None:
        """Return the root of a feature right after the turn; None if there is no such feature then.

        Of several, it's the one that the turn finishes for the seat, or that the seat holds, or that others hold.
        """
        paid, holders = self._paid_for(seat), {one: self._holders(one) for one in self._roots.get(key, ())}
        return max(holders, key=lambda one: (one in paid, seat in holders[one], bool(holders[one])), default=None)

    def standing(self, root: int | None) -> _Standing:
        """Return a feature right after the turn; for None, one that is nothing."""
        if root is None:
            return _Standing((), 0, 0, 0.0)
        after, counters = self.after, self.after.counters
        cities = touched_cities(after, root) if self.kind(root) is Kind.FIELD else frozenset[int]()
        finished = sum(not counters[city] & OPEN for city in cities)
        return _Standing(self._holders(root), counters[root] & OPEN, finished, self._now.chance(root))

    def kind(self, root: int) -> Kind:
        """Return the kind of a feature that is there after the turn."""
        laid = next(one for one in self.after.cells.values() if root in one.nodes)
        return laid.turned.segments[laid.nodes.index(root)].kind

    def is_paid(self, root: int | None, seat: int) -> bool:
        """Return whether the turn itself has finished a feature, and paid the seat for it."""
        return root in self._paid_for(seat)

    def figures(self, root: int) -> Iterator[tuple[Position, PlacedFigure]]:
        """Yield the figures of a feature after the turn, then those before it, with their cells."""
        for state in (self.after, self.before):
            for ref, placed in state.figures.items():
                if self.after.root(placed.node) == root:
                    yield ref.position, placed

    def cell(self, root: int) -> Position:
        """Return a cell of a feature that has no figures."""
        return next(cell for cell, laid in self.after.cells.items() if root in laid.nodes)

    def _holders(self, root: int) -> tuple[int, ...]:
        return self.after.ruleset.majority(self.after.counters[root] >> CLAIM_SHIFT)

    def _paid_for(self, seat: int) -> set[int]:
        """Return the roots of what the turn has finished and paid a seat for.

        What the final scoring pays, or an abbot who comes home, may be for something unfinished.
        """
        paid = [one.ref for one in self._paid if one.ref and not one.is_final and seat in one.seats]
        return {root for root in map(self.after.root_at, paid) if not self.after.counters[root] & OPEN}

    def in_hand(self, seat: int) -> int:
        """Return how many figures that may take something a seat has in hand after the turn."""
        rules = self.after.ruleset
        return sum(pieces[seat] for figure, pieces in self.after.supply.items() if figure not in rules.joining)

    def _roots_after(self) -> set[int]:
        return {self.after.root(node) for node in range(len(self.after.parent))}

    def _ends(self) -> Iterator[tuple[float, State, list[FeatureScored]]]:
        """Yield the positions after the answers, how much each counts, and what was paid up to there."""
        if not self._weighed.answers:
            yield 1.0, self.after, self._paid
        for one in self._weighed.answers:
            end = with_tile(self.after, one.tile)
            yield one.weight, end, [*self._paid, *_payments(take(end, one.moves))]

    def _later(self) -> Iterator[tuple[float, State, list[FeatureScored]]]:
        """Yield the same for what follows an extra turn: the position without it counts less than nothing."""
        now = self._weighed.unmoved
        if now is not None:
            for one in self._weighed.later:
                yield -one.weight, now, []
                end = with_tile(now, one.tile)
                paid = _payments(take(end, one.moves))
                yield one.weight, end, paid

    def _add(self, share: float, end: State, paid: Sequence[FeatureScored], key: _KeyOf) -> None:
        """Add what a position counts, and what led to it has paid, to the features that it's for."""
        evaluation, weights = Evaluation(end, self._prospects), self._weights
        for seat, vector in enumerate(evaluation.parts):
            counts = [*map(mul, vector, weights)]
            hand = sum(counts[part] for part in _HAND)
            self._note(_Topic.HAND, seat, share * hand)
            self._note(_Topic.KEPT, seat, share * counts[_KEPT])
            self._note(_Topic.POINTS, seat, share * (sum(counts) - hand - counts[_KEPT]))
        for root, vectors in evaluation.by_feature().items():
            for seat, vector in enumerate(vectors):
                self._move(key(end, root), seat, share * sum(map(mul, vector, weights)))
        for one in paid:
            for seat in one.seats if one.ref else ():
                assert one.ref  # noqa: S101 (the type checker learns it)
                self._move(key(end, end.root_at(one.ref)), seat, share * one.points * weights[_POINTS])

    def _move(self, key: _Key, seat: int, points: float) -> None:
        """Add to a feature what was counted among the points."""
        self._note(key, seat, points)
        self._note(_Topic.POINTS, seat, -points)

    def _note(self, key: _Key, seat: int, points: float) -> None:
        self.worth[key, seat] = self.worth.get((key, seat), 0.0) + points


def reasons_between(state: State, better: Weighed, worse: Weighed) -> tuple[Reason, ...]:
    """Return what the better of two turns of the seat to move changes: what speaks most for it first.

    Where two play, the seat's own points less the other's are what the search finds between the turns.
    """
    joined = _Joined(state, (better.after, worse.after))
    sides = _Side(state, better, joined), _Side(state, worse, joined)
    points: dict[tuple[_Key, int], float] = {}
    for sign, side in zip((1, -1), sides, strict=True):
        for (key, seat), worth in side.worth.items():
            is_there = isinstance(key, _Topic) or sides[0].root(key, seat) is not None
            found = key if is_there else _Topic.NEXT
            points[found, seat] = points.get((found, seat), 0.0) + sign * worth
    told = [_reason(sides, key, seat, more) for (key, seat), more in points.items() if abs(more) > _ALIKE]
    return tuple(sorted(told, key=lambda one: -one.points if one.seat == state.seat else one.points))


def best_reasons(state: State, better: Weighed, worse: Weighed) -> tuple[Reason, ...]:
    """Return what speaks most for the better of two turns of the seat to move.

    Nothing is small or speaks against it, and each feature has one reason. What seats have that have resigned counts
    for nobody.
    """
    found = [one for one in reasons_between(state, better, worse) if one.seat not in state.resigned]
    speaking = [one for one in found if (one.points > 0) == (one.seat == state.seat)]
    large = [one for one in speaking if one is speaking[0] or abs(one.points) >= _SMALL]
    by_feature = {(one.kind, one.cell, None if one.kind else one.fact): one for one in reversed(large)}
    return tuple([one for one in large if one in by_feature.values()][:REASONS])


def _reason(sides: tuple[_Side, _Side], key: _Key, seat: int, points: float) -> Reason:
    if not isinstance(key, _Topic):
        return _feature_reason(sides, key, seat, points)
    now, then = (side.in_hand(seat) for side in sides)
    if key is _Topic.HAND and (now - then) * points > 0:
        return Reason(Fact.IN_HAND, seat, points, number=now)
    return Reason(Fact(f"{key} {'more' if points > 0 else 'less'}"), seat, points)


def _feature_reason(sides: tuple[_Side, _Side], key: _Place, seat: int, points: float) -> Reason:
    better = sides[0]
    root = better.root(key, seat)
    assert root is not None  # noqa: S101 (what isn't there after the better turn is no feature)
    holders = better.standing(root).holders
    fact, number = _fact(sides, key, root, seat, points)
    owner: int | None = seat
    if fact in {Fact.GIVES, Fact.SHARES, Fact.TAKES, Fact.WAY, Fact.NO_WAY, Fact.LESS_WAY}:
        owner = holders[0] if len(holders) == 1 and holders != (seat,) else None
    if fact in {Fact.GIVES, Fact.SHARES, Fact.TAKES}:
        owner = None
    figures = [*better.figures(root)]
    own = [cell for cell, placed in figures if placed.seat == (seat if owner is None else owner)]
    cell = next(iter([*own, *(cell for cell, _ in figures)]), None)
    return Reason(fact, seat, points, better.kind(root), better.cell(root) if cell is None else cell, owner, number)


def _fact(sides: tuple[_Side, _Side], key: _Place, root: int, seat: int, points: float) -> tuple[Fact, int]:
    """Return what the better turn does for a seat with a feature, and the number in it. ``root`` is the one there."""
    roots = (root, sides[1].root(key, seat))
    now, then = (side.standing(root) for side, root in zip(sides, roots, strict=True))
    is_paid, would_be = (side.is_paid(root, seat) for side, root in zip(sides, roots, strict=True))
    is_more, held = points > 0, seat in then.holders
    if is_paid and not would_be:
        return Fact.FINISHES, 0
    if seat in now.holders and not held and is_more:
        return (Fact.GIVES if now.holders == (seat,) else Fact.SHARES), 0
    if held and seat not in now.holders and not is_more:
        return Fact.TAKES, 0
    if seat not in now.holders and not held:
        no_way = sides[0].worth.get((key, seat), 0.0) < _NOTHING
        return (Fact.WAY if is_more else Fact.NO_WAY if no_way else Fact.LESS_WAY), 0
    return _progress(sides[0].kind(root), now, then, is_more=is_more)


def _progress(kind: Kind, now: _Standing, then: _Standing, *, is_more: bool) -> tuple[Fact, int]:
    """Return how far a feature has come, of which somebody can expect more or less."""
    if kind is Kind.FIELD and (now.cities > then.cities) == is_more and now.cities != then.cities:
        return Fact.CITIES, now.cities
    is_nearer = now.open_sides < then.open_sides
    if now.open_sides and now.open_sides != then.open_sides and is_nearer == is_more:
        if kind in SURROUNDED:
            return Fact.TILES, now.open_sides
        if kind in ENCLOSED:
            return Fact.ENDS, now.open_sides
    if kind in ENCLOSED and now.chance != then.chance and (now.chance > then.chance) == is_more:
        return (Fact.EASIER if is_more else Fact.HARDER), 0
    return (Fact.MORE if is_more else Fact.LESS), 0


def _payments(events: Iterable[Event]) -> list[FeatureScored]:
    return [one for one in events if isinstance(one, FeatureScored)]
