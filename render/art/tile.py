"""The picture of a whole tile: its ground, then everything on it."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from PIL import Image, ImageDraw, ImageFilter

from carcassonne import Kind, TurnedTile
from render.art import textures
from render.art.canvas import SCALE, Canvas
from render.art.courts import draw_court_ornaments, draw_square
from render.art.fields import draw_field_details
from render.art.look_alikes import as_drawn
from render.art.modifiers import draw_modifiers
from render.art.plan import Plan, plan_of
from render.art.plots import draw_church, draw_garden, draw_monastery_yard
from render.art.regions import Regions, regions_of
from render.art.routes import draw_bridges, draw_rivers, draw_roads, draw_roads_and_village
from render.art.walled_areas import draw_cities, draw_houses_and_towers

DrawLayer: TypeAlias = Callable[[Canvas, Plan, Regions], None]

GROUNDS: Final[Mapping[Kind, tuple[Callable[[int], Image.Image], tuple[DrawLayer, ...]]]] = {
    Kind.FIELD: (
        textures.grass,
        (
            draw_rivers,
            draw_monastery_yard,
            draw_roads_and_village,
            draw_bridges,
            draw_cities,
            draw_church,
            draw_garden,
            draw_modifiers,
            draw_field_details,
        ),
    ),
    Kind.COURT: (
        textures.court,
        (draw_roads, draw_square, draw_houses_and_towers, draw_modifiers, draw_court_ornaments),
    ),
}
"""By what lies under the whole tile: its texture, and the functions that draw everything else, in this order.

Each function draws what the tile has of one kind: flat things at once, upright things with ``Canvas.draw_later``."""


MASTER: Final = 256
"""The side of a usual master, in pixels: twice that of the largest tile on a board."""
LARGE_MASTER: Final = 2 * MASTER
"""The side of a master for a tile shown alone, such as the one in hand beside the board."""
_LARGEST_SHARPENED: Final = 160
"""The side up to which pictures of tiles are sharpened. Lines of larger ones are wide enough."""
_MASTER_SCALE: Final = 2
"""A master is drawn at this many times its size. It is reduced again before anybody sees it, so that this is enough."""


def draw_seamless_tile(tile: TurnedTile, size: int) -> Image.Image:
    """Draw a turned tile, ``size`` pixels a side, without a bevel, so that it continues in its neighbours."""
    return _sharpened(_drawn(tile, size * SCALE).reduce(SCALE))


def draw_master(tile: TurnedTile, side: int = MASTER) -> Image.Image:
    """Draw a turned tile from which its pictures of other sizes are made: large, without sharpening and bevel."""
    return _drawn(tile, side * _MASTER_SCALE).reduce(_MASTER_SCALE)


def reduced_master(master: Image.Image, size: int) -> Image.Image:
    """Return the picture of a tile without a bevel, ``size`` pixels a side, from its master."""
    return _sharpened(master.resize((size, size), Image.Resampling.HAMMING))


def _drawn(tile: TurnedTile, side: int) -> Image.Image:
    """Draw a turned tile, ``side`` pixels a side, with hard edges."""
    tile = as_drawn(tile)
    plan, regions = plan_of(tile), regions_of(tile)
    texture, layers = GROUNDS[plan.ground]
    canvas = Canvas(texture(side))
    for lay in layers:
        lay(canvas, plan, regions)
    canvas.draw_upright()
    return canvas.image


def _sharpened(image: Image.Image) -> Image.Image:
    """Return a small picture with sharper lines. Noise stays soft: to sharpen it only makes files larger."""
    return image.filter(ImageFilter.UnsharpMask(0.8, 48, 12)) if image.width <= _LARGEST_SHARPENED else image


def bevelled(image: Image.Image) -> Image.Image:
    """Add a line of light and one of shade at the borders, which tell tiles apart."""
    last = image.width - 1
    for corner, colour, strength in (((0, 0), (255, 255, 240), 50), ((last, last), (30, 26, 16), 80)):
        mask = Image.new("L", image.size)
        x, y = corner
        ImageDraw.Draw(mask).line([(last - x, y), (x, y), (x, last - y)], strength)
        image.paste(colour, (0, 0, *image.size), mask)
    return image
