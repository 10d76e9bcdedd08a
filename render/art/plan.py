"""Where everything lies on a turned tile, worked out from its topology alone."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from carcassonne import Kind, Segment, TurnedTile
from carcassonne.geometry import Side, opposite
from render.art.curves import (
    CENTRE_POINT,
    MIDDLES,
    OUTWARD,
    Line,
    Point,
    along,
    bezier,
    smooth,
    toward,
    turned,
)
from render.art.shapes import Outline, outline

WALLED: Final = frozenset({Kind.CITY})
"""Kinds drawn as an area within walls."""
ROADS: Final = frozenset({Kind.ROAD})
WATERS: Final = frozenset({Kind.RIVER})

BEND: Final = 0.55
"""How far the control points of a curve lie on the way from the side to the centre."""


@dataclass(frozen=True, slots=True)
class Gate:
    """Where a road enters a wall, and the side that it comes from."""

    point: Point
    side: Side


@dataclass(frozen=True, slots=True)
class Area:
    """A walled segment."""

    number: int
    segment: Segment
    sides: tuple[Side, ...]
    outline: Outline
    gates: tuple[Gate, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """A road or a river: its middle line, from the border inward for one that ends on the tile."""

    number: int
    segment: Segment
    sides: tuple[Side, ...]
    line: Line


@dataclass(frozen=True, slots=True)
class Church:
    """The monastery: the middle of its yard, its size (1 is the usual), and whether its tower stands on the right."""

    number: int
    middle: Point
    size: float
    is_mirrored: bool

    @property
    def door(self) -> Point:
        """Where one enters."""
        return self.middle[0] + (0.17 if self.is_mirrored else -0.17) * self.size, self.middle[1] + 0.15 * self.size


@dataclass(frozen=True, slots=True)
class Plan:
    """The places of a turned tile's parts. ``hub`` is where roads are cut by a crossing."""

    turned: TurnedTile
    areas: tuple[Area, ...]
    roads: tuple[Way, ...]
    waters: tuple[Way, ...]
    hub: Point | None
    church: Church | None


@lru_cache(maxsize=512)
def plan_of(tile: TurnedTile) -> Plan:
    """Return the plan of a turned tile."""
    return _Planner(tile).plan()


