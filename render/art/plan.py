"""The plan of a turned tile: where everything lies, computed from its segments alone."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from typing import Final

from carcassonne import Kind, Segment, TurnedTile
from carcassonne.geometry import SIDES, Side, opposite
from render.art import lines
from render.art.curves import CENTRE_POINT, MIDDLES, OUTWARD, Line, Point, along, toward
from render.art.look_alikes import shape_name


class Form(Enum):
    """What a segment looks like."""

    WALLED = auto()
    """An area within walls."""
    ROAD = auto()
    """A road or path along a line."""
    WATER = auto()
    """Water along a line."""
    GROUND = auto()
    """Open ground, which reaches as far as everything else leaves room."""
    PLOT = auto()
    """A plot in the open ground."""
    NONE = auto()
    """No tile has it."""


@dataclass(frozen=True, slots=True)
class KindArt:
    """How a kind is drawn. ``ground`` is the kind of open ground below it, and lies under its whole tile."""

    form: Form
    ground: Kind = Kind.FIELD
    has_battlements: bool = False


KIND_ART: Final[Mapping[Kind, KindArt]] = {
    Kind.CITY: KindArt(Form.WALLED, has_battlements=True),
    Kind.TOWER: KindArt(Form.WALLED, Kind.COURT, has_battlements=True),
    Kind.HOUSE: KindArt(Form.WALLED, Kind.COURT),
    Kind.ROAD: KindArt(Form.ROAD),
    Kind.PATH: KindArt(Form.ROAD, Kind.COURT),
    Kind.RIVER: KindArt(Form.WATER),
    Kind.FIELD: KindArt(Form.GROUND),
    Kind.COURT: KindArt(Form.GROUND, Kind.COURT),
    Kind.MONASTERY: KindArt(Form.PLOT),
    Kind.GARDEN: KindArt(Form.PLOT),
    Kind.KEEP: KindArt(Form.NONE),
    Kind.WALL: KindArt(Form.NONE),
    Kind.GOODS: KindArt(Form.NONE),
}
"""Every kind has a row: one without it fails below."""


def _of_form(form: Form) -> frozenset[Kind]:
    return frozenset(kind for kind in Kind if KIND_ART[kind].form is form)


WALLED: Final = _of_form(Form.WALLED)
ROADS: Final = _of_form(Form.ROAD)
WATERS: Final = _of_form(Form.WATER)
WITH_BATTLEMENTS: Final = frozenset(kind for kind, art in KIND_ART.items() if art.has_battlements)

SWERVE: Final = 0.11
"""How far a road swerves away from a city beside it, in tiles."""
_GATES_APART: Final = (0.3, 0.7)
"""Where two gates in one wall are, as shares of its length."""
_YARD: Final = 0.275
"""How far from the middle of a church several roads end, in the yard round it."""
WIDE_SWERVE: Final = 0.17
"""How far a river swerves away from a church, in tiles."""


@dataclass(frozen=True, slots=True)
class Gate:
    """The gate of a walled segment: its point on the wall, and the side from which its road comes."""

    number: int
    point: Point
    side: Side


@dataclass(frozen=True, slots=True)
class WalledArea:
    """A walled segment."""

    number: int
    segment: Segment
    sides: tuple[Side, ...]
    outline: lines.Outline
    gates: tuple[Gate, ...]


@dataclass(frozen=True, slots=True)
class Route:
    """The middle line of a road or river; one that ends on the tile begins at the border.

    A segment that branches has a route for each of its sides; they meet in the middle.
    """

    number: int
    segment: Segment
    sides: tuple[Side, ...]
    line: Line


@dataclass(frozen=True, slots=True)
class Church:
    """A monastery: the middle of its yard, its size (usually 1), and whether its tower is on the right."""

    number: int
    middle: Point
    size: float
    is_mirrored: bool

    @property
    def door(self) -> Point:
        """The point of its door."""
        return self.middle[0] + (0.17 if self.is_mirrored else -0.17) * self.size, self.middle[1] + 0.15 * self.size


@dataclass(frozen=True, slots=True)
class Plan:
    """The places of a turned tile's parts. ``ground`` is below all of them; roads end at ``crossing``.

    ``lanes`` run from there to gates, and belong to no segment. ``over`` is the number of the road that crosses others
    on a bridge, ``farm`` where it ends after that.
    """

    turned: TurnedTile
    ground: Kind
    areas: tuple[WalledArea, ...]
    roads: tuple[Route, ...]
    waters: tuple[Route, ...]
    crossing: Point | None
    church: Church | None
    lanes: tuple[Line, ...] = ()
    over: int | None = None
    farm: Point | None = None

    @property
    def shape(self) -> str:
        """What decorations are chosen by: equal for tiles that look alike."""
        return shape_name(self.turned)


@lru_cache(maxsize=512)
def plan_of(tile: TurnedTile) -> Plan:
    """Return the plan of a turned tile."""
    return _Planner(tile).plan()


def sides_of(segment: Segment) -> tuple[Side, ...]:
    """Return the sides at whose middle a segment leaves its tile."""
    return tuple(port // 3 for port in segment.ports if port % 3 == 1)


class _Planner:
    """Builds a plan, whose parts depend on each other."""

    def __init__(self, tile: TurnedTile) -> None:
        self.tile = tile
        self.numbered = [(number, segment, sides_of(segment)) for number, segment in enumerate(tile.segments)]
        self.road_ends = [sides[0] for _, segment, sides in self.numbered if segment.kind in ROADS and len(sides) == 1]
        self.segment_of = {port: segment for segment in tile.segments for port in segment.ports}
        self.outlines = lines.outlines(
            {number: sides for number, one, sides in self.numbered if one.kind in WALLED},
            lines.Between(dict(self._parted_corners()), self._round_closed_field()),
        )
        self.has_water = any(segment.kind in WATERS for segment in tile.segments)
        self.church = self._church()
        self.over = self._over()

    def _parted_corners(self) -> Iterator[tuple[int, list[Side]]]:
        """Yield each walled segment that parts two fields at corners of the tile, with these corners."""
        for number, one, _ in self.numbered:
            if one.kind in WALLED:
                yield number, [corner for corner in SIDES if number in self._parting(corner)]

    def _parting(self, corner: Side) -> tuple[int, ...]:
        """Return what parts two fields at a corner: the segments that both touch."""
        here, beyond = (self.segment_of.get(port) for port in (3 * corner + 2, (3 * corner + 3) % 12))
        if here is None or beyond is None or here is beyond:
            return ()
        return tuple(number for number in here.touches if number in beyond.touches)

    def _round_closed_field(self) -> tuple[int, ...]:
        """Return the walled segments round a field that reaches no side."""
        closed = (one for one in self.tile.segments if KIND_ART[one.kind].form is Form.GROUND and not one.ports)
        return next((one.touches for one in closed), ())

    def _over(self) -> int | None:
        """Return the number of the road that crosses another on a bridge: the one from west to east, if both go on.

        Where one of them ends at a gate, the other one crosses it.
        """
        through = [number for number, one, sides in self.numbered if one.kind in ROADS and _is_straight(sides)]
        if len(through) > 1:
            return next(number for number in through if sides_of(self.tile.segments[number])[0] % 2)
        if not self.outlines or len(self.road_ends) != 2 or not self._do_ends_cross():
            return None
        middles = [along(wall, 0.5) for one in self.outlines.values() for wall in one.walls]
        side = max(self.road_ends, key=lambda side: min(_off_axis(middle, side) for middle in middles))
        return next(number for number, one, sides in self.numbered if one.kind in ROADS and sides == (side,))

    def _do_ends_cross(self) -> bool:
        """Return whether the field between two roads that end touches no city, though those beyond the roads do."""
        beside = [set(self._fields_beside(side)) for side in self.road_ends]
        between = beside[0] & beside[1]
        return len(between) == 1 and all(bool(one.touches) == (one not in between) for one in beside[0] | beside[1])

    def _fields_beside(self, side: Side) -> list[Segment]:
        """Return the open ground on both sides of a road that ends."""
        found = (self.segment_of.get(port) for port in (3 * side, 3 * side + 2))
        return [one for one in found if one is not None]

    def plan(self) -> Plan:
        roads = tuple(route for one in self.numbered if one[1].kind in ROADS for route in self._roads(*one))
        over = next((route for route in roads if route.number == self.over), None)
        grounds = {KIND_ART[segment.kind].ground for segment in self.tile.segments}
        return Plan(
            self.tile,
            Kind.COURT if Kind.COURT in grounds else Kind.FIELD,
            tuple(self._area(*one) for one in self.numbered if one[1].kind in WALLED),
            roads,
            tuple(self._water(*one) for one in self.numbered if one[1].kind in WATERS),
            self._crossing() if self._is_crossing() else None,
            self.church,
            tuple(self._lane(sides) for sides in self._ends_of_lanes()),
            self.over,
            over.line[-1] if over and len(over.sides) == 1 else None,
        )

    def _is_crossing(self) -> bool:
        return not self.church and (len(self.road_ends) > 2 or self._parts_cities())

    def _parts_cities(self) -> bool:
        """Return whether roads end between two cities without a way into either, because each city has its fields."""
        beside = [self._fields_beside(side) for side in self.road_ends]
        touched = [[set(one.touches) for one in fields] for fields in beside if len(fields) == 2]
        return len(touched) > 1 and all(here and there and not here & there for here, there in touched)

    def _ends_of_lanes(self) -> list[tuple[Side, ...]]:
        """Return the sides of each city to which a lane leads from the village: fields end there."""
        if not self._parts_cities():
            return []
        return [sides for _, one, sides in self.numbered if one.kind in WALLED and len(sides) == 1]

    def _lane(self, sides: tuple[Side, ...]) -> Line:
        return toward(self._crossing(), self._lane_gate(sides), 0.4), self._lane_gate(sides)

    def _lane_gate(self, sides: tuple[Side, ...]) -> Point:
        return toward(MIDDLES[sides[0]], CENTRE_POINT, 0.59)

    def _church(self) -> Church | None:
        number = next((number for number, one, _ in self.numbered if one.kind is Kind.MONASTERY), None)
        if number is None:
            return None
        if not self.road_ends:
            return Church(number, CENTRE_POINT, 1.0, is_mirrored=False)
        side = self.road_ends[0]
        if self.has_water:
            # The church stands on the bank opposite to the side from which the road comes.
            middle = toward(CENTRE_POINT, MIDDLES[opposite(side)], 0.44)
            return Church(number, (middle[0], middle[1] + 0.02), 0.66, is_mirrored=side == 1)
        if len(self.road_ends) > 1:
            return Church(number, CENTRE_POINT, 1.0, is_mirrored=False)
        middle = (0.54, 0.52) if side == 0 else CENTRE_POINT
        return Church(number, middle, 1.0, is_mirrored=side == 1)

    def _crossing(self) -> Point:
        x, y = CENTRE_POINT
        for _, segment, sides in self.numbered:
            if segment.kind in WALLED and len(sides) == 1:
                dx, dy = OUTWARD[sides[0]]
                x, y = x - dx * 0.1, y - dy * 0.1
        return x, y

    def _area(self, number: int, segment: Segment, sides: tuple[Side, ...]) -> WalledArea:
        gates = [gate for side in self.road_ends if (gate := self._gate(side)) and gate.number == number]
        if sides in self._ends_of_lanes():
            gates.append(Gate(number, self._lane_gate(sides), opposite(sides[0])))
        return WalledArea(number, segment, sides, self.outlines[number], tuple(gates))

    def _gate(self, side: Side) -> Gate | None:
        """Return the gate at which the road from a side ends."""
        if self._is_crossing() or self.church or not self.outlines or self._is_over(side):
            return None
        wall = self._wall_for(side)
        number = next(number for number, one in self.outlines.items() if wall in one.walls)
        others = (other for other in self.road_ends if other != side and not self._is_over(other))
        if any(self._wall_for(other) == wall for other in others):
            apart = (along(wall, share) for share in _GATES_APART)
            return Gate(number, min(apart, key=lambda point: math.dist(point, MIDDLES[side])), side)
        return Gate(number, along(wall, 0.5), side)

    def _wall_for(self, side: Side) -> Line:
        """Return the wall to which the road from a side leads: of the city that the fields beside it touch."""
        touched = [set(one.touches) for one in self._fields_beside(side)]
        common = set.intersection(*touched) if touched else set()
        walls = [wall for number, one in self.outlines.items() if not common or number in common for wall in one.walls]
        return min(walls, key=lambda wall: _off_axis(along(wall, 0.5), side))

    def _is_over(self, side: Side) -> bool:
        return self.over is not None and sides_of(self.tile.segments[self.over]) == (side,)

    def _roads(self, number: int, segment: Segment, sides: tuple[Side, ...]) -> Iterator[Route]:
        match sides:
            case [side]:
                yield Route(number, segment, sides, self._ending(side))
            case [_, _]:
                yield Route(number, segment, sides, self._passing(sides))
            case branches:
                yield from (Route(number, segment, sides, lines.ending(side, CENTRE_POINT)) for side in branches)

    def _ending(self, side: Side) -> Line:
        if self._is_over(side):
            return lines.past_middle(side, self._away_from_cities())
        if self.church and len(self.road_ends) > 1:
            return lines.to_yard(side, self.church.middle, _YARD)
        if self.church and self.has_water:
            return lines.over_bridge_to_door(side, self.church.middle, self.church.door)
        if self.church:
            return lines.to_door(side, self.church.door)
        gate = self._gate(side)
        return lines.ending(side, gate.point if gate else self._crossing())

    def _away_from_cities(self) -> Point:
        x, y = self._crossing()
        return 0.6 * (x - CENTRE_POINT[0]), 0.6 * (y - CENTRE_POINT[1])

    def _water(self, number: int, segment: Segment, sides: tuple[Side, ...]) -> Route:
        line = self._passing(sides) if len(sides) == 2 else lines.spring_or_lake(sides[0])
        return Route(number, segment, sides, line)

    def _passing(self, sides: tuple[Side, ...]) -> Line:
        one, other = sides
        if (one - other) % 2:
            return lines.bend(one, other)
        if swerve := self._swerve(one):
            return lines.swerving(one, swerve)
        meets = self.over is not None or (self.has_water and bool(self.road_ends or self._has_roads()))
        is_crowded = len(self.outlines) > 1 or meets
        return lines.straight(one) if is_crowded else lines.winding(one)

    def _has_roads(self) -> bool:
        return any(segment.kind in ROADS for _, segment, _ in self.numbered)

    def _swerve(self, side: Side) -> float:
        """Return how far to the left a route from this side swerves, away from what is beside it."""
        left = OUTWARD[(side + 1) % 4]
        swerve = 0.0
        for _, segment, sides in self.numbered:
            if segment.kind in WALLED and len(sides) == 1:
                swerve -= SWERVE * _dot(OUTWARD[sides[0]], left)
        if self.church and self.has_water:
            x, y = self.church.middle
            swerve -= WIDE_SWERVE * _sign(_dot((x - 0.5, y - 0.5), left))
        return swerve


def _is_straight(sides: tuple[Side, ...]) -> bool:
    return len(sides) == 2 and sides[0] == opposite(sides[1])


def _off_axis(point: Point, side: Side) -> float:
    """Return how far a point is from the line straight in from a side; of equal ones, nearer points count as less."""
    x, y = point[0] - 0.5, point[1] - 0.5
    outward, across = OUTWARD[side], OUTWARD[(side + 1) % 4]
    return abs(_dot((x, y), across)) - 0.1 * _dot((x, y), outward)


def _dot(one: Point, other: Point) -> float:
    return one[0] * other[0] + one[1] * other[1]


def _sign(value: float) -> float:
    return 0.0 if abs(value) < 0.05 else 1.0 if value > 0 else -1.0
