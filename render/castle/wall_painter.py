"""The picture of The Castle's wall, without numbers. It is drawn once for each size of tile, and kept in a file."""

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from carcassonne import Position, Rgb, Rotation, column_row, find_ruleset
from carcassonne.castle.tiles import SPACES, start_spaces
from carcassonne.geometry import STEPS
from render.art import colours, textures
from render.art.canvas import Fill
from render.art.regions import regions_of
from render.art.sheet_files import kept_files
from render.art.sprites import seamless_sprite
from render.castle.track import DEPTH, TRACK_DEPTH, Stretch, Tower, Vector, Wall, castle_wall
from render.look.views import bounding_area

MARGIN: Final = DEPTH + 0.09
"""How far the picture reaches beyond the outline, in tiles."""
TOWER_RADIUS: Final = 0.33
TOWER_FOOT: Final = 0.12
"""How far below its top the foot of a tower is."""
PLATFORM: Final = 0.265
_MERLONS: Final = 14
START_DEPTH: Final = DEPTH - TRACK_DEPTH
_OVERSAMPLING: Final = 2
"""The width and height of the drawing, as a multiple of the finished picture's."""
PATH: Final[Rgb] = (236, 224, 196)
_PATH_TENTH: Final[Rgb] = (212, 176, 128)
_FACE: Final = 0.1
_SHADE: Final = (0, 0, 0, 80)


@lru_cache(maxsize=4)
def wall_picture(tile: int, shadow: Rgb) -> Image.Image:
    """Return the wall without numbers, with transparency. The corner of cell A1 is at (MARGIN, MARGIN), in tiles."""
    box = bounding_area(tuple(SPACES))
    size = round((box.columns + 2 * MARGIN) * tile), round((box.rows + 2 * MARGIN) * tile)
    files, name = kept_files(), f"wall-{tile}-{bytes(shadow).hex()}"
    if files and (found := files.read(name, "RGBA", size)):
        return found
    image = _drawn(tile, size, shadow)
    if files:
        files.write(name, image)
    return image


def _drawn(tile: int, size: tuple[int, int], shadow: Rgb) -> Image.Image:
    large = size[0] * _OVERSAMPLING, size[1] * _OVERSAMPLING
    image = WallPainter(castle_wall(), tile * _OVERSAMPLING, large, shadow).built().reduce(_OVERSAMPLING)
    for position, name, rotation in start_spaces():
        _start_space(image, tile, position, name, rotation)
    return image


