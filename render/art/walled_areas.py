"""What lies within walls: cities with their streets and houses; in The Castle, its houses and its towers."""

import math
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Final

from PIL import Image

from carcassonne import Kind, Rgb
from carcassonne.geometry import Side
from render.art import buildings, colours, textures
from render.art.canvas import Canvas, Layer, blurred
from render.art.colours import ROOFS
from render.art.curves import MIDDLES, Line, Point, bezier, mean, shifted, toward
from render.art.plan import Gate, Plan, WalledArea
from render.art.regions import GRID, Regions
from render.art.walls import draw_gate, draw_wall

_FREE_GRID: Final = 96
"""The width and height of a mask of free ground, in pixels."""

_STREET_WIDTH: Final = 0.062
_TRIES: Final = 560
_TALL: Final = 1.22
"""The height of a house at most, in widths."""
_ROOM: Final = (0.172, 0.135)
"""How far apart houses are, across and down. They are few and large, so that a small picture is calm."""

_ROOM_OF_LARGE: Final = {"cathedral": (0.31, 0.36)}
"""By the name of a modifier: how far from it houses are, across and down, if it needs more room than a shield."""

_ON_BORDER: Final[tuple[tuple[float, int, bool], ...]] = ((0.27, 0, True), (0.73, 2, False))
"""Houses across a border: place along it, roof, gabled. Both tiles draw the same ones, each its half."""


def draw_cities(canvas: Canvas, plan: Plan, regions: Regions) -> None:
    """Draw all cities of a tile."""
    for area in plan.areas:
        _draw_city(canvas, plan, regions, area)


def _draw_city(canvas: Canvas, plan: Plan, regions: Regions, area: WalledArea) -> None:
    inside = _lay_ground(canvas, area, textures.ground(canvas.side), 0.034, 0.55)
    streets = tuple(_streets(area, regions))
    _draw_streets(canvas, inside, streets)
    _shade_wall_foot(canvas, inside, area, (146, 108, 66), 0.6)
    _place_buildings(canvas, plan, regions, area, streets)
    _build_walls(canvas, area)


def _plaza(area: WalledArea, regions: Regions) -> Point:
    """Return the point at which a city's streets meet."""
    if area.number in regions.modifier_points:
        x, y = regions.modifier_points[area.number][0]
        return x, y + 0.03
    return toward(mean(MIDDLES[side] for side in area.sides), (0.5, 0.5), 0.14 if len(area.sides) == 1 else 0.0)


def _streets(area: WalledArea, regions: Regions) -> Iterator[Line]:
    """Yield a street from the middle of every open side, and from every gate, to the plaza."""
    end = _plaza(area, regions)
    for side in area.sides:
        start = MIDDLES[side]
        yield bezier(start, toward(start, (0.5, 0.5), 0.3), toward(end, start, 0.3), end)
    for gate in area.gates:
        yield bezier(gate.point, toward(gate.point, end, 0.4), toward(gate.point, end, 0.7), end)


def _draw_streets(canvas: Canvas, inside: Layer, streets: tuple[Line, ...]) -> None:
    mask = canvas.mask()
    for street in streets:
        mask.stroke(street, _STREET_WIDTH, 255)
    if len(streets) > 1:
        mask.ellipse(streets[0][-1], 0.1, 0.08, 255)
    mask.image = Image.composite(mask.image, canvas.mask().image, inside.image)
    canvas.shade(blurred(mask, 0.012), colours.GROUND_DARK, 0.75)
    canvas.cover(blurred(mask, 0.003), textures.cobbles(canvas.side))


def _place_buildings(canvas: Canvas, plan: Plan, regions: Regions, area: WalledArea, streets: tuple[Line, ...]) -> None:
    """Leave room for modifiers or else place a landmark, then place houses wherever there is room."""
    free = _free_in_city(regions, area, streets)
    rng = textures.seeded_random("city", plan.shape, area.sides)
    modifiers = regions.modifier_points.get(area.number, ())
    for (x, y), modifier in zip(modifiers, area.segment.modifiers, strict=False):
        across, down = _ROOM_OF_LARGE.get(modifier.name, (0.15, 0.2))
        free.ellipse((x, y + 0.05), across, down, 0)
    if not modifiers and len(area.sides) > 1:
        _landmark(canvas, free, streets[0][-1], len(area.sides))
    for side in area.sides:
        _houses_on_border(canvas, free, side)
    for number, (x, y) in enumerate(_free_points(free, rng, _ROOM, _TRIES)):
        width, roof = rng.uniform(0.142, 0.168), rng.choice(ROOFS)
        width, gabled = min(width, (y - 0.005) / _TALL), rng.random() < 0.55
        if number % 9 == 4:
            canvas.draw_later(y, partial(buildings.tree, canvas, (x, y), 0.026, number))
        else:
            canvas.draw_later(y, partial(buildings.house, canvas, (x, y), width, roof, gabled=gabled))


