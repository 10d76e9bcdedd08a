"""A coarse map of a turned tile: the segment at each cell, and the places for figures, modifiers and gardens."""

import hashlib
import json
import math
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from typing import Final, Self

from PIL import Image, ImageChops, ImageFilter

from carcassonne import Kind, TurnedTile
from carcassonne.geometry import Port
from carcassonne.kinds import OPEN_GROUND
from carcassonne.modifiers import Modifier
from render.art.canvas import Layer
from render.art.curves import Point, added, along, mean, resampled
from render.art.plan import Plan, Route, plan_of
from render.art.sheet_files import kept_files

GRID: Final = 48
"""Cells of the map along a side."""
NOTHING: Final = 255
"""The value in the map for ground of no segment, such as a village at a crossing."""
UNKNOWN: Final = 254
_UNKNOWN: Final = bytes([UNKNOWN])

ROAD_WIDTH: Final = 0.14
RIVER_WIDTH: Final = 0.24
CROSSING_RADIUS: Final = 0.165
FARM_RADIUS: Final = 0.1
_SPUR_WIDTH: Final = 0.045
"""The least width of what is drawn out to a corner. Without it, fields would meet there."""
GARDEN_SIZE: Final = 0.145
"""Half the width of a garden, if there is enough room."""

_MOST_BYTES: Final = 1 << 16
"""The most bytes of a map in a file."""

_BESIDE: Final = frozenset({"inn"})
"""The names of modifiers that lie beside their road, not on it."""
_FROM_ROAD: Final = (0.17, 0.33)
"""How far from the middle of their road they lie, at least and at most."""
_BESIDE_REACH: Final = 0.165
"""Their distance from the tile's border, and from any other segment if there is room."""
_BESIDE_ROOM: Final = 0.34
"""The distance that they keep from the figure on their road, if possible."""

_BESIDE_FARMER: Final = 0.16
"""The distance that they keep from farmers: in a small field, one may hide some of an inn."""

_MODIFIER_REACH: Final = 0.165
"""Modifiers keep this distance from the tile's border if their segment has ground further in."""
_MODIFIER_ROOM: Final = 0.3
"""The distance that modifiers and figures keep if possible."""
_FIGURE_REACH: Final = 0.2
"""Room beyond this around a figure does not count."""


@dataclass(frozen=True, slots=True)
class GardenPlot:
    """Where a garden lies: its middle, and half its width with the hedge."""

    middle: Point
    half: float


@dataclass(frozen=True, slots=True)
class Regions:
    """A turned tile's map of ``GRID`` times ``GRID`` cells, by row, then column; and places by segment."""

    labels: bytes
    """By cell: a segment's number, or NOTHING."""
    depth: tuple[float, ...]
    """By cell: the distance from the next other segment, in tiles. The distance to the tile's border counts twice."""
    figure_points: Mapping[int, Point]
    modifier_points: Mapping[int, tuple[Point, ...]]
    garden: GardenPlot | None

    def at(self, point: Point) -> int:
        """Return the segment at a point of the tile, or NOTHING."""
        return self.labels[_cell(point)]

    def depth_at(self, point: Point) -> float:
        """Return how far the point is from the next other segment."""
        return self.depth[_cell(point)]

    def to_bytes(self) -> bytes:
        """Return the map in the form in which files keep it."""
        garden = (*self.garden.middle, self.garden.half) if self.garden else None
        places = [[*self.figure_points.items()], [*self.modifier_points.items()], garden]
        return self.labels + bytes(round(2 * GRID * depth) for depth in self.depth) + json.dumps(places).encode()

    @classmethod
    def from_bytes(cls, content: bytes) -> Self:
        """Return the map that ``to_bytes`` has written; raise ValueError if it is another thing."""
        cells = GRID * GRID
        depth = tuple(map(_DEPTH_OF_HALVES.__getitem__, content[cells : 2 * cells]))
        figures, modifiers, garden = json.loads(content[2 * cells :])
        return cls(
            content[:cells],
            depth,
            {number: (x, y) for number, (x, y) in figures},
            {number: tuple((x, y) for x, y in points) for number, points in modifiers},
            GardenPlot((garden[0], garden[1]), garden[2]) if garden else None,
        )


@lru_cache(maxsize=512)
def regions_of(tile: TurnedTile) -> Regions:
    """Return the map of a turned tile, from a file if it was made before."""
    files, name = kept_files(), _file_name(tile)
    if files is None:
        return _regions(tile)
    if (content := files.read_bytes(name, _MOST_BYTES)) is not None:
        with suppress(ValueError):
            return Regions.from_bytes(content)
    made = _regions(tile)
    files.write_bytes(name, made.to_bytes())
    return made


