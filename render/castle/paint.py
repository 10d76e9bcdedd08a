"""Painting what a board of The Castle shows besides tiles and figures."""

from PIL import Image, ImageDraw

from carcassonne import Rgb
from render.art import colours
from render.castle.pieces import keep
from render.castle.scene import CastleScene
from render.castle.track import castle_wall
from render.castle.wall_painter import MARGIN, wall_picture
from render.castle.wall_tiles import wall_tile
from render.figures import figure_image
from render.fonts import font
from render.theme import Theme

MARKER_SHARE = 0.44
"""The height of a scoring marker, in tiles."""
KEEP_SHARE = 0.36
WALL_TILE_SHARE = 0.17


def paint_floor(pen: ImageDraw.ImageDraw, castle: CastleScene, tile: int, least_letters: int, theme: Theme) -> None:
    """Draw the empty spaces with their names; the largest empty area is lighter, and hatched."""
    letters, gap = font(max(least_letters, round(tile * 0.2))), max(1, tile // 90)
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


def paint_wall(image: Image.Image, castle: CastleScene, tile: int, theme: Theme) -> None:
    """Draw the wall, and the wall tiles on their towers."""
    left, top, right, bottom = castle.clip
    picture = wall_picture(tile, theme.shadow)
    x, y = castle.corner[0] - round(MARGIN * tile), castle.corner[1] - round(MARGIN * tile)
    seen = picture.crop((left - x, top - y, right - x, bottom - y))
    image.paste(seen, (left, top), seen)
    for tower in castle_wall().towers:
        if tower.number in castle.towers:
            px, py = castle.corner[0] + tower.middle[0] * tile, castle.corner[1] + tower.middle[1] * tile
            if left < px < right and top < py < bottom:
                back = wall_tile(None, round(WALL_TILE_SHARE * tile))
                image.paste(back, (round(px - back.width / 2), round(py - back.height / 2)), back)


def paint_seams(pen: ImageDraw.ImageDraw, castle: CastleScene, tile: int) -> None:
    """Draw a low wall where a house or tower meets something else at the border of its tile."""
    for seam in castle.seams:
        ends = (seam.x, seam.y, seam.end_x, seam.end_y)
        pen.line(ends, colours.WALL_LINE, max(3, round(0.062 * tile)))
        pen.line(ends, colours.WALL_TOP if seam.has_battlements else colours.PLASTER, max(1, round(0.034 * tile)))


def paint_pieces(image: Image.Image, castle: CastleScene, tile: int) -> None:
    """Draw the keeps on their houses, and the scoring markers on the track."""
    left, top, right, bottom = castle.clip
    for mark in castle.keeps:
        if left <= mark.x < right and top <= mark.y < bottom:
            picture = keep(mark.style, round(KEEP_SHARE * tile))
            image.paste(picture, (mark.x - picture.width // 2, mark.y - picture.height // 2), picture)
    for marker in castle.markers:
        if left <= marker.x < right and top <= marker.y < bottom:
            picture = figure_image(marker.style, round(MARKER_SHARE * tile), is_lying=marker.is_lying)
            image.paste(picture, (marker.x - picture.width // 2, marker.y - picture.height // 2), picture)
