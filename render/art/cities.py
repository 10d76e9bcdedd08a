"""Cities: ground, streets and houses within walls."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from PIL import Image

from carcassonne.geometry import Side
from render.art import buildings, colours, textures
from render.art.canvas import Canvas, Layer, blurred
from render.art.colours import ROOFS
from render.art.curves import MIDDLES, Line, Point, bezier, mean, shifted, toward
from render.art.ground import FREE_GRID, free_points
from render.art.plan import Plan, WalledArea
from render.art.regions import Regions
from render.art.walls import draw_gate, draw_wall

STREET_WIDTH: Final = 0.062
_TRIES: Final = 560
_TALL: Final = 1.22
"""The height of a house at most, in widths."""
_ROOM: Final = (0.172, 0.135)
"""How far apart houses are, across and down. They are few and large, so that a small picture is calm."""

_ON_BORDER: Final[tuple[tuple[float, int, bool], ...]] = ((0.27, 0, True), (0.73, 2, False))
"""Houses across a border: place along it, roof, gabled. Both tiles draw the same ones, each its half."""


def draw_cities(canvas: Canvas, plan: Plan, regions: Regions) -> None:
    """Draw all cities of a tile."""
    for area in plan.areas:
        _draw_city(canvas, plan, regions, area)


def _draw_city(canvas: Canvas, plan: Plan, regions: Regions, area: WalledArea) -> None:
    inside = _inside(canvas, area)
    dropped = canvas.mask()
    dropped.image.paste(inside.image, (round(0.014 * canvas.side), round(0.034 * canvas.side)))
    canvas.shade(blurred(dropped, 0.014), (48, 64, 24), 0.55)
    canvas.cover(inside, textures.ground(canvas.side))
    streets = tuple(_streets(area, regions))
    _draw_streets(canvas, inside, streets)
    _shade_wall_foot(canvas, inside, area)
    _place_buildings(canvas, plan, regions, area, streets)
    for wall in area.outline.walls:
        draw_wall(canvas, wall, area.gates)
    for gate in area.gates:
        draw_gate(canvas, area, gate)


def _inside(canvas: Canvas, area: WalledArea) -> Layer:
    mask = canvas.mask()
    mask.polygon(area.outline.polygon, 255)
    for cut in area.outline.cuts:
        mask.polygon(cut, 0)
    return mask


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
        mask.stroke(street, STREET_WIDTH, 255)
    if len(streets) > 1:
        mask.ellipse(streets[0][-1], 0.1, 0.08, 255)
    mask.image = Image.composite(mask.image, canvas.mask().image, inside.image)
    canvas.shade(blurred(mask, 0.012), colours.GROUND_DARK, 0.75)
    canvas.cover(blurred(mask, 0.003), textures.cobbles(canvas.side))


def _shade_wall_foot(canvas: Canvas, inside: Layer, area: WalledArea) -> None:
    near = canvas.mask()
    for wall in area.outline.walls:
        near.stroke(shifted(wall, 0.012, 0.02), 0.12, 255)
    near = blurred(near, 0.024)
    near.image = Image.composite(near.image, canvas.mask().image, inside.image)
    canvas.shade(near, (146, 108, 66), 0.6)


def _place_buildings(canvas: Canvas, plan: Plan, regions: Regions, area: WalledArea, streets: tuple[Line, ...]) -> None:
    """Leave room for modifiers or else place a landmark, then place houses wherever there is room."""
    free = _free_ground(regions, area, streets)
    rng = textures.seeded_random("city", plan.shape, area.sides)
    modifiers = regions.modifier_points.get(area.number, ())
    for x, y in modifiers:
        free.ellipse((x, y + 0.05), 0.15, 0.2, 0)
    if not modifiers and len(area.sides) > 1:
        _landmark(canvas, free, streets[0][-1], len(area.sides))
    for side in area.sides:
        _houses_on_border(canvas, free, side)
    for number, (x, y) in enumerate(free_points(free, rng, _ROOM, _TRIES)):
        width, roof = rng.uniform(0.142, 0.168), rng.choice(ROOFS)
        width, gabled = min(width, (y - 0.005) / _TALL), rng.random() < 0.55
        draw = buildings.house if number % 9 != 4 else None
        if draw is None:
            canvas.draw_later(y, partial(buildings.tree, canvas, (x, y), 0.026, number))
        else:
            canvas.draw_later(y, partial(draw, canvas, (x, y), width, roof, gabled=gabled))


def _free_ground(regions: Regions, area: WalledArea, streets: tuple[Line, ...]) -> Layer:
    """Return a mask of the points where the foot of a house may be."""
    free = Layer(Image.new("L", (FREE_GRID, FREE_GRID)))
    free.polygon(area.outline.polygon, 255)
    for cut in area.outline.cuts:
        free.polygon(cut, 0)
    for wall in area.outline.walls:
        for aside in (-0.055, 0.055):
            free.stroke(shifted(wall, aside, 0), 0.13, 0)
        free.stroke(shifted(wall, 0, -0.045), 0.1, 0)
        free.stroke(shifted(wall, 0, 0.09), 0.13, 0)
    for street in streets if len(streets) > 1 else ():
        free.stroke(street, STREET_WIDTH + 0.075, 0)
        free.stroke(shifted(street, 0, 0.05), STREET_WIDTH + 0.05, 0)
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
