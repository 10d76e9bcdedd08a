"""The houses and towers of The Castle: houses within a low wall, towers within battlements."""

from functools import partial
from random import Random
from typing import Final

from PIL import Image

from carcassonne import Kind
from render.art import buildings, colours, textures
from render.art.canvas import Canvas, Layer, blurred
from render.art.colours import ROOFS
from render.art.curves import MIDDLES, Line, Point, mean, shifted, toward
from render.art.ground import FREE_GRID, free_points
from render.art.plan import Gate, Plan, WalledArea
from render.art.regions import Regions
from render.art.walls import draw_gate, draw_wall

_TRIES: Final = 700
_SMALLEST_HOUSE: Final = 0.09
_SMALLEST_TOWER: Final = 0.03
"""The least width of a house, and radius of a tower. One that would have to be smaller to fit is left out."""
_LOW_WALL_WIDTH: Final = 0.046
"""The width of the low wall round houses."""
_ROOM: Final = {Kind.HOUSE: (0.185, 0.145), Kind.TOWER: (0.2, 0.165)}
"""How far apart buildings are, across and down."""


def draw_houses_and_towers(canvas: Canvas, plan: Plan, regions: Regions) -> None:
    """Draw the houses and towers of a tile."""
    # What is cut out of one area may be another area: so those with cuts come first.
    for area in sorted(plan.areas, key=lambda area: not area.outline.cuts):
        _draw_ground(canvas, area)
    for area in plan.areas:
        rng = textures.seeded_random("quarter", plan.shape, area.sides)
        free = _free_ground(regions, area)
        if area.segment.kind is Kind.TOWER:
            _draw_towers(canvas, area, free, rng)
        else:
            _draw_houses(canvas, area, free, rng)


def _draw_ground(canvas: Canvas, area: WalledArea) -> None:
    inside = canvas.mask()
    inside.polygon(area.outline.polygon, 255)
    for cut in area.outline.cuts:
        inside.polygon(cut, 0)
    dropped = canvas.mask()
    dropped.image.paste(inside.image, (round(0.014 * canvas.side), round(0.03 * canvas.side)))
    canvas.shade(blurred(dropped, 0.014), (48, 64, 24), 0.5)
    is_tower = area.segment.kind is Kind.TOWER
    canvas.cover(inside, textures.flagstones(canvas.side) if is_tower else textures.bricks(canvas.side))
    near = canvas.mask()
    for wall in area.outline.walls:
        near.stroke(shifted(wall, 0.012, 0.02), 0.12, 255)
    near = blurred(near, 0.024)
    near.image = Image.composite(near.image, canvas.mask().image, inside.image)
    canvas.shade(near, (104, 98, 88) if is_tower else (120, 62, 40), 0.5)


def _free_ground(regions: Regions, area: WalledArea) -> Layer:
    """Return a mask of the points where the foot of a building may be."""
    free = Layer(Image.frombytes("L", (48, 48), regions.labels).point([255 * (n == area.number) for n in range(256)]))
    free = Layer(free.image.resize((FREE_GRID, FREE_GRID)))
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
    for x, y in free_points(free, rng, _ROOM[Kind.HOUSE], _TRIES):
        width, roof, gabled = rng.uniform(0.15, 0.178), rng.choice(ROOFS), rng.random() < 0.5
        width = min(width, (x - 0.018) / 0.67, (0.985 - x) / 0.9, (y - 0.01) / 1.22)
        if width > _SMALLEST_HOUSE:
            canvas.draw_later(y, partial(buildings.house, canvas, (x, y), width, roof, gabled=gabled))


def _draw_low_wall(canvas: Canvas, wall: Line, gates: tuple[Gate, ...]) -> None:
    """Draw the low wall round houses."""
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
    for wall in area.outline.walls:
        draw_wall(canvas, wall, area.gates)
    for gate in area.gates:
        draw_gate(canvas, area, gate)
    x, y = _main_tower_foot(area)
    size = 1.0 if len(area.sides) == 1 else 1.25
    free.ellipse((x, y), 0.14 * size, 0.12 * size, 0)
    for number, (px, py) in enumerate(free_points(free, rng, _ROOM[Kind.TOWER], _TRIES)):
        roof = colours.BLUE_ROOF if number % 2 else None
        radius = min(rng.uniform(0.036, 0.044), (px - 0.01) / 1.35, (0.99 - px) / 1.9, (0.99 - py) / 0.85)
        height = min(rng.uniform(0.075, 0.1), py - 2.3 * radius - 0.01)
        if min(radius / _SMALLEST_TOWER, height / 0.06) < 1:
            continue
        canvas.draw_later(
            py, partial(buildings.round_tower, canvas, (px, py), radius, height, roof, shadow=_STONE_SHADE)
        )
    draw = partial(
        buildings.round_tower, canvas, (x, y), 0.056 * size, 0.1 * size, colours.BLUE_ROOF, shadow=_STONE_SHADE
    )
    canvas.draw_later(y, draw)


_STONE_SHADE: Final = (120, 112, 100)


def _main_tower_foot(area: WalledArea) -> Point:
    """Return the foot of the largest tower."""
    x, y = toward(mean(MIDDLES[side] for side in area.sides), (0.5, 0.5), 0.26 if len(area.sides) == 1 else 0.0)
    return x, max(y + 0.04, 0.22 if len(area.sides) == 1 else 0.35)