def sides_of(segment: Segment) -> tuple[Side, ...]:
    """Return the sides by whose middle a segment leaves its tile."""
    return tuple(port // 3 for port in segment.ports if port % 3 == 1)


class _Planner:
    """The questions that the parts of a plan ask of one another."""

    def __init__(self, tile: TurnedTile) -> None:
        self.tile = tile
        self.numbered = [(number, segment, sides_of(segment)) for number, segment in enumerate(tile.segments)]
        self.road_ends = [sides[0] for _, segment, sides in self.numbered if segment.kind in ROADS and len(sides) == 1]
        self.outlines = {number: outline(sides) for number, segment, sides in self.numbered if segment.kind in WALLED}
        self.has_water = any(segment.kind in WATERS for segment in tile.segments)
        self.church = self._church()

    def plan(self) -> Plan:
        roads = tuple(self._road(*one) for one in self.numbered if one[1].kind in ROADS)
        return Plan(
            self.tile,
            tuple(self._area(*one) for one in self.numbered if one[1].kind in WALLED),
            roads,
            tuple(self._water(*one) for one in self.numbered if one[1].kind in WATERS),
            self._hub() if self._is_crossing() else None,
            self.church,
        )

    def _is_crossing(self) -> bool:
        return len(self.road_ends) > 2

    def _church(self) -> Church | None:
        number = next((number for number, one, _ in self.numbered if one.kind is Kind.MONASTERY), None)
        if number is None:
            return None
        if not self.road_ends:
            return Church(number, CENTRE_POINT, 1.0, is_mirrored=False)
        side = self.road_ends[0]
        if self.has_water:
            # It stands on the bank from which the road leads over the bridge.
            middle = toward(CENTRE_POINT, MIDDLES[opposite(side)], 0.44)
            return Church(number, (middle[0], middle[1] + 0.02), 0.66, is_mirrored=side == 1)
        middle = (0.54, 0.52) if side == 0 else CENTRE_POINT
        return Church(number, middle, 1.0, is_mirrored=side == 1)

    def _hub(self) -> Point:
        x, y = CENTRE_POINT
        for _, segment, sides in self.numbered:
            if segment.kind in WALLED and len(sides) == 1:
                dx, dy = OUTWARD[sides[0]]
                x, y = x - dx * 0.1, y - dy * 0.1
        return x, y

    def _area(self, number: int, segment: Segment, sides: tuple[Side, ...]) -> Area:
        gates = tuple(gate for side in self.road_ends if (gate := self._gate(side)) and gate[0] == number)
        return Area(number, segment, sides, self.outlines[number], tuple(Gate(point, side) for _, point, side in gates))

    def _gate(self, side: Side) -> tuple[int, Point, Side] | None:
        """Return the segment, place and side of the gate at which the road from a side ends."""
        if self._is_crossing() or self.church or not self.outlines:
            return None
        walls = ((number, wall) for number, shape in self.outlines.items() for wall in shape.walls)
        number, wall = min(walls, key=lambda one: _off_axis(along(one[1], 0.5), side))
        return number, along(wall, 0.5), side

    def _road(self, number: int, segment: Segment, sides: tuple[Side, ...]) -> Way:
        line = self._passing(sides) if len(sides) == 2 else self._ending(sides[0])
        return Way(number, segment, sides, line)

    def _ending(self, side: Side) -> Line:
        start = MIDDLES[side]
        if self.church:
            return _to_church(self.church, side, is_short=self.has_water)
        gate = self._gate(side)
        end = gate[1] if gate else self._hub()
        # Straight on at first, so that it meets the neighbour's road at a right angle.
        straight = toward(start, CENTRE_POINT, 0.5)
        return bezier(start, straight, toward(start, end, 0.8), end)

    def _water(self, number: int, segment: Segment, sides: tuple[Side, ...]) -> Way:
        if len(sides) == 2:
            return Way(number, segment, sides, self._passing(sides))
        start = MIDDLES[sides[0]]
        line = turned(smooth([(0.5, 0), (0.5, 0.14), (0.53, 0.3), (0.49, 0.46)]), sides[0])
        return Way(number, segment, sides, (start, *line[1:]))

    def _passing(self, sides: tuple[Side, ...]) -> Line:
        one, other = sides
        if (one - other) % 2:
            start, end = MIDDLES[one], MIDDLES[other]
            return bezier(start, toward(start, CENTRE_POINT, BEND), toward(end, CENTRE_POINT, BEND), end)
        return self._straight(one)

    def _straight(self, side: Side) -> Line:
        """Return the way from a side to the opposite one, bowed away from what stands beside it."""
        bow = self._bow(side)
        if bow:
            knots = [(0, 0.5), (0.15, 0.5 + 0.04 * bow), (0.34, 0.5 + 0.7 * bow), (0.5, 0.5 + bow)]
            knots += [(1 - x, y) for x, y in knots[-2::-1]]
        elif self._is_crowded():
            knots = [(0, 0.5), (0.33, 0.5), (0.66, 0.5), (1, 0.5)]
        else:
            knots = [(0, 0.5), (0.16, 0.495), (0.36, 0.465), (0.64, 0.535), (0.84, 0.505), (1, 0.5)]
        return turned(knots and smooth(knots), (side + 1) % 4)

    def _is_crowded(self) -> bool:
        return len(self.outlines) > 1 or len(self.tile.segments) > 5

    def _bow(self, side: Side) -> float:
        """Return how far, to the left when looking in from the side, the way swerves at its middle."""
        dx = dy = 0.0
        for number, shape in self.outlines.items():
            x, y = toward(CENTRE_POINT, along(shape.walls[0], 0.5), 1) if shape.walls else CENTRE_POINT
            weight = 0.11 if len(sides_of(self.tile.segments[number])) == 1 else 0.0
            dx, dy = dx + _sign(0.5 - x) * weight, dy + _sign(0.5 - y) * weight
        if self.church and self.has_water:
            x, y = self.church.middle
            dx, dy = dx + _sign(0.5 - x) * 0.17, dy + _sign(0.5 - y) * 0.17
        # The line is drawn from west to east and turned; south of it is then one of the neighbouring sides.
        south = OUTWARD[(2 + side + 1) % 4]
        return dx * south[0] + dy * south[1]


def _off_axis(point: Point, side: Side) -> float:
    """Return how far the point lies from the way straight in from a side, and beyond that how deep it lies."""
    outward = OUTWARD[side]
    x, y = point[0] - 0.5, point[1] - 0.5
    return abs(x * outward[1]) + abs(y * outward[0]) - 0.1 * (x * outward[0] + y * outward[1])


def _sign(value: float) -> float:
    return 0.0 if abs(value) < 0.05 else 1.0 if value > 0 else -1.0


def _to_church(church: Church, side: Side, *, is_short: bool) -> Line:
    """Return the road from a side to the church's door, which is always in front."""
    start, door = MIDDLES[side], church.door
    if is_short:
        end = door if side == 2 else toward(church.middle, start, 0.08)
        return bezier(start, toward(start, CENTRE_POINT, 0.8), (end[0], end[1] + 0.14 * (side == 2)), end)
    if side == 0:
        return smooth([start, (0.49, 0.08), (0.33, 0.2), (0.17, 0.36), (0.15, 0.56), (0.24, 0.72), (door[0], door[1])])
    ahead = toward(start, CENTRE_POINT, 0.4)
    below = (door[0], door[1] + (0.12 if side == 2 else 0.16))
    return bezier(start, ahead, below, door)
