"""What a position is worth to each seat: the parts of an evaluation, and what they come to with weights."""

from collections.abc import Mapping, Sequence
from functools import cache
from operator import mul
from typing import Final, TypeAlias

from carcassonne.events import SegmentRef
from carcassonne.farms import points_a_city, score_farms
from carcassonne.figures import Figure, Placement
from carcassonne.kinds import ENCLOSED, SURROUNDED, Kind
from carcassonne.modifiers import NO_MODIFIERS, Modifiers
from carcassonne.moves import Deploy
from carcassonne.scoring import score_incomplete, touched_cities
from carcassonne.state import CLAIM_BITS, CLAIM_SHIFT, OPEN, FinalScorer, PlacedFigure, Ruleset, Scorer, State
from players.joins import Joins
from players.kept import KEPT_VALUES, VALUED_SCORERS, KeptValue
from players.prospects import Prospects
from players.weights import PARTS

Vector: TypeAlias = list[float]
"""The parts of one seat, in the order of ``PARTS``."""

(
    _POINTS, _UNFINISHED, _CITIES, _ROADS, _MONASTERIES, _CITY_SIDES, _ROAD_SIDES, _FARMED, _FARMING, _OPEN_FARMING,
    _HAND, _FIRST, _THIRD, _STANDING, _RETURNING, _STUCK, _OUTNUMBERED, _EDITION, _FIELDS_JOINED, _KEPT,
) = range(len(PARTS))  # fmt: skip

_STUCK_BELOW: Final = 0.15
"""A figure is stuck if its feature is completed with a smaller chance than this."""

_ALONG: Final = {Kind.ROAD, Kind.PATH}


