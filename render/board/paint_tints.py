"""Painting a view over the tiles of a board: land goes grey, and features are filled.

Each pixel gets a code first, and codes become colours of the view at the end. So nothing is blended, and in the
finished picture every colour is exactly the one that means something.
"""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from carcassonne import TurnedTile
from render.art.regions import GRID, regions_of
from render.board.board import Board
from render.look.overlays import GREYS, LAND, SHADES, Fill, Tint, ViewColours, is_dark, shades
from render.look.theme import INK, WHITE

_STRIPE: Final = 0.17
"""The width of a stripe, in tiles; that of one among many is smaller."""
_MOST_STRIPES: Final = 0.6
"""The width of all stripes together, in tiles, until they begin again."""
_HATCHING: Final = (0.2, 0.05)
"""The distance of the lines of hatching and their width, in tiles."""
_GREY_RANGE: Final = (70, 236)
"""What is darker or lighter on the land is as dark or light as this."""
_DARK: Final = 128
"""What is darker than this is dark on filled ground, too."""
_LIGHT_OUTLINE: Final = 128
"""Features with at least this number have a light outline."""


def paint_tints(image: Image.Image, board: Board, colours: ViewColours) -> None:
    """Turn the land of a board grey, and fill its features."""
    seen = _seen(board, image.size)
    box = seen.getbbox()
    if box is None:
        return
    land = image.crop(box).convert("L")
    fills, features = (Image.new("L", land.size) for _ in range(2))
    for x, y, turned, tint in board.tints:
        _fill(fills, features, (x - box[0], y - box[1]), turned, tint, colours, board.tile)
    codes = Image.composite(
        ImageChops.add(fills, land.point(_DARK_TABLE)), land.point(_GREY_TABLE), fills.point(_ANY_TABLE)
    )
    outline = _outline_codes(colours)
    codes.paste(features.point(outline), mask=_edges(features, max(1, board.tile // 48)))
    codes.putpalette([value for rgb in _colours_of_codes(colours) for value in rgb])
    image.paste(codes.convert("RGB"), box, seen.crop(box))


def _seen(board: Board, size: tuple[int, int]) -> Image.Image:
    mask = Image.new("L", size)
    pen = ImageDraw.Draw(mask)
    for item in board.tiles:
        pen.rectangle((item.x, item.y, item.x + board.tile - 1, item.y + board.tile - 1), 255)
    return mask


# Codes: the greys of the land, then the shades of each colour, then the two colours of outlines.

_GREY_TABLE: Final = [
    min(GREYS - 1, max(0, (value - _GREY_RANGE[0]) * GREYS // (_GREY_RANGE[1] - _GREY_RANGE[0])))
    for value in range(256)
]
_DARK_TABLE: Final = [int(value < _DARK) for value in range(256)]
_ANY_TABLE: Final = [255 * (value > 0) for value in range(256)]


def _code(colour: int) -> int:
    return GREYS + SHADES * colour if colour != LAND else 0


def _colours_of_codes(colours: ViewColours) -> tuple[tuple[int, int, int], ...]:
    return (*colours.land, *(shade for fill in colours.fills for shade in shades(fill)), INK, WHITE)


def _outline_codes(colours: ViewColours) -> list[int]:
    ink = _code(len(colours.fills))
    return [ink + (number >= _LIGHT_OUTLINE) for number in range(256)]


def _fill(
    fills: Image.Image,
    features: Image.Image,
    corner: tuple[int, int],
    turned: TurnedTile,
    tint: Tint,
    colours: ViewColours,
    tile: int,
) -> None:
    """Write the codes of a segment's ground, and the number of its feature."""
    ground, fill, box = (
        ground_mask(turned, tint.segment, tile),
        tint.fill,
        (*corner, corner[0] + tile, corner[1] + tile),
    )
    has_light = all(colour != LAND and is_dark(colours.fills[colour]) for colour in fill.colours)
    features.paste(tint.feature % (_LIGHT_OUTLINE - 1) + 1 + has_light * (_LIGHT_OUTLINE - 1), box, ground)
    for number, colour in enumerate(fill.colours):
        part = _striped(ground, corner, tile, fill, number) if len(fill.colours) > 1 else ground
        fills.paste(_code(colour), box, part)
    if fill.hatching:
        fills.paste(_code(fill.colours[0]) + 1, box, ImageChops.multiply(ground, _hatched(corner, tile, fill.hatching)))


@lru_cache(maxsize=1024)
def ground_mask(turned: TurnedTile, segment: int, size: int) -> Image.Image:
    """Return the mask of a segment's ground, without any half-transparent pixels."""
    labels = Image.frombytes("L", (GRID, GRID), regions_of(turned).labels)
    ground = labels.point([255 * (label == segment) for label in range(256)])
    smooth = ground.resize((size, size), Image.Resampling.BICUBIC)
    return smooth.point([255 * (value > 127) for value in range(256)])


def _striped(ground: Image.Image, corner: tuple[int, int], tile: int, fill: Fill, number: int) -> Image.Image:
    """Return the part of a mask where one of the stripes is. They go on from tile to tile."""
    count = len(fill.colours)
    width = max(2, round(tile * min(_STRIPE, _MOST_STRIPES / count)))
    stripes = _lines(tile, width * count, number * width, width)
    start = sum(corner) % (width * count)
    return ImageChops.multiply(ground, stripes.crop((start, 0, start + tile, tile)))


def _hatched(corner: tuple[int, int], tile: int, direction: int) -> Image.Image:
    distance, width = max(4, round(_HATCHING[0] * tile)), max(1, round(_HATCHING[1] * tile))
    lines = _lines(tile, distance, 0, width)
    if direction == 1:
        start = sum(corner) % distance
        return lines.crop((start, 0, start + tile, tile))
    start = (corner[0] - corner[1] - tile + 1) % distance
    return lines.crop((start, 0, start + tile, tile)).transpose(Image.Transpose.FLIP_TOP_BOTTOM)


@lru_cache(maxsize=64)
def _lines(tile: int, distance: int, first: int, width: int) -> Image.Image:
    """Return lines where x + y, divided by their distance, leaves ``first`` or one of the next ``width`` numbers."""
    wide = tile + distance
    row = bytes(255 * ((x - first) % distance < width) for x in range(wide + distance))
    return Image.frombytes("L", (wide, tile), b"".join(row[y % distance :][:wide] for y in range(tile)))


def _edges(features: Image.Image, thick: int) -> Image.Image:
    """Return the mask of the outlines inside features; each is ``thick`` pixels wide."""
    edges = Image.new("L", features.size)
    for dx, dy in ((thick, 0), (-thick, 0), (0, thick), (0, -thick)):
        moved = Image.new("L", features.size)
        moved.paste(features, (dx, dy))
        edges = ImageChops.lighter(edges, ImageChops.difference(features, moved))
    return ImageChops.multiply(edges.point(_ANY_TABLE), features.point(_ANY_TABLE))
