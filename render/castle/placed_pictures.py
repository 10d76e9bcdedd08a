"""The Castle's board as pictures that are placed one by one, for pages that move them."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from PIL import Image, ImageDraw

from carcassonne import column_row, format_cell
from carcassonne.castle.tiles import SPACES
from render.art import colours
from render.board import Board, Layer, PlacedPicture
from render.castle.paint import KEEP_SHARE, MARKER_SHARE, WALL_TILE_SHARE, paint_floor, paint_wall
from render.castle.pieces import keep
from render.castle.scene import CastleScene, Seam, Space
from render.castle.track import castle_wall
from render.castle.wall_tiles import wall_tile
from render.figures import figure_image
from render.theme import Theme
from render.views import bounding_area


def castle_pictures(castle: CastleScene, board: Board, theme: Theme) -> Iterator[PlacedPicture]:
    """Yield the floor with the wall, the wall tiles on it, seams, keeps and markers. The whole castle is shown."""
    tile, (left, top, _, _) = board.tile, castle.clip
    yield PlacedPicture(Layer.GROUND, f"castle {theme.name}", left, top, partial(_ground, castle, board, theme))
    for tower in castle_wall().towers:
        if tower.number in castle.towers:
            x, y = (castle.corner[axis] + round(tower.middle[axis] * tile) for axis in (0, 1))
            draw_back = partial(wall_tile, None, round(WALL_TILE_SHARE * tile))
            yield _centred(Layer.OVER_TILES, "wall tile", x, y, draw_back)
    for seam in castle.seams:
        yield _seam(seam, tile)
    for mark in castle.keeps:
        draw_keep = partial(keep, mark.style, round(KEEP_SHARE * tile))
        yield _centred(Layer.OVER_FIGURES, f"keep {mark.style}", mark.x, mark.y, draw_keep)
    for marker in castle.markers:
        lies = marker.is_lying
        draw_marker = partial(figure_image, marker.style, round(MARKER_SHARE * tile), is_lying=lies)
        yield _centred(Layer.OVER_FIGURES, f"marker {marker.style} {lies}", marker.x, marker.y, draw_marker)


def _ground(castle: CastleScene, board: Board, theme: Theme) -> Image.Image:
    """Return the whole floor, without tiles, and the wall without wall tiles."""
    area = bounding_area(tuple(SPACES))
    floor = []
    for position in sorted(SPACES):
        column, row = column_row(position)
        x = castle.corner[0] + (column - area.left) * board.tile
        y = castle.corner[1] + (row - area.top) * board.tile
        floor.append(Space(x, y, format_cell(position), is_largest=False))
    empty = replace(castle, floor=tuple(floor), towers=frozenset[int]())
    image = Image.new("RGB", (max(board.width, castle.clip[2]), max(board.height, castle.clip[3])), theme.table)
    paint_floor(ImageDraw.Draw(image), empty, board, theme)
    paint_wall(image, empty, board.tile, theme)
    return image.crop(castle.clip)


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
