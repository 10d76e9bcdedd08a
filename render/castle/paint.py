"""Painting what a board of The Castle shows besides tiles and figures."""

from collections.abc import Iterator
from functools import lru_cache, partial

from PIL import Image, ImageDraw

from carcassonne import Rgb, column_row, format_cell
from carcassonne.castle.tiles import SPACES, TRACK
from render.art import colours
from render.board.board import Board, Box, Layer, PlacedPicture
from render.board.paint_board import paste_by_middle
from render.castle.pieces import keep, wall_tile
from render.castle.scene import CastleScene, Seam, Space
from render.castle.track import TRACK_DEPTH, castle_wall
from render.castle.wall_painter import MARGIN, PATH, wall_picture
from render.look.theme import INK, Theme
from render.look.views import bounding_area
from render.text.fonts import BOLD, font

KEEP_SHARE = 0.4
WALL_TILE_SHARE = 0.17
_NUMBERED = 5
"""Every fifth space of the track has its number."""
_NUMBER_SHARE = 0.3
"""The height of a number, in tiles, if it can be read like that."""
_TOWER_SHARE = 0.52
"""Where a number stands on a tower: so far from its middle towards the space."""


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


def paint_wall(image: Image.Image, castle: CastleScene, tile: int, least_letters: int, theme: Theme) -> None:
    """Draw the wall, the numbers of the scoring track, and the wall tiles on the towers."""
    left, top, right, bottom = castle.clip
    picture = wall_picture(tile, theme.shadow)
    x, y = castle.corner[0] - round(MARGIN * tile), castle.corner[1] - round(MARGIN * tile)
    seen = picture.crop((left - x, top - y, right - x, bottom - y))
    write_numbers(ImageDraw.Draw(seen), (castle.corner[0] - left, castle.corner[1] - top), tile, least_letters)
    image.paste(seen, (left, top), seen)
    for tower in castle_wall().towers:
        if tower.number in castle.towers:
            px, py = castle.corner[0] + tower.middle[0] * tile, castle.corner[1] + tower.middle[1] * tile
            if left < px < right and top < py < bottom:
                back = wall_tile(None, round(WALL_TILE_SHARE * tile))
                image.paste(back, (round(px - back.width / 2), round(py - back.height / 2)), back)


def write_numbers(pen: ImageDraw.ImageDraw, corner: tuple[int, int], tile: int, least_letters: int) -> None:
    """Write the numbers of the track. Each stays on the wall; one that reaches beyond its space has a light edge."""
    letters = font(max(least_letters, round(tile * _NUMBER_SHARE)), BOLD)
    wall, light = castle_wall(), max(1, round(tile * 0.025))
    for number in range(0, TRACK, _NUMBERED):
        text = str(number)
        (x, y), edge = wall.space(number), 0
        for tower in wall.towers:
            if number - tower.number in (0, 1):
                (x, y), edge = tower.at(_TOWER_SHARE if number > tower.number else -_TOWER_SHARE), light
        for stretch in wall.stretches:
            if number in stretch.numbers and stretch.outward[0]:
                wider = max(0, (letters.getlength(text) + 2 * light) / tile - TRACK_DEPTH)
                x, edge = x - stretch.outward[0] * wider / 2, light
        at = corner[0] + x * tile, corner[1] + y * tile
        pen.text(at, text, INK, letters, "mm", stroke_width=edge, stroke_fill=PATH)


def paint_seams(pen: ImageDraw.ImageDraw, castle: CastleScene, tile: int) -> None:
    """Draw a low wall where a house or tower meets something else at the border of its tile."""
    for seam in castle.seams:
        ends = (seam.x, seam.y, seam.end_x, seam.end_y)
        pen.line(ends, colours.WALL_LINE, max(3, round(0.062 * tile)))
        pen.line(ends, colours.WALL_TOP if seam.has_battlements else colours.PLASTER, max(1, round(0.034 * tile)))


def paint_pieces(image: Image.Image, castle: CastleScene, tile: int, least_letters: int) -> None:
    """Draw the keeps on their houses, and the scoring markers on the track."""
    left, top, right, bottom = castle.clip
    for mark in castle.keeps:
        if left <= mark.x < right and top <= mark.y < bottom:
            paste_by_middle(image, keep(mark.style, round(KEEP_SHARE * tile), least_letters), mark.x, mark.y)
    for marker in castle.markers:
        if left <= marker.x < right and top <= marker.y < bottom:
            paste_by_middle(image, marker.image(), marker.x, marker.y)


def castle_pictures(castle: CastleScene, board: Board, theme: Theme) -> Iterator[PlacedPicture]:
    """Yield the floor with the wall, the wall tiles on it, seams, keeps and markers. The whole castle is shown."""
    tile, (left, top, _, _) = board.tile, castle.clip
    yield PlacedPicture(Layer.GROUND, f"castle {theme.name}", left, top, partial(_ground, castle, board, theme))
    for space in castle.floor:
        if space.is_largest:
            draw_space = partial(_largest_space, space, castle, board, theme)
            yield PlacedPicture(Layer.GROUND, f"largest {space.name} {theme.name}", space.x, space.y, draw_space)
    for tower in castle_wall().towers:
        if tower.number in castle.towers:
            x, y = (castle.corner[axis] + round(tower.middle[axis] * tile) for axis in (0, 1))
            back = wall_tile(None, round(WALL_TILE_SHARE * tile))
            yield PlacedPicture.centred(Layer.OVER_TILES, "wall tile", x, y, back)
    for seam in castle.seams:
        yield _seam(seam, tile)
    for mark in castle.keeps:
        picture = keep(mark.style, round(KEEP_SHARE * tile), board.least_letters)
        yield PlacedPicture.centred(Layer.OVER_FIGURES, f"keep {mark.style}", mark.x, mark.y, picture)
    for marker in castle.markers:
        yield PlacedPicture.centred(Layer.OVER_FIGURES, f"figure {marker.key}", marker.x, marker.y, marker.image())


def _ground(castle: CastleScene, board: Board, theme: Theme, *, is_largest: bool = False) -> Image.Image:
    """Return the whole floor, without tiles, and the wall without wall tiles.

    ``is_largest`` says whether all of it looks as the largest empty area does.
    """
    size = max(board.width, castle.clip[2]), max(board.height, castle.clip[3])
    return _painted(castle.corner, castle.clip, size, board.tile, board.least_letters, theme, is_largest)


def _largest_space(space: Space, castle: CastleScene, board: Board, theme: Theme) -> Image.Image:
    """Return a space of the largest empty area."""
    x, y = space.x - castle.clip[0], space.y - castle.clip[1]
    return _ground(castle, board, theme, is_largest=True).crop((x, y, x + board.tile, y + board.tile))


@lru_cache(maxsize=4)
def _painted(
    corner: tuple[int, int],
    clip: Box,
    size: tuple[int, int],
    tile: int,
    letters: int,
    theme: Theme,
    is_largest: bool,
) -> Image.Image:
    area = bounding_area(tuple(SPACES))
    floor = []
    for position in sorted(SPACES):
        column, row = column_row(position)
        x, y = corner[0] + (column - area.left) * tile, corner[1] + (row - area.top) * tile
        floor.append(Space(x, y, format_cell(position), is_largest))
    empty = CastleScene(corner, clip, tuple(floor), (), frozenset(), (), ())
    image = Image.new("RGB", size, theme.table)
    paint_floor(ImageDraw.Draw(image), empty, tile, letters, theme)
    paint_wall(image, empty, tile, letters, theme)
    return image.crop(clip)


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
