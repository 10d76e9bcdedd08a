"""A game as it goes: whose turn, what may be done, and what is scored."""

from collections import Counter
from collections.abc import Iterator
from copy import copy, deepcopy

from .board import (
    FOLLOWER,
    STANDS_ON,
    STRENGTH,
    Board,
    Cell,
    Feature,
    Figure,
    Follower,
    features,
    format_cell,
    is_legal,
    legal,
    parse_cell,
    point_names,
)
from .expansions import EXPANSIONS
from .more_rules import Points
from .tiles import Segment, segments, tile_counts

# The final count of the fields, and whether a city of two tiles pays one a tile when it is complete.
EDITIONS = {
    "chat-room": ("once a seat", True),
    "chat-room-old": ("by city", True),
    "classic": ("by field", False),
    "travel": ("by field", False),
    "new-edition": ("by field", False),
}
OPTIONS = {
    "classic": {"inns", "traders"},
    "new-edition": {"river", "abbot", "start-tile", "inns", "traders"},
}
START: Cell = (12, 12)


class Illegal(Exception):  # noqa: N818 - a verdict, not a fault of the judge
    """The game may not go on like this; the argument is a word for why."""


def demand(condition: bool, reason: str) -> None:
    if not condition:
        raise Illegal(reason)


class Game:
    """One game, changed in place. Seats are numbered from 1, in the order of play."""

    def __init__(self, edition: str, options: frozenset[str], players: int) -> None:
        demand(edition in EDITIONS, "unknown-edition")
        demand(options <= OPTIONS.get(edition, set()), "unknown-option")
        demand("river" in options or "start-tile" not in options, "unknown-option")
        chosen = [rules for name, rules in EXPANSIONS.items() if name in options]
        demand(2 <= players <= max([5, *(one.players for one in chosen)]), "players")
        self.edition = edition
        self.options = options
        self.players = players
        self.active = list(range(1, players + 1))  # the seat to move first
        self.board: Board = {START: ("rA" if "river" in options else "D", 0)}
        self.followers: list[Follower] = []
        self.bag = Counter(tile_counts(options))
        self.scores = [0] * players
        self.figures = [FOLLOWER, *(figure for rules in chosen for figure in rules.figures)]
        self.more = [rules(self) for rules in chosen]

    @property
    def is_over(self) -> bool:
        """With one seat left the game ends at once."""
        return self.bag.total() == 0 or len(self.active) < 2

    def features(self) -> list[Feature]:
        return features(self.board, self.followers)

    def drawable(self) -> list[str]:
        """The tiles that may come next: ten river tiles, then the lake, then the others."""
        river = [tile for tile in self.bag if tile[0] == "r" and tile != "rL"]
        lake = [tile for tile in self.bag if tile == "rL"]
        return sorted(river or lake or self.bag)

    def draw(self, tile: str) -> None:
        demand(not self.is_over, "after-end")
        demand(tile in self.bag, "not-in-bag")
        demand(tile in self.drawable(), "tile-order")
        self.bag -= Counter([tile])

    def options_at(self, cell: Cell, tile: str, rotation: int) -> list[str]:
        """What may be done with followers once the tile lies there, canonical and sorted, without "-"."""
        after = copy(self)
        after.board = {**self.board, cell: (tile, rotation)}
        return sorted(after._follower_options(cell))

    def _follower_options(self, cell: Cell) -> Iterator[str]:
        seat, label, there = self.active[0], format_cell(cell), self.features()
        for segment in segments(*self.board[cell]):
            lies_in = [f for f in there if f.kind == segment.kind and (label, segment.point) in f.places]
            for figure in self.figures:
                out = sum(f.seat == seat and f.role in figure.roles for f in self.followers)
                if lies_in and out < figure.number and self._may_stand(figure, lies_in[0]):
                    yield from _named(figure, segment)
        if self._abbot_home(there):
            yield "recall"

    def _may_stand(self, figure: Figure, feature: Feature) -> bool:
        if not figure.joins:
            return not feature.followers
        is_own = any(f.seat == self.active[0] and strength(f) for f in feature.followers)
        return is_own and (feature.is_open or feature.kind == "field")

    def _abbot_home(self, there: list[Feature]) -> Feature | None:
        """The unfinished monastery or garden on which the abbot of the seat to move stands."""
        seat = self.active[0]
        standing = (f for f in there if f.is_open and any((m.seat, m.role) == (seat, "abbot") for m in f.followers))
        return next(standing, None)

    def moves(self, tile: str) -> Iterator[tuple[Cell, int, str]]:
        """Every legal cell and rotation with everything that may be done with followers there, "-" included."""
        for label, rotation in legal(self.board, tile):
            cell = parse_cell(label)
            for deployed in ("-", *self.options_at(cell, tile, rotation)):
                yield cell, rotation, deployed

    def play(self, tile: str, cell: Cell, rotation: int, deployed: str) -> list[Points]:
        """Lay a drawn tile, place or recall a follower ("-" for neither), score, and pass the turn on."""
        demand(is_legal(self.board, cell, tile, rotation), "bad-placement")
        deployed = canonical(deployed, tile, rotation)
        demand(deployed == "-" or deployed in self.options_at(cell, tile, rotation), "bad-follower")
        self.board[cell] = (tile, rotation)
        rows: list[Points] = []
        if deployed == "recall":
            rows = self._recall()
        elif deployed != "-":
            role, point = _role_and_point(deployed)
            self.followers.append(Follower(self.active[0], role, format_cell(cell), point))
        there = self.features()
        for rules in self.more:
            rules.laid(format_cell(cell), there)
        rows += self._score_completed(there)
        self._pay(rows)
        for rules in self.more:
            rules.scored(format_cell(cell), there)
        again = [rules.again() for rules in self.more]  # each is asked
        if not any(again):
            self.pass_turn()
        return rows

    def pass_turn(self) -> None:
        self.active.append(self.active.pop(0))

    def skip(self) -> None:
        """The turn goes on without a move of the seat whose turn it is."""
        for rules in self.more:
            rules.passed_over()
        self.pass_turn()

    def leave(self, seat: int) -> None:
        """The seat plays no more."""
        if seat == self.active[0]:
            for rules in self.more:
                rules.passed_over()
        self.active.remove(seat)

    def resign(self, seat: int) -> None:
        """The seat's followers stay and count, but it is paid nothing from now on."""
        demand(not self.is_over, "after-end")
        demand(seat in self.active, "wrong-seat")
        self.leave(seat)

    def _recall(self) -> list[Points]:
        home, seat = self._abbot_home(self.features()), self.active[0]
        assert home is not None
        self.followers = [f for f in self.followers if (f.seat, f.role) != (seat, "abbot")]
        return [Points(seat, self._worth(home), home.kind)]

    def _score_completed(self, there: list[Feature]) -> list[Points]:
        """Only the tile just laid can have completed anything: what was complete before has no followers left."""
        rows = []
        for feature in there:
            if feature.kind != "field" and not feature.is_open and feature.followers:
                rows += self._rows(feature)
                self.followers = [f for f in self.followers if f not in feature.followers]
        return rows

    def _rows(self, feature: Feature) -> list[Points]:
        paid = self._majority(list(feature.followers))
        points = self._worth(feature)
        return [Points(seat, points, feature.kind) for seat in paid]

    def _worth(self, feature: Feature) -> int:
        points = worth(feature, self.edition)
        for rules in self.more:
            points = rules.worth(feature, points)
        return points

    def _majority(self, followers: list[Follower]) -> list[int]:
        """The seats with most followers that are still in the game; nobody takes the place of one that resigned."""
        counts: Counter[int] = Counter()
        for follower in followers:
            counts[follower.seat] += strength(follower)
        most = max(counts.values(), default=0)
        return sorted(seat for seat in counts if counts[seat] == most > 0 and seat in self.active)

    def _pay(self, rows: list[Points]) -> None:
        for row in rows:
            self.scores[row.seat - 1] += row.points

    def score_final(self) -> list[Points]:
        """Once the bag is empty: what is unfinished, then the fields."""
        there = self.features()
        unfinished = [f for f in there if f.kind != "field" and f.followers]
        rows = [row for feature in unfinished for row in self._rows(feature)]
        fields = [f for f in there if f.kind == "field" and f.followers]
        cities = [f for f in there if f.kind == "city" and not f.is_open]
        if EDITIONS[self.edition][0] == "by city":
            rows += self._fields_by_city(fields, cities)
        else:
            rows += self._fields_by_field(fields, cities)
        rows += [row for rules in self.more for row in rules.final()]
        self._pay(rows)
        return rows

    def _fields_by_city(self, fields: list[Feature], cities: list[Feature]) -> list[Points]:
        """Each city pays 4 once, to whoever has most farmers on all the fields that touch it together."""
        rows = []
        for city in cities:
            beside = [field for field in fields if field.walls & city.places]
            farmers = [follower for field in beside for follower in field.followers]
            rows += [
                Points(seat, 4 + max(self._bonus(seat, field) for field in beside), "field")
                for seat in self._majority(farmers)
            ]
        return rows

    def _bonus(self, seat: int, field: Feature) -> int:
        return sum(rules.city_bonus(seat, field) for rules in self.more)

    def _fields_by_field(self, fields: list[Feature], cities: list[Feature]) -> list[Points]:
        """Each field pays its majority 3 a city; in the chat room no seat is paid twice for one city."""
        once, used = EDITIONS[self.edition][0] == "once a seat", set()
        rows = []
        for field in fields:
            supplied = [city.places for city in cities if field.walls & city.places]
            for seat in self._majority(list(field.followers)):
                fresh = [city for city in supplied if not once or (seat, city) not in used]
                used |= {(seat, city) for city in fresh}
                if fresh:
                    rows.append(Points(seat, (3 + self._bonus(seat, field)) * len(fresh), "field"))
        return rows


