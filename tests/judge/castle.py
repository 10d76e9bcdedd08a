"""A slow judge of The Castle: turns, points, wall tiles and keeps, every question answered by flood fill."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import permutations, product

from .castle_board import (
    Board,
    Feature,
    Follower,
    beside,
    cell_of,
    empty_areas,
    feature_at,
    features,
    label,
    legal,
    refusal,
)
from .castle_tiles import TOWERS, Cell, bag, segments

ROLES = {"path": "herald", "tower": "knight", "house": "squire", "court": "merchant"}
DOUBLES = {"tower": 2, "house": 3}  # the wall tile that doubles it
FINISHES = {"path": 4, "tower": 5, "house": 6}  # the wall tile that scores it uncompleted
FOLLOWERS = 6
Spot = tuple[str, str]  # a cell and the canonical point of a segment on it


class Illegal(Exception):  # noqa: N818 - a verdict, not a fault of the judge
    """The game may not go on like this; the argument is a word for why."""


def demand(condition: bool, reason: str) -> None:
    if not condition:
        raise Illegal(reason)


@dataclass(frozen=True, slots=True)
class Points:
    seat: int
    points: int
    kind: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a turn's scoring comes to: rows in order, towers taken as (seat, tower), wall tiles used."""

    rows: tuple[Points, ...] = ()
    takes: tuple[tuple[int, int], ...] = ()
    used: tuple[int, ...] = ()

    @property
    def result(self) -> object:
        """What is left of it when the turn is over: points, and who has which wall tiles."""
        totals = tuple(sum(row.points for row in self.rows if row.seat == seat) for seat in (1, 2))
        return totals, frozenset(self.takes), tuple(sorted(self.used))