def _free_in_city(regions: Regions, area: WalledArea, streets: tuple[Line, ...]) -> Layer:
    free = Layer(Image.new("L", (_FREE_GRID, _FREE_GRID)))
    _fill(free, area)
    for wall in area.outline.walls:
        for aside in (-0.055, 0.055):
            free.stroke(shifted(wall, aside, 0), 0.13, 0)
        free.stroke(shifted(wall, 0, -0.045), 0.1, 0)
        free.stroke(shifted(wall, 0, 0.09), 0.13, 0)
    for street in streets if len(streets) > 1 else ():
        free.stroke(street, _STREET_WIDTH + 0.075, 0)
        free.stroke(shifted(street, 0, 0.05), _STREET_WIDTH + 0.05, 0)
    for gate in area.gates:
        free.ellipse(gate.point, 0.16, 0.17, 0)
    # These houses stay within the tile: the neighbour would not draw their other half.
    free.box(0, 0, 0.1, 1, 0)
    free.box(0.87, 0, 1, 1, 0)
    free.box(0, 0, 1, 0.145, 0)
    free.box(0, 0.985, 1, 1, 0)
    return free


def _houses_on_border(canvas: Canvas, free: Layer, side: Side) -> None:
    for place, roof, gabled in _ON_BORDER:
        foot = (MIDDLES[side][0], place + 0.04) if side % 2 else (place, MIDDLES[side][1] + 0.045)
        free.ellipse(foot, 0.17, 0.135, 0)
        canvas.draw_later(foot[1], partial(buildings.house, canvas, foot, 0.138, ROOFS[roof], gabled=gabled))


def _landmark(canvas: Canvas, free: Layer, place: Point, sides: int) -> None:
    x, y = place
    free.ellipse((x, y + 0.03), 0.13, 0.14, 0)
    if sides > 2:
        canvas.draw_later(
            y + 0.02, partial(buildings.round_tower, canvas, (x, y + 0.02), 0.058, 0.13, colours.BLUE_ROOF)
        )
    else:
        canvas.draw_later(y, partial(buildings.tree, canvas, (x, y + 0.01), 0.044, "plaza"))


_TRIES_IN_QUARTER: Final = 700
_SMALLEST_HOUSE: Final = 0.09
_SMALLEST_TOWER: Final = 0.03
"""The least width of a house, and radius of a tower. One that would have to be smaller to fit is left out."""
_LOW_WALL_WIDTH: Final = 0.046
"""The width of the low wall round houses."""
_STONE_SHADE: Final = (120, 112, 100)
_ROOM_IN_QUARTER: Final = {Kind.HOUSE: (0.185, 0.145), Kind.TOWER: (0.2, 0.165)}
"""How far apart buildings are, across and down."""


def draw_houses_and_towers(canvas: Canvas, plan: Plan, regions: Regions) -> None:
    """Draw the houses and towers of a tile."""
    # What is cut out of one area may be another area: so those with cuts come first.
    for area in sorted(plan.areas, key=lambda area: not area.outline.cuts):
        is_tower = area.segment.kind is Kind.TOWER
        texture = textures.flagstones(canvas.side) if is_tower else textures.bricks(canvas.side)
        inside = _lay_ground(canvas, area, texture, 0.03, 0.5)
        _shade_wall_foot(canvas, inside, area, (104, 98, 88) if is_tower else (120, 62, 40), 0.5)
    for area in plan.areas:
        rng = textures.seeded_random("quarter", plan.shape, area.sides)
        free = _free_in_quarter(regions, area)
        if area.segment.kind is Kind.TOWER:
            _draw_towers(canvas, area, free, rng)
        else:
            _draw_houses(canvas, area, free, rng)


def _free_in_quarter(regions: Regions, area: WalledArea) -> Layer:
    labels = Image.frombytes("L", (GRID, GRID), regions.labels)
    own = labels.point([255 * (number == area.number) for number in range(256)])
    free = Layer(own.resize((_FREE_GRID, _FREE_GRID)))
    for wall in area.outline.walls:
        for aside in (-0.04, 0.04):
            free.stroke(shifted(wall, aside, 0), 0.11, 0)
        free.stroke(shifted(wall, 0, 0.075), 0.09, 0)
    for gate in area.gates:
        free.ellipse(gate.point, 0.13, 0.13, 0)
    free.box(0, 0, 0.07, 1, 0)
    free.box(0.92, 0, 1, 1, 0)
    free.box(0, 0, 1, 0.115, 0)
    free.box(0, 0.985, 1, 1, 0)
    return free


