"""Painting what a board of The Castle shows besides tiles and figures."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import islice
from math import hypot

from PIL import Image, ImageDraw

from carcassonne import Rgb, column_row, format_cell
from carcassonne.castle.tiles import SPACES, TRACK
from render.art import colours
from render.board.board import Board, BoardExtras, Layer, PlacedPicture
from render.board.ground import paint_shadows, paint_slots
from render.board.paint_board import paste_by_middle
from render.castle.pieces import keep, wall_tile
from render.castle.scene import CastleScene, KeepMark, Seam, Space
from render.castle.track import TRACK_DEPTH, Stretch, Vector, castle_wall
from render.castle.wall_painter import MARGIN, PATH, TOWER_FOOT, TOWER_RADIUS, wall_picture
from render.look.theme import INK, Theme
from render.look.views import bounding_area
from render.text.fonts import BOLD, font

KEEP_SHARE = 0.4
_WALL_TILE_SHARE = 0.17
_NUMBERED = 5
"""Every fifth space of the track has its number."""
_NUMBER_SHARE = 0.3
"""The height of a number, in tiles, if it can be read like that."""
_NUMBERED_INSTEAD = (0, 1, 2, -1, -2)
"""Which space has a number in place of one where there is no room: steps along the track."""
_DIGIT = 0.72
"""The height of a digit, in heights of the letters."""


@dataclass(frozen=True, slots=True)
class CastleBoard(BoardExtras):
    """The castle on the board, painted layer by layer."""

    scene: CastleScene

    def paint_ground(self, image: Image.Image, board: Board, theme: Theme) -> None:
        """Paint the floor, the tiles' shadows on it, the wall and the slots."""
        pen = ImageDraw.Draw(image)
        _paint_floor(pen, self.scene, theme)
        paint_shadows(pen, board, theme)
        _paint_wall(image, self.scene, theme)
        paint_slots(pen, board, theme.floor_slot, theme)

    def paint_over_tiles(self, image: Image.Image, tile: int) -> None:
        """Paint a low wall where a house or tower meets something else at the border of its tile."""
        pen = ImageDraw.Draw(image)
        for seam in self.scene.seams:
            ends = (seam.x, seam.y, seam.end_x, seam.end_y)
            pen.line(ends, colours.WALL_LINE, max(3, round(0.062 * tile)))
            pen.line(ends, colours.WALL_TOP if seam.has_battlements else colours.PLASTER, max(1, round(0.034 * tile)))

    def paint_over_figures(self, image: Image.Image, board: Board) -> None:
        """Paint the keeps on their houses, and the scoring markers on the track."""
        left, top, right, bottom = self.scene.clip
        pictures = [(mark.x, mark.y, self._keep(mark)) for mark in self.scene.keeps]
        pictures += [(marker.x, marker.y, marker.image()) for marker in self.scene.markers]
        for x, y, picture in pictures:
            if left <= x < right and top <= y < bottom:
                paste_by_middle(image, picture, x, y)

    def pictures(self, board: Board, theme: Theme) -> Iterator[PlacedPicture]:
        """Yield the floor with the wall, the wall tiles on it, seams, keeps and markers. The whole castle is shown."""
        castle, tile = self.scene, self.scene.tile
        bare = replace(castle, floor=(), seams=(), towers=frozenset(), markers=(), keeps=())
        draw_ground = partial(_whole_ground, bare, theme, is_largest=False)
        yield PlacedPicture(Layer.GROUND, f"castle {theme.name}", *castle.clip[:2], draw_ground)
        for space in castle.floor:
            if space.is_largest:
                draw_space = partial(_largest_space, space, bare, theme)
                yield PlacedPicture(Layer.GROUND, f"largest {space.name} {theme.name}", space.x, space.y, draw_space)
        for tower in castle_wall().towers:
            if tower.number in castle.towers:
                x, y = (castle.corner[axis] + round(tower.middle[axis] * tile) for axis in (0, 1))
                yield PlacedPicture.centred(Layer.OVER_TILES, "wall tile", x, y, _wall_tile_back(tile))
        for seam in castle.seams:
            yield _seam(seam, tile)
        for mark in castle.keeps:
            key = f"keep {mark.style}"
            yield PlacedPicture.centred(Layer.OVER_FIGURES, key, mark.x, mark.y, self._keep(mark))
        for marker in castle.markers:
            key = f"figure {marker.key}"
            yield PlacedPicture.centred(Layer.OVER_FIGURES, key, marker.x, marker.y, marker.image())

    def _keep(self, mark: KeepMark) -> Image.Image:
        return keep(mark.style, round(KEEP_SHARE * self.scene.tile), self.scene.letters)