class Evaluation:
    """What a position is worth, and what it would be worth with one figure more on the tile laid last."""

    def __init__(self, state: State, prospects: Prospects) -> None:
        self._state, self._prospects = state, prospects
        self._vectors = [[float(points), *(0.0,) * (len(PARTS) - 1)] for points in state.scores]
        self._chances: dict[int, float] = {}
        self._modifiers: dict[int, Modifiers] = {}
        self._claims: dict[int, int] = {}
        self._touched: dict[int, frozenset[int]] = {}
        self._joins: Joins | None = None
        if not state.is_over:
            self._add_all()

    @property
    def parts(self) -> list[Vector]:
        """The parts of each seat."""
        return self._parts(joining=True)

    def values(self, weights: Sequence[float]) -> list[float]:
        """Return what the position is worth to each seat, in points."""
        return [sum(map(mul, vector, weights)) for vector in self._parts(joining=bool(weights[_FIELDS_JOINED]))]

    def values_with(self, deployment: Deploy, seat: int, weights: Sequence[float]) -> list[float] | None:
        """Return the same if this seat had also put a figure onto the tile laid last, or None if that is not so simple.

        The state is the one after nobody was deployed. It is not simple if the figure would score at once, or joins
        a follower.
        """
        state = self._state
        turned, nodes = state.cells[state.last or 0]
        option = turned.deploy_options.find(deployment)
        if option is None or state.is_over or deployment.figure.may_stand is Placement.OWN:
            return None
        kind = turned.segments[option.segment].kind
        root, claim = state.root(nodes[option.segment]), deployment.figure.strength << CLAIM_BITS * seat
        vectors = [vector[:] for vector in self._vectors]
        if kind is Kind.FIELD:
            self._touched[root] = touched_cities(state, root)
            for vector in vectors:
                vector[_FARMED] = vector[_FARMING] = vector[_OPEN_FARMING] = 0.0
            self._add_farms(vectors, {**self._claims, root: claim})
        elif kind in state.ruleset.complete:
            if not state.counters[root] & OPEN:
                return None
            self._add_feature(root, kind, claim, vectors)
            self._add_figure(vectors[seat], kind, self._chances[root])
        self._add_hand(vectors[seat], int(vectors[seat][_HAND]) - 1)
        if weights[_FIELDS_JOINED]:
            self._add_joins(vectors)
            if kind is Kind.FIELD:
                self._add_joins(vectors, root, claim)
        if _other_scorers(state.ruleset):
            copy = state.copy()
            copy.counters[root] += claim << CLAIM_SHIFT
            copy.figures[SegmentRef(state.last or 0, option.segment)] = PlacedFigure(
                seat, deployment.role, deployment.figure, root
            )
            _add_other_scoring(copy, vectors)
        return [sum(map(mul, vector, weights)) for vector in vectors]

    def by_feature(self) -> dict[int, list[Vector]]:
        """Return what each feature with figures adds to the parts of each seat, by its root.

        Fields that count together are taken one after the other: each has what it adds to those before it. All else is
        no feature's: points from before, figures in hand, what rules keep, and the edition's own parts.
        """
        state = self._state
        found: dict[int, list[Vector]] = {}
        for (position, segment), (seat, _, figure, node) in state.figures.items():
            root, kind = state.root(node), state.cells[position].turned.segments[segment].kind
            claims = state.counters[root] >> CLAIM_SHIFT
            if root not in found:
                found[root] = self._nothing()
                if kind is not Kind.FIELD:
                    self._add_feature(root, kind, claims, found[root])
            if figure not in state.ruleset.joining:
                self._add_figure(found[root][seat], kind, self.chance(root, 1.0))
                if seat not in state.ruleset.majority(claims):
                    found[root][seat][_OUTNUMBERED] += 1
        before, claimed = self._nothing(), dict[int, int]()
        for root, claims in self._claims.items():
            after, claimed[root] = self._nothing(), claims
            self._add_farms(after, claimed)
            for vector, more, less in zip(found[root], after, before, strict=True):
                for part in range(len(PARTS)):
                    vector[part] += more[part] - less[part]
            before = after
        return found

    def chance(self, root: int, otherwise: float = 0.0) -> float:
        """Return the chance that an open feature is completed."""
        return self._chances.get(root, otherwise)

    def _parts(self, *, joining: bool) -> list[Vector]:
        """Return the parts of each seat; what joined fields would bring takes long, so perhaps without it."""
        vectors = [vector[:] for vector in self._vectors]
        if joining:
            self._add_joins(vectors)
        _add_other_scoring(self._state, vectors)
        return vectors

    def _nothing(self) -> list[Vector]:
        return [[0.0] * len(PARTS) for _ in self._vectors]

    def _add_all(self) -> None:
        state, vectors = self._state, self._vectors
        self._chances = _chances(state, self._prospects)
        for node, modifiers in state.modifiers:
            found = self._modifiers.setdefault(state.root(node), Modifiers())
            for modifier in modifiers:
                found[modifier] += 1
        kinds: dict[int, Kind] = {}
        places: list[tuple[int, int]] = []
        parent, cells, counters = state.parent, state.cells, state.counters
        joining = state.ruleset.joining
        for (position, segment), (seat, _, figure, root) in state.figures.items():
            while (above := parent[root]) != root:
                root = above
            if not joining or figure not in joining:
                places.append((seat, root))
            if root not in kinds:
                kinds[root] = cells[position].turned.segments[segment].kind
        for root, kind in kinds.items():
            claims = counters[root] >> CLAIM_SHIFT
            if kind is Kind.FIELD:
                self._claims[root] = claims
                self._touched[root] = touched_cities(state, root)
            else:
                self._add_feature(root, kind, claims, vectors)
        majority = state.ruleset.majority
        for value in _kept_values(state.ruleset):
            for vector, worth in zip(vectors, value(state), strict=True):
                vector[_KEPT] += worth
        for seat, root in places:
            self._add_figure(vectors[seat], kinds[root], self._chances.get(root, 1.0))
            if seat not in majority(counters[root] >> CLAIM_SHIFT):
                vectors[seat][_OUTNUMBERED] += 1
        for seat, vector in enumerate(vectors):
            self._add_hand(vector, sum([state.supply[figure][seat] for figure in _claiming(state.ruleset)]))
        self._add_farms(vectors, self._claims)

    def _add_feature(self, root: int, kind: Kind, claims: int, vectors: list[Vector]) -> None:
        """Add what a feature, but no field, pays now and may pay, to those who would hold it with these claims."""
        rules, state = self._state.ruleset, self._state
        if kind not in rules.complete:
            return
        open_sides = state.counters[root] & OPEN
        if kind in SURROUNDED:
            tiles, chance = 9 - open_sides, self._prospects.filled
            self._chances[root] = chance**open_sides
            part, sides = _MONASTERIES, _UNFINISHED
        else:
            tiles, chance = state.members[root].bit_count(), self._chances.get(root, 1.0)
            part, sides = (_ROADS, _ROAD_SIDES) if kind in _ALONG else (_CITIES, _CITY_SIDES)
        modifiers, most = self._modifiers.get(root), tiles + open_sides
        if modifiers is None:
            now = _plain_points(rules.incomplete[kind], tiles) if _pays_incomplete(rules) else 0
            growth = chance * (_plain_points(rules.complete[kind], most) - now)
        else:
            merged = Modifiers({modifier: modifier.merge(number) for modifier, number in modifiers.items()})
            now = _points(rules.incomplete[kind], tiles, merged) if _pays_incomplete(rules) else 0
            growth = chance * (_points(rules.complete[kind], most, merged) - now)
        for seat in rules.majority(claims):
            vector = vectors[seat]
            vector[_POINTS] += now
            vector[_UNFINISHED] += now
            vector[part] += growth
            if part != _MONASTERIES:
                vector[sides] += open_sides

    def _add_figure(self, vector: Vector, kind: Kind, chance: float) -> None:
        """Add what a figure on the table counts by itself: it may come back, or be stuck."""
        if kind in ENCLOSED or kind in SURROUNDED:
            vector[_STANDING] += 1
            vector[_RETURNING] += chance
            vector[_STUCK] += chance < _STUCK_BELOW

    def _add_hand(self, vector: Vector, figures: int) -> None:
        vector[_HAND], vector[_FIRST], vector[_THIRD] = figures, min(figures, 1), min(figures, 3)

    def _add_joins(self, vectors: list[Vector], root: int = 0, claim: int = 0) -> None:
        """Add what fields that are joined would bring; with a claim, how much more with it on this field."""
        if self._state.is_over or not (self._claims or claim):
            return
        if self._joins is None:
            self._joins = Joins(self._state, self._prospects.joins, self._chances)
        expected = self._joins.with_claim(root, claim) if claim else self._joins.by_seat
        for vector, points in zip(vectors, expected, strict=True):
            vector[_FIELDS_JOINED] += points

    def _add_farms(self, vectors: list[Vector], claims: Mapping[int, int]) -> None:
        """Add what cities pay farmers, now and perhaps."""
        state = self._state
        counters, chances, rules = state.counters, self._chances, state.ruleset
        for group in rules.farms.groups(rules.majority, claims, self._touched):
            for seat in group.seats:
                points, vector = points_a_city(state, group, seat), vectors[seat]
                for city in group.cities:
                    if not counters[city] & OPEN:
                        vector[_FARMED] += points
                    else:
                        vector[_FARMING] += points * chances.get(city, 0.0)
                        vector[_OPEN_FARMING] += points


