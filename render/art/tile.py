"""A whole tile: the kinds of its segments one after the other, from the ground up."""

from PIL import Image, ImageDraw

from carcassonne import TurnedTile
from render.art import textures
from render.art.canvas import SCALE, Canvas
from render.art.cities import lay_city
from render.art.fields import lay_meadow, plant
from render.art.gardens import lay_garden
from render.art.monasteries import lay_yard, raise_church
from render.art.plan import plan_of
from render.art.regions import regions_of
from render.art.rivers import lay_waters
from render.art.roads import lay_bridges, lay_roads


def draw_tile(tile: TurnedTile, size: int) -> Image.Image:
    """Draw a turned tile, ``size`` pixels a side, with a border that tells it from its neighbours."""
    return _bevelled(drawn_flat(tile, size))


def drawn_flat(tile: TurnedTile, size: int) -> Image.Image:
    """Draw a turned tile so that it runs into its neighbours."""
    plan, regions = plan_of(tile), regions_of(tile)
    canvas = Canvas(textures.grass(size * SCALE))
    lay_meadow(canvas, plan)
    lay_waters(canvas, plan)
    if plan.church:
        lay_yard(canvas, plan.church)
    lay_roads(canvas, plan)
    lay_bridges(canvas, plan)
    for area in plan.areas:
        lay_city(canvas, plan, regions, area)
    if plan.church:
        raise_church(canvas, plan, plan.church)
    lay_garden(canvas, regions)
    plant(canvas, plan, regions)
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