@dataclass
class Castle:
    """One game, changed in place. Seats are 1 and 2; towers are named by their first track space.

    `wall` is what lies on each tower, as far as it is known; `hands` are the wall tiles of each seat as (number, turn
    on which it was taken). `keeps` are the sizes of the houses on which the keeps stand.
    """

    wall: dict[int, int | None] = field(default_factory=lambda: {first: None for first, _ in TOWERS})
    board: Board = field(default_factory=dict)
    followers: list[Follower] = field(default_factory=list)
    bag: Counter[str] = field(default_factory=bag)
    scores: dict[int, int] = field(default_factory=lambda: {1: 0, 2: 0})
    hands: dict[int, list[tuple[int, int]]] = field(default_factory=lambda: {1: [], 2: []})
    keeps: dict[int, int] = field(default_factory=lambda: {1: 0, 2: 0})
    seat: int = 1
    turn: int = 1

    def features(self) -> list[Feature]:
        return features(self.board, self.followers)

    def draw(self, tile: str) -> None:
        demand(self.bag[tile] > 0, "not-in-bag")
        self.bag -= Counter([tile])

    def supply(self, seat: int) -> int:
        return FOLLOWERS - sum(follower.seat == seat for follower in self.followers)

    def options_at(self, cell: Cell, tile: str, rotation: int) -> list[str]:
        """Who may stand on the tile once it lies there, sorted, without "-"."""
        if not self.supply(self.seat):
            return []
        after = {**self.board, cell: (tile, rotation)}
        return sorted(
            f"{ROLES[segment.kind]} {segment.point}"
            for segment in segments(tile, rotation)
            if not feature_at(after, (cell, None, segment), self.followers).followers
        )

    def moves(self, tile: str) -> Iterator[tuple[Cell, int, str]]:
        for text, rotation in legal(self.board, tile):
            for follower in ("-", *self.options_at(cell_of(text), tile, rotation)):
                yield cell_of(text), rotation, follower

    def lay(self, tile: str, cell: Cell, rotation: int, follower: str) -> None:
        """The first half of a turn: the drawn tile and its follower."""
        refused = refusal(self.board, cell, tile, rotation)
        demand(refused is None, str(refused))
        demand(follower == "-" or follower in self.options_at(cell, tile, rotation), "bad-follower")
        self.board[cell] = (tile, rotation)
        if follower != "-":
            role, point = follower.split()
            self.followers.append(Follower(self.seat, role, label(cell), point))

    def completed(self) -> list[Feature]:
        """What the last tile completed, scored or not: on itself, and on its neighbours, whose features its other sides
        may close. A court never is."""
        last = next(reversed(self.board))
        cells = [cell for cell in (last, *(beside(last, side) for side in range(4))) if cell in self.board]
        there = {
            feature_at(self.board, (cell, None, segment), self.followers)
            for cell in cells
            for segment in segments(*self.board[cell])
            if cell == last or any(beside(cell, edge) == last for edge in segment.edges if segment.kind != "court")
        }
        return sorted((f for f in there if f.kind != "court" and not f.is_open), key=lambda f: sorted(f.places))

    def usable(self) -> Counter[int]:
        """The mover's wall tiles from earlier turns."""
        return Counter(number for number, taken in self.hands[self.seat] if taken < self.turn)

    def outcome(self, order: Iterable[Feature], doubled: frozenset[Feature] = frozenset()) -> Outcome:
        """What scoring in this order gives, each corner tower from the landing after each move of a marker."""
        scores, left = dict(self.scores), set(self.wall)
        rows, takes, used = [], [], []
        for feature in order:
            seat = feature.winner
            if seat is None:
                continue
            if feature in doubled:
                used.append(DOUBLES[feature.kind])
            points = feature.value * (2 if feature in doubled else 1)
            scores[seat] += points
            rows.append(Points(seat, points, feature.kind))
            for tower in TOWERS:
                if scores[seat] % 100 in tower and tower[0] in left:
                    left.remove(tower[0])
                    takes.append((seat, tower[0]))
        return Outcome(tuple(rows), tuple(takes), tuple(used))

    def orders(self) -> Iterator[tuple[Feature, ...]]:
        """Every order of the scored features: the mover's own, then the other's."""
        done = self.completed()
        own = [f for f in done if f.winner == self.seat]
        others = [f for f in done if f.winner == 3 - self.seat]
        for first, last in product(permutations(own), permutations(others)):
            yield first + last

    def doublings(self) -> Iterator[frozenset[Feature]]:
        """Every choice of completed features to double with the wall tiles at hand."""
        own = [f for f in self.completed() if f.winner == self.seat and f.kind in DOUBLES]
        for chosen in product((False, True), repeat=len(own)):
            doubled = frozenset(f for f, is_chosen in zip(own, chosen, strict=True) if is_chosen)
            if not Counter(DOUBLES[f.kind] for f in doubled) - self.usable():
                yield doubled

    def outcomes(self) -> list[tuple[tuple[Feature, ...], frozenset[Feature], Outcome]]:
        return [(order, d, self.outcome(order, d)) for d in self.doublings() for order in self.orders()]

    def score(
        self, order: tuple[Feature, ...], doubled: frozenset[Feature] = frozenset(), taken: Iterable[int] | None = None
    ) -> Outcome:
        """Score the completed features and give their followers back. `taken` are the numbers of the wall tiles as
        they come off the wall, where `wall` does not know them."""
        demand(order in set(self.orders()), "bad-order")
        demand(doubled in set(self.doublings()), "bad-wall")
        result, done = self.outcome(order, doubled), self.completed()
        for number in result.used:
            self._discard(number)
        for row in result.rows:
            self.scores[row.seat] += row.points
        for feature in order:
            if feature.kind == "house" and feature.winner is not None:
                self.keeps[feature.winner] = max(self.keeps[feature.winner], feature.size)
        numbers = iter(taken or ())
        for seat, tower in result.takes:
            lies = self.wall.pop(tower)
            self.hands[seat].append((next(numbers) if lies is None else lies, self.turn))
        home = {follower for feature in done for follower in feature.followers}
        self.followers = [follower for follower in self.followers if follower not in home]
        return result

    def _discard(self, number: int) -> None:
        demand(self.usable()[number] > 0, "bad-wall")
        hand = self.hands[self.seat]
        hand.remove(min(pair for pair in hand if pair[0] == number))

    def can_go_again(self) -> bool:
        return self.usable()[1] > 0 and self.bag.total() > 0

    def end_turn(self, again: bool = False) -> None:
        """Pass the turn on, or with wall tile 1 take another."""
        if again:
            demand(self.can_go_again(), "bad-wall")
            self._discard(1)
        else:
            self.seat = 3 - self.seat
        self.turn += 1

    def final(self) -> list[Points]:
        """The final scoring, paid: keep, courts and the wall tiles still in hand, each where it pays most.

        A feature or court is counted once, so a second tile of a kind needs a second feature.
        """
        rows, there = [*self._keep()], self.features()
        for seat in (1, 2):
            won = [feature for feature in there if feature.winner == seat]
            rows += [*self._courts(seat, won), *self._uncompleted(seat, won)]
            rows += [Points(seat, 5, "wall")] * self._numbers(seat)[9]
        for row in rows:
            self.scores[row.seat] += row.points
        return rows

    def _numbers(self, seat: int) -> Counter[int]:
        return Counter(number for number, _ in self.hands[seat])

    def _keep(self) -> Iterator[Points]:
        sizes = {seat: size + 2 * self._numbers(seat)[8] for seat, size in self.keeps.items() if size}
        largest = [seat for seat, size in sizes.items() if size == max(sizes.values())]
        if len(largest) == 1:
            yield Points(largest[0], empty_areas(self.board)[0], "keep")

    def _courts(self, seat: int, won: list[Feature]) -> Iterator[Points]:
        markets = sorted((f.markets for f in won if f.kind == "court" and f.markets), reverse=True)
        for rank, count in enumerate(markets):
            yield Points(seat, count * (4 if rank < self._numbers(seat)[7] else 3), "court")

    def _uncompleted(self, seat: int, won: list[Feature]) -> Iterator[Points]:
        for kind, number in FINISHES.items():
            values = sorted((f.value for f in won if f.kind == kind and f.is_open), reverse=True)
            yield from (Points(seat, value, kind) for value in values[: self._numbers(seat)[number]])
