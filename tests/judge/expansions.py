"""Inns & Cathedrals and Traders & Builders, written from their rules. Their tiles stand in `tiles`."""

from collections import Counter
from collections.abc import Iterator

from .board import ABBOT, BIG, BUILDER, PIG, Feature
from .more_rules import MoreRules, Points, Table

GOODS = ("wine", "grain", "cloth")


class Abbot(MoreRules):
    """Each seat has an abbot. How he comes home stands in `game`."""

    figures = (ABBOT,)


class Inns(MoreRules):
    """A finished road with an inn pays two a tile; a finished city with a cathedral three a tile and three an emblem.
    Unfinished they pay nothing."""

    figures = (BIG,)
    players = 6

    def worth(self, feature: Feature, points: int) -> int:
        each = {"inn": 2, "cathedral": 3}
        for mark in feature.marks:
            if mark in each:
                return 0 if feature.is_open else each[mark] * (len(feature.tiles) + feature.pennants)
        return points


class Traders(MoreRules):
    """Goods, the builder's extra turn, and the pig."""

    figures = (BUILDER, PIG)

    def __init__(self, game: Table) -> None:
        super().__init__(game)
        self.goods = {good: Counter[int]() for good in GOODS}  # by seat
        self.is_extended = False
        self.is_second = False

    def laid(self, here: str, there: list[Feature]) -> None:
        seat = self.game.active[0]
        self.is_extended = any(
            (one.seat, one.role) == (seat, "builder") and one.cell != here and here in feature.tiles
            for feature in there
            for one in feature.followers
        )

    def scored(self, here: str, there: list[Feature]) -> None:
        for feature in there:
            if feature.kind == "city" and here in feature.tiles and not feature.is_open:
                for good in self.goods.keys() & set(feature.marks):
                    self.goods[good][self.game.active[0]] += feature.marks.count(good)

    def again(self) -> bool:
        self.is_second = self.is_extended and not self.is_second
        return self.is_second

    def passed_over(self) -> None:
        self.is_second = False

    def city_bonus(self, seat: int, field: Feature) -> int:
        return int(any((one.seat, one.role) == (seat, "pig") for one in field.followers))

    def final(self) -> Iterator[Points]:
        for held in self.goods.values():
            most = max(held.values(), default=0)
            for seat in range(1, self.game.players + 1):
                if most and held[seat] == most and seat in self.game.active:
                    yield Points(seat, 10, "goods")


EXPANSIONS: dict[str, type[MoreRules]] = {"abbot": Abbot, "inns": Inns, "traders": Traders}
