"""A whole tile: the kinds of its segments one after the other, from the ground up."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from carcassonne import Kind, TurnedTile
from render.art import textures
from render.art.canvas import SCALE, Canvas
from render.art.cities import lay_cities
from render.art.courts import lay_fountains, lay_square, plant_courts, raise_markets
from render.art.fields import plant
from render.art.gardens import lay_garden
from render.art.monasteries import lay_yard, raise_church
from render.art.plan import Plan, plan_of
from render.art.quarters import lay_quarters
from render.art.regions import Regions, regions_of
from render.art.rivers import lay_waters
from render.art.roads import lay_bridges, lay_roads, lay_ways

Lay: TypeAlias = Callable[[Canvas, Plan, Regions], None]

GROUNDS: Final[Mapping[Kind, tuple[Callable[[int], Image.Image], tuple[Lay, ...]]]] = {
    Kind.FIELD: (
        textures.grass,
        (lay_waters, lay_yard, lay_roads, lay_bridges, lay_cities, raise_church, lay_garden, plant),
    ),
    Kind.COURT: (
        textures.court,
        (lay_ways, lay_square, lay_quarters, lay_fountains, raise_markets, plant_courts),
    ),
}
"""By what lies under the whole tile: its texture, then all else from the ground up. Each draws what the tile has of its
kind: flat things at once; what stands is sorted later."""


def draw_tile(tile: TurnedTile, size: int) -> Image.Image:
    """Draw a turned tile, ``size`` pixels a side, with a border that tells it from its neighbours."""
    return _bevelled(drawn_flat(tile, size))


def drawn_flat(tile: TurnedTile, size: int) -> Image.Image:
    """Draw a turned tile so that it runs into its neighbours."""
    plan, regions = plan_of(tile), regions_of(tile)
    texture, layers = GROUNDS[plan.ground]
    canvas = Canvas(texture(size * SCALE))
    for lay in layers:
        lay(canvas, plan, regions)
    return canvas.finished()


def _bevelled(image: Image.Image) -> Image.Image:
    """Tell tiles apart by a pixel of light and shade."""
    last = image.width - 1
    for corner, colour, strength in (((0, 0), (255, 255, 240), 50), ((last, last), (30, 26, 16), 80)):
        mask = Image.new("L", image.size)
        x, y = corner
        ImageDraw.Draw(mask).line([(last - x, y), (x, y), (x, last - y)], strength)
        image.paste(colour, (0, 0, *image.size), mask)
    return image