def _draw_houses(canvas: Canvas, area: WalledArea, free: Layer, rng: Random) -> None:
    for wall in area.outline.walls:
        _draw_low_wall(canvas, wall, area.gates)
    for gate in area.gates:
        draw_gate(canvas, area, gate)
    for x, y in _free_points(free, rng, _ROOM_IN_QUARTER[Kind.HOUSE], _TRIES_IN_QUARTER):
        width, roof, gabled = rng.uniform(0.15, 0.178), rng.choice(ROOFS), rng.random() < 0.5
        width = min(width, (x - 0.018) / 0.67, (0.985 - x) / 0.9, (y - 0.01) / 1.22)
        if width > _SMALLEST_HOUSE:
            canvas.draw_later(y, partial(buildings.house, canvas, (x, y), width, roof, gabled=gabled))


def _draw_low_wall(canvas: Canvas, wall: Line, gates: tuple[Gate, ...]) -> None:
    for dy, width, colour in (
        (0.02, _LOW_WALL_WIDTH + 0.014, colours.WALL_LINE),
        (0.02, _LOW_WALL_WIDTH, (176, 118, 84)),
        (-0.004, _LOW_WALL_WIDTH, colours.WALL_LINE),
        (-0.004, _LOW_WALL_WIDTH - 0.012, (238, 214, 176)),
    ):
        canvas.stroke(shifted(wall, 0, dy), width, colour)
    for gate in gates:
        canvas.ellipse(gate.point, 0.05, 0.05, colours.ROAD)


def _draw_towers(canvas: Canvas, area: WalledArea, free: Layer, rng: Random) -> None:
    _build_walls(canvas, area)
    x, y = _main_tower_foot(area)
    size, draw = 1.0 if len(area.sides) == 1 else 1.25, partial(buildings.round_tower, canvas, shadow=_STONE_SHADE)
    free.ellipse((x, y), 0.14 * size, 0.12 * size, 0)
    for number, (px, py) in enumerate(_free_points(free, rng, _ROOM_IN_QUARTER[Kind.TOWER], _TRIES_IN_QUARTER)):
        roof = colours.BLUE_ROOF if number % 2 else None
        radius = min(rng.uniform(0.036, 0.044), (px - 0.01) / 1.35, (0.99 - px) / 1.9, (0.99 - py) / 0.85)
        height = min(rng.uniform(0.075, 0.1), py - 2.3 * radius - 0.01)
        if min(radius / _SMALLEST_TOWER, height / 0.06) >= 1:
            canvas.draw_later(py, partial(draw, (px, py), radius, height, roof))
    canvas.draw_later(y, partial(draw, (x, y), 0.056 * size, 0.1 * size, colours.BLUE_ROOF))


def _main_tower_foot(area: WalledArea) -> Point:
    x, y = toward(mean(MIDDLES[side] for side in area.sides), (0.5, 0.5), 0.26 if len(area.sides) == 1 else 0.0)
    return x, max(y + 0.04, 0.22 if len(area.sides) == 1 else 0.35)


def _fill(mask: Layer, area: WalledArea) -> None:
    mask.polygon(area.outline.polygon, 255)
    for cut in area.outline.cuts:
        mask.polygon(cut, 0)


def _lay_ground(canvas: Canvas, area: WalledArea, texture: Image.Image, drop: float, darkness: float) -> Layer:
    """Draw the ground and its shadow, which is moved southward by ``drop``; return the mask of the ground."""
    inside, dropped = canvas.mask(), canvas.mask()
    _fill(inside, area)
    dropped.image.paste(inside.image, (round(0.014 * canvas.side), round(drop * canvas.side)))
    canvas.shade(blurred(dropped, 0.014), (48, 64, 24), darkness)
    canvas.cover(inside, texture)
    return inside


def _shade_wall_foot(canvas: Canvas, inside: Layer, area: WalledArea, colour: Rgb, strength: float) -> None:
    near = canvas.mask()
    for wall in area.outline.walls:
        near.stroke(shifted(wall, 0.012, 0.02), 0.12, 255)
    near = blurred(near, 0.024)
    near.image = Image.composite(near.image, canvas.mask().image, inside.image)
    canvas.shade(near, colour, strength)


def _build_walls(canvas: Canvas, area: WalledArea) -> None:
    for wall in area.outline.walls:
        draw_wall(canvas, wall, area.gates)
    for gate in area.gates:
        draw_gate(canvas, area, gate)


def _free_points(free: Layer, rng: Random, room: tuple[float, float], tries: int) -> Iterator[Point]:
    """Yield random points on free ground. They keep a distance of ``room``, a width and a height in tiles."""
    taken: list[Point] = []
    ground = free.image.tobytes()
    for _ in range(tries):
        x, y = rng.random(), rng.random()
        if not ground[int(y * _FREE_GRID) * _FREE_GRID + int(x * _FREE_GRID)]:
            continue
        if all(math.hypot((x - px) / room[0], (y - py) / room[1]) > 1 for px, py in taken):
            taken.append((x, y))
            yield x, y
