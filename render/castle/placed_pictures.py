"""The Castle's board as pictures that are placed one by one, for pages that move them."""

from collections.abc import Iterator
from functools import lru_cache, partial

from PIL import Image, ImageDraw

from carcassonne import column_row, format_cell
from carcassonne.castle.tiles import SPACES
from render.art import colours
from render.board.board import Board, Box, Layer, PlacedPicture
from render.castle.paint import KEEP_SHARE, WALL_TILE_SHARE, marker_height, marker_image, paint_floor, paint_wall
from render.castle.pieces import keep
from render.castle.scene import CastleScene, Seam, Space
from render.castle.track import castle_wall
from render.castle.wall_tiles import wall_tile
from render.look.theme import Theme
from render.look.views import bounding_area
from render.pieces.figures import figure_key


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
            draw_back = partial(wall_tile, None, round(WALL_TILE_SHARE * tile))
            yield _centred(Layer.OVER_TILES, "wall tile", x, y, draw_back)
    for seam in castle.seams:
        yield _seam(seam, tile)
    for mark in castle.keeps:
        draw_keep = partial(keep, mark.style, round(KEEP_SHARE * tile), board.least_letters)
        yield _centred(Layer.OVER_FIGURES, f"keep {mark.style}", mark.x, mark.y, draw_keep)
    for marker in castle.markers:
        lies = marker.is_lying
        key = f"figure {figure_key(marker.style, marker_height(tile), is_lying=lies)}"
        draw_marker = partial(marker_image, marker.style, tile, board.least_letters, is_lying=lies)
        yield _centred(Layer.OVER_FIGURES, key, marker.x, marker.y, draw_marker)


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


def _centred(layer: Layer, key: str, x: int, y: int, draw: "partial[Image.Image]") -> PlacedPicture:
    side = draw().width
    return PlacedPicture(layer, key, x - side // 2, y - draw().height // 2, draw)