def _file_name(tile: TurnedTile) -> str:
    """Return a name that is the same for all tiles with the same segments in the same order, in every process."""
    segments = [
        (one.kind.value, one.ports, [each.name for each in one.modifiers], one.touches) for one in tile.segments
    ]
    return f"map-{hashlib.sha256(repr(segments).encode()).hexdigest()[:32]}"


def _regions(tile: TurnedTile) -> Regions:
    plan = plan_of(tile)
    labels = _draw_labels(plan)
    fill_fields(tile, labels)
    depth = _depths(labels)
    garden = _place_garden(tile, labels, depth)
    if garden:
        depth = _depths(labels)
    modifiers = dict(_modifier_points(plan, labels, depth))
    figures = dict(_figure_points(plan, labels, depth, modifiers, garden))
    return Regions(bytes(labels), depth, figures, modifiers, garden)


def _cell(point: Point) -> int:
    x, y = (min(GRID - 1, max(0, int(value * GRID))) for value in point)
    return y * GRID + x


_CENTRES: Final = tuple(((cell % GRID + 0.5) / GRID, (cell // GRID + 0.5) / GRID) for cell in range(GRID * GRID))


def _draw_labels(plan: Plan) -> bytearray:
    layer = Layer(Image.new("L", (GRID, GRID), UNKNOWN))
    for route in plan.waters:
        layer.stroke(route.line, RIVER_WIDTH, route.number)
    # What is cut out of one may be another: so those with cuts come first.
    for area in sorted(plan.areas, key=lambda area: not area.outline.cuts):
        layer.polygon(area.outline.polygon, area.number)
        for cut in area.outline.cuts:
            layer.polygon(cut, UNKNOWN)
        for spur in area.outline.spurs:
            layer.stroke(spur, _SPUR_WIDTH, area.number)
    for lane in plan.lanes:
        layer.stroke(lane, ROAD_WIDTH, NOTHING)
    for route in sorted(plan.roads, key=lambda route: route.number == plan.over):
        layer.stroke(route.line, ROAD_WIDTH, route.number)
    for area in plan.areas:
        for gate in area.gates:
            layer.ellipse(gate.point, 0.05, 0.05, area.number)
    if plan.farm:
        layer.ellipse(plan.farm, FARM_RADIUS, FARM_RADIUS, NOTHING)
    if plan.crossing:
        layer.ellipse(plan.crossing, CROSSING_RADIUS, CROSSING_RADIUS, NOTHING)
    if plan.church:
        size = 0.24 * plan.church.size
        layer.ellipse(plan.church.middle, size, size, plan.church.number)
    return bytearray(layer.image.tobytes())


def fill_fields(tile: TurnedTile, labels: bytearray) -> None:
    """Flood each field from the ports by which it leaves the tile; ground that no field reaches becomes NOTHING.

    A field without ports is the largest piece of ground that is left.
    """
    for number, segment in enumerate(tile.segments):
        if segment.kind in OPEN_GROUND:
            _flood(labels, (_port_cell(port) for port in segment.ports), number)
    for number, segment in enumerate(tile.segments):
        if segment.kind in OPEN_GROUND and not segment.ports:
            _fill_largest(labels, number)
    labels[:] = labels.replace(bytes([UNKNOWN]), bytes([NOTHING]))


def _port_cell(port: Port) -> int:
    side, place = divmod(port, 3)
    offset = (0.2, 0.5, 0.8)[place]
    near = 0.5 / GRID
    return _cell(((offset, near), (1 - near, offset), (1 - offset, 1 - near), (near, 1 - offset))[side])


def _flood(labels: bytearray, starts: Iterable[int], number: int) -> None:
    """Give a field's number to all unknown ground that hangs together with one of the cells, row by row."""
    waiting = list(starts)
    while waiting:
        cell = waiting.pop()
        if labels[cell] != UNKNOWN:
            continue
        row = cell - cell % GRID
        left = row + len(labels[row:cell].rstrip(_UNKNOWN))
        right = row + GRID - len(labels[cell : row + GRID].lstrip(_UNKNOWN))
        labels[left:right] = bytes([number]) * (right - left)
        if row:
            waiting += _runs(labels, left - GRID, right - GRID)
        if row + GRID < len(labels):
            waiting += _runs(labels, left + GRID, right + GRID)


def _fill_largest(labels: bytearray, number: int) -> None:
    """Give a field's number to the largest piece of ground that no field has."""
    pieces: list[tuple[int, int]] = []
    rest = bytearray(labels)
    while (start := rest.find(_UNKNOWN)) >= 0:
        before = rest.count(NOTHING)
        _flood(rest, [start], NOTHING)
        pieces.append((rest.count(NOTHING) - before, start))
    if pieces:
        _flood(labels, [max(pieces)[1]], number)


def _runs(labels: bytearray, left: int, right: int) -> Iterator[int]:
    """Yield a cell of each unbroken run of unknown ground in a part of a row."""
    while (left := labels.find(_UNKNOWN, left, right)) >= 0:
        yield left
        left = right - len(labels[left:right].lstrip(_UNKNOWN))


_BORDER_DISTANCES: Final = tuple(
    min(row, column, GRID - 1 - row, GRID - 1 - column) + 0.5 for row in range(GRID) for column in range(GRID)
)
_BORDER_HALVES: Final = Image.frombytes("L", (GRID, GRID), bytes(round(4 * edge) for edge in _BORDER_DISTANCES))
"""Twice the distance to the border, in half cells."""
_DEPTH_OF_HALVES: Final = tuple(halves / 2 / GRID for halves in range(256))


def _depths(labels: bytearray) -> tuple[float, ...]:
    """Return every cell's distance from the next cell of another label, by eroding all segments step by step."""
    image = Image.frombytes("L", (GRID, GRID), bytes(labels))
    low, high = image.filter(ImageFilter.MinFilter(3)), image.filter(ImageFilter.MaxFilter(3))
    inner = ImageChops.difference(low, high).point([1, *[0] * 255])
    counted = inner
    for _ in range(GRID // 2):
        if not inner.getbbox():
            break
        inner = _eroded(inner)
        counted = ImageChops.add(counted, inner)
    halves = counted.point([min(255, 2 * steps + 1) for steps in range(256)])
    return tuple(map(_DEPTH_OF_HALVES.__getitem__, ImageChops.darker(halves, _BORDER_HALVES).tobytes()))


def _eroded(image: Image.Image) -> Image.Image:
    """Return the darkest of each pixel and the eight around it, in a third of the time that Pillow's filter takes."""
    for steps in (((1, 0), (-1, 0)), ((0, 1), (0, -1))):
        found = image
        for step in steps:
            moved = image.copy()
            moved.paste(image, step)
            found = ImageChops.darker(found, moved)
        image = found
    return image


def _place_garden(tile: TurnedTile, labels: bytearray, depth: tuple[float, ...]) -> GardenPlot | None:
    """Find the roomiest place in a field for the garden, and mark it."""
    number = next((number for number, one in enumerate(tile.segments) if one.kind is Kind.GARDEN), None)
    if number is None:
        return None
    fields = [cell for cell, label in enumerate(labels) if label < UNKNOWN and tile.segments[label].kind is Kind.FIELD]
    best = max(fields, key=lambda cell: _room_for_garden(_CENTRES[cell], depth[cell]))
    (x, y), half = _CENTRES[best], max(0.1, min(GARDEN_SIZE, depth[best]))
    for cell in fields:
        px, py = _CENTRES[cell]
        if abs(px - x) <= half and abs(py - y) <= half:
            labels[cell] = number
    return GardenPlot((x, y), half)


def _room_for_garden(point: Point, depth: float) -> float:
    near_border = min(*point, 1 - point[0], 1 - point[1])
    return min(depth, GARDEN_SIZE * 1.2) + min(near_border, GARDEN_SIZE * 1.1) - 0.02 * math.dist(point, (0.5, 0.5))


def _modifier_points(
    plan: Plan, labels: bytearray, depth: tuple[float, ...]
) -> Iterator[tuple[int, tuple[Point, ...]]]:
    """Yield the places of a segment's modifiers: on the line of a road, otherwise where there is room."""
    roads = {route.number: route for route in plan.roads}
    for number, segment in enumerate(plan.turned.segments):
        count = len(segment.modifiers)
        if count and number in roads:
            route = roads[number]
            on_road = (along(route.line, share) for share in _shares_of_modifiers(route))
            has = segment.modifiers
            points = [_beside(plan, route, labels, depth) if _is_beside(one) else next(on_road) for one in has]
            yield number, tuple(points)
        elif count:
            places: tuple[Point, ...] = ()
            while len(places) < count:
                places = *places, _modifier_point(number, labels, depth, places)
            yield number, places


def _shares_of_modifiers(route: Route) -> Iterator[float]:
    """Yield how far along its route each modifier is: evenly, and the last in the middle of a road that branches."""
    count = _count_on_road(route)
    gaps = count + 1 if len(route.sides) < 3 else count
    return ((number + 1) / gaps for number in range(count))


def _is_beside(modifier: Modifier) -> bool:
    return modifier.name in _BESIDE


def _count_on_road(route: Route) -> int:
    return sum(not _is_beside(modifier) for modifier in route.segment.modifiers)


def _beside(plan: Plan, route: Route, labels: bytearray, depth: tuple[float, ...]) -> Point:
    """Return the place of what lies beside a road: in a field, nearer to it than to others, and not at its figure."""
    figure = along(route.line, _share_along_route(plan, route))
    own, others = (
        [point for one in plan.roads if (one.number == route.number) is is_own for point in resampled(one.line, 0.03)]
        for is_own in (True, False)
    )
    kinds = [segment.kind for segment in plan.turned.segments]
    best, most = figure, -math.inf
    for cell, label in enumerate(labels):
        if label >= len(kinds) or kinds[label] is not Kind.FIELD or _BORDER_DISTANCES[cell] < _BESIDE_REACH * GRID:
            continue
        here = _CENTRES[cell]
        near = min(math.dist(here, point) for point in own)
        far = min([math.dist(here, point) for point in others], default=1.0)
        if _FROM_ROAD[0] <= near <= _FROM_ROAD[1]:
            room = 4 * min(depth[cell], _BESIDE_REACH) + 0.3 * min(math.dist(here, figure), _BESIDE_ROOM)
            if (score := room - 0.6 * near + min(0.0, far - 1.4 * near)) > most:
                best, most = here, score
    return best


def _cells_of(number: int, labels: bytearray) -> list[int]:
    own = bytes(label == number for label in range(256))
    return list(compress(range(len(labels)), labels.translate(own)))


def _modifier_point(number: int, labels: bytearray, depth: tuple[float, ...], others: tuple[Point, ...]) -> Point:
    """Return the place of a modifier: deep inside its segment, near to the middle, and not too near to ``others``."""
    every = _cells_of(number, labels)
    middle = mean(_CENTRES[cell] for cell in every)

    def score(cell: int) -> float:
        here = _CENTRES[cell]
        crowded = added(max(0.0, _MODIFIER_ROOM - math.dist(here, other)) for other in others)
        return min(depth[cell], 0.24) - 0.3 * math.dist(here, middle) - crowded

    cells = [cell for cell in every if _BORDER_DISTANCES[cell] > _MODIFIER_REACH * GRID] or every
    return _CENTRES[max(cells, key=score)]


def _figure_points(
    plan: Plan,
    labels: bytearray,
    depth: tuple[float, ...],
    modifiers: Mapping[int, tuple[Point, ...]],
    garden: GardenPlot | None,
) -> Iterator[tuple[int, Point]]:
    roads = {route.number: route for route in plan.roads}
    beside = tuple(point for number in roads for point in modifiers.get(number, ()))
    for number, segment in enumerate(plan.turned.segments):
        if segment.kind is Kind.GARDEN and garden:
            yield number, garden.middle
        elif plan.church and number == plan.church.number:
            yield number, (plan.church.middle[0], plan.church.middle[1] + 0.04)
        elif number in roads:
            yield number, along(roads[number].line, _share_along_route(plan, roads[number]))
        elif segment.kind is not Kind.RIVER:
            if segment.kind is Kind.FIELD and beside:
                yield number, _roomiest(number, labels, depth, beside, _BESIDE_FARMER)
            else:
                yield number, _roomiest(number, labels, depth, modifiers.get(number, ()))


def _share_along_route(plan: Plan, route: Route) -> float:
    """Return how far along its route a figure stands: apart from modifiers, and in the middle of one that branches."""
    count = _count_on_road(route)
    match len(route.sides):
        case 1 | 2 if plan.over is not None:
            return 0.25
        case 1 | 2 if count:
            return 0.44 / (count + 1)
        case 1:
            return 0.42 if plan.crossing else 0.5
        case 2:
            return 0.5
        case _:
            return 0.36 if count else 1.0


def _roomiest(
    number: int, labels: bytearray, depth: tuple[float, ...], modifiers: tuple[Point, ...], room: float = _MODIFIER_ROOM
) -> Point:
    """Return the best place for a figure on a segment: deep inside, and apart from modifiers."""
    cells = _cells_of(number, labels)
    middle = mean(_CENTRES[cell] for cell in cells)
    least = 0.4 * min(_FIGURE_REACH, max(depth[cell] for cell in cells))
    best, most = cells[0], -math.inf
    for cell in cells:
        inner = min(depth[cell], 1.1 * _BORDER_DISTANCES[cell] / GRID, _FIGURE_REACH)
        if inner <= most or depth[cell] <= least:  # what follows only lowers it
            continue
        here = _CENTRES[cell]
        crowded = added(max(0.0, room - math.dist(here, other)) for other in modifiers) if modifiers else 0.0
        if (score := inner - 0.08 * math.dist(here, middle) - crowded) > most:
            best, most = cell, score
    return _CENTRES[best]
