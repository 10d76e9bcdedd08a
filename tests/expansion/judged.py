"""Both toys once more, for the judge: written from their rules, without the engine."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from tests import judge

BIG: Final = judge.Figure(
    {"big knight": ("city",), "big thief": ("road",), "big farmer": ("field",), "big monk": ("monastery",)},
    number=1,
    strength=2,
)
MASON: Final = judge.Figure({"mason knight": ("city",), "mason thief": ("road",)}, number=1, strength=0, joins=True)
SHEPHERD: Final = judge.Figure({"shepherd farmer": ("field",)}, number=1, strength=0, joins=True)


class Inns(judge.MoreRules):
    """A road with an inn pays two a tile if it is complete, else nothing."""

    def worth(self, feature: judge.Feature, points: int) -> int:
        if "inn" not in feature.marks:
            return points
        return 0 if feature.is_open else 2 * len(feature.tiles)


class Fair(judge.MoreRules):
    """Masons, shepherds and apples."""

    def __init__(self, game: judge.Game) -> None:
        super().__init__(game)
        self.apples: Counter[int] = Counter()
        self.is_extended = False
        self.second_turn_of = 0  # the seat that is playing its second turn

    def laid(self, cell: judge.Cell) -> None:
        here = judge.format_cell(cell)
        self.is_extended = any(
            here in feature.tiles and follower.seat == self.game.active[0] and follower.cell != here
            for feature in self.game.features()
            for follower in feature.followers
            if follower.role.startswith("mason")
        )

    def completed(self, feature: judge.Feature) -> None:
        self.apples[self.game.active[0]] += feature.marks.count("apple")

    def again(self) -> bool:
        seat = self.game.active[0]
        is_again = self.is_extended and self.second_turn_of != seat
        self.second_turn_of = seat if is_again else 0
        return is_again

    def passed_over(self) -> None:
        self.second_turn_of = 0

    def city_bonus(self, seat: int, field: judge.Feature) -> int:
        return int(any(f.seat == seat and f.role == "shepherd farmer" for f in field.followers))

    def final(self) -> Iterator[judge.Points]:
        most = max(self.apples.values(), default=0)
        for seat in range(1, self.game.players + 1):
            if most and self.apples[seat] == most and seat in self.game.active:
                yield judge.Points(seat, 5, "road")


EDITIONS: Final = ("classic", "new-edition")
INNS: Final = judge.Expansion(
    "toy-inns",
    EDITIONS,
    Inns,
    """
iA 2 rNS!inn f1234 f0567
iB 1 cNES* rW!inn f7~N f6~S
""",
    (BIG,),
    players=6,
)
THE_FAIR: Final = judge.Expansion(
    "toy-fair",
    EDITIONS,
    Fair,
    """
fA 3 cN!apple rEW f27~N f3456
fB 3 cNE!apple f4567~N
fC 3 rNS!apple f1234 f0567
""",
    (MASON, SHEPHERD),
)