def margin(values: Sequence[float], seat: int, state: State) -> float:
    """Return a seat's value less the best of the others who still play."""
    others = [value for other, value in enumerate(values) if other != seat and other not in state.resigned]
    return values[seat] - max(others, default=0.0)


def _chances(state: State, prospects: Prospects) -> dict[int, float]:
    """Return the chance of each open city or road (or what is like them) that it is completed, by its root."""
    chances: dict[int, float] = {}
    cells, parent, sides = state.cells, state.parent, prospects.sides
    for cell, constraint in state.frontier.items():
        for step, port, chance in sides[constraint]:
            turned, nodes = cells[cell + step]
            root = nodes[turned.ports[port]]
            while (above := parent[root]) != root:
                root = above
            chances[root] = chances.get(root, 1.0) * chance
    return chances


def _points(scorer: Scorer, tiles: int, modifiers: Modifiers) -> int:
    return sum([item.points for item in scorer(tiles, modifiers)])


@cache
def _plain_points(scorer: Scorer, tiles: int) -> int:
    return sum(item.points for item in scorer(tiles, NO_MODIFIERS))


def _add_other_scoring(state: State, vectors: list[Vector]) -> None:
    """Add what an edition's own parts of the final scoring would pay now, such as The Castle's keep."""
    scorers = _other_scorers(state.ruleset)
    if not scorers or state.is_over:
        return
    copy = state.copy()
    for scorer in scorers:
        for event in scorer(copy):
            for seat in event.seats:
                vectors[seat][_EDITION] += event.points


@cache
def _other_scorers(rules: Ruleset) -> tuple[FinalScorer, ...]:
    return tuple(one for one in rules.final if one not in {score_incomplete, score_farms, *VALUED_SCORERS})


@cache
def _kept_values(rules: Ruleset) -> tuple[KeptValue, ...]:
    return tuple(KEPT_VALUES[name] for name in rules.extras if name in KEPT_VALUES)


@cache
def _claiming(rules: Ruleset) -> tuple[Figure, ...]:
    """Return the kinds of figures that may take something: a builder in hand is no follower less on the board."""
    return tuple(figure for figure in rules.supply if figure not in rules.joining)


@cache
def _pays_incomplete(rules: Ruleset) -> bool:
    return score_incomplete in rules.final