def canonical(text: str, tile: str, rotation: int) -> str:
    """`farmer WNW` by the first point of the segment that it names on the tile as it lies."""
    role, point = _role_and_point(text)
    for segment in segments(tile, rotation):
        if segment.kind in STANDS_ON.get(role, ()) and point in point_names(segment):
            return f"{role} {segment.point}".rstrip()
    return text


def _role_and_point(text: str) -> tuple[str, str]:
    """`big knight N` is (`big knight`, `N`); `monk` is (`monk`, ``)."""
    words = text.split()
    has_point = words[-1].isupper()
    return " ".join(words[:-1] if has_point else words), words[-1] if has_point else ""


def _named(figure: Figure, segment: Segment) -> Iterator[str]:
    for role, kinds in figure.roles.items():
        if segment.kind in kinds:
            yield f"{role} {segment.point}".rstrip()


def strength(follower: Follower) -> int:
    """How many followers it counts as in a majority."""
    return STRENGTH[follower.role]


def worth(feature: Feature, edition: str) -> int:
    """The points of a city, road, monastery or garden as it stands, complete or not."""
    match feature.kind:
        case "road":
            return len(feature.tiles)
        case "monastery" | "garden":
            return 9 - feature.open_edges
    if feature.is_open:
        return len(feature.tiles) + feature.pennants
    is_small = len(feature.tiles) == 2 and EDITIONS[edition][1]
    return len(feature.tiles) * (1 if is_small else 2) + 2 * feature.pennants


def perft(game: Game, tiles: list[str]) -> int:
    """In how many ways the tiles can be played in this order, a follower or none included."""
    moves = list(game.moves(tiles[0]))
    if len(tiles) == 1:
        return len(moves)
    count = 0
    for cell, rotation, deployed in moves:
        after = deepcopy(game)
        after.draw(tiles[0])
        after.play(tiles[0], cell, rotation, deployed)
        count += perft(after, tiles[1:])
    return count