def _paint_floor(pen: ImageDraw.ImageDraw, castle: CastleScene, theme: Theme) -> None:
    """Draw the empty spaces with their names; the largest empty area is lighter, and hatched."""
    tile = castle.tile
    letters, gap = font(max(castle.letters, round(tile * 0.2))), max(1, tile // 90)
    for space in castle.floor:
        x, y = space.x, space.y
        pen.rectangle((x, y, x + tile - 1, y + tile - 1), theme.floor_joint)
        fill = theme.floor_largest if space.is_largest else theme.floor
        pen.rectangle((x + gap, y + gap, x + tile - gap - 1, y + tile - gap - 1), fill)
        if space.is_largest:
            _hatch(pen, (x + gap, y + gap, tile - 2 * gap), theme.floor_joint)
        pen.text((x + tile / 2, y + tile / 2), space.name, theme.text_dim, letters, "mm")


def _hatch(pen: ImageDraw.ImageDraw, square: tuple[int, int, int], colour: Rgb) -> None:
    """Draw diagonal lines in a square (left, top, side); they go on in the square beside it."""
    left, top, side = square
    step = max(8, side // 5)
    for start in range(-(left + top) % step, 2 * side, step):
        near, far = max(0, start - side + 1), min(start, side - 1)
        pen.line((left + near, top + start - near, left + far, top + start - far), colour, max(2, side // 40))


def _paint_wall(image: Image.Image, castle: CastleScene, theme: Theme) -> None:
    """Draw the wall, the numbers of the scoring track, and the wall tiles on the towers."""
    tile, (left, top, right, bottom) = castle.tile, castle.clip
    picture = wall_picture(tile, theme.shadow)
    x, y = castle.corner[0] - round(MARGIN * tile), castle.corner[1] - round(MARGIN * tile)
    seen = picture.crop((left - x, top - y, right - x, bottom - y))
    write_numbers(ImageDraw.Draw(seen), (castle.corner[0] - left, castle.corner[1] - top), tile, castle.letters)
    image.paste(seen, (left, top), seen)
    for tower in castle_wall().towers:
        if tower.number in castle.towers:
            px, py = castle.corner[0] + tower.middle[0] * tile, castle.corner[1] + tower.middle[1] * tile
            if left < px < right and top < py < bottom:
                back = _wall_tile_back(tile)
                image.paste(back, (round(px - back.width / 2), round(py - back.height / 2)), back)


def _wall_tile_back(tile: int) -> Image.Image:
    return wall_tile(None, round(_WALL_TILE_SHARE * tile))


def write_numbers(pen: ImageDraw.ImageDraw, corner: tuple[int, int], tile: int, least_letters: int) -> None:
    """Write the numbers of the track. Each stays on the wall; one that reaches beyond its space has a light edge."""
    height = max(least_letters, round(tile * _NUMBER_SHARE))
    letters, light = font(height, BOLD), max(1, round(tile * 0.025))
    for number, (x, y) in track_numbers(tile, height):
        edge = 0 if _stretch_of(number).outward[1] else light
        at = corner[0] + x * tile, corner[1] + y * tile
        pen.text(at, str(number), INK, letters, "mm", stroke_width=edge, stroke_fill=PATH)


@lru_cache(maxsize=64)
def track_numbers(tile: int, height: int) -> tuple[tuple[int, Vector], ...]:
    """Return the numbers on the track with their middles. ``height`` is that of the letters, in pixels.

    Every fifth space has its number. Where a tower would be under it, one of the next spaces has.
    """
    found = []
    for number in range(0, TRACK, _NUMBERED):
        spaces = [(number + step) % TRACK for step in _NUMBERED_INSTEAD]
        free = (space for space in spaces if _is_free(space, tile, height))
        found += [(space, _number_at(space, tile, height)) for space in islice(free, 1)]
    return tuple(found)


def number_size(number: int, tile: int, height: int) -> Vector:
    """Return the width and height of a number on the track with its edge, in tiles."""
    light = max(1, round(tile * 0.025))
    return (font(height, BOLD).getlength(str(number)) + 2 * light) / tile, (_DIGIT * height + 2 * light) / tile


def _stretch_of(number: int) -> Stretch:
    return next(one for one in castle_wall().stretches if number in one.numbers)


def _number_at(number: int, tile: int, height: int) -> Vector:
    """Return the middle of a number. On a wall that runs downward, it reaches inward from the track."""
    (x, y), stretch = castle_wall().space(number), _stretch_of(number)
    wider = max(0, number_size(number, tile, height)[0] - TRACK_DEPTH)
    return x - stretch.outward[0] * wider / 2, y


def _is_free(number: int, tile: int, height: int) -> bool:
    """Return whether a number is on a straight piece of wall, and no tower is under it."""
    wall = castle_wall()
    if not any(number in one.numbers for one in wall.stretches):
        return False
    (x, y), (wide, high) = _number_at(number, tile, height), number_size(number, tile, height)
    for tower in wall.towers:
        for middle in (tower.middle, (tower.middle[0], tower.middle[1] + TOWER_FOOT)):
            across, down = max(0, abs(x - middle[0]) - wide / 2), max(0, abs(y - middle[1]) - high / 2)
            if hypot(across, down) < TOWER_RADIUS:
                return False
    return True


@lru_cache(maxsize=4)
def _whole_ground(castle: CastleScene, theme: Theme, *, is_largest: bool) -> Image.Image:
    """Return the whole floor, without tiles, and the wall without wall tiles.

    ``is_largest`` says whether all of it looks as the largest empty area does.
    """
    area, floor = bounding_area(tuple(SPACES)), []
    for position in sorted(SPACES):
        column, row = column_row(position)
        x = castle.corner[0] + (column - area.left) * castle.tile
        y = castle.corner[1] + (row - area.top) * castle.tile
        floor.append(Space(x, y, format_cell(position), is_largest))
    image = Image.new("RGB", castle.clip[2:], theme.table)
    _paint_floor(ImageDraw.Draw(image), replace(castle, floor=tuple(floor)), theme)
    _paint_wall(image, castle, theme)
    return image.crop(castle.clip)


def _largest_space(space: Space, castle: CastleScene, theme: Theme) -> Image.Image:
    x, y = space.x - castle.clip[0], space.y - castle.clip[1]
    return _whole_ground(castle, theme, is_largest=True).crop((x, y, x + castle.tile, y + castle.tile))


def _seam(seam: Seam, tile: int) -> PlacedPicture:
    is_upright, thick = seam.x == seam.end_x, max(3, round(0.062 * tile))
    x, y = (seam.x - thick // 2, seam.y) if is_upright else (seam.x, seam.y - thick // 2)
    key = f"seam {is_upright} {seam.has_battlements}"
    draw = partial(_seam_image, tile, thick, is_upright=is_upright, has_battlements=seam.has_battlements)
    return PlacedPicture(Layer.OVER_TILES, key, x, y, draw)


def _seam_image(tile: int, thick: int, *, is_upright: bool, has_battlements: bool) -> Image.Image:
    edge = max(1, thick // 4)
    image = Image.new("RGBA", (tile, thick), colours.WALL_LINE)
    inner = colours.WALL_TOP if has_battlements else colours.PLASTER
    image.paste(inner, (0, edge, tile, thick - edge))
    return image.transpose(Image.Transpose.ROTATE_90) if is_upright else image
