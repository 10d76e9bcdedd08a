"""A game as it goes: whose turn, what may be done, and what is scored."""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass

from .board import (
    STANDS_ON,
    Board,
    Cell,
    Feature,
    Follower,
    features,
    format_cell,
    is_legal,
    legal,
    parse_cell,
    point_names,
)
from .tiles import segments, tile_counts

# The final count of the fields, and whether a city of two tiles pays one a tile when it is complete.
EDITIONS = {
    "chat-room": ("once a seat", True),
    "chat-room-old": ("by city", True),
    "classic": ("by field", False),
    "travel": ("by field", False),
    "new-edition": ("by field", False),
}
OPTIONS = {"new-edition": {"river", "abbot", "start-tile"}}
FOLLOWERS = 7
START: Cell = (12, 12)


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


class Game:
    """One game, changed in place. Seats are numbered from 1, in the order of play."""

    def __init__(self, edition: str, options: frozenset[str], players: int) -> None:
        demand(edition in EDITIONS, "unknown-edition")
        demand(options <= OPTIONS.get(edition, set()), "unknown-option")
        demand("river" in options or "start-tile" not in options, "unknown-option")
        demand(2 <= players <= 5, "players")
        self.edition = edition
        self.options = options
        self.players = players
        self.active = list(range(1, players + 1))  # the seat to move first
        self.board: Board = {START: ("rA" if "river" in options else "D", 0)}
        self.followers: list[Follower] = []
        self.bag = Counter(tile_counts(options))
        self.scores = [0] * players

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
        after = deepcopy(self)
        after.board[cell] = (tile, rotation)
        return sorted(after._follower_options(cell))

    def _follower_options(self, cell: Cell) -> Iterator[str]:
        seat, label, there = self.active[0], format_cell(cell), self.features()
        mine = Counter(f.role == "abbot" for f in self.followers if f.seat == seat)
        has_abbot = "abbot" in self.options and not mine[True]
        for segment in segments(*self.board[cell]):
            is_free = any(
                f.kind == segment.kind and (label, segment.point) in f.places and not f.followers for f in there
            )
            for role, kinds in STANDS_ON.items():
                if is_free and segment.kind in kinds and (has_abbot if role == "abbot" else mine[False] < FOLLOWERS):
                    yield f"{role} {segment.point}".rstrip()
        if self._abbot_home(there):
            yield "recall"

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
            role, _, point = deployed.partition(" ")
            self.followers.append(Follower(self.active[0], role, format_cell(cell), point))
        rows += self._score_completed()
        self._pay(rows)
        self.pass_turn()
        return rows

    def pass_turn(self) -> None:
        self.active.append(self.active.pop(0))

    def resign(self, seat: int) -> None:
        """The seat's followers stay and count, but it is paid nothing from now on."""
        demand(not self.is_over, "after-end")
        demand(seat in self.active, "wrong-seat")
        self.active.remove(seat)

    def _recall(self) -> list[Points]:
        home, seat = self._abbot_home(self.features()), self.active[0]
        assert home is not None
        self.followers = [f for f in self.followers if (f.seat, f.role) != (seat, "abbot")]
        return [Points(seat, worth(home, self.edition), home.kind)]

    def _score_completed(self) -> list[Points]:
        """Only the tile just laid can have completed anything: what was complete before has no followers left."""
        rows = []
        for feature in self.features():
            if feature.kind != "field" and not feature.is_open and feature.followers:
                rows += self._rows(feature)
                self.followers = [f for f in self.followers if f not in feature.followers]
        return rows

    def _rows(self, feature: Feature) -> list[Points]:
        paid = self._majority(list(feature.followers))
        return [Points(seat, worth(feature, self.edition), feature.kind) for seat in paid]

    def _majority(self, followers: list[Follower]) -> list[int]:
        """The seats with most followers that are still in the game; nobody takes the place of one that resigned."""
        counts = Counter(f.seat for f in followers)
        return sorted(seat for seat in counts if counts[seat] == max(counts.values()) and seat in self.active)

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
        self._pay(rows)
        return rows

    def _fields_by_city(self, fields: list[Feature], cities: list[Feature]) -> list[Points]:
        """Each city pays 4 once, to whoever has most farmers on all the fields that touch it together."""
        rows = []
        for city in cities:
            farmers = [follower for field in fields if field.walls & city.places for follower in field.followers]
            rows += [Points(seat, 4, "field") for seat in self._majority(farmers)]
        return rows

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
                    rows.append(Points(seat, 3 * len(fresh), "field"))
        return rows


def canonical(text: str, tile: str, rotation: int) -> str:
    """`farmer WNW` by the first point of the segment that it names on the tile as it lies."""
    role, _, point = text.partition(" ")
    for segment in segments(tile, rotation):
        if segment.kind in STANDS_ON.get(role, ()) and point in point_names(segment):
            return f"{role} {segment.point}".rstrip()
    return text


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