class WallPainter:
    """Draws the wall. All lengths and points are in tiles, as in ``track``."""

    def __init__(self, wall: Wall, tile: int, size: tuple[int, int], shadow: Rgb) -> None:
        self.wall, self.tile, self.shade = wall, tile, shadow
        self.image = Image.new("RGBA", size)
        self.pen = ImageDraw.Draw(self.image)

    def built(self) -> Image.Image:
        self.shadow()
        self.pen.polygon([self.at(point) for point in self.wall.outline], (0, 0, 0, 0))
        self.inner_faces()
        self.stones()
        for stretch in self.wall.stretches:
            self.track(stretch)
            self.merlons(stretch)
        self.polygon_line(self.wall.outline, 0.022, colours.WALL_LINE)
        for tower in sorted(self.wall.towers, key=lambda tower: tower.middle[1]):
            self.tower(tower)
        return self.image

    def at(self, point: Vector) -> Vector:
        return (point[0] + MARGIN) * self.tile, (point[1] + MARGIN) * self.tile

    def box(self, corners: tuple[float, float, float, float], fill: Fill) -> None:
        left, top = self.at(corners[:2])
        right, bottom = self.at(corners[2:])
        self.pen.rectangle((round(left), round(top), round(right) - 1, round(bottom) - 1), fill)

    def polygon_line(self, points: tuple[Vector, ...], width: float, fill: Rgb) -> None:
        corners = [self.at(point) for point in (*points, *points[:2])]
        self.pen.line(corners, fill, round(width * self.tile), "curve")

    def disc(self, middle: Vector, radius: float, fill: Rgb) -> None:
        x, y = self.at(middle)
        reach = radius * self.tile
        self.pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill)

    def parts(self, grown: float = 0.0) -> Iterator[tuple[float, float, float, float]]:
        """Yield the boxes that the wall consists of."""
        for stretch in self.wall.stretches:
            left, top, right, bottom = stretch.box(0, 1, 0, DEPTH)
            yield left - grown, top - grown, right + grown, bottom + grown
        for left, top in self.blocks():
            yield left - grown, top - grown, left + DEPTH + grown, top + DEPTH + grown

    def blocks(self) -> Iterator[Vector]:
        """Yield the upper left corner of the block of wall at each bend."""
        for stretch, following in zip(
            self.wall.stretches, (*self.wall.stretches[1:], self.wall.stretches[0]), strict=True
        ):
            corners = (stretch.at(1, 0), stretch.at(1, DEPTH), following.at(0, 0), following.at(0, DEPTH))
            yield min(x for x, _ in corners), min(y for _, y in corners)

    def shadow(self) -> None:
        for left, top, right, bottom in self.parts(0.05):
            self.box((left + 0.05, top + 0.06, right + 0.05, bottom + 0.06), self.shade)

    def inner_faces(self) -> None:
        """Draw the face of the wall in the north, and the shadow of the wall in the west."""
        for stretch in self.wall.stretches:
            left, top, right, bottom = stretch.box(0, 1, 0, DEPTH)
            if stretch.outward[1] < 0:
                self.box((left, bottom, right, bottom + _FACE), colours.WALL_DARK)
                self.box((left, bottom + _FACE, right, bottom + _FACE + 0.05), _SHADE)
            elif stretch.outward[0] < 0:
                self.box((right, top, right + 0.07, bottom), _SHADE)

    def stones(self) -> None:
        for part in self.parts(0.052):
            self.box(part, colours.WALL_LINE)
        mask = Image.new("L", self.image.size)
        pen = ImageDraw.Draw(mask)
        for left, top, right, bottom in self.parts():
            (x, y), (ex, ey) = self.at((left, top)), self.at((right, bottom))
            pen.rectangle((round(x), round(y), round(ex) - 1, round(ey) - 1), 255)
        plain = textures.flagstones(self.tile)
        stone = Image.blend(plain, Image.new("RGB", plain.size, (120, 110, 98)), 0.4)
        laid = Image.new("RGB", self.image.size)
        for x in range(0, laid.width, stone.width):
            for y in range(0, laid.height, stone.height):
                laid.paste(stone, (x, y))
        self.image.paste(laid, mask=mask)

    def track(self, stretch: Stretch) -> None:
        near, gap = DEPTH - TRACK_DEPTH, 0.012
        self.box(stretch.box(0, 1, near - gap, DEPTH), colours.WALL_LINE)
        count = len(stretch.numbers)
        for place, number in enumerate(stretch.numbers):
            left, top, right, bottom = stretch.box(place / count, (place + 1) / count, near, DEPTH)
            colour = _PATH_TENTH if number % 10 == 0 else PATH
            self.box((left + gap / 2, top + gap / 2, right - gap / 2, bottom - gap / 2), colour)

    def merlons(self, stretch: Stretch) -> None:
        """Draw the battlements along the outer edge."""
        count = max(1, round(math.dist(stretch.start, stretch.end) / 0.2))
        self.box(stretch.box(0, 1, DEPTH - 0.01, DEPTH + 0.034), colours.WALL_FACE)
        for number in range(count):
            share = (number + 0.2) / count, (number + 0.8) / count
            self.box(stretch.box(*share, DEPTH - 0.01, DEPTH + 0.034), colours.WALL_LIGHT)

    def tower(self, tower: Tower) -> None:
        """Draw a round tower, seen from above and a little from the south: shaft, battlements, platform."""
        x, y = tower.middle
        self.disc((x + 0.06, y + 0.17), TOWER_RADIUS, self.shade)
        for radius, bottom, colour in (
            (TOWER_RADIUS + 0.02, TOWER_FOOT, colours.WALL_LINE),
            (TOWER_RADIUS, TOWER_FOOT, colours.WALL_DARK),
        ):
            self.disc((x, y + bottom), radius, colour)
            self.box((x - radius, y, x + radius, y + bottom), colour)
        self.disc((x - 0.03, y + 0.1), TOWER_RADIUS - 0.04, colours.WALL_FACE)
        self.disc((x, y), TOWER_RADIUS + 0.02, colours.WALL_LINE)
        self.disc((x, y), TOWER_RADIUS, colours.WALL_FACE)
        for number in range(_MERLONS):
            self.merlon_of(tower.middle, (number + 0.2) / _MERLONS, (number + 0.8) / _MERLONS)
        self.disc((x, y), PLATFORM, colours.WALL_LINE)
        self.disc((x + 0.006, y + 0.01), PLATFORM - 0.018, PATH)

    def merlon_of(self, middle: Vector, begin: float, end: float) -> None:
        x, y = self.at(middle)
        reach = TOWER_RADIUS * self.tile
        self.pen.pieslice((x - reach, y - reach, x + reach, y + reach), begin * 360, end * 360, colours.WALL_LIGHT)


def _start_space(image: Image.Image, tile: int, position: Position, name: str, rotation: Rotation) -> None:
    """Paste the strip of a start space that is next to the castle: its inner edge, or the part with its market."""
    turned = find_ruleset("castle").tiles[name].turned[rotation]
    side = rotation // 90
    deep = round(START_DEPTH * tile)
    market = next((points[0] for points in regions_of(turned).modifier_points.values()), None)
    inner = (tile - deep, 0, 0, tile - deep)[side]
    from_edge = round(market[1 - side % 2] * tile) - deep // 2 if market else inner
    picture = seamless_sprite(turned, tile)
    if side % 2 == 0:
        strip = picture.crop((0, from_edge, tile, from_edge + deep))
    else:
        strip = picture.crop((from_edge, 0, from_edge + deep, tile))
    x, y = column_row(position - STEPS[side])
    left, top = round((x + MARGIN) * tile), round((y + MARGIN) * tile)
    dx, dy = ((0, -deep), (tile, 0), (0, tile), (-deep, 0))[side]
    corner = left + dx, top + dy
    image.paste(strip, corner)
    thick = max(2, tile // 40)
    right, bottom = corner[0] + strip.width - 1, corner[1] + strip.height - 1
    ring = [(corner[0], corner[1]), (right, corner[1]), (right, bottom), (corner[0], bottom)]
    # The fourth side is open: there the space continues in the castle.
    closed = [ring[(side + 3 + step) % 4] for step in range(4)]
    ImageDraw.Draw(image).line(closed, colours.WALL_LINE, thick)
